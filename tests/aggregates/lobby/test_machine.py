"""Laws of the lobby under any commands: fair pairing, nobody in two places, replay."""

from collections.abc import Sequence

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from tests.support.lobbies import NOW_MS
from xiangqi_server.aggregates.lobby.apply import apply
from xiangqi_server.aggregates.lobby.decide import decide
from xiangqi_server.aggregates.lobby.matching import due_at_ms
from xiangqi_server.aggregates.lobby.messages import (
    AcceptSeek,
    CloseSeek,
    Depart,
    Dequeue,
    Enqueue,
    LobbyCommand,
    LobbyEvent,
    Match,
    Matched,
    OpenSeek,
    Paired,
    Seeker,
    SidePreference,
    Tick,
)
from xiangqi_server.aggregates.lobby.pools import POOLS
from xiangqi_server.aggregates.lobby.records import LobbyRecord, from_record, to_record
from xiangqi_server.aggregates.lobby.state import LOBBY_ID, Lobby, QueuePlace, is_live
from xiangqi_server.aggregates.room.messages import Dissolve, Open
from xiangqi_server.aggregates.room.terms import ClockTerms, CorrespondenceClock, GameTerms, NoClock
from xiangqi_server.kernel.aggregate.decision import Decision, Stamped
from xiangqi_server.kernel.aggregate.refusal import Refused

NAMES = ["ann", "ben", "cho", "dan", "eve"]
players = st.sampled_from(NAMES)
seekers = st.builds(
    Seeker,
    player=players,
    rating=st.integers(1_200, 1_800),
    has_account=st.booleans(),
    ignores=st.lists(players, max_size=2, unique=True).map(tuple),
    last_opponent=st.none() | players,
    tilt=st.integers(-2, 2),
)
pools = st.sampled_from(list(POOLS)[:3])
clocks = st.sampled_from([NoClock(), CorrespondenceClock(3)])
sides = st.sampled_from(["red", "black", "any"])
tosses = st.integers(min_value=0, max_value=1)


class LobbyMachine(RuleBasedStateMachine):
    """Any player does anything at any time."""

    def __init__(self) -> None:
        super().__init__()
        self.lobby = Lobby()
        self.log: list[Stamped[LobbyEvent]] = []
        self.rooms: list[tuple[str, str, str]] = []
        self.ids = 0
        self.now_ms = NOW_MS

    def fresh_id(self) -> str:
        self.ids += 1
        return f"id{self.ids}"

    def tell(self, command: LobbyCommand) -> None:
        try:
            decision = decide(self.lobby, command, self.now_ms)
        except Refused:
            return
        before, lobby = self.lobby.players(), self.lobby
        for event in decision.events:
            stamped = Stamped(len(self.log) + 1, self.now_ms, event)
            self.log.append(stamped)
            self.lobby = apply(self.lobby, stamped)
        self.check_pairs(decision, before | _taker(command))
        for event in decision.events:
            self.check_places(event, lobby)

    def check_pairs(self, decision: Decision[LobbyEvent], before: frozenset[str]) -> None:
        """Each pair has a room of its own; its players looked for such a game and no longer do.

        What they look for at the other pace stays.
        """
        pairs = [
            (one.room, one.red, one.black) for event in decision.events for one in _pairs(event)
        ]
        opened = [
            (effect.id, *effect.command.seats.taken())
            for effect in decision.effects
            if isinstance(effect.command, Open)
        ]
        assert pairs == opened
        paired = [player for _, *both in pairs for player in both]
        assert len(paired) == len(set(paired))
        assert set(paired) <= before
        self.rooms += pairs

    def check_places(self, event: LobbyEvent, before: Lobby) -> None:
        """Whoever is paired leaves what was for such a game, and nothing else."""
        live = is_live(event.terms) if isinstance(event, Paired) else True
        for player in (who for pair in _pairs(event) for who in (pair.red, pair.black)):
            assert self.lobby.place_of(player, live=live) == QueuePlace(player, None, ())
            other = self.lobby.place_of(player, live=not live)
            assert other == before.place_of(player, live=not live)

    @rule(by=seekers, side=sides, rated=st.booleans(), clock=clocks)
    def open_seek(self, by: Seeker, side: SidePreference, rated: bool, clock: ClockTerms) -> None:
        self.tell(OpenSeek(by, self.fresh_id(), GameTerms(clock, rated=rated), side))

    @rule(player=players, choice=st.none() | st.integers(min_value=0))
    def close_seek(self, player: str, choice: int | None) -> None:
        seeks = [*self.lobby.seeks, "unknown"]
        self.tell(CloseSeek(player, None if choice is None else seeks[choice % len(seeks)]))

    @rule(by=seekers, choice=st.integers(min_value=0), toss=tosses)
    def accept_seek(self, by: Seeker, choice: int, toss: int) -> None:
        seeks = [*self.lobby.seeks, "unknown"]
        self.tell(AcceptSeek(by, seeks[choice % len(seeks)], self.fresh_id(), toss))

    @rule(by=seekers, pool=pools, rated=st.booleans(), toss=tosses)
    def enqueue(self, by: Seeker, pool: str, rated: bool, toss: int) -> None:
        self.tell(Enqueue(by, pool, rated, self.fresh_id(), toss))

    @rule(ms=st.sampled_from([200, 1_000, 5_000]))
    def tick(self, ms: int) -> None:
        self.now_ms += ms
        self.tell(Tick())

        due_ms = due_at_ms(self.lobby)
        assert due_ms is None or due_ms > self.now_ms

    @rule(choice=st.integers(min_value=0), stay=st.sets(players, max_size=2))
    def dissolve(self, choice: int, stay: set[str]) -> None:
        if self.rooms:
            room, *both = self.rooms[choice % len(self.rooms)]
            self.tell(Dissolve(room, tuple(player for player in both if player in stay)))

    @rule(player=players, pool=st.none() | pools)
    def dequeue(self, player: str, pool: str | None) -> None:
        self.tell(Dequeue(player, pool))

    @rule(player=players)
    def depart(self, player: str) -> None:
        self.tell(Depart(player))

        assert player not in self.lobby.players()

    @invariant()
    def a_player_has_at_most_one_seek_of_each_pace(self) -> None:
        owners = [(seek.player, is_live(seek.terms)) for seek in self.lobby.seeks.values()]
        assert len(owners) == len(set(owners))

    @invariant()
    def no_room_is_opened_twice(self) -> None:
        rooms = [room for room, _, _ in self.rooms]
        assert len(rooms) == len(set(rooms))

    @invariant()
    def two_of_a_queue_have_a_tick_to_hope_for_or_cannot_meet(self) -> None:
        if due_at_ms(self.lobby) is None:
            for waits in self.lobby.queues.values():
                for one in waits.values():
                    for other in waits.values():
                        apart = other.player in one.ignores or one.player in other.ignores
                        assert one is other or apart

    @invariant()
    def replay_and_snapshot_are_the_lobby(self) -> None:
        replayed = Lobby.empty(LOBBY_ID)
        for stamped in self.log:
            replayed = apply(replayed, stamped)
        body = msgspec.msgpack.encode(to_record(self.lobby))
        thawed = from_record(LOBBY_ID, msgspec.msgpack.decode(body, type=LobbyRecord))

        assert replayed == thawed == self.lobby
        assert list(replayed.seeks) == list(thawed.seeks) == list(self.lobby.seeks)


def _pairs(event: LobbyEvent) -> Sequence[Match | Paired]:
    if isinstance(event, Matched):
        return event.pairs
    return [event] if isinstance(event, Paired) else []


def _taker(command: LobbyCommand) -> frozenset[str]:
    return frozenset({command.by.player}) if isinstance(command, AcceptSeek) else frozenset()


TestLobbyMachine = LobbyMachine.TestCase
TestLobbyMachine.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
