"""A client written from PROTOCOL.md alone: it imports nothing of the server."""

import itertools
import json
import secrets
from collections.abc import Iterable
from types import TracebackType
from typing import Any, Self

import msgpack
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

Message = dict[str, Any]


class WireClient:
    """One connection. Everything received is kept in `heard`, beats are answered at once.

    Args:
        form: "json" or "msgpack".
        token: of an earlier `welcome`.
        features: what the program says that it can do ("ready": it is asked whether it is ready).
        address: where the connection comes from.
    """

    # Not those of another run, and given out one by one to tests in threads.
    ids = map(f"{secrets.token_hex(4)}-{{}}".format, itertools.count(1))

    def __init__(
        self,
        url: str,
        *,
        form: str = "json",
        token: str | None = None,
        language: str = "en",
        features: tuple[str, ...] = (),
        address: str | None = None,
    ) -> None:
        self.url = url
        self.form = form
        self.token = token
        self.language = language
        self.features = features
        self.address = address
        self.heard: list[Message] = []
        self.welcome: Message = {}
        self._unread: list[Message] = []
        self._socket: ClientConnection | None = None

    async def __aenter__(self) -> Self:
        try:
            if self._socket is None:  # a client that was opened is taken as it is
                await self.open()
        except BaseException:  # the server was killed between connection and welcome
            await self.close()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def open(self) -> Message:
        """Connect and say hello; the `welcome`."""
        protocol = Subprotocol(f"xiangqi.v1.{self.form}")
        # Whoever pings gives up a server that stands still for a while, or a slow machine.
        self._socket = await connect(
            self.url,
            subprotocols=[protocol],
            compression=None,
            ping_interval=None,
            local_addr=None if self.address is None else (self.address, 0),
        )
        hello: Message = {"type": "hello", "client": "tests", "language": self.language}
        if self.features:
            hello["features"] = list(self.features)
        if self.token is not None:
            hello["token"] = self.token
        await self.send(hello)
        self.welcome = await self.expect("welcome")
        self.token = self.welcome["token"] or self.token
        return self.welcome

    async def close(self) -> None:
        """Close the connection."""
        if self._socket is not None:
            await self._socket.close()
            self._socket = None

    async def send(self, message: Message) -> str:
        """Send a message under an id of its own, unless it has one; the id."""
        assert self._socket is not None
        if message["type"] != "pong":
            message = {"id": next(self.ids), **message}
        raw = json.dumps(message) if self.form == "json" else msgpack.packb(message)
        await self._socket.send(raw)
        return str(message.get("id", ""))

    async def ask(self, message: Message) -> Message:
        """Send a message and wait for its `done` or `refused`."""
        id_ = await self.send(message)
        return await self.expect("done", "refused", id=id_)

    async def receive(self) -> Message:
        """The next message that is no ping."""
        while (message := await self._next())["type"] == "ping":
            pass
        return message

    async def answer_a_ping(self) -> None:
        """Hear what comes until a ping was answered: how far away we are is then measured."""
        while (await self._next())["type"] != "ping":
            pass

    async def _next(self) -> Message:
        """The next message; a ping is answered, all else is kept."""
        assert self._socket is not None
        raw = await self._socket.recv()
        message: Message = json.loads(raw) if isinstance(raw, str) else msgpack.unpackb(raw)
        if message["type"] == "ping":
            await self.send({"type": "pong", "n": message["n"]})
        else:
            self.heard.append(message)
            self._unread.append(message)
        return message

    def forget(self) -> None:
        """Look only at what comes from now on."""
        self.heard.clear()
        self._unread.clear()

    async def expect(self, *types: str, **fields: object) -> Message:
        """The first message of one of these types and fields that was not taken before."""
        while True:
            for message in self._unread:
                if message["type"] in types and fields.items() <= message.items():
                    self._unread.remove(message)
                    return message
            await self.receive()


async def open_game(red: WireClient, black: WireClient, terms: Message) -> str:
    """A new game to which Red invites and Black sits down; its room."""
    opened = await _done(red, {"type": "invite", "terms": terms, "side": "red"})
    room = str(opened["room"])
    for one in (red, black):
        await _done(one, {"type": "join", "room": room})
    await _done(black, {"type": "sit", "room": room, "seat_key": opened["seat_key"]})
    return room


async def play_moves(red: WireClient, black: WireClient, room: str, moves: Iterable[str]) -> None:
    """Play the first moves of a game by turns, each when the one before it is acknowledged."""
    for ply, text in enumerate(moves):
        mover = black if ply % 2 else red
        await _done(mover, {"type": "move", "room": room, "ply": ply, "text": text})


async def _done(client: WireClient, message: Message) -> Message:
    answer = await client.ask(message)
    assert answer["type"] == "done", answer
    return answer


async def whole_room(url: str, room: str) -> Message:
    """The room as somebody sees it who was never there."""
    async with WireClient(url) as stranger:
        await stranger.send({"type": "join", "room": room})
        return await stranger.expect("room")
