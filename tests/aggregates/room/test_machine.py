"""Laws of a room under any commands at any time.

Nothing but `Refused` is ever raised; a game ends once; replay, restart and live play give
the same room; time is conserved on every clock; each player is engaged once and released once.
"""

from random import Random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.support.laws import audit
from tests.support.rooms import ANN, BEN, EVE, Story, a_story, replay
from xiangqi_server.aggregates.room.decisions.alarm import due_at_ms
from xiangqi_server.aggregates.room.decisions.downtime import wants_outage
from xiangqi_server.aggregates.room.messages import (
    Abort,
    Absent,
    AcceptOffer,
    Alarm,
    Berserk,
    Claim,
    ClaimKind,
    DeclineOffer,
    Disconnected,
    Ended,
    Engage,
    GiveTime,
    MakeOffer,
    Moved,
    Offered,
    OfferKind,
    Open,
    PlayMove,
    Present,
    Release,
    RematchOpened,
    Resign,
    RoomCommand,
    RoomEvent,
    Sit,
    Suspended,
    TakeOutage,
    TimeCredited,
    TookBack,
)
from xiangqi_server.aggregates.room.records import RoomRecord, from_record, to_record
from xiangqi_server.aggregates.room.state import Status
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
from xiangqi_server.aggregates.room.terms_check import rule_terms
from xiangqi_server.game.rules.adjudication.adjudication import banned_moves
from xiangqi_server.game.rules.board.encoding import Side, uci_of
from xiangqi_server.kernel.aggregate.decision import Effect
from xiangqi_server.kernel.aggregate.refusal import Refused

people = st.sampled_from([ANN, BEN, EVE])
kinds = st.sampled_from(OfferKind)
choices = st.integers(min_value=0, max_value=10_000)
openings = st.sampled_from([(ANN, BEN), (BEN, ANN), (ANN, BEN), (None, ANN)])
clocks: st.SearchStrategy[ClockTerms] = st.sampled_from(
    [
        NoClock(),
        FischerClock(1_000),
        FischerClock(30_000, 500),
        ByoyomiClock(0, 1_000, 3),
        ByoyomiClock(2_000, 1_000, 2),
        ThreePartClock(3_000, 2_000, 1_000),
        PerMoveClock(1_000),
        CorrespondenceClock(1),
    ]
)
rule_sets = st.one_of(
    st.builds(
        RuleTerms,
        name=st.sampled_from(["axf", "club"]),
        forbid=st.booleans(),
        strict=st.booleans(),
    ),
    st.builds(
        RuleTerms, name=st.sampled_from(["itsyourturn", "chessvariants"]), forbid=st.booleans()
    ),
)


class RoomMachine(RuleBasedStateMachine):
    """Two players, somebody else, and a clock that never runs backwards."""

    def __init__(self) -> None:
        super().__init__()
        self.story = Story()

    def tell(self, command: RoomCommand) -> None:
        was_over = self.story.room.status is Status.OVER
        try:
            events = self.story.tell(command)
        except Refused:
            return
        if was_over:
            assert not any(isinstance(event, Moved | Ended) for event in events)
        elif not any(isinstance(event, Ended) for event in events):
            assert self.story.room.status is not Status.OVER

    @initialize(clock=clocks, rules=rule_sets, seats=openings, fair=st.booleans())
    def open(
        self, clock: ClockTerms, rules: RuleTerms, seats: tuple[str | None, str], *, fair: bool
    ) -> None:
        terms = GameTerms(clock, rules, compensation=fair)
        self.story.tell(Open(terms, Seats(*seats), may_berserk=not fair))

    @rule(who=people)
    def sit(self, who: str) -> None:
        self.tell(Sit(who))

    @rule(
        moods=st.lists(choices, min_size=2, max_size=10),
        think_ms=st.sampled_from([0, 70, 150, 999]),
        lag_ms=st.sampled_from([-5, 0, 0, 120, 9_000]),
        premove=st.sampled_from([False, False, True]),
    )
    def play_legal_moves(
        self, moods: list[int], think_ms: int, lag_ms: int, *, premove: bool
    ) -> None:
        for mood in moods:
            room = self.story.wait(think_ms).room
            moves = room.game.legal_moves()
            player = room.seats.of(room.game.to_move)
            if moves and player is not None:
                text = uci_of(moves[mood % len(moves)])
                made_at_ms = self.story.now_ms - mood % 100
                self.tell(PlayMove(player, room.game.ply, text, premove, lag_ms, made_at_ms))

    @precondition(lambda self: self.story.room.game.ply >= 2)
    @rule()
    def go_back_if_one_can(self) -> None:
        game = self.story.room.game
        last = uci_of(game.move_at(game.ply - 2))
        player = self.story.room.seats.of(game.to_move)
        assert player is not None
        self.tell(PlayMove(player, game.ply, last[2:] + last[:2]))

    @rule(who=people, ply=st.integers(min_value=-1, max_value=6), text=st.text(max_size=6))
    def play_nonsense(self, who: str, ply: int, text: str) -> None:
        self.tell(PlayMove(who, ply, text))

    @rule(who=people, what=kinds, is_stale=st.booleans())
    def offer(self, who: str, what: OfferKind, *, is_stale: bool) -> None:
        self.tell(MakeOffer(who, what, self.story.room.game.ply + is_stale, "fresh"))

    @rule(who=people, what=kinds, is_accepted=st.booleans())
    def answer(self, who: str, what: OfferKind, *, is_accepted: bool) -> None:
        self.tell(AcceptOffer(who, what, "fresh") if is_accepted else DeclineOffer(who, what))

    @precondition(lambda self: self.story.room.offers.open)
    @rule(mood=choices)
    def turn_down_what_is_offered(self, mood: int) -> None:
        offer = self.story.room.offers.open[0]
        side = offer.side if mood % 4 == 0 else offer.side.opponent
        self.tell(DeclineOffer(self.story.room.seats.of(side) or EVE, offer.what))

    @precondition(lambda self: self.story.room.game.ply >= 2)
    @rule(who=people)
    def take_back(self, who: str) -> None:
        self.tell(MakeOffer(who, OfferKind.TAKEBACK, self.story.room.game.ply, "fresh"))
        self.tell(AcceptOffer(BEN if who == ANN else ANN, OfferKind.TAKEBACK, "fresh"))

    @rule(who=people)
    def go_berserk(self, who: str) -> None:
        self.tell(Berserk(who))

    @rule(who=people)
    def give_time(self, who: str) -> None:
        self.tell(GiveTime(who))

    @rule(side=st.sampled_from(Side), is_back=st.booleans())
    def come_and_go(self, side: Side, *, is_back: bool) -> None:
        self.tell(Present(side) if is_back else Absent(side))

    @rule(who=people, what=st.sampled_from(ClaimKind))
    def claim(self, who: str, what: ClaimKind) -> None:
        self.tell(Claim(who, what))

    @rule(what=st.sampled_from(ClaimKind))
    def claim_when_the_player_to_move_was_gone_for_long(self, what: ClaimKind) -> None:
        room = self.story.room
        self.tell(Absent(room.game.to_move))
        absence = self.story.room.absences[room.game.to_move]
        claimer = room.seats.of(room.game.to_move.opponent)
        if absence is not None and claimer is not None:
            self.story.now_ms = max(self.story.now_ms, absence.claimable_at_ms)
            self.tell(Claim(claimer, what))

    @rule(
        before_ms=st.integers(min_value=0, max_value=3_000),
        lasts_ms=st.sampled_from([0, 1, 700, 60_000, 3_600_000]),
        times=st.integers(min_value=1, max_value=2),
    )
    def no_node_serves(self, before_ms: int, lasts_ms: int, times: int) -> None:
        outage = TakeOutage(self.story.now_ms - before_ms, self.story.now_ms + lasts_ms)
        self.story.wait(lasts_ms)
        for _ in range(times):
            was_wanted = wants_outage(self.story.room, outage.from_ms, outage.to_ms)

            told = self.story.tell(outage)

            assert bool(told) == was_wanted
            assert all(isinstance(event, TimeCredited | Disconnected | Suspended) for event in told)
        assert not wants_outage(self.story.room, outage.from_ms, outage.to_ms)

    @rule(who=people, mood=choices)
    def leave_rarely(self, who: str, mood: int) -> None:
        if mood % 10 == 7:
            self.tell(Resign(who) if mood % 20 == 7 else Abort(who))

    @rule()
    def ring_early(self) -> None:
        due_ms = due_at_ms(self.story.room)
        if due_ms is None or self.story.now_ms < due_ms:
            assert self.story.tell(Alarm()) == ()

    @rule(mood=choices)
    def sleep_until_due_rarely(self, mood: int) -> None:
        due_ms = due_at_ms(self.story.room)
        if due_ms is not None and mood % 10 == 7:
            self.story.now_ms = max(self.story.now_ms, due_ms)

            (ended,) = self.story.tell(Alarm())

            assert isinstance(ended, Ended)

    @rule()
    def restart(self) -> None:
        body = msgspec.msgpack.encode(to_record(self.story.room))
        thawed = from_record(self.story.room.id, msgspec.msgpack.decode(body, type=RoomRecord))

        assert thawed == self.story.room
        self.story.room = thawed

    @invariant()
    def replay_is_the_room(self) -> None:
        assert replay(self.story.room.id, self.story.log) == self.story.room

    @invariant()
    def a_game_ends_once(self) -> None:
        ended = [stamped for stamped in self.story.log if isinstance(stamped.event, Ended)]
        assert len(ended) == (self.story.room.status is Status.OVER)

    @invariant()
    def time_is_conserved_and_nothing_shown_is_below_zero(self) -> None:
        assert all(account.gaps_ms >= 0 for account in audit(self.story.log))
        faces = self.story.room.faces(self.story.now_ms)
        for face in (faces.sides.red, faces.sides.black):
            assert min(face.left_ms, face.periods, face.turn_ms or 0) >= 0

    @invariant()
    def the_score_is_that_of_the_game(self) -> None:
        room = self.story.room
        assert [line.uci for line in room.score] == [uci_of(move) for move in room.game.moves]

    @invariant()
    def each_player_is_engaged_once_and_released_once(self) -> None:
        room = self.story.room
        engaged = {
            effect.id
            for effect in self.story.effects
            if isinstance(effect.command, Engage) and effect.kind == "player"
        }
        released = [effect for effect in self.story.effects if isinstance(effect.command, Release)]
        assert engaged == set(room.seats.taken())
        if room.status is Status.OVER:
            assert released == [
                Effect("player", player, Release(room.id)) for player in room.seats.taken()
            ]
        else:
            assert released == []

    @invariant()
    def what_waits_for_an_answer_fits_the_status(self) -> None:
        room = self.story.room
        for offer in room.offers.open:
            is_rematch = offer.what is OfferKind.REMATCH
            assert room.status is (Status.OVER if is_rematch else Status.PLAYING)
        assert room.warning is None or room.status is Status.PLAYING

    def teardown(self) -> None:
        for stamped in self.story.log:
            body = msgspec.msgpack.encode(stamped.event)
            assert msgspec.msgpack.decode(body, type=RoomEvent) == stamped.event
        rematches = [s for s in self.story.log if isinstance(s.event, RematchOpened)]
        opened = [effect for effect in self.story.effects if effect.kind == "room"]
        assert len(rematches) == len(opened) <= 1
        offers = [s.event for s in self.story.log if isinstance(s.event, Offered)]
        if not any(isinstance(s.event, TookBack) for s in self.story.log):
            assert all(0 <= offer.ply <= self.story.room.game.ply for offer in offers)


TestRoomMachine = RoomMachine.TestCase
TestRoomMachine.settings = settings(max_examples=80, stateful_step_count=40, deadline=None)


@given(seed=st.integers(min_value=0, max_value=2**32), rules=rule_sets)
@settings(max_examples=40, deadline=None)
def test_long_games_are_the_same_live_replayed_and_restarted(seed: int, rules: RuleTerms) -> None:
    chance = Random(seed)
    clocks: list[ClockTerms] = [FischerClock(60_000, 500), ByoyomiClock(20_000, 1_000, 1)]
    story = a_story(clock=chance.choice(clocks), rules=rules)

    for _ in range(150):
        if story.room.status is Status.OVER:
            break
        game = story.room.game
        banned = banned_moves(game, rule_terms(story.room.terms.rules))
        moves = [uci_of(move) for move in game.legal_moves() if move not in banned]
        last = uci_of(game.move_at(game.ply - 2)) if game.ply > 1 else ""
        back = last[2:] + last[:2]
        move = back if back in moves and chance.random() < 0.5 else chance.choice(moves)
        story.wait(chance.randrange(900)).play(move)
        if chance.random() < 0.1:
            story.room = from_record(story.room.id, to_record(story.room))

    moved = [s.event for s in story.log if isinstance(s.event, Moved)]
    assert [line.uci for line in story.room.score] == [event.uci for event in moved]
    assert replay(story.room.id, story.log) == story.room
    audit(story.log)
