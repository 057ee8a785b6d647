"""The players who come to this node: where they were before, and what the way here cost them.

A player is present on the nodes to which it is connected, and a node that died still has it. It
takes a while to know that a node has died, and others wait meanwhile (`inquiries`).
"""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from xiangqi_server.aggregates.players.kind import PLAYER
from xiangqi_server.gateway.cluster.failover_credits import FailoverCredits
from xiangqi_server.gateway.cluster.inquiries import Inquiries
from xiangqi_server.gateway.cluster.nodes import DEAD_MS, Nodes
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.kernel.host.view import key
from xiangqi_server.kernel.store.port import StoreUnavailable
from xiangqi_server.kernel.store.values import AggregateId

LOOK_MS: Final = 200
LOOKS: Final = 2 * DEAD_MS // LOOK_MS


class _Return(NamedTuple):
    """A player who came to this node, and the inquiry that others wait for.

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
    """What has to be found out about a player who came.

    Fields:
        by_death: sets of nodes: all of one have to be dead if the player was cut off. It is one
            set, of those that see the player, or one for each node while nobody knows these.
    """

    returned: _Return
    by_death: tuple[frozenset[str], ...]
    is_known: bool


class Returns:
    """Looks after the players who come. Owned by `Failover`."""

    def __init__(
        self, node: Node, nodes: Nodes, inquiries: Inquiries, credits_due: FailoverCredits
    ) -> None:
        self._clock = node.clock
        self._parts = node.host.parts
        self._store = node.side.presence
        self._tasks = node.tasks
        self._nodes = nodes
        self._inquiries = inquiries
        self._credits = credits_due
        self._returns: list[_Return] = []
        self._is_asking = False
        self._is_stopping = False

    def add(self, player: str, games: tuple[str, ...], left_ms: int) -> None:
        """A player has come who last left at `left_ms`: find out where it was before."""
        done = self._inquiries.begin(player)
        self._returns.append(_Return(player, games, self._clock.now_ms(), left_ms, done))
        if not self._is_asking:
            self._is_asking = True
            self._tasks.start(self._ask_for_returns())

    def stop(self) -> None:
        """Hold nothing back any longer, because the node ends."""
        self._is_stopping = True

    async def _ask_for_returns(self) -> None:
        """Ask where newcomers were before, then where those were who came in the meantime.

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
        """The nodes that see, or saw, the players who came, as far as the store answers.

        A part that is known to be away is not asked: that may take as long as any call.
        """
        asked = [key(PLAYER, returned.player) for returned in returns]
        try:
            return await self._store.holders_of(
                [player for player in asked if not self._parts.is_away(player)]
            )
        except StoreUnavailable:
            return {}

    async def _settle_returns(
        self, returns: Sequence[_Return], holders: Mapping[AggregateId, frozenset[str]]
    ) -> None:
        """Find out for how long the players who came here were cut off."""
        try:
            await self._look_for(returns, holders)
        finally:
            self._end_inquiries(returns)

    def _end_inquiries(self, returns: Iterable[_Return]) -> None:
        for return_ in returns:
            self._inquiries.end(return_.player, return_.done)

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
                self._credit(return_, None)
                self._inquiries.end(return_.player, return_.done)
        if left and not is_any_unknown:
            names = (nodes for lookup in left for nodes in lookup.by_death)
            await self._nodes.learn_of(frozenset().union(*names))
        for _ in range(LOOKS):
            left = await self._look_again_for(left)
            if not left:
                return
            await asyncio.sleep(LOOK_MS / 1000)

    def _lookup(self, return_: _Return, holders: frozenset[str] | None) -> _Lookup:
        """What to find out about a player, by the nodes that see it; None if nobody knows them."""
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
                self._credit(return_, died_ms)
                for node in frozenset().union(*by_death) if is_known else ():
                    dead[node].append(key(PLAYER, return_.player))
            elif not all(self._is_settled(nodes, return_.at_ms) for nodes in by_death):
                left.append(lookup)
                continue
            self._inquiries.end(return_.player, return_.done)
        for node, players in dead.items():  # it tells nothing any more when they leave again
            await self._store.remove(players, node)
        return left

    def _is_settled(self, nodes: frozenset[str], at_ms: int) -> bool:
        """Whether these nodes are known to have lived at a moment, or stopped as intended."""
        has_left = nodes.isdisjoint(self._nodes.heard_ms)
        return has_left or self._is_stopping or self._nodes.has_heartbeat_after(nodes, at_ms)

    def _credit(self, return_: _Return, died_ms: int | None) -> None:
        player, games, at_ms, left_ms, _ = return_
        self._credits.credit_return(player, games, left_ms=left_ms, died_ms=died_ms, at_ms=at_ms)
