"""What the death or the silence of a node costs its players: nothing, if they are back soon.

Theory of operation. A player is present on the nodes to which it is connected. Presence on a node
that has fallen silent stays for a while. It shows that the player did not leave but was cut off.
The player's running turn gets back the time since the last heartbeat of that node:

* up to its return to this node, which is inspected as soon as the player is here;
* before its return, up to the moment when the death is known, so that its flag does not fall;
* and up to the end of the silence, if it was this node that was silent, stopped or without the
  store while others served. That is for players connected to this node and to no other.

While this is being inspected, nothing else is decided in the player's turn. The room credits each
moment only once, and at most `FAILOVER_MS` of one interruption.

In a store of several parts, the one may be away that knows where a player was. Nothing waits for
it. If a player comes meanwhile, shortly after a node died, that death counts as the cause. A
missing player may have been unable to come, so the outage of that part counts in the player's turn
as well, however long it was. It is credited when the player comes after it, or before a flag falls
(`outage_owed_to`).
"""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Coroutine, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from xiangqi_server.aggregates.players.kind import PLAYER
from xiangqi_server.aggregates.room.decisions.downtime import wants_failover
from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.messages import TakeFailover
from xiangqi_server.aggregates.room.parts import FAILOVER_MS
from xiangqi_server.aggregates.room.state import Room, Status
from xiangqi_server.gateway.cluster.nodes import DEAD_MS, REMEMBERED_MS, Nodes
from xiangqi_server.gateway.cluster.shared_calls import SharedCalls
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.connection.online_players import OnlinePlayers
from xiangqi_server.gateway.connection.player_broadcaster import PlayerListener
from xiangqi_server.gateway.room.broadcasters import RoomBroadcasters
from xiangqi_server.kernel.host.view import View, key
from xiangqi_server.kernel.store.port import StoreUnavailable
from xiangqi_server.kernel.store.values import AggregateId, Outage

LOOK_MS: Final = 200
LOOKS: Final = 2 * DEAD_MS // LOOK_MS
SPARE: Final = 64
"""How many names of closed rooms may be kept in addition to as many as there are open ones."""


class _Return(NamedTuple):
    """A player's return to this node, and the inquiry that others wait for.

    Fields:
        left_ms: when the player last left this node; 0 if not lately.
        done: has a result when everything owed to the player waits to be decided.
    """

    player: str
    games: tuple[str, ...]
    at_ms: int
    left_ms: int
    done: asyncio.Future[None]


class _Lookup(NamedTuple):
    """What has to be found out about a player that came.

    Fields:
        by_death: sets of nodes: all of one have to be dead if the player was cut off. There is one
            set, of the nodes that see the player, or one for each node while these are unknown.
    """

    returned: _Return
    by_death: tuple[frozenset[str], ...]
    is_known: bool


class Failover(PlayerListener):
    """Gives players of dead nodes their time back. Owned by the gateway.

    Args:
        rooms: the broadcasters of every room somebody here looks at.
    """

    def __init__(
        self,
        node: Node,
        online_players: OnlinePlayers,
        nodes: Nodes,
        rooms: RoomBroadcasters,
    ) -> None:
        self._host = node.host
        self._clock = node.clock
        self._store = node.side.presence
        self._tasks = node.tasks
        self._online_players = online_players
        self._nodes = nodes
        self._rooms = rooms
        self._incomplete = rooms.news.reader()  # a player may be missing here, or may be by now
        self._inquiries: dict[str, set[asyncio.Future[None]]] = {}
        self._is_stopping = False
        self._left_ms: dict[str, int] = {}
        self._put_off: set[tuple[str, str, int]] = set()
        self._came_late: set[str] = set()
        self._cut_off: dict[str, tuple[str, ...]] = {}
        self._returns: list[_Return] = []
        self._is_asking = False
        self._holders = SharedCalls(self._store.holders_of)
        online_players.listen(self)
        node.host.downtime.on_silence(self._was_silent)
        node.host.pre_decide(self._found_out)

    def on_connect(self, player: str, games: tuple[str, ...]) -> None:
        """A player has come: find out where it was before."""
        if not self._host.downtime.is_current:
            self._came_late.add(player)
        left_ms, done = self._left_ms.get(player, 0), self._begin_inquiry(player)
        self._returns.append(_Return(player, games, self._clock.now_ms(), left_ms, done))
        if not self._is_asking:
            self._is_asking = True
            self._tasks.start(self._ask_for_returns())

    def on_disconnect(self, player: str, games: tuple[str, ...]) -> None:
        """The last connection of a player to this node is gone."""
        self._left_ms[player] = self._clock.now_ms()
        if not self._host.downtime.is_current and player not in self._came_late:
            self._cut_off[player] = games

    def stop(self) -> None:
        """Hold nothing back any longer, because the node ends."""
        self._is_stopping = True

    def beat(self) -> None:
        """Say that this node serves, and look after the players of those that do not."""
        self._tasks.start(self._beat())

    # What is owed for what is over: found out before anything else is decided.

    def _found_out(self, view: View[object, object]) -> Awaitable[None] | None:
        """See `AggregateHost.pre_decide`."""
        if not self._inquiries:
            return None
        player = mover(view.state) if isinstance(view.state, Room) else None
        inquiries = None if player is None else self._inquiries.get(player)
        if not inquiries:
            return None
        (first, *others) = inquiries
        return _all_done((first, *others)) if others else first

    def _inquire(
        self, player: str, games: tuple[str, ...], owed: Coroutine[None, None, Outage | None]
    ) -> None:
        """Find out what is `owed` to a player, and credit it before anything else that waits."""
        self._tasks.start(self._settle(player, games, owed, self._begin_inquiry(player)))

    def _begin_inquiry(self, player: str) -> asyncio.Future[None]:
        """Hold back what is to be decided in the turn of a player, until `_end_inquiry`."""
        done = asyncio.get_running_loop().create_future()
        self._inquiries.setdefault(player, set()).add(done)
        return done

    def _end_inquiry(self, player: str, done: asyncio.Future[None]) -> None:
        if not done.done():
            done.set_result(None)
            self._inquiries[player].discard(done)
            if not self._inquiries[player]:
                del self._inquiries[player]

    async def _settle(
        self,
        player: str,
        games: tuple[str, ...],
        owed: Coroutine[None, None, Outage | None],
        done: asyncio.Future[None],
    ) -> None:
        try:
            time = await owed
            if time is not None:
                self._credit_first(player, games, time)
        finally:
            self._end_inquiry(player, done)

    async def _ask_for_returns(self) -> None:
        """Ask where newcomers were before, then the same for all that came in the meantime.

        Thousands come back within seconds, so each question is for many of them, and so is all
        that follows from the answer. `SharedCalls` would share only the question, and take a task
        for each player.
        """
        returns: list[_Return] = []
        try:
            while self._returns:
                returns, self._returns = self._returns, []
                self._tasks.start(self._settle_returns(returns, await self._holders_of(returns)))
                returns = []
        finally:
            self._is_asking = False
            self._end_inquiries((*returns, *self._returns))  # of a question that broke off
            self._returns = []

    async def _holders_of(self, returns: Sequence[_Return]) -> Mapping[AggregateId, frozenset[str]]:
        """The nodes that see, or saw, the returned players, as far as the store answers.

        A part that is known to be away is not asked: that may take as long as any call.
        """
        asked = [key(PLAYER, returned.player) for returned in returns]
        try:
            return await self._store.holders_of(
                [player for player in asked if not self._host.parts.is_away(player)]
            )
        except StoreUnavailable:
            return {}

    async def _settle_returns(
        self, returns: Sequence[_Return], holders: Mapping[AggregateId, frozenset[str]]
    ) -> None:
        """Find out for how long the returned players were cut off."""
        try:
            await self._look_for(returns, holders)
        finally:
            self._end_inquiries(returns)

    def _end_inquiries(self, returns: Iterable[_Return]) -> None:
        for return_ in returns:
            self._end_inquiry(return_.player, return_.done)

    async def _look_for(
        self, returns: Sequence[_Return], holders: Mapping[AggregateId, frozenset[str]]
    ) -> None:
        """Credit the players whose nodes have died; it takes a while to know that."""
        left: list[_Lookup] = []
        is_any_unknown = any(key(PLAYER, return_.player) not in holders for return_ in returns)
        if is_any_unknown:
            await self._nodes.heartbeat()
        for return_ in returns:
            lookup = self._lookup(return_, holders.get(key(PLAYER, return_.player)))
            if lookup.by_death:
                left.append(lookup)
            else:  # nowhere
                self._credit_return(return_, None)
                self._end_inquiry(return_.player, return_.done)
        if left and not is_any_unknown:
            names = (nodes for lookup in left for nodes in lookup.by_death)
            await self._nodes.learn_of(frozenset().union(*names))
        for _ in range(LOOKS):
            left = await self._look_again_for(left)
            if not left:
                return
            await asyncio.sleep(LOOK_MS / 1000)

    def _lookup(self, return_: _Return, holders: frozenset[str] | None) -> _Lookup:
        """What to find out about a player, by the nodes that see it; None if they are unknown."""
        if holders is not None:
            nodes = holders - {self._nodes.name}
            return _Lookup(return_, (nodes,) if nodes else (), is_known=True)
        others = self._nodes.heard_ms.keys() - {self._nodes.name}
        by_death = tuple(frozenset({node}) for node in sorted(others))
        return _Lookup(return_, by_death, is_known=False)

    async def _look_again_for(self, lookups: Iterable[_Lookup]) -> list[_Lookup]:
        """Settle the players whose nodes are known to live or to be dead; gives the others."""
        left, dead = [], defaultdict[str, list[AggregateId]](list)
        for lookup in lookups:
            return_, by_death, is_known = lookup
            deaths_ms = [self._nodes.silent_since(nodes) for nodes in by_death]
            died_ms = max((at_ms for at_ms in deaths_ms if at_ms is not None), default=None)
            if died_ms is not None:
                self._credit_return(return_, died_ms)
                for node in frozenset().union(*by_death) if is_known else ():
                    dead[node].append(key(PLAYER, return_.player))
            elif not all(self._is_settled(nodes, return_.at_ms) for nodes in by_death):
                left.append(lookup)
                continue
            self._end_inquiry(return_.player, return_.done)
        for node, players in dead.items():  # it tells nothing any more when they leave again
            await self._store.remove(players, node)
        return left

    def _is_settled(self, nodes: frozenset[str], at_ms: int) -> bool:
        """Whether these nodes are known to have lived at a moment, or stopped as intended."""
        has_left = nodes.isdisjoint(self._nodes.heard_ms)
        return has_left or self._is_stopping or self._nodes.has_heartbeat_after(nodes, at_ms)

    def _credit_return(self, return_: _Return, died_ms: int | None) -> None:
        """Credit a returned player what the death of its node, or its part's outage, cost."""
        served_ms = max(return_.left_ms, died_ms or 0)
        kept_out = self._kept_out(return_.player, served_ms, return_.at_ms)
        if died_ms is not None and return_.left_ms < died_ms:
            times = {Outage(died_ms, return_.at_ms): _sum_ms(kept_out)}
        else:
            times = {time: _sum_ms([time]) for time in kept_out}
        for time, away_ms in times.items():
            self._credit_first(return_.player, return_.games, time, away_ms)

    def _kept_out(self, player: str, served_ms: int, at_ms: int) -> list[Outage]:
        """The outages of a player's part after it was served last, up to a moment."""
        return [
            Outage(max(outage.from_ms, served_ms), min(outage.to_ms, at_ms))
            for outage in self._host.parts.outages_of(key(PLAYER, player))
            if served_ms < outage.to_ms and outage.from_ms < at_ms
        ]

    def outage_owed_to(self, player: str, room: Room) -> bool:
        """Credit a missing player with what the outage of its part cost.

        Returns whether the room has to decide about that.
        """
        for time in self._kept_out(player, self._left_ms.get(player, 0), self._clock.now_ms()):
            aggregate = key(ROOM, room.id)
            command = self._command(aggregate, player, time, away_ms=_sum_ms([time]))
            if wants_failover(room, command):
                self._credit(aggregate, player, time, away_ms=_sum_ms([time]), is_first=True)
                return True
        return False

    def _was_silent(self, silence: Outage) -> None:
        """This node was silent: find the players it alone served (`Downtime.on_silence`)."""
        self._tasks.start(self._nodes.heartbeat())  # before it sees anybody
        here = self._online_players.in_games().items()
        cut_off = {player: games for player, games in here if player not in self._came_late}
        cut_off |= self._cut_off
        self._forget_silence()
        for player, games in cut_off.items():
            self._inquire(player, games, self._waited(player, silence))

    def _forget_silence(self) -> None:
        """All who came or left while this node was silent are accounted for."""
        self._came_late.clear()
        self._cut_off.clear()

    async def _waited(self, player: str, silence: Outage) -> Outage | None:
        """The silence of this node, unless another one served the player meanwhile."""
        nodes = await self._elsewhere(player)
        if nodes:
            await self._nodes.heartbeat()
        return None if self._nodes.is_any_serving(nodes) else silence

    async def _elsewhere(self, player: str) -> frozenset[str]:
        asked = key(PLAYER, player)
        holders = (await self._holders.ask(asked)).get(asked, frozenset())
        return holders - {self._nodes.name}  # none if the part is away that knows it

    # What is owed already for what goes on.

    async def _beat(self) -> None:
        if self._host.downtime.is_current:
            self._forget_silence()
        await self._nodes.heartbeat()
        self._host.sharing.serve_with(self._nodes.name, self._nodes.others())
        now_ms = self._clock.now_ms()
        self._left_ms = {
            player: at
            for player, at in self._left_ms.items()
            if now_ms - at < REMEMBERED_MS or self._host.parts.away
        }
        if not self._recently_dead():
            self._put_off.clear()
            self._forget_closed()
            return
        missed = [(room, player, key(PLAYER, player)) for room, player in self._missed_movers()]
        holders = await self._store.holders_of([asked for _, _, asked in missed])
        away = [
            (room, player, holders[asked] - {self._nodes.name})
            for room, player, asked in missed
            if asked in holders  # else the part is away that knows it
        ]
        await self._nodes.heartbeat()  # after presence was read: holders are alive
        self._put_flags_off(away)

    def _missed_movers(self) -> Iterator[tuple[AggregateId, str]]:
        """The rooms whose player on move is not here, with that player.

        Rooms that are not played, or whose players are both here (nearly all, once a crowd has come
        back), are not looked at again until something happens there.
        """
        is_here = self._online_players.is_here
        for broadcaster in self._rooms.among(self._incomplete):
            room = broadcaster.room
            player = mover(room)
            if player is None or all(map(is_here, room.seats.taken())):
                self._incomplete.discard(room.id)
            elif not is_here(player):
                yield broadcaster.view.aggregate, player

    def _forget_closed(self) -> None:
        """Now and then, drop closed rooms from the set of rooms to look at."""
        if len(self._incomplete) > 2 * self._rooms.count + SPARE:
            self._rooms.among(self._incomplete)

    def _put_flags_off(self, away: Iterable[tuple[AggregateId, str, frozenset[str]]]) -> None:
        """Credit the players on move that only dead nodes see."""
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
        """When nodes died whose players may still be on their way."""
        now_ms = self._clock.now_ms()
        return {at_ms for at_ms in self._nodes.dead().values() if now_ms - at_ms < FAILOVER_MS}

    def _credit_first(
        self, player: str, games: tuple[str, ...], time: Outage, away_ms: int = 0
    ) -> None:
        for game in games:
            self._credit(key(ROOM, game), player, time, away_ms=away_ms, is_first=True)

    def _command(
        self, room: AggregateId, player: str, time: Outage, away_ms: int = 0
    ) -> TakeFailover:
        from_ms, to_ms = (self._host.parts.to_shard_time(room, moment_ms) for moment_ms in time)
        return TakeFailover(player, from_ms, to_ms, away_ms)

    def _credit(
        self,
        room: AggregateId,
        player: str,
        time: Outage,
        *,
        away_ms: int = 0,
        is_first: bool = False,
    ) -> None:
        if time.from_ms >= time.to_ms:
            return
        command = self._command(room, player, time, away_ms)
        if self._may_concern(room, command):
            now_ms = self._clock.now_ms()
            self._host.submit(room, command, arrived_ms=now_ms, is_first=is_first)

    def _may_concern(self, room: AggregateId, command: TakeFailover) -> bool:
        """Whether a room may owe a player a credit: it owes one only to the player on move.

        If other nodes write to the room, only its log can tell, which `submit` asks; if no other
        node can, the room at hand tells.
        """
        view = self._host.at_hand(key(ROOM, room.id)) if self._nodes.is_alone else None
        return view is None or wants_failover(view.state, command)


def mover(room: Room) -> str | None:
    """The player whose turn runs in a room; None if it is not played."""
    return room.seats.of(room.game.to_move) if room.status is Status.PLAYING else None


def _sum_ms(times: Iterable[Outage]) -> int:
    return sum(time.to_ms - time.from_ms for time in times)


async def _all_done(inquiries: tuple[asyncio.Future[None], ...]) -> None:
    await asyncio.wait(inquiries)
