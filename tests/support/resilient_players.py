"""A player that plays random legal moves and survives whatever happens to the server.

It writes down what it saw and which of its moves were acknowledged, sends a command of
unknown outcome again under its id, and comes back by token and version.
"""

import asyncio
import random
from collections.abc import Callable, Sequence

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.support.wire_client import Message, WireClient

THINK_S = 0.06
"""Slow enough for the server's own limit of messages a second."""

LOOK_S = 0.2
"""How often it looks whether it is to stop."""

NO_EVENTS = frozenset({"room", "done", "refused", "legal", "presence", "game_opened"})
LOST = (ConnectionClosed, InvalidHandshake, OSError, EOFError)


WHILE_PAUSED = ("unavailable", "not_joined")
"""A join that came while there was no store is refused, and with it what was sent after it."""


class ResilientPlayer:
    """One player, or a spectator that never gets a move to choose.

    Attributes:
        acknowledged: ply -> move, of the moves the server said are done.
        digests: version -> digest, of everything seen.
        told: how often each type of message came.
        thought_ms: ply -> from when this player was told that it is to move, to its sending.
        longest_s: the longest wait for a move to be acknowledged, since it was sent first.
        elsewhere: addresses it tries in turn when the one it speaks to is lost.
    """

    def __init__(self, urls: Sequence[str], form: str, seed: int, up: asyncio.Event) -> None:
        self.client = WireClient(urls[0], form=form)
        self.up = up
        self.room = ""
        self.version = 0
        self.ply = 0
        self.is_over = False
        self.acknowledged: dict[int, str] = {}
        self.digests: dict[int, str] = {}
        self.told: dict[str, int] = {}
        self.thought_ms: dict[int, int] = {}
        self.longest_s = 0.0
        self._turn_s = 0.0
        self._sent_s = 0.0
        self.elsewhere: list[str] = list(urls[1:])
        self._went_on = asyncio.Event()
        self._choice = random.Random(seed)
        self._legal: Message | None = None
        self._pending: Message | None = None

    async def enter(self, room: str) -> None:
        """Join the room for the first time."""
        self.room = room
        await self._join()

    async def play(self, until: Callable[[], bool]) -> None:
        """Play and watch until `until` holds or the game is over, coming back when cut off."""
        while not until() and not self.is_over:
            try:
                if self._pending is None and self._legal is not None:
                    await self._move(self._legal)
                async with asyncio.timeout(LOOK_S):
                    message = await self.client.receive()
                await self._take(message)
            except TimeoutError:
                continue
            except LOST:
                await self._return()

    async def until_ply(self, ply: int) -> None:
        """Wait until so many plies are played, or the game is over."""
        while self.ply < ply and not self.is_over:
            self._went_on.clear()
            await self._went_on.wait()

    async def _move(self, legal: Message) -> None:
        await asyncio.sleep(THINK_S)
        self._legal = None
        ply = legal["ply"]
        self._sent_s = _now_s()
        self.thought_ms[ply] = int((self._sent_s - self._turn_s) * 1_000)
        self._pending = {
            "type": "move",
            "id": f"ply{ply}",
            "room": self.room,
            "ply": ply,
            "text": self._choice.choice(legal["moves"].split()),
        }
        await self.client.send(self._pending)

    async def _take(self, message: Message) -> None:
        kind = message["type"]
        self.told[kind] = self.told.get(kind, 0) + 1
        if kind == "room":
            self._see(message["version"], message["digest"])
            self.ply = len(message["moves"])
            self.is_over = message["outcome"] is not None
        elif kind == "legal" and message["version"] >= self.version:
            self._legal = message
            self._turn_s = _now_s()
        elif kind == "resumed":
            await self._join()
        elif kind == "done" and self._pending and message["id"] == self._pending["id"]:
            self.acknowledged[self._pending["ply"]] = self._pending["text"]
            self.longest_s = max(self.longest_s, _now_s() - self._sent_s)
            self._pending = None
        elif kind == "refused":
            assert message["code"] in WHILE_PAUSED, message
        elif message.get("room") == self.room and "version" in message and kind not in NO_EVENTS:
            self._event(message)

    def _event(self, event: Message) -> None:
        if event["version"] <= self.version:
            assert self.digests.get(event["version"], event["digest"]) == event["digest"]
            return
        assert event["version"] == self.version + 1, (self.version, event)
        self._see(event["version"], event["digest"])
        self._legal = None
        if event["type"] == "moved":
            assert event["ply"] == self.ply
            self.ply += 1
        self.is_over = self.is_over or event["type"] == "ended"

    def _see(self, version: int, digest: str) -> None:
        assert version >= self.version, "what was seen was taken back"
        self.version = version
        self._went_on.set()
        assert self.digests.setdefault(version, digest) == digest

    async def _join(self) -> None:
        """Ask for what was missed; a command without an answer is sent again."""
        await self.client.send({"type": "join", "room": self.room, "since": self.version})
        if self._pending is not None:
            await self.client.send(self._pending)

    async def _return(self) -> None:
        while True:
            await self.up.wait()
            if self.elsewhere:
                self.elsewhere.append(self.client.url)
                self.client.url = self.elsewhere.pop(0)
            try:
                await self.client.close()
                await self.client.open()
                await self._join()
            except LOST:
                await asyncio.sleep(THINK_S)
            else:
                return


def _now_s() -> float:
    return asyncio.get_running_loop().time()


class Game:
    """A room with two stubborn players and a stubborn spectator.

    Args:
        urls: of the nodes; Red begins at the first, the others at the last.
    """

    def __init__(self, urls: str | Sequence[str], seed: int, up: asyncio.Event) -> None:
        nodes = (urls,) if isinstance(urls, str) else tuple(urls)
        self.red = ResilientPlayer(nodes, "json", 2 * seed, up)
        self.black = ResilientPlayer(nodes[::-1], "msgpack", 2 * seed + 1, up)
        self.watcher = ResilientPlayer(nodes[::-1], "msgpack", 0, up)

    @property
    def everybody(self) -> tuple[ResilientPlayer, ResilientPlayer, ResilientPlayer]:
        """Players and spectator."""
        return self.red, self.black, self.watcher

    def know(self, url: str) -> None:
        """Black sits at another node, and all know both addresses."""
        self.red.elsewhere, self.watcher.elsewhere = [url], [url]
        self.black.elsewhere, self.black.client.url = [self.black.client.url], url

    async def open(self) -> None:
        """Invite, sit down, join."""
        for one in self.everybody:
            await one.client.open()
        clock = {"type": "fischer", "main_ms": 600_000, "increment_ms": 5_000}
        invite = {"type": "invite", "terms": {"clock": clock}, "side": "red"}
        opened = await self.red.client.ask(invite)
        room = opened["room"]
        await self.black.client.ask({"type": "join", "room": room})
        await self.black.client.ask({"type": "sit", "room": room, "seat_key": opened["seat_key"]})
        for one in self.everybody:
            await one.enter(room)

    async def close(self) -> None:
        """Close all connections."""
        for one in self.everybody:
            await one.client.close()

    def check(self, record: Message) -> None:
        """Hold what everybody saw and what was acknowledged against the log."""
        moves = [line[0] for line in record["moves"]]
        for player, parity in ((self.red, 0), (self.black, 1)):
            for ply, move in player.acknowledged.items():
                assert ply % 2 == parity
                assert moves[ply] == move
        digests: dict[int, str] = {record["version"]: record["digest"]}
        for one in self.everybody:
            assert one.version <= record["version"]
            for version, digest in one.digests.items():
                assert digests.setdefault(version, digest) == digest
