"""The same strangers over real sockets, from a few addresses, with plain HTTP beside them."""

import asyncio
import itertools
import json
import random
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Subprotocol

from tests.strangers.actions import Choice, Known, an_action

ADDRESSES: Final = 20
VISITS: Final = 3
SAID: Final = 25
TURN_S: Final = 0.02
WAIT_S: Final = 20.0
PATHS: Final = ("/", "/game/{room}", "/game/{room}.pgn", "/game/{room}.log", "/nowhere", "/learn")
_LOST: Final = (OSError, WebSocketException, asyncio.IncompleteReadError)


class SocketStranger:
    """One person who comes a few times, says things without waiting for answers, and goes."""

    ids = itertools.count(1)

    def __init__(self, ports: Sequence[int], known: Known, seed: str) -> None:
        self._ports = ports
        self.choice = Choice(random.Random(seed), known)
        self._address = f"127.0.1.{self.choice.chance.randrange(1, ADDRESSES)}"
        self._token: str | None = None

    async def live(self) -> None:
        """Come and go."""
        for _ in range(VISITS):
            with suppress(*_LOST):
                await self._visit(self.choice.chance.choice(self._ports))
            with suppress(*_LOST, TimeoutError):
                await self._fetch(self.choice.chance.choice(self._ports))

    async def _visit(self, port: int) -> None:
        async with connect(
            f"ws://127.0.0.1:{port}/ws",
            subprotocols=[Subprotocol("xiangqi.v1.json")],
            local_addr=(self._address, 0),
            open_timeout=WAIT_S,
            ping_interval=None,
        ) as socket:
            hearing = asyncio.create_task(self._hear(socket))
            try:
                token = {} if self._token is None else {"token": self._token}
                await self._say(socket, "hello", {"client": "stranger", **token})
                for _ in range(SAID):
                    await self._say(socket, *an_action(self.choice))
                    await asyncio.sleep(self.choice.chance.choice((0, 0, TURN_S)))
                if self.choice.maybe():
                    socket.transport.abort()
            finally:
                hearing.cancel()

    async def _say(self, socket: ClientConnection, kind: str, fields: dict[str, Any]) -> None:
        id_ = {} if kind == "pong" else {"id": f"x{next(self.ids)}"}
        await socket.send(json.dumps({"type": kind, **id_, **fields}))

    async def _hear(self, socket: ClientConnection) -> None:
        with suppress(*_LOST):
            async for raw in socket:
                message = json.loads(raw)
                self.choice.hear(message)
                if message["type"] == "welcome":
                    self._token = message["token"] or self._token

    async def _fetch(self, port: int) -> None:
        path = self.choice.one(*PATHS).format(room=self.choice.room())
        async with asyncio.timeout(WAIT_S):
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", port, local_addr=(self._address, 0)
            )
            try:
                request = f"GET {path} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"
                writer.write(request.encode())
                await reader.read()
            finally:
                writer.close()


async def let_loose(ports: Sequence[int], count: int, seed: int) -> None:
    """That many strangers at once, until each has come and gone."""
    known = Known()
    strangers = [SocketStranger(ports, known, f"{seed}.{number}") for number in range(count)]
    async with asyncio.TaskGroup() as tasks:
        for stranger in strangers:
            tasks.create_task(stranger.live())
