"""A client that follows the events of a room holds what a fresh `room` would tell it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import get_args

import pytest
from msgspec.structs import replace

from tests.support.rooms import ANN, BEN, BLITZ, MATE, PERPETUAL_CHECK, ROOM, T0_MS, Story, a_story
from xiangqi_server.aggregates.room.apply import apply
from xiangqi_server.aggregates.room.decisions.opening import lock_of
from xiangqi_server.aggregates.room.messages import (
    Abort,
    Absent,
    AcceptOffer,
    Berserk,
    ChangeRating,
    DeclineOffer,
    GiveTime,
    Introduce,
    MakeOffer,
    OfferKind,
    Open,
    PlayMove,
    Present,
    Ready,
    Resign,
    RoomCommand,
    RoomEvent,
    SetLeave,
    Sit,
    TakeOutage,
    WithdrawChallenge,
)
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.aggregates.room.terms import (
    ByoyomiClock,
    ClockTerms,
    CorrespondenceClock,
    FischerClock,
    NoClock,
    PerMoveClock,
    Seats,
    ThreePartClock,
)
from xiangqi_server.aggregates.room.time_limits import READY_MS
from xiangqi_server.api.room.room_messages import event_view
from xiangqi_server.api.room.room_views import room_view
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.kernel.aggregate.decision import Stamped
from xiangqi_server.wire import server
from xiangqi_server.wire.parts import (
    Absence,
    BerserkSides,
    MoveLine,
    OpenOffer,
    Receipt,
    SideClock,
    VacationSides,
)
from xiangqi_server.wire.server import ServerMessage

DRAW, REMATCH = OfferKind.DRAW, OfferKind.REMATCH
TAKEBACK, ABORT = OfferKind.TAKEBACK, OfferKind.ABORT
RED, BLACK = Side
THINK_MS = 700
LONG_MS = 11 * 60_000
KEY = "friendsonlyaaaaa"
MOVES = ("h2e2", "h9g7", "h0g2", "i9h9")


@dataclass(frozen=True)
class Held:
    """What a client keeps: the room, and since when its clocks are known."""

    room: server.Room
    clock_at_ms: int

    def shown(self, now_ms: int) -> server.Room:
        """The room with its clocks as they are shown at a moment, by `protocol/README.md`."""
        clock, terms, away = self.room.clock, self.room.terms.clock, still_away(self.room, now_ms)
        running = clock.running
        stands = running is not None and away is not None and getattr(away, running) is not None
        elapsed_ms = 0 if stands else now_ms - self.clock_at_ms
        return replace(
            self.room,
            away=away,
            clock=replace(
                clock,
                red=face(terms, clock.red, elapsed_ms) if running == "red" else clock.red,
                black=face(terms, clock.black, elapsed_ms) if running == "black" else clock.black,
            ),
        )


def still_away(room: server.Room, now_ms: int) -> VacationSides | None:
    """The players whose vacation is not over."""
    if room.away is None:
        return None
    until_ms = (room.away.red, room.away.black)
    red, black = (moment if moment and moment > now_ms else None for moment in until_ms)
    return VacationSides(red, black) if red or black else None


def face(terms: ClockTerms, clock: SideClock, elapsed_ms: int) -> SideClock:
    """The clock of the running side some time after it was told, by `protocol/README.md`."""
    left_ms = clock.left_ms - elapsed_ms
    match terms:
        case FischerClock():
            return SideClock(max(0, left_ms), 0, None)
        case PerMoveClock() | CorrespondenceClock():
            return SideClock(max(0, left_ms), 0, max(0, left_ms))
        case ThreePartClock():
            assert clock.turn_ms is not None
            turn_ms = max(0, clock.turn_ms - elapsed_ms)
            is_counting = clock.left_ms == clock.turn_ms or left_ms <= 0
            return SideClock(turn_ms if is_counting else left_ms, 0, turn_ms)
        case ByoyomiClock(period_ms=period_ms):
            return byoyomi_face(clock, left_ms, period_ms)
        case _:
            return clock


def byoyomi_face(clock: SideClock, left_ms: int, period_ms: int) -> SideClock:
    """Main time first, then one period after the other."""
    is_period = clock.turn_ms is not None
    if left_ms > 0:
        return SideClock(left_ms, clock.periods, left_ms if is_period else None)
    lost, used_ms = divmod(-left_ms, period_ms)
    periods = clock.periods - lost - is_period
    period_left_ms = period_ms - used_ms
    if periods <= 0:
        return SideClock(0, 0, 0)
    return SideClock(period_left_ms, periods, period_left_ms)


def follow(held: Held, told: ServerMessage) -> Held:
    """What a client keeps after one more event."""
    assert isinstance(told, server.RoomEvent)
    assert told.version == held.room.version + 1
    room = replace(
        after(held.room, told), version=told.version, digest=told.digest, at_ms=told.at_ms
    )
    return Held(room, told.at_ms if hasattr(told, "clock") else held.clock_at_ms)


def line_of(told: server.Moved) -> MoveLine:
    """A move as it stands in a whole room."""
    quota_ms = told.red_quota_ms if told.ply % 2 == 0 else told.black_quota_ms
    receipt = Receipt(told.spent_ms, told.compensated_ms, quota_ms)
    return MoveLine(told.uci, told.wxf, told.chinese, receipt)


def after(room: server.Room, told: server.RoomEvent) -> server.Room:
    """A room after an event, but for what every event brings."""
    match told:
        case server.Seated(side=side, seat=seat):
            status = "playing" if told.ready is None else "readying"
            seated = replace(
                room,
                status=status,
                clock=told.clock,
                ready=told.ready,
                waits_until_ms=None,
                seat_key=None,
                needs_key=False,
            )
            return replace(seated, red=seat) if side == "red" else replace(seated, black=seat)
        case server.Moved():
            mover = "red" if told.ply % 2 == 0 else "black"
            return replace(
                room,
                moves=[*room.moves, line_of(told)],
                check=told.check,
                clock=told.clock,
                red_quota_ms=told.red_quota_ms,
                black_quota_ms=told.black_quota_ms,
                offers=[
                    offer
                    for offer in room.offers
                    if offer.side == mover and offer.what != "takeback"
                ],
                warning=None,
            )
        case server.TookBack(plies=plies, clock=clock, check=check):
            kept = room.moves[: len(room.moves) - plies]
            return replace(room, moves=kept, check=check, clock=clock, offers=[], warning=None)
        case server.Readied(clock=clock, ready=ready):
            status = "playing" if ready is None else "readying"
            return replace(room, status=status, clock=clock, ready=ready)
        case server.TimeGiven(clock=clock):
            return replace(room, clock=clock)
        case server.Berserked(side=side, clock=clock):
            before = room.berserk
            assert before is not None
            now = BerserkSides(before.red or side == "red", before.black or side == "black")
            return replace(room, clock=clock, berserk=now)
        case server.TimeCredited(clock=clock, ready=ready):
            return replace(room, clock=clock, ready=ready)
        case server.AwayUntil(side=side, until_ms=until_ms, clock=clock):
            away = room.away or VacationSides(None, None)
            red, black = (until_ms, away.black) if side == "red" else (away.red, until_ms)
            return replace(room, clock=clock, away=VacationSides(red, black))
        case server.Disconnected(side=side, claimable_at_ms=at_ms):
            gone = [Absence(side, at_ms), *without(room.absences, side)]
            return replace(room, absences=sorted(gone, key=lambda one: one.side != "red"))
        case server.Reconnected(side=side):
            return replace(room, absences=without(room.absences, side))
        case server.Suspended(until_ms=until_ms, clock=clock):
            gone = [Absence(side, until_ms) for side in ("red", "black")]
            return replace(room, suspended_until_ms=until_ms, absences=gone, clock=clock)
        case server.Continued(clock=clock):
            return replace(room, suspended_until_ms=None, clock=clock)
        case server.Offered(side=side, what=what, ply=ply):
            return replace(room, offers=[*room.offers, OpenOffer(what, side, ply)])
        case server.Declined(what=what):
            return replace(room, offers=[offer for offer in room.offers if offer.what != what])
        case server.Warned(warning=warning):
            return replace(room, warning=warning)
        case server.Ended(outcome=outcome, clock=clock):
            over = replace(room, status="over", offers=[], absences=[], warning=None)
            over = replace(over, suspended_until_ms=None, seat_key=None, needs_key=False)
            return replace(over, outcome=outcome, clock=clock, ready=None, waits_until_ms=None)
        case server.RatingKnown(side=side, rating=rating) | server.Rated(side=side, rating=rating):
            is_red = side == "red"
            return (
                replace(room, red_rating=rating) if is_red else replace(room, black_rating=rating)
            )
        case server.RematchOpened(next=next_room):
            return replace(room, next=next_room, offers=[])
        case _:
            raise AssertionError(f"an event nobody follows: {told}")


def without(absences: list[Absence], side: str) -> list[Absence]:
    """The absences of the other side."""
    return [one for one in absences if one.side != side]


def told_whole(room: Room, stamped: Stamped[RoomEvent]) -> server.Room:
    """The room after an event, told anew."""
    return room_view(
        room,
        version=stamped.version,
        digest=digest(stamped),
        at_ms=stamped.at_ms,
        you=None,
        language="en",
        spectators=0,
    )


def digest(stamped: Stamped[RoomEvent]) -> str:
    """A stand-in for the hash of the log."""
    return f"{stamped.version:064x}"


def a_story_of(
    *commands: RoomCommand, moves: Sequence[str] = (), clock: ClockTerms = BLITZ.clock
) -> Story:
    """A room that waited for Ben, in which moves were played and then something else happened."""
    story = a_story(seats=Seats(red=ANN), clock=clock).wait(THINK_MS)
    story.tell(Sit(BEN))
    story.play(*moves, think_ms=THINK_MS)
    for command in commands:
        story.wait(THINK_MS).tell(command)
    return story


def a_story_of_a_long_outage(*commands: RoomCommand) -> Story:
    """A game during which all nodes were away for long, and what happened after that."""
    story = a_story_of(moves=MOVES).wait(LONG_MS)
    story.tell(TakeOutage(story.now_ms - LONG_MS, story.now_ms))
    for command in commands:
        story.wait(THINK_MS).tell(command)
    return story


def challenged(*commands: RoomCommand) -> Story:
    """A challenge that Ben has accepted, and what happened then."""
    story = Story()
    story.tell(Open(BLITZ, Seats(red=ANN), ready_ms=READY_MS, invited=BEN))
    for command in (Sit(BEN), *commands):
        story.wait(THINK_MS).tell(command)
    return story


def gone_berserk() -> Story:
    """A game of an arena whose players have both halved their time."""
    story = Story()
    story.tell(Open(BLITZ, Seats(ANN, BEN), origin="tournament:cup", may_berserk=True))
    for command in (Berserk(ANN), PlayMove(ANN, 0, "h2e2"), Berserk(BEN)):
        story.wait(THINK_MS).tell(command)
    return story


def invited(command: RoomCommand) -> Story:
    """An invitation whose seat has a key, and what became of it."""
    story = Story()
    story.tell(Open(BLITZ, Seats(red=ANN), lock=lock_of(KEY)))
    story.wait(THINK_MS).tell(command)
    return story


STORIES = {
    "both there after downtime of ours": challenged(
        Ready(BEN), TakeOutage(T0_MS + 2_000, T0_MS + 2_600), Ready(ANN), PlayMove(ANN, 0, "h2e2")
    ),
    "both there by moving": challenged(PlayMove(ANN, 0, "h2e2"), PlayMove(BEN, 1, "h9g7")),
    "called off before both were there": challenged(Ready(ANN), Abort(BEN)),
    "on vacation, moved meanwhile, and back early": a_story_of(
        SetLeave(ANN, 1, T0_MS + LONG_MS),
        PlayMove(ANN, 0, "h2e2"),
        PlayMove(BEN, 1, "h9g7"),
        SetLeave(ANN, 2, T0_MS),
        clock=CorrespondenceClock(3),
    ),
    "withdrawn": invited(WithdrawChallenge(ANN)),
    "seated by a key": invited(Sit(BEN, seat_key=KEY)),
    "suspended, and gone on with": a_story_of_a_long_outage(
        Present(BLACK), Present(RED), Resign(BEN)
    ),
    "suspended, and given up": a_story_of_a_long_outage(Present(BLACK), Resign(BEN)),
    "called off": a_story_of(Abort(ANN)),
    "mated": a_story_of(moves=MATE),
    "rated": a_story_of(
        Introduce(BEN, 1500.4, 80.0),
        Introduce(ANN, 1712.0, 200.0),
        Resign(BEN),
        ChangeRating(ANN, 1720.6, 190.0),
        ChangeRating(BEN, 1511.2, 79.0, before=1520.0),
        moves=MOVES,
    ),
    "resigned, and played again": a_story_of(
        Resign(BEN),
        MakeOffer(ANN, REMATCH, 4, "fresh"),
        DeclineOffer(BEN, REMATCH),
        MakeOffer(BEN, REMATCH, 4, "fresh"),
        AcceptOffer(ANN, REMATCH, "fresh"),
        moves=MOVES,
    ),
    "a draw offered, outlived by one's own move and ended by the other's": a_story_of(
        MakeOffer(ANN, DRAW, 4, "fresh"),
        PlayMove(ANN, 4, "i0h0"),
        PlayMove(BEN, 5, "b9c7"),
        MakeOffer(BEN, DRAW, 6, "fresh"),
        DeclineOffer(BEN, DRAW),
        MakeOffer(ANN, DRAW, 6, "fresh"),
        AcceptOffer(BEN, DRAW, "fresh"),
        moves=MOVES,
    ),
    "warned, and ruled on": a_story_of(moves=PERPETUAL_CHECK),
    "taken back, with an older warning": a_story_of(
        MakeOffer(ANN, TAKEBACK, 16, "fresh"),
        AcceptOffer(BEN, TAKEBACK, "fresh"),
        PlayMove(ANN, 14, "a0a1"),
        MakeOffer(ANN, TAKEBACK, 15, "fresh"),
        MakeOffer(BEN, DRAW, 15, "fresh"),
        AcceptOffer(BEN, TAKEBACK, "fresh"),
        moves=PERPETUAL_CHECK[:-1],
    ),
    "gone berserk": gone_berserk(),
    "left, given time, credited, and called off by both": a_story_of(
        Absent(BLACK),
        Absent(RED),
        GiveTime(ANN),
        Present(RED),
        TakeOutage(T0_MS + 4_000, T0_MS + 4_500),
        MakeOffer(ANN, ABORT, 4, "fresh"),
        AcceptOffer(BEN, ABORT, "fresh"),
        moves=MOVES,
    ),
}
CONTROLS: list[ClockTerms] = [
    ByoyomiClock(1_000, 1_000, 3),
    ByoyomiClock(0, 1_000, 2),
    ThreePartClock(1_000, 10_000, 1_000),
    ThreePartClock(10_000, 1_500, 1_000),
    PerMoveClock(1_000),
    CorrespondenceClock(1),
    NoClock(),
]


@pytest.mark.parametrize("story", STORIES.values(), ids=STORIES)
def test_following_the_events_is_as_good_as_asking_anew(story: Story) -> None:
    follow_to_the_end(story)


@pytest.mark.parametrize("clock", CONTROLS, ids=repr)
def test_the_clocks_of_every_control_can_be_followed(clock: ClockTerms) -> None:
    follow_to_the_end(a_story_of(Resign(ANN), moves=MOVES, clock=clock))


@pytest.mark.parametrize("clock", CONTROLS, ids=repr)
def test_a_running_clock_is_shown_right_at_every_moment(clock: ClockTerms) -> None:
    story = a_story_of(moves=MOVES, clock=clock)
    held = Held(whole(story, story.now_ms), story.now_ms)

    for now_ms in range(story.now_ms, story.now_ms + 12_000, 50):
        assert held.shown(now_ms).clock == whole(story, now_ms).clock


def whole(story: Story, at_ms: int) -> server.Room:
    """The room of a story as it is shown anew at a moment."""
    last = story.log[-1]
    return told_whole(story.room, Stamped(last.version, at_ms, last.event))


def follow_to_the_end(story: Story) -> None:
    """Hold what a client holds after each event against what it would be told anew."""
    room = apply(Room.empty(ROOM), story.log[0])
    whole = told_whole(room, story.log[0])
    held = Held(whole, whole.at_ms)

    for stamped in story.log[1:]:
        room = apply(room, stamped)
        held = follow(held, event_view(room, stamped, digest(stamped), "en"))
        whole = told_whole(room, stamped)
        # The board is the client's to move pieces on; it does not write FEN.
        assert replace(held.shown(stamped.at_ms), fen=whole.fen) == whole


def test_the_stories_tell_every_event() -> None:
    told = {type(stamped.event) for story in STORIES.values() for stamped in story.log}

    assert told == set(get_args(RoomEvent))
