"""What a node does by itself for its connections: beats, ticks, crowds, absences, premoves."""

import asyncio
from typing import Final

from server.gateway.client import Client, Clients
from server.gateway.errands import Errands, nothing
from server.gateway.failover import Failover
from server.gateway.lobby_desk import LobbyDesk
from server.gateway.lobby_door import LOBBY
from server.gateway.partings import part
from server.gateway.presence import Presence
from server.gateway.rooms import Rooms
from server.gateway.social_door import SocialDoor
from server.gateway.standing_door import StandingDoor
from server.gateway.visitors import Visitors
from server.host.aggregate_host import AggregateHost
from server.host.replica import Replica
from server.host.timebase import StoreClock
from server.lobby.messages import Depart
from server.wire.server import Beat, ByeCode

BEAT_MS: Final = 2_500
TICK_MS: Final = 200
TICKS_A_BEAT: Final = BEAT_MS // TICK_MS
ABSENT_MS: Final = 30_000
HELLO_MS: Final = 15_000
NODE_TICKS: Final = 2
LOOK_AROUND_TICKS: Final = 5
SIGHTING_TICKS: Final = 20
TOP_TICKS: Final = 15
SWEEP_TICKS: Final = 50


class Pulse:
    """One task a node. A beat is spread over the ticks between two beats of a client."""

    def __init__(
        self,
        host: AggregateHost,
        clock: StoreClock,
        clients: Clients,
        visitors: Visitors,
        rooms: Rooms,
        lobby: LobbyDesk,
        presence: Presence,
        failover: Failover,
        errands: Errands,
        social: SocialDoor,
        standing: StandingDoor,
    ) -> None:
        self._host = host
        self._clock = clock
        self._clients = clients
        self._visitors = visitors
        self._rooms = rooms
        self._lobby = lobby
        self._presence = presence
        self._failover = failover
        self._errands = errands
        self._social = social
        self._standing = standing
        self._tick = 0
        self._absent_since_ms: dict[str, int] = {}

    async def run(self) -> None:
        """Tick until cancelled."""
        self.resumed()
        while True:
            await asyncio.sleep(TICK_MS / 1000)
            self.tick()

    def tick(self) -> None:
        """Do what is due in this tick; a full round of ticks lasts one beat."""
        self._tick += 1
        slot = self._tick % TICKS_A_BEAT
        self._lobby.players.tick()
        self._lobby.tell_changes()
        for desk in self._rooms.desks():
            desk.crowd.spectators.tick()
            desk.tell_crowd(self._tick)
        self._rooms.tell_late()
        for client in tuple(self._clients.part(slot)):
            if client.is_greeted:
                self._beat(client)
            elif self._clock.now_ms() - client.opened_ms >= HELLO_MS and not client.player:
                part(client, ByeCode.NO_HELLO)
        if slot == 0:
            self._drop_absent()
        self._watch_over_players()

    def resumed(self) -> None:
        """The node begins, or has its store again: look after what waited for that."""
        self._presence.started()
        self._presence.refresh()
        self._rooms.premoves.sweep()
        self._host.look(LOBBY, self._follow_lobby)

    def _follow_lobby(self, replica: Replica | None) -> None:
        """Know who looks for a game: this node may have to miss them."""
        if replica is not None:
            self._lobby.follow(replica, self._host)

    def _watch_over_players(self) -> None:
        if self._tick % TOP_TICKS == 0:
            self._standing.look_around(self._rooms.desks())
        if self._tick % NODE_TICKS == 0:
            self._failover.beat()
        if self._tick % LOOK_AROUND_TICKS == 0:
            self._presence.look_around()
        if self._tick % SIGHTING_TICKS == 0:
            self._presence.refresh()
            self._social.renew()
        if self._tick % SWEEP_TICKS == 0:
            self._rooms.premoves.sweep()

    def _beat(self, client: Client) -> None:
        now_ms = self._clock.now_ms()
        client.beat_n, client.beat_sent_ms = self._tick, now_ms
        rooms = []
        for room in client.rooms:
            head = self._rooms.desk(room).standing(client).head
            rooms.append((room, head.version, head.digest.hex()))
        client.send(Beat(self._tick, now_ms, client.rtt_ms, rooms))

    def _drop_absent(self) -> None:
        """Take seeks and places in queues from players who have been away for `ABSENT_MS`."""
        now_ms = self._clock.now_ms()
        absent = {p for p in self._lobby.lobby.players() if not self._visitors.is_here(p)}
        since_ms = {player: self._absent_since_ms.get(player, now_ms) for player in absent}
        self._absent_since_ms = since_ms
        for player, gone_ms in since_ms.items():
            if now_ms - gone_ms >= ABSENT_MS:
                self._errands.start(self._depart(player), failed=nothing)

    async def _depart(self, player: str) -> None:
        """Take a player out of the lobby, unless another node has its connection."""
        if not await self._presence.is_seen(player):
            self._host.submit(LOBBY, Depart(player), arrived_ms=self._clock.now_ms())
