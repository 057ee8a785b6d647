"""What the death or the silence of a node costs its players: nothing, if they are back soon.

Theory of operation. A player is sighted by the nodes it is connected to. A sighting by a node
that has fallen silent stays for a while, and tells that the player did not leave: it was cut
off. Its running turn is given back what passed since the last word of that node:

* up to its return to this node, which is found out as soon as it is here;
* before its return, when the death is known, up to then: that keeps its flag from falling;
* and if it was this node that was silent, stopped or without the store while others served:
  up to the end of the silence, for whoever is connected to this node and to no other.

What has to be found out first holds back all that is to be decided in the player's turn. The
room takes each moment once, and `FAILOVER_MS` of one interruption at most.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Final, cast

from server.gateway.errands import Errands, nothing
from server.gateway.nodes import DEAD_MS, Nodes
from server.gateway.visitors import Visitors
from server.host.aggregate_host import AggregateHost
from server.host.replica import Replica
from server.host.timebase import StoreClock
from server.room.messages import TakeFailover
from server.room.state import FAILOVER_MS, Room, Status
from server.store.base import AggregateId, Outage
from server.store.notes import Notes

LOOK_MS: Final = 200
LOOKS: Final = 2 * DEAD_MS // LOOK_MS


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
        self._inquiries: dict[str, set[asyncio.Future[None]]] = {}
        self._is_stopping = False
        self._left_ms: dict[str, int] = {}
        self._put_off: set[tuple[str, str, int]] = set()
        self._came_late: set[str] = set()
        self._cut_off: dict[str, tuple[str, ...]] = {}
        host.on_silence(self._was_silent)
        host.hold_back(self._found_out)

    def came(self, player: str, games: Iterable[str]) -> None:
        """A player is here: find out where it was."""
        if not self._host.is_sure:
            self._came_late.add(player)
        returned = self._returned(player, self._clock.now_ms())
        self._inquire(player, tuple(games), returned)

    def left(self, player: str, games: Iterable[str]) -> None:
        """The last connection of a player to this node is gone."""
        self._left_ms[player] = self._clock.now_ms()
        if not self._host.is_sure and player not in self._came_late:
            self._cut_off[player] = tuple(games)

    def stop(self) -> None:
        """Hold nothing back any longer: the node ends."""
        self._is_stopping = True

    def beat(self) -> None:
        """Say that this node serves, and look after the players of those that do not."""
        self._errands.start(self._beat(), failed=nothing)

    # What is owed for what is over: found out before anything else is decided.

    def _found_out(self, replica: Replica) -> Awaitable[None] | None:
        """See `AggregateHost.hold_back`."""
        player = mover(replica) if replica.aggregate.kind == "room" else None
        inquiries = None if player is None else self._inquiries.get(player)
        return _all_done(tuple(inquiries)) if inquiries else None

    def _inquire(
        self, player: str, games: tuple[str, ...], owed: Coroutine[None, None, Outage | None]
    ) -> None:
        """Find out what is `owed` to a player, and credit it first of all that waits."""
        done = asyncio.get_running_loop().create_future()
        self._inquiries.setdefault(player, set()).add(done)

        async def inquire() -> None:
            try:
                time = await owed
                if time is not None:
                    for game in games:
                        self._credit(AggregateId("room", game), player, time, is_first=True)
            finally:
                done.set_result(None)
                self._inquiries[player].discard(done)
                if not self._inquiries[player]:
                    del self._inquiries[player]

        self._errands.start(inquire(), failed=nothing)

    async def _returned(self, player: str, at_ms: int) -> Outage | None:
        """For how long a player was cut off who came here while other nodes sight it."""
        left_ms = self._left_ms.get(player, 0)
        nodes = await self._elsewhere(player)
        if nodes:
            await self._nodes.attend()
        for _ in range(LOOKS if nodes else 0):
            from_ms = self._nodes.silent_since(nodes)
            if from_ms is not None:
                for node in nodes:  # it tells nothing any more when the player leaves again
                    await self._notes.lose_sight(AggregateId("player", player), node)
                return Outage(from_ms, at_ms) if left_ms < from_ms else None
            has_left = nodes.isdisjoint(self._nodes.heard_ms)
            if has_left or self._nodes.has_spoken(nodes, at_ms) or self._is_stopping:
                return None
            await asyncio.sleep(LOOK_MS / 1000)
        return None

    def _was_silent(self, silence: Outage) -> None:
        """This node was silent: find out whose only one it was. See `AggregateHost.on_silence`."""
        self._errands.start(self._nodes.attend(), failed=nothing)  # before it sees anybody
        here = self._visitors.games_of_all().items()
        cut_off = {player: games for player, games in here if player not in self._came_late}
        cut_off |= self._cut_off
        self._forget_silence()
        for player, games in cut_off.items():
            self._inquire(player, games, self._waited(player, silence))

    def _forget_silence(self) -> None:
        """Who came and who left while this node was silent is accounted for."""
        self._came_late.clear()
        self._cut_off.clear()

    async def _waited(self, player: str, silence: Outage) -> Outage | None:
        """The silence of this node, unless another one served the player meanwhile."""
        nodes = await self._elsewhere(player)
        if nodes:
            await self._nodes.attend()
        return None if self._nodes.is_any_serving(nodes) else silence

    async def _elsewhere(self, player: str) -> frozenset[str]:
        sighted = await self._notes.seen_by(AggregateId("player", player))
        return sighted - {self._nodes.name}

    # What is owed already for what goes on.

    async def _beat(self) -> None:
        if self._host.is_sure:
            self._forget_silence()
        await self._nodes.attend()
        now_ms = self._clock.now_ms()
        self._left_ms = {
            player: at_ms for player, at_ms in self._left_ms.items() if now_ms - at_ms < FAILOVER_MS
        }
        if not self._recently_dead():
            self._put_off.clear()
            return
        movers = [(replica, mover(replica)) for replica in self._held()]
        away = [
            (replica.aggregate, player, await self._elsewhere(player))
            for replica, player in movers
            if player is not None and not self._visitors.is_here(player)
        ]
        await self._nodes.attend()  # after the sightings: who sees a player anew is not dead
        self._put_flags_off(away)

    def _put_flags_off(self, away: Iterable[tuple[AggregateId, str, frozenset[str]]]) -> None:
        """Credit the players on move whom nobody sees but nodes that have died."""
        dead, recent = self._nodes.dead(), self._recently_dead()
        for room, player, nodes in away:
            died_ms = max((dead[node] for node in nodes if node in dead), default=0)
            turn = (room.id, player, died_ms)
            has_left = self._left_ms.get(player, 0) > died_ms
            is_cut_off = nodes <= dead.keys() and died_ms in recent and not has_left
            if is_cut_off and turn not in self._put_off:
                self._put_off.add(turn)
                self._credit(room, player, Outage(died_ms, self._clock.now_ms()))

    def _recently_dead(self) -> set[int]:
        """When nodes died whose players may still be on the way."""
        now_ms = self._clock.now_ms()
        return {at_ms for at_ms in self._nodes.dead().values() if now_ms - at_ms < FAILOVER_MS}

    def _credit(
        self, room: AggregateId, player: str, time: Outage, *, is_first: bool = False
    ) -> None:
        if time.from_ms < time.to_ms:
            self._host.submit(
                room,
                TakeFailover(player, time.from_ms, time.to_ms),
                arrived_ms=self._clock.now_ms(),
                is_first=is_first,
            )


def mover(replica: Replica) -> str | None:
    """Whose turn runs in a room, None in one that is not played."""
    room = cast("Room", replica.state)
    return room.seats.of(room.game.to_move) if room.status is Status.PLAYING else None


async def _all_done(inquiries: tuple[asyncio.Future[None], ...]) -> None:
    await asyncio.wait(inquiries)
