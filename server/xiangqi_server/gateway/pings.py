"""The pings to each connection, and the end of those that never say hello.

Theory of operation. A client whose turn has just begun, or that waits for a game, is pinged once in
each round: its line is measured. Later in the turn, and while its game waits for another player, a
client is pinged in every second round. Once it leaves a ping unanswered it is pinged in each round,
so that the loss of its line is noticed within 10 s. So a game in which nobody moves costs little.
All others are pinged once in several rounds, because most connections only look on. Each ping
promises how soon the next one comes. The promise is kept when a client plays no longer: by then one
more comes, which says that the next one takes longer.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence, Set
from typing import Final

from xiangqi_server.gateway.connection.client import (
    IDLE_PING_MS,
    PING_MS,
    PLAYING_PING_MS,
    TICK_MS,
    Client,
)
from xiangqi_server.gateway.connection.clients import Clients
from xiangqi_server.gateway.connection.closing import close_with
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.connection.online_players import OnlinePlayers
from xiangqi_server.gateway.connection.round_trips import KEPT_ROUND_TRIPS, SILENT_PINGS
from xiangqi_server.gateway.room.broadcasters import RoomBroadcasters
from xiangqi_server.wire.server import ByeCode, Ping

SLICE: Final = 50
"""How many clients are pinged in one turn of the loop: a millisecond or two in which no other work
is done."""
TICKS_A_ROUND: Final = PING_MS // TICK_MS
PLAYING_ROUNDS: Final = PLAYING_PING_MS // PING_MS
IDLE_ROUNDS: Final = IDLE_PING_MS // PING_MS
MEASURED_MS: Final = (KEPT_ROUND_TRIPS + 1) * PING_MS
"""How long a turn has lasted when all the round trips that count are of this turn."""


class Pings:
    """Sends the pings. Owned by the gateway, called by its tick loop.

    Args:
        seekers: gives the players that wait for a game.
    """

    def __init__(
        self,
        node: Node,
        clients: Clients,
        rooms: RoomBroadcasters,
        online_players: OnlinePlayers,
        seekers: Callable[[], Set[str]],
    ) -> None:
        self._clock = node.clock
        self._faults = node.host.faults
        self._tasks = node.tasks
        self._clients = clients
        self._rooms = rooms
        self._online_players = online_players
        self._seekers = seekers

    def send_due(self, tick: int) -> None:
        """Look at the connections whose turn it is in this tick; one that fails is closed.

        If there are many, the first few are looked at now, the others in the next turns of the
        loop.
        """
        due, seekers = tuple(self._clients.part(tick % TICKS_A_ROUND)), self._seekers()
        self._send_to(due[:SLICE], tick, seekers)
        if len(due) > SLICE:
            self._tasks.start(self._send_in_turns(due, tick, seekers))

    async def _send_in_turns(self, due: Sequence[Client], tick: int, seekers: Set[str]) -> None:
        for start in range(SLICE, len(due), SLICE):
            await asyncio.sleep(0)
            self._send_to(due[start : start + SLICE], tick, seekers)

    def _send_to(self, clients: Iterable[Client], tick: int, seekers: Set[str]) -> None:
        now_ms, round_ = self._clock.now_ms(), tick // TICKS_A_ROUND
        due = iter(clients)
        client: Client | None = None
        while True:
            with self._faults.contained("ping") as looking:
                for client in due:
                    if client.is_gone:
                        continue
                    if not client.is_welcomed:
                        self._expect_hello(client, now_ms)
                        continue
                    is_seeking = client.player in seekers
                    rounds = 1 if is_seeking else self._rounds_between(client, now_ms)
                    if _is_due(client, round_, rounds):
                        client.round_trips.begin(tick, now_ms, round_ + rounds)
                        self._ping(client, tick, now_ms, rounds * PING_MS)
            if not looking.has_failed or client is None:
                return
            client.fail()

    def _rounds_between(self, client: Client, now_ms: int) -> int:
        """In how many rounds a client is pinged once, by what it plays."""
        player, plays = client.player, False
        for room in client.rooms:
            state = self._rooms.broadcaster(room).view.state
            side = state.seats.side_of(player)
            if side is not None and state.is_on:
                began_ms = state.timing.turn_started_ms
                if side is state.game.to_move and now_ms - began_ms < MEASURED_MS:
                    return 1
                plays = True
        plays = plays or bool(self._online_players.games_of(player))
        return PLAYING_ROUNDS if plays else IDLE_ROUNDS

    def _ping(self, client: Client, tick: int, now_ms: int, next_ms: int) -> None:
        round_trips = client.round_trips
        if round_trips.unheard == SILENT_PINGS:
            self._online_players.presence_changed(client.player)
        rooms = []
        for room in client.rooms:
            head = self._rooms.broadcaster(room).knowledge.head_for(client)
            rooms.append((room, head.version, head.digest.hex()))
        client.send(Ping(tick, now_ms, round_trips.rtt_ms, rooms, next_ms))

    def _expect_hello(self, client: Client, now_ms: int) -> None:
        waited_ms = now_ms - client.opened_ms
        if (
            waited_ms >= self._clients.strangers.hello_ms
            and not client.player
            and client.held is None
        ):
            self._clients.strangers.discard(client)
            close_with(client, ByeCode.NO_HELLO)


def _is_due(client: Client, round_: int, rounds: int) -> bool:
    """Whether a client was promised a ping, has its round, was never measured, or may be lost."""
    round_trips = client.round_trips
    is_its_round = (round_ + client.slot // TICKS_A_ROUND) % rounds == 0
    is_doubted = rounds < IDLE_ROUNDS and round_trips.unheard > 0
    return is_its_round or round_ >= round_trips.due_round or round_trips.is_new or is_doubted
