"""Simulated spectators: they look at games through the gateways of the nodes, as sockets do.

Each goes from node to node, comes back with the version it knows, and holds what it is told
against what was stored: no gap, nothing twice, no other digest. It watches until it has seen
the end, so that a game that ended somewhere is known to have ended everywhere.
"""

import asyncio
from dataclasses import dataclass

from tests.simulation.ledger import Ledger
from tests.simulation.nodes import Cluster, Node
from tests.support.gateways import Message, Peer
from tests.support.virtual_time import local_ms, pass_ms
from xiangqi_server.gateway.gateway import Gateway
from xiangqi_server.kernel.host.aggregate_host import AggregateHost
from xiangqi_server.kernel.store.values import AggregateId
from xiangqi_server.net.ports import Format

LOOK_MS = 100
SILENT_MS = 30_000


@dataclass
class Served:
    """What a peer needs of a node."""

    gateway: Gateway
    host: AggregateHost

    async def settle(self) -> None:
        """Let everything under way come to its end."""
        await self.host.drain()


class Spectator:
    """One who looks at one game after another, until it is told to go home.

    Attributes:
        is_leaving: the game it looks at is the last one.
    """

    def __init__(self, name: str, cluster: Cluster, ledger: Ledger) -> None:
        self.is_leaving = False
        self._cluster = cluster
        self._ledger = ledger
        self._chance = cluster.trace.chance(name)
        self._name = name
        self._room = AggregateId("room", "")
        self._version = 0
        self._is_over = False
        self._heard_ms = 0

    async def watch(self) -> None:
        """Look at games."""
        while not self.is_leaving:
            rooms = [name for name in self._cluster.store.history if name.kind == "room"]
            if rooms:
                await self._see(self._chance.choice(rooms))
            await pass_ms(500)

    async def _see(self, room: AggregateId) -> None:
        """Look at one game to its end, through one node after another."""
        self._room, self._version, self._is_over = room, 0, False
        while not self._is_over:
            node = self._chance.choice(self._cluster.nodes)
            if node.gateway is not None and node.host is not None and not node.is_dead:
                await self._look(node, Served(node.gateway, node.host))
            await pass_ms(self._chance.randint(50, 500))
        self._cluster.trace.add("watched", self._name, room, self._version)

    async def _look(self, node: Node, served: Served) -> None:
        """Look through one node for a while."""
        peer, taken = Peer(served, Format.JSON), 0
        served.gateway.opened(peer)
        peer.say("hello", client="simulated")
        peer.say("join", room=self._room.id, **({"since": self._version} if self._version else {}))
        self._heard_ms = local_ms()
        until_ms = local_ms() + self._chance.randint(500, 60_000)
        while not self._has_enough(node, peer, until_ms):
            await pass_ms(LOOK_MS)
            for message in peer.heard[taken:]:
                self._take(message)
            taken = len(peer.heard)
        if not node.is_dead:
            peer.hang_up()

    def _has_enough(self, node: Node, peer: Peer, until_ms: int) -> bool:
        is_silent = local_ms() - self._heard_ms > SILENT_MS
        is_late = local_ms() > until_ms or is_silent
        return self._is_over or node.is_dead or peer.closed is not None or is_late

    def _take(self, message: Message) -> None:
        kind = message["type"]
        store = self._cluster.store
        if kind == "rolled_back":
            has_lost = self._room in store.has_lost
            self._ledger.require(has_lost, "nobody is told of a loss in vain", self._name, message)
        if message.get("room") != self._room.id or "digest" not in message or kind == "done":
            return
        self._heard_ms = local_ms()
        version = message["version"]
        if store.may_lose and kind != "room" and version <= self._version:
            # Who joins while a newcomer's name is asked for sees that one sit, and then hears of
            # it. Elsewhere that is too seldom to be met; here everybody comes by invitation.
            return
        follows = version == self._version + 1
        digest = message["digest"]
        may_go_back = kind == "room" and self._room in store.has_lost
        holds = follows if kind != "room" else version >= self._version or may_go_back
        self._ledger.require(holds, "spectators see no gap", self._name, self._version, message)
        stored = [head for head in store.stored[self._room] if head.version == version]
        is_stored = any(head.digest.hex() == digest for head in stored)
        self._ledger.require(is_stored, "spectators see what is stored", self._name, message)
        self._version = version
        self._is_over |= kind == "ended" or message.get("status") == "over"


def start(spectators: list[Spectator]) -> list[asyncio.Task[None]]:
    """Have all of them watch."""
    return [asyncio.create_task(spectator.watch()) for spectator in spectators]
