"""What a node does by itself for its connections: beats to each, and chores for all, in ticks."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple

from server.gateway.connection.client import PING_MS, SILENT_PINGS, TICK_MS, Client
from server.gateway.connection.clients import Clients
from server.gateway.connection.closing import close_with
from server.gateway.connection.node import Node
from server.gateway.connection.online_players import OnlinePlayers
from server.gateway.room.broadcasters import RoomBroadcasters
from server.wire.server import ByeCode, Ping

TICKS_A_PING: Final = PING_MS // TICK_MS


class Chore(NamedTuple):
    """What is done again and again.

    Fields:
        where: as what a bug in it is counted.
        every_ms: rounded down to whole ticks.
    """

    where: str
    every_ms: int
    do: Callable[[], None]


class Heartbeat:
    """One task a node. A beat is spread over the ticks between two beats of a client.

    Args:
        after_pause: what is done when the node begins, or has its store again.
    """

    def __init__(
        self,
        node: Node,
        clients: Clients,
        rooms: RoomBroadcasters,
        chores: Sequence[Chore],
        after_pause: Sequence[Callable[[], None]],
        online_players: OnlinePlayers,
    ) -> None:
        self._clock = node.clock
        self._faults = node.host.faults
        self._clients = clients
        self._rooms = rooms
        self._online_players = online_players
        self._chores = chores
        self._after_pause = after_pause
        self._tick = 0

    async def run(self) -> None:
        """Tick until cancelled."""
        self.resumed()
        while True:
            await asyncio.sleep(TICK_MS / 1000)
            self.tick()

    def tick(self) -> None:
        """Do what is due in this tick; a full round of ticks lasts one beat."""
        self._tick += 1
        for chore in self._chores:
            if self._tick % (chore.every_ms // TICK_MS) == 0:
                self._do(chore.where, chore.do)
        for room in self._rooms.news.due():
            if not self._do("room", partial(self._rooms.tell_presence, room)):
                self._rooms.news.again(room, 1)
        for client in tuple(self._clients.part(self._tick % TICKS_A_PING)):
            if not self._do("heartbeat", partial(self._look_at, client)):
                client.fail()

    def resumed(self) -> None:
        """The node begins, or has its store again: look after what waited for that."""
        for step in self._after_pause:
            self._do("resumed", step)

    def _do(self, where: str, step: Callable[[], None]) -> bool:
        """Take a step of a tick; False if it met a bug, which the others need not notice."""
        with self._faults.contained(where) as doing:
            step()
        return not doing.has_failed

    def _look_at(self, client: Client) -> None:
        if client.is_welcomed:
            self._beat(client)
            return
        waited_ms = self._clock.now_ms() - client.opened_ms
        if (
            waited_ms >= self._clients.strangers.hello_ms
            and not client.player
            and client.held is None
        ):
            self._clients.strangers.discard(client)
            close_with(client, ByeCode.NO_HELLO)

    def _beat(self, client: Client) -> None:
        now_ms = self._clock.now_ms()
        client.beat_n, client.beat_sent_ms = self._tick, now_ms
        client.pings_since_heard += 1
        if client.pings_since_heard == SILENT_PINGS:
            self._online_players.turned(client.player)
        rooms = []
        for room in client.rooms:
            head = self._rooms.broadcaster(room).known_to(client).head
            rooms.append((room, head.version, head.digest.hex()))
        client.send(Ping(self._tick, now_ms, client.rtt_ms, rooms))
