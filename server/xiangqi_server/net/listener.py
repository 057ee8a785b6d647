"""The listening socket: how connections are made, and how all of them end.

`start` opens it, `stop` closes it and every connection, politely first, in bounded time. The
listener's owner turns the wheel.
"""

import asyncio
import socket
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final

from xiangqi_server.kernel.faults import Faults
from xiangqi_server.net.connection_limits import ConnectionLimits
from xiangqi_server.net.descriptors import make_room
from xiangqi_server.net.flusher import Flusher
from xiangqi_server.net.http.bodies import Bodies
from xiangqi_server.net.http_connection import Answer, HttpConnection
from xiangqi_server.net.keepalive import Keepalive, Listed, Newcomer, Newcomers
from xiangqi_server.net.limits import ListenerLimits
from xiangqi_server.net.listening_sockets import port_of
from xiangqi_server.net.ports import Handler
from xiangqi_server.net.refusals import Refusals
from xiangqi_server.net.shared import Shared
from xiangqi_server.net.timer_wheel import Deadline, TimerWheel
from xiangqi_server.net.turn_budget import TurnBudget
from xiangqi_server.net.websocket.handshake import Endpoint, Gate

BACKLOG: Final = 4096
"""Connections the kernel keeps for us while we are busy; it lowers this to what it allows."""

ACCEPTED_A_TURN: Final = 8
"""How many connections are accepted in a turn of the loop: libuv accepts one for each handle that
listens. Were it one a turn, each turn would serve one of a crowd, which costs half as much again.
A connection that comes alone costs two microseconds more for each handle."""

_SLICE_COUNT: Final = 100
"""How many connections are closed before the loop gets a turn."""


class Listener:
    """One port that serves pages and websockets. Owns its socket and all its connections."""

    __slots__ = ("_answer", "_beat", "_gate", "_servers", "_shared", "refusals")

    def __init__(
        self,
        handler: Handler,
        *,
        endpoint: Endpoint,
        answer: Answer,
        limits: ListenerLimits,
        wheel: TimerWheel,
        faults: Faults | None = None,
    ) -> None:
        """Serve websockets of `endpoint` for `handler`; `answer` answers all other requests.

        `faults` counts what a handler did not foresee.
        """
        faults = faults or Faults()
        limits = replace(limits, connections=make_room(limits.connections))
        self.refusals = Refusals(wheel)
        self._gate = Gate(endpoint)
        self._answer = answer
        self._servers: list[asyncio.Server] = []
        self._beat: Deadline | None = None
        self._shared = Shared(
            handler=handler,
            limits=limits,
            wheel=wheel,
            flusher=Flusher(),
            keepalive=Keepalive(wheel.ticks(limits.beat_seconds), faults),
            newcomers=Newcomers(),
            connection_budget=TurnBudget(wheel.now_s),
            message_budget=TurnBudget(wheel.now_s),
            connection_limits=ConnectionLimits(limits, endpoint.trusted_proxies, wheel),
            refusals=self.refusals,
            faults=faults,
            bodies=Bodies(limits.body_bytes, limits.bodies, limits.bodies_per_address),
        )

    @property
    def connection_count(self) -> int:
        """How many TCP connections there are now, websockets and others."""
        return self._shared.connection_limits.inside_count

    async def start(self, sockets: Sequence[socket.socket]) -> int:
        """Listen on sockets that are bound, and own them; give their port."""
        loop = asyncio.get_running_loop()
        for listening in sockets:
            # Accepted sockets inherit the size.
            send_bytes = self._shared.limits.kernel_send_bytes
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_bytes)
            for handle in (listening, *(listening.dup() for _ in range(ACCEPTED_A_TURN - 1))):
                server = await loop.create_server(
                    lambda: HttpConnection(self._shared, self._gate, self._answer),
                    sock=handle,
                    backlog=BACKLOG,
                )
                self._servers.append(server)
        self._beat_next()
        return port_of(sockets)

    def stop_listening(self) -> None:
        """Accept no peer any more; present connections stay."""
        for server in self._servers:
            server.close()

    async def stop(self) -> None:
        """Accept no peer any more, close all connections, and abort those that take too long."""
        if self._beat is None:
            return
        self.stop_listening()
        self._beat.cancel()
        for count, connection in enumerate(self._connections()):
            connection.go_away()
            if count % _SLICE_COUNT == 0:
                await asyncio.sleep(0)
        try:
            async with asyncio.timeout(self._shared.limits.close_seconds):
                await self.until_nobody_is_connected()
        except TimeoutError:
            for connection in self._connections():
                connection.abort()
            await self.until_nobody_is_connected()  # aborted ones are lost at the loop's next turn

    async def until_nobody_is_connected(self) -> None:
        """Wait until the last connection is lost; peers that are turned away are not waited for."""
        for listed in (self._shared.newcomers, self._shared.keepalive):  # one becomes the other
            emptied = asyncio.Event()
            listed.when_empty(emptied.set)
            await emptied.wait()

    def _connections(self) -> Iterator[Newcomer | Listed]:
        """Go through those connected now."""
        return chain(self._shared.newcomers, self._shared.keepalive)

    def _beat_next(self) -> None:
        self._beat = self._shared.wheel.after(0, self._beat_next)
        self._shared.keepalive.beat()
