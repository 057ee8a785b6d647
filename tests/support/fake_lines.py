"""A server that says what a test has it say: connections of the Python client, without sockets."""

import asyncio
import json
from typing import Any

from xiangqi_client.line import Line, LineLost

Fields = dict[str, Any]


class FakeLine:
    """One connection; the test is the server."""

    def __init__(self) -> None:
        self._to_client: asyncio.Queue[str | None] = asyncio.Queue()
        self._to_server: asyncio.Queue[Fields] = asyncio.Queue()
        self.is_closed = False

    async def send(self, text: str) -> None:
        """The client sends."""
        if self.is_closed:
            raise LineLost("closed")
        self._to_server.put_nowait(json.loads(text))

    async def receive(self) -> str:
        """The client waits for the server."""
        text = await self._to_client.get()
        if text is None:
            raise LineLost("cut")
        return text

    async def close(self) -> None:
        """The client hangs up."""
        self.is_closed = True

    def tell(self, type_: str, **fields: object) -> None:
        """The server tells something."""
        self._to_client.put_nowait(json.dumps({"type": type_, **fields}))

    def cut(self) -> None:
        """The line breaks."""
        self._to_client.put_nowait(None)

    async def asked(self) -> Fields:
        """What the client sends next."""
        return await self._to_server.get()

    def nothing_asked(self) -> bool:
        """Nothing has come that was not read."""
        return self._to_server.empty()

    async def welcome(self, **fields: object) -> Fields:
        """Answer the `hello` that comes, which is returned."""
        hello = await self.asked()
        assert hello["type"] == "hello"
        self.tell("welcome", **{**WELCOME, "id": hello["id"], **fields})
        return hello


WELCOME: Fields = {
    "player": "me",
    "name": "Guest me",
    "guest": True,
    "settings": {},
    "token": None,
    "games": [],
    "now_ms": 1_700_000_000_000,
    "ping_ms": 2_500,
    "rules": ["axf"],
    "server": "test",
}


class FakeLines:
    """Where a session connects to: each connection comes to the test."""

    def __init__(self) -> None:
        self._opened: asyncio.Queue[FakeLine] = asyncio.Queue()
        self.refusals: list[Exception] = []

    async def connect(self, url: str) -> Line:
        """Open a connection, or fail as the test says."""
        if self.refusals:
            raise self.refusals.pop(0)
        line = FakeLine()
        self._opened.put_nowait(line)
        return line

    async def next(self) -> FakeLine:
        """The next connection."""
        return await self._opened.get()
