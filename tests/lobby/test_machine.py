"""Laws of the lobby under any commands: fair pairing, nobody in two places, replay."""

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from server.aggregate.decision import Stamped
from server.aggregate.refusal import Refused
from server.lobby.apply import apply
from server.lobby.decide import decide
from server.lobby.messages import (
    CloseSeek,
    Depart,
    Dequeue,
    Enqueue,
    LobbyCommand,
    LobbyEvent,
    OpenSeek,
    Paired,
    SidePreference,
    TakeSeek,
)
from server.lobby.pools import POOLS
from server.lobby.records import LobbyRecord, freeze, thaw
from server.lobby.state import LOBBY_ID, Lobby
from server.room.messages import Open
from server.room.terms import NoClock, Terms

NOW_MS = 1_700_000_000_000

players = st.sampled_from(["ann", "ben", "cho", "dan"])
pools = st.sampled_from(list(POOLS)[:3])
sides = st.sampled_from(["red", "black", "any"])
tosses = st.integers(min_value=0, max_value=1)


class LobbyMachine(RuleBasedStateMachine):
    """Any player does anything at any time."""

    def __init__(self) -> None:
        super().__init__()
        self.lobby = Lobby()
        self.log: list[Stamped[LobbyEvent]] = []
        self.ids = 0

    def fresh_id(self) -> str:
        self.ids += 1
        return f"id{self.ids}"

    def tell(self, command: LobbyCommand) -> None:
        try:
            decision = decide(self.lobby, command, NOW_MS)
        except Refused:
            return
        before = self.lobby.players()
        for event in decision.events:
            stamped = Stamped(len(self.log) + 1, NOW_MS, event)
            self.log.append(stamped)
            self.lobby = apply(self.lobby, stamped)
        pairs = [event for event in decision.events if isinstance(event, Paired)]
        assert len(pairs) == len(decision.orders) <= 1
        for pair, order in zip(pairs, decision.orders, strict=True):
            assert isinstance(order.command, Open)
            assert order.command.seats.taken() == (pair.red, pair.black)
            assert pair.red != pair.black
            assert {pair.red, pair.black} - {command.by} <= before
            assert not {pair.red, pair.black} & self.lobby.players()

    @rule(player=players, side=sides)
    def open_seek(self, player: str, side: SidePreference) -> None:
        self.tell(OpenSeek(player, self.fresh_id(), Terms(NoClock()), side))

    @rule(player=players)
    def close_seek(self, player: str) -> None:
        self.tell(CloseSeek(player))

    @rule(player=players, choice=st.integers(min_value=0), toss=tosses)
    def take_seek(self, player: str, choice: int, toss: int) -> None:
        seeks = [*self.lobby.seeks, "unknown"]
        self.tell(TakeSeek(player, seeks[choice % len(seeks)], self.fresh_id(), toss))

    @rule(player=players, pool=pools, toss=tosses)
    def enqueue(self, player: str, pool: str, toss: int) -> None:
        waiting = self.lobby.waiting.get(pool)

        self.tell(Enqueue(player, pool, self.fresh_id(), toss))

        if waiting is not None and waiting != player:
            assert waiting not in self.lobby.players()

    @rule(player=players)
    def dequeue(self, player: str) -> None:
        self.tell(Dequeue(player))

    @rule(player=players)
    def depart(self, player: str) -> None:
        self.tell(Depart(player))

        assert player not in self.lobby.players()

    @invariant()
    def a_player_has_at_most_one_seek(self) -> None:
        owners = [seek.player for seek in self.lobby.seeks.values()]
        assert len(owners) == len(set(owners))

    @invariant()
    def replay_and_snapshot_are_the_lobby(self) -> None:
        replayed = Lobby.empty(LOBBY_ID)
        for stamped in self.log:
            replayed = apply(replayed, stamped)
        body = msgspec.msgpack.encode(freeze(self.lobby))
        thawed = thaw(LOBBY_ID, msgspec.msgpack.decode(body, type=LobbyRecord))

        assert replayed == thawed == self.lobby
        assert list(replayed.seeks) == list(thawed.seeks) == list(self.lobby.seeks)


TestLobbyMachine = LobbyMachine.TestCase
TestLobbyMachine.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
