"""What a reader is shown of a room."""

from typing import get_args

import msgspec
from msgspec.structs import replace

from tests.support.rooms import ANN, BEN, NO_CLOCK, PERPETUAL_CHECK, T0_MS, Story, a_story
from tests.support.wire_samples import a_clock
from xiangqi_server.aggregates.room import messages
from xiangqi_server.aggregates.room.apply import apply
from xiangqi_server.aggregates.room.messages import (
    Absent,
    AcceptOffer,
    DeclineOffer,
    Ended,
    GiveTime,
    MakeOffer,
    OfferKind,
    Open,
    PlayMove,
    Present,
    Resign,
    Sit,
    TakeOutage,
    Warned,
)
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.aggregates.room.terms import (
    ByoyomiClock,
    ClockTerms,
    CorrespondenceClock,
    FischerClock,
    GameTerms,
    NoClock,
    PerMoveClock,
    RuleTerms,
    Seats,
    ThreePartClock,
)
from xiangqi_server.api.room.room_messages import event_view, views_by_reader
from xiangqi_server.api.room.room_views import legal_view, room_view
from xiangqi_server.game.rules.board.encoding import Side, uci_of
from xiangqi_server.texts.worded import LANGUAGES
from xiangqi_server.wire import parts, server
from xiangqi_server.wire.server import ServerMessage
from xiangqi_server.wire.terms import Language

DIGEST = "ab" * 32
ANN_SEAT = parts.Seat(ANN, "Guest anna")
BEN_SEAT = parts.Seat(BEN, "Guest benb")
START_FEN = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
QUOTA_MS = 1_666
"""A sixtieth of the main time and forty increments."""
BLITZ = GameTerms(FischerClock(60_000, 1_000), RuleTerms("axf", 1))


def shown(story: Story, you: Side | None = None, language: Language = "en") -> server.Room:
    """The whole room as it stands."""
    return room_view(
        story.room,
        version=len(story.log),
        digest=DIGEST,
        at_ms=story.now_ms,
        you=you,
        language=language,
        spectators=3,
    )


def last(story: Story, language: Language = "en", you: Side | None = None) -> ServerMessage:
    """The last event of the story."""
    return event_view(story.room, story.log[-1], DIGEST, language, you)


def warning(story: Story) -> Warned:
    """The warning that stands."""
    assert story.room.warning is not None
    return story.room.warning


def test_a_new_game_is_shown_whole() -> None:
    story = a_story().wait(1_500)

    assert shown(story, Side.RED) == server.Room(
        room="room1",
        version=1,
        digest=DIGEST,
        at_ms=T0_MS + 1_500,
        status="playing",
        terms=BLITZ,
        red=ANN_SEAT,
        black=BEN_SEAT,
        you="red",
        start_fen=START_FEN,
        fen=START_FEN,
        moves=[],
        check=False,
        clock=a_clock(58_500, 60_000, "red", T0_MS + 60_000, T0_MS + 20_000),
        red_quota_ms=QUOTA_MS,
        black_quota_ms=QUOTA_MS,
        offers=[],
        absences=[],
        warning=None,
        outcome=None,
        spectators=3,
        behind_ms=0,
        previous=None,
        next=None,
    )


def test_a_room_that_waits_shows_a_free_seat_and_clocks_that_stand() -> None:
    story = a_story(seats=Seats(red=ANN)).wait(5_000)

    room = shown(story)

    assert (room.status, room.red, room.black, room.you) == ("waiting", ANN_SEAT, None, None)
    assert room.clock == a_clock(60_000, 60_000)


def test_a_game_without_a_clock_shows_none() -> None:
    room = shown(a_story("h2e2", clock=NO_CLOCK))

    assert room.terms.clock == NoClock()
    assert room.clock == a_clock(0, 0)


def test_moves_and_offers_are_shown() -> None:
    story = a_story("h2e2", "h9g7")
    story.tell(MakeOffer(ANN, OfferKind.DRAW, 2, "fresh"))

    room = shown(story, Side.BLACK)

    assert room.moves == [
        parts.MoveLine("h2e2", "C2=5", "炮二平五", parts.Receipt(0, 0, QUOTA_MS)),
        parts.MoveLine("h9g7", "H8+7", "马8进7", parts.Receipt(0, 0, QUOTA_MS)),
    ]
    assert room.offers == [parts.OpenOffer(OfferKind.DRAW, "red", 2)]
    assert room.you == "black"


def test_the_end_is_told_in_the_language_of_the_reader() -> None:
    story = a_story("h2e2")
    story.tell(Resign(BEN))

    assert shown(story).status == "over"
    assert shown(story).clock == a_clock(61_000, 60_000)
    assert shown(story, language="zh-Hans").outcome == parts.Outcome(
        winner="red", ending="resign", text="黑方认输，红方胜。", result="red"
    )


def test_a_seat_is_taken() -> None:
    story = a_story(seats=Seats(black=ANN)).wait(700)
    story.tell(Sit(BEN))

    assert last(story) == server.Seated(
        room="room1",
        version=2,
        digest=DIGEST,
        at_ms=T0_MS + 700,
        side="red",
        seat=BEN_SEAT,
        clock=a_clock(60_000, 60_000, "red", T0_MS + 60_700, T0_MS + 20_700),
    )


def test_a_move_is_told_with_the_clocks_after_it() -> None:
    story = a_story("h2e2", think_ms=2_500)

    assert last(story) == server.Moved(
        room="room1",
        version=2,
        digest=DIGEST,
        at_ms=T0_MS + 2_500,
        ply=0,
        uci="h2e2",
        wxf="C2=5",
        chinese="炮二平五",
        check=False,
        spent_ms=2_500,
        compensated_ms=0,
        red_quota_ms=QUOTA_MS,
        black_quota_ms=QUOTA_MS,
        clock=a_clock(58_500, 60_000, "black", T0_MS + 62_500, T0_MS + 22_500),
    )


def test_offers_and_their_answers_are_told() -> None:
    story = a_story("h2e2")
    head = ("room1", DIGEST, T0_MS)
    told = []
    for command in (
        MakeOffer(ANN, OfferKind.DRAW, 1, "fresh"),
        DeclineOffer(BEN, OfferKind.DRAW),
        Resign(BEN),
        MakeOffer(BEN, OfferKind.REMATCH, 1, "fresh"),
        AcceptOffer(ANN, OfferKind.REMATCH, "fresh"),
    ):
        story.tell(command)
        told.append(last(story))

    assert told == [
        server.Offered(head[0], 3, *head[1:], side="red", what=OfferKind.DRAW, ply=1),
        server.Declined(head[0], 4, *head[1:], side="black", what=OfferKind.DRAW),
        server.Ended(
            head[0],
            5,
            *head[1:],
            outcome=parts.Outcome("red", "resign", "Black resigned. Red wins.", result="red"),
            clock=a_clock(61_000, 60_000),
        ),
        server.Offered(head[0], 6, *head[1:], side="black", what=OfferKind.REMATCH, ply=1),
        server.RematchOpened(head[0], 7, *head[1:], next="fresh"),
    ]


def test_a_log_told_from_its_start_begins_with_the_room() -> None:
    story = a_story()

    assert last(story) == replace(shown(story), spectators=0)


def test_each_seat_and_the_spectators_read_a_warning_of_their_own() -> None:
    story = a_story(*PERPETUAL_CHECK[:-1])

    told = [last(story, "zh-Hans", you) for you in (Side.RED, Side.BLACK, None)]

    texts = {message.warning.text for message in told if isinstance(message, server.Warned)}
    assert len(texts) == 3


def test_a_warning_shows_the_cycle_and_who_is_at_fault() -> None:
    story = a_story(*PERPETUAL_CHECK[:-4])

    told = shown(story, Side.RED).warning

    assert told is not None
    assert (told.occurrences, told.rule_at, told.side) == (3, 4, "red")
    assert told.cycle[-4:] == list(PERPETUAL_CHECK[:-4][-4:])
    assert told.detail == msgspec.convert(warning(story).warning, parts.WarningDetail)


def test_a_ban_that_hangs_on_no_occurrence_names_none() -> None:
    """Three checks in a row by the cannon: the fourth is banned, recurring or not."""
    story = a_story(*PERPETUAL_CHECK[:10], rules=RuleTerms("itsyourturn"))

    told = shown(story, Side.RED).warning

    assert told is not None
    assert (told.occurrences, told.rule_at, told.side) == (2, None, "red")


def test_a_ruling_is_told_with_its_evidence() -> None:
    story = a_story(*PERPETUAL_CHECK)

    told = last(story)

    assert isinstance(told, server.Ended)
    assert (told.outcome.winner, told.outcome.ending) == ("black", "perpetual_check")
    assert told.outcome.ruling
    assert told.outcome.text != "Red checked without end. Black wins."


def test_the_seat_to_move_is_told_every_move() -> None:
    room = a_story("h2e2").room

    moves = " ".join(uci_of(move) for move in room.game.legal_moves())

    assert legal_view(room, 2, "en") == server.Legal("room1", 2, ply=1, moves=moves)
    assert legal_view(room, 2, "en", "l1") == server.Legal("room1", 2, 1, moves, id="l1")


def test_a_move_that_loses_by_repetition_is_marked_with_the_reason() -> None:
    story = a_story(*PERPETUAL_CHECK[:-1])

    legal = legal_view(story.room, 20, "en")

    marked = {mark.move: mark.text for mark in legal.losing}
    assert PERPETUAL_CHECK[-1] in marked
    assert all(marked.values())
    assert set(marked) <= set(legal.moves.split())


def test_a_banned_move_is_marked_and_not_among_the_moves() -> None:
    story = a_story(*PERPETUAL_CHECK[:-1], rules=RuleTerms("axf", forbid=True))

    legal = legal_view(story.room, 20, "vi")

    assert legal.banned
    assert all(mark.text for mark in legal.banned)
    assert not {mark.move for mark in legal.banned} & set(legal.moves.split())


# What else can happen.


def test_each_control_shows_its_clocks() -> None:
    clocks: dict[ClockTerms, parts.SideClock] = {
        ByoyomiClock(10_000, 5_000, 3): parts.SideClock(3_000, 3, 3_000),
        ThreePartClock(10_000, 60_000, 5_000): parts.SideClock(3_000, 0, 3_000),
        ThreePartClock(60_000, 20_000, 5_000): parts.SideClock(48_000, 0, 8_000),
        PerMoveClock(20_000): parts.SideClock(8_000, 0, 8_000),
        CorrespondenceClock(1): parts.SideClock(86_388_000, 0, 86_388_000),
    }

    shown_clocks = {terms: shown(a_story(clock=terms).wait(12_000)).clock for terms in clocks}

    assert {terms: clock.red for terms, clock in shown_clocks.items()} == clocks
    assert [clock.flag_at_ms for clock in shown_clocks.values()] == [
        T0_MS + 25_000,
        T0_MS + 15_000,
        T0_MS + 20_000,
        T0_MS + 20_000,
        T0_MS + 86_400_000,
    ]


def test_a_receipt_tells_what_was_compensated_and_what_quota_is_left() -> None:
    story = a_story().wait(1_000)
    story.tell(PlayMove(ANN, 0, "h2e2", lag_ms=120))

    told = last(story)

    assert isinstance(told, server.Moved)
    assert (told.spent_ms, told.compensated_ms) == (1_000, 120)
    assert (told.red_quota_ms, told.black_quota_ms) == (QUOTA_MS - 120, QUOTA_MS)
    assert told.clock.red.left_ms == 60_000 - 880 + 1_000


def test_a_takeback_is_told_with_the_position_it_leads_to() -> None:
    story = a_story("h2e2", "h9g7", think_ms=1_000)
    story.tell(MakeOffer(ANN, OfferKind.TAKEBACK, 2, "fresh"))
    story.tell(AcceptOffer(BEN, OfferKind.TAKEBACK, "fresh"))

    assert last(story) == server.TookBack(
        room="room1",
        version=5,
        digest=DIGEST,
        at_ms=T0_MS + 2_000,
        side="red",
        plies=2,
        fen=START_FEN,
        check=False,
        spent_ms=0,
        clock=a_clock(60_000, 60_000, "red", T0_MS + 62_000, T0_MS + 22_000),
    )


def test_a_gift_is_told_with_the_clock_after_it() -> None:
    story = a_story()
    story.tell(GiveTime(ANN))

    assert last(story) == server.TimeGiven(
        room="room1",
        version=2,
        digest=DIGEST,
        at_ms=T0_MS,
        side="black",
        ms=15_000,
        clock=a_clock(60_000, 75_000, "red", T0_MS + 60_000, T0_MS + 20_000),
    )


def test_who_has_left_is_told_and_shown_until_back() -> None:
    story = a_story("h2e2")
    seen = []
    for command in (Absent(Side.BLACK), Present(Side.BLACK)):
        story.tell(command)
        seen.append((last(story), shown(story).absences))

    assert seen == [
        (
            server.Disconnected("room1", 3, DIGEST, T0_MS, "black", T0_MS + 15_000),
            [parts.Absence("black", T0_MS + 15_000)],
        ),
        (server.Reconnected("room1", 4, DIGEST, T0_MS, "black"), []),
    ]


def test_downtime_is_told_with_the_clock_it_was_taken_out_of() -> None:
    story = a_story().wait(5_000)
    story.tell(TakeOutage(T0_MS + 1_000, T0_MS + 4_000))

    assert last(story) == server.TimeCredited(
        room="room1",
        version=2,
        digest=DIGEST,
        at_ms=T0_MS + 5_000,
        side="red",
        ms=3_000,
        from_ms=T0_MS + 1_000,
        to_ms=T0_MS + 4_000,
        clock=a_clock(58_000, 60_000, "red", T0_MS + 63_000, T0_MS + 23_000),
    )


def test_only_a_spectator_is_behind_and_only_while_the_game_is_played() -> None:
    story = Story()
    story.tell(Open(GameTerms(FischerClock(60_000), delay_ms=30_000), Seats(ANN, BEN)))

    playing = [shown(story, you).behind_ms for you in (Side.RED, None)]
    story.tell(Resign(ANN))

    assert playing == [0, 30_000]
    assert shown(story).behind_ms == 0


def test_each_of_many_readers_is_told_an_event_as_it_would_be_alone() -> None:
    story = a_story(*PERPETUAL_CHECK)
    room, told = Room.empty(story.room.id), set()

    for stamped in story.log:
        room = apply(room, stamped)
        view_of = views_by_reader(room, stamped, DIGEST)
        told.add(type(stamped.event))
        for you in (Side.RED, Side.BLACK, None):
            for language in LANGUAGES:
                alone = event_view(room, stamped, DIGEST, language, you)
                assert view_of(language, you) == alone

    assert {Warned, Ended} < told


def test_every_event_has_a_message_and_says_what_that_says() -> None:
    """One without a line of its own in `room_messages` is sent by its name and its fields."""
    has_a_line = {"Opened", "Moved", "Seated", "Warned", "Ended"} | {
        "RematchOpened",
        "RatingKnown",
        "RatingChanged",
    }
    head, of_the_room = server.RoomEvent.__struct_fields__, {"clock", "ready", "fen", "check"}

    for event in get_args(messages.RoomEvent):
        if event.__name__ not in has_a_line:
            message = getattr(server, event.__name__)
            assert issubclass(message, server.RoomEvent)
            own = {*message.__struct_fields__}.difference(head, of_the_room)
            assert own <= {*event.__struct_fields__}, event
