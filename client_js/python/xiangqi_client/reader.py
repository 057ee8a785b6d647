"""Reads a server by plain HTTP: answers without a session, and a game as it is played.

What is asked for changes nothing, so it is asked again without a thought. A game that is followed
goes on from its last version when the connection is lost.
"""

import asyncio
import http.client
import random
from collections.abc import AsyncGenerator
from typing import Any, Final, cast
from urllib.parse import quote, urlencode, urlsplit

import msgspec

from xiangqi_client import commands, messages
from xiangqi_client.addresses import ADDRESSES
from xiangqi_client.codec import decode
from xiangqi_client.commands import Answer, Command, Language
from xiangqi_client.errors import CannotConnect, NotUnderstood, Refused
from xiangqi_client.messages import Message
from xiangqi_client.parts import GameInfo
from xiangqi_client.retries import pause_s, told_pause_s, wait_before_again_ms

SILENT_S: Final = 30.0
"""A server that says nothing for so long is gone: of a stream a blank line comes every ten."""
_OK: Final = 200
_TOO_MANY: Final = 429
_SERVER_ERROR: Final = 500
_STREAM_ENDS: Final = (messages.Bye, messages.Refused)
_LOST: Final = (OSError, http.client.HTTPException)


class _NotNow(OSError):
    """No answer of the server: it is full, or a proxy in front of it does not reach it."""


class Reader:
    """Asks a server; every request has a connection of its own.

    Args:
        url: of the server, such as `http://localhost:8080`.
        token: of the player whose games are meant by `commands.MyGames`; one of scope `read` will
            do.
        language: of the texts in answers.
    """

    def __init__(self, url: str, *, token: str | None = None, language: Language = "en") -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ValueError(f"{url!r} is not an address such as http://localhost:8080")
        self._is_secure = parts.scheme == "https"
        self._netloc = parts.netloc
        self._base = parts.path.rstrip("/")
        self._headers: dict[str, str] = {"Accept-Language": language, "Connection": "close"}
        if token is not None:
            self._headers["Authorization"] = f"Bearer {token}"

    async def ask(self, command: Command[Answer]) -> Answer:
        """Ask for what has an address; the answer is that of the command, with an empty id.

        Raises:
            Refused: the server says no. What it asks to come again for is asked again.
            ValueError: the command has no address.
            CannotConnect: what answers is no such server.
            OSError: nobody answers.
        """
        answer = await self._get(address_of(command))
        if not isinstance(answer, Message):
            raise NotUnderstood(str(answer))
        return cast("Answer", answer)

    async def room(self, room: str) -> messages.Room:
        """A game as it stands; raises as `ask` does."""
        answer = await self._get(f"/api/game/{quote(room, safe='')}")
        if not isinstance(answer, messages.Room):
            raise NotUnderstood(str(answer))
        return answer

    async def games(self, command: commands.Games | commands.LiveGames) -> AsyncGenerator[GameInfo]:
        """All games that fit, page after page; raises as `ask` does."""
        while True:
            page = cast("messages.Games", await self.ask(cast("commands.Games", command)))
            for row in page.rows:
                yield row
            if page.next is None:
                return
            command = msgspec.structs.replace(command, after=page.next)

    async def follow(self, room: str, version: int | None = None) -> AsyncGenerator[Message]:
        """The messages of a game until it is over: `Room`, then its events; `Room` may come again.

        With `version`, the last one that is known, what came after it. It goes on by itself where
        the connection was lost.

        Raises:
            Refused: there is no such game.
            CannotConnect: what answers is no such server.
        """
        failures, is_over = 0, False
        while not is_over:
            wait_s = pause_s(failures, random.random())  # noqa: S311 - spreads a crowd
            try:
                stream = await self._open(f"/api/game/{quote(room, safe='')}/stream", version)
                try:
                    while (line := await asyncio.to_thread(stream.readline)) and not is_over:
                        message = decode(line) if line.strip() else None
                        if isinstance(message, _STREAM_ENDS):
                            wait_s = told_pause_s(message.retry_ms or 0)
                            break
                        if message is not None:
                            failures, is_over = 0, _ends(message)
                            version = getattr(message, "version", version)
                            yield message
                finally:
                    await asyncio.to_thread(stream.close)
            except _LOST:
                pass
            if not is_over:
                failures += 1
                await asyncio.sleep(wait_s)

    async def _open(self, path: str, version: int | None) -> http.client.HTTPResponse:
        """A stream that has begun; what the server asks to wait for is waited for."""
        query = "" if version is None else f"?version={version}"
        while True:
            response = await asyncio.to_thread(self._request, path + query)
            if response.status == _OK:
                return response
            with response:
                body = await asyncio.to_thread(response.read)
            try:
                await self._wait_after(body)
            except CannotConnect as error:
                if response.status == _TOO_MANY or response.status >= _SERVER_ERROR:
                    raise _NotNow from error
                raise

    async def _get(self, path: str) -> Message:
        while True:
            status, body = await asyncio.to_thread(self._read, path)
            if status == _OK:
                return decode(msgspec.json.encode({"id": "", **_content(body)}))
            await self._wait_after(body)

    async def _wait_after(self, body: bytes) -> None:
        """Wait as long as an error asks for; one that does not is raised."""
        content = _content(body)
        code, retry_ms = str(content.get("code", "")), content.get("retry_ms")
        wait_ms = wait_before_again_ms(code, retry_ms)
        if wait_ms is None:
            text = str(content.get("text", ""))
            raise Refused(messages.Refused(None, code, text, None, None, retry_ms))
        await asyncio.sleep(wait_ms / 1_000)

    def _read(self, path: str) -> tuple[int, bytes]:
        response = self._request(path)
        with response:
            return response.status, response.read()

    def _request(self, path: str) -> http.client.HTTPResponse:
        kind = http.client.HTTPSConnection if self._is_secure else http.client.HTTPConnection
        connection = kind(self._netloc, timeout=SILENT_S)
        connection.request("GET", self._base + path, headers=self._headers)
        return connection.getresponse()


def address_of(command: Command[Any]) -> str:
    """The address of a command, path and query.

    Raises:
        ValueError: it has none, or says what no address can say.
    """
    fields = {name: text for name, text in msgspec.to_builtins(command).items() if text is not None}
    tag = str(fields.pop("type", ""))
    for kind, path, *names in map(str.split, ADDRESSES.splitlines()):
        if kind != tag:
            continue
        inside = [word[1:-1] for word in path.split("/") if word.startswith("{")]
        rest = {name: text for name, text in fields.items() if name not in inside}
        if set(inside) <= set(fields) and set(rest) <= set(names):
            quoted = {name: quote(_word(fields[name]), safe="") for name in inside}
            query = urlencode({name: _word(value) for name, value in rest.items()})
            return path.format(**quoted) + (f"?{query}" if query else "")
    raise ValueError(f"{tag} has no address that says {', '.join(fields) or 'this'}")


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _content(body: bytes) -> dict[str, Any]:
    try:
        content: dict[str, Any] = msgspec.json.decode(body, type=dict)
    except msgspec.DecodeError as error:
        raise CannotConnect(f"no answer of such a server: {error}") from None
    return content


def _ends(message: Message) -> bool:
    """The game is over, and the end has come."""
    if isinstance(message, messages.Room):
        return message.status == "over"
    return isinstance(message, messages.Ended)
