"""What the death of a node costs its players: nothing, if they are back soon.

Theory of operation. A player is sighted by the nodes it is connected to. A sighting by a node
that has fallen silent stays for a while, and tells that the player did not leave: it was cut
off. Its running turn is then given back what passed from the node's last word to the
player's return, up to `FAILOVER_MS`; and as soon as the death is known, before the return,
what passed up to then, which also keeps its flag from falling meanwhile. The room takes
each moment once.

An alarm waits while some node may just have died and the player it concerns is not here, and
the sweep leaves alarms alone for as long as a player may be on the way to another node.
"""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple, cast

from server.gateway.errands import Errands, nothing
from server.gateway.nodes import DEAD_MS, Nodes
from server.gateway.visitors import Visitors
from server.host.aggregate_host import AggregateHost
from server.host.replica import Replica
from server.host.timebase import StoreClock
from server.room.messages import TakeFailover
from server.room.state import FAILOVER_MS, Room, Status
from server.store.base import AggregateId
from server.store.notes import Notes

WAIT_MS: Final = 400


class _Return(NamedTuple):
    """A player who came here while other nodes still sight it."""

    games: tuple[str, ...]
    at_ms: int
    nodes: frozenset[str]


class Failover:
    """Gives players of dead nodes their time back. Owned by the gateway.

    Args:
        held: gives the replicas of the rooms somebody here looks at.
    """

    def __init__(
        self,
        host: AggregateHost,
        clock: StoreClock,
        notes: Notes,
        errands: Errands,
        visitors: Visitors,
        nodes: Nodes,
        held: Callable[[], Iterable[Replica]],
    ) -> None:
        self._host = host
        self._clock = clock
        self._notes = notes
        self._errands = errands
        self._visitors = visitors
        self._nodes = nodes
        self._held = held
        self._returns: dict[str, _Return] = {}
        self._put_off: set[tuple[str, str, int]] = set()
        host.guard_alarms(self._wait_ms)

    def came(self, player: str, games: Iterable[str]) -> None:
        """A player is here: find out where it was."""
        self._errands.start(self._came(player, tuple(games)), failed=nothing)

    def beat(self) -> None:
        """Say that this node serves, and look after the players of those that do not."""
        self._errands.start(self._beat(), failed=nothing)

    async def _came(self, player: str, games: tuple[str, ...]) -> None:
        at_ms = self._clock.now_ms()
        nodes = await self._notes.seen_by(AggregateId("player", player)) - {self._nodes.name}
        if nodes and games:
            self._returns[player] = _Return(games, at_ms, nodes)

    async def _beat(self) -> None:
        await self._nodes.attend()
        dead = self._nodes.dead()
        self._credit_returns(dead)
        now_ms = self._clock.now_ms()
        recent = {name: at for name, at in dead.items() if now_ms - at < FAILOVER_MS}
        if recent:
            await self._put_flags_off(recent, dead)
        elif self._put_off:
            self._put_off.clear()

    def _credit_returns(self, dead: dict[str, int]) -> None:
        """Credit those whose node turned out to be dead; forget those whose node lives on."""
        now_ms = self._clock.now_ms()
        for player, back in tuple(self._returns.items()):
            died_ms = [dead[node] for node in back.nodes if node in dead]
            if len(died_ms) == len(back.nodes):
                for game in back.games:
                    self._credit(AggregateId("room", game), player, max(died_ms), back.at_ms)
            elif now_ms - back.at_ms < 2 * DEAD_MS:
                continue
            del self._returns[player]

    async def _put_flags_off(self, recent: dict[str, int], dead: dict[str, int]) -> None:
        """Credit the players on move whom nobody sees but nodes that have died."""
        for replica in tuple(self._held()):
            player = _mover(replica)
            if player is None or self._visitors.is_here(player):
                continue
            nodes = await self._notes.seen_by(AggregateId("player", player))
            died_ms = max((at for node, at in dead.items() if node in nodes), default=0)
            turn = (replica.aggregate.id, player, died_ms)
            is_cut_off = nodes <= dead.keys() and died_ms in recent.values()
            if is_cut_off and turn not in self._put_off:
                self._put_off.add(turn)
                self._credit(replica.aggregate, player, died_ms, self._clock.now_ms())

    def _credit(self, room: AggregateId, player: str, from_ms: int, to_ms: int) -> None:
        if from_ms < to_ms:
            command = TakeFailover(player, from_ms, to_ms)
            self._host.submit(room, command, arrived_ms=self._clock.now_ms())

    def _wait_ms(self, aggregate: AggregateId, replica: Replica | None) -> int:
        """How long an alarm must wait; see `AggregateHost.guard_alarms`."""
        if aggregate.kind != "room":
            return 0
        if replica is None or not replica.watchers:
            return WAIT_MS if self._nodes.is_any_in_doubt(FAILOVER_MS) else 0
        player = _mover(replica)
        if player is None or self._visitors.is_here(player):
            return 0
        return WAIT_MS if self._nodes.is_any_in_doubt(2 * DEAD_MS) else 0


def _mover(replica: Replica) -> str | None:
    """Whose turn runs in a room, None in one that is not played."""
    room = cast("Room", replica.state)
    return room.seats.of(room.game.to_move) if room.status is Status.PLAYING else None
