"""What it costs players that this node is silent: stopped or without the store, as others serve.

The players who are connected to this node and to no other are given the silence back.
"""

import asyncio
from collections.abc import Coroutine

from xiangqi_server.aggregates.players.kind import PLAYER
from xiangqi_server.gateway.cluster.failover_credits import FailoverCredits
from xiangqi_server.gateway.cluster.inquiries import Inquiries
from xiangqi_server.gateway.cluster.nodes import Nodes
from xiangqi_server.gateway.cluster.shared_calls import SharedCalls
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.connection.online_players import OnlinePlayers
from xiangqi_server.kernel.host.view import key
from xiangqi_server.kernel.store.values import Outage


class OwnSilence:
    """The silences of this node, and whom each has cut off. Owned by `Failover`."""

    def __init__(
        self,
        node: Node,
        online_players: OnlinePlayers,
        nodes: Nodes,
        inquiries: Inquiries,
        credits_due: FailoverCredits,
    ) -> None:
        self._downtime = node.host.downtime
        self._tasks = node.tasks
        self._online_players = online_players
        self._nodes = nodes
        self._inquiries = inquiries
        self._credits = credits_due
        self._came_late: set[str] = set()
        self._cut_off: dict[str, tuple[str, ...]] = {}
        self._holders = SharedCalls(node.side.presence.holders_of)
        self._downtime.on_silence(self._was_silent)

    def on_connect(self, player: str) -> None:
        """A player has come, who is not cut off by a silence that goes on."""
        if not self._downtime.is_current:
            self._came_late.add(player)

    def on_disconnect(self, player: str, games: tuple[str, ...]) -> None:
        """A player has left, perhaps because of a silence that goes on."""
        if not self._downtime.is_current and player not in self._came_late:
            self._cut_off[player] = games

    def forget(self) -> None:
        """All players who came or left while this node was silent are accounted for."""
        self._came_late.clear()
        self._cut_off.clear()

    def _was_silent(self, silence: Outage) -> None:
        """This node was silent: find out for whom it was the only one (`Downtime.on_silence`)."""
        self._tasks.start(self._nodes.heartbeat())  # before it sees anybody
        here = self._online_players.in_games().items()
        cut_off = {player: games for player, games in here if player not in self._came_late}
        cut_off |= self._cut_off
        self.forget()
        for player, games in cut_off.items():
            self._inquire(player, games, self._waited(player, silence))

    def _inquire(
        self, player: str, games: tuple[str, ...], owed: Coroutine[None, None, Outage | None]
    ) -> None:
        """Find out what is `owed` to a player, and credit it before anything else that waits."""
        self._tasks.start(self._settle(player, games, owed, self._inquiries.begin(player)))

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
                self._credits.credit_first(player, games, time)
        finally:
            self._inquiries.end(player, done)

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
