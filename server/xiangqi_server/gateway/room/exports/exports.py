"""Whole games as files: over the socket, and by a plain link for all that may watch."""

import json
import re
from collections.abc import Awaitable
from functools import partial
from http import HTTPStatus
from typing import Final, get_args
from urllib.parse import parse_qs, urlsplit

from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.room.exports.export_queue import ExportQueue, File, in_words
from xiangqi_server.gateway.room.exports.game_texts import GameTexts
from xiangqi_server.net.http.http import Request, Response
from xiangqi_server.texts.web import NO_NOTATION, NO_VERSION
from xiangqi_server.texts.worded import Worded
from xiangqi_server.wire import client as wire
from xiangqi_server.wire.parts import LogEntry
from xiangqi_server.wire.server import Done, Log, Pgn
from xiangqi_server.wire.terms import NotationName

LOG_PAGE: Final = 64
"""How many events one message holds."""

_PATH: Final = re.compile(r"/game/([a-z0-9]{4,32})\.(pgn|log)")
_UNTIL: Final = re.compile(r"[1-9][0-9]{0,8}")
_NOTATIONS: Final[tuple[NotationName, ...]] = get_args(NotationName)
_NO_NOTATION: Final = Worded(*(text.format(known=", ".join(_NOTATIONS)) for text in NO_NOTATION))
_PGN_TYPE: Final = "application/x-chess-pgn; charset=utf-8"
_LOG_TYPE: Final = "application/x-ndjson; charset=utf-8"


class Exports:
    """Hands out the texts of games, a limited number at a time. Owned by the gateway."""

    def __init__(self, texts: GameTexts) -> None:
        self._texts = texts
        self._queue = ExportQueue()

    # Over the socket.

    async def send(self, client: Client, message: wire.Export) -> None:
        """Send a game to a client that has joined its room.

        Raises:
            Refused: too many are written already.
            StoreUnavailable: there is no store.
        """
        with self._queue.place(client.player):
            text = await self._texts.pgn(message.room, message.notation, client.player)
        client.send(Pgn(message.id, message.room, message.notation, text))
        client.send(Done(message.id, message.room))

    async def send_log(self, client: Client, message: wire.Log) -> None:
        """Send a page of the log of a room to a client that has joined it.

        Raises:
            Refused: too many are written already, or the game goes on and is shown late.
            StoreUnavailable: there is no store.
        """
        with self._queue.place(client.player):
            lines = (await self._texts.log(message.room, client.player)).splitlines()
        page = lines[message.after : message.after + LOG_PAGE]
        end = message.after + len(page)
        entries = [LogEntry(**json.loads(line)) for line in page]
        client.send(Log(message.id, message.room, entries, end if end < len(lines) else None))

    # By a link.

    def answer(self, request: Request) -> Response | Awaitable[Response] | None:
        """Answer a request for a game's file; None if it is for something else."""
        match = _PATH.fullmatch(request.path)
        if match is None or request.method not in ("GET", "HEAD"):
            return None
        room, form = match.groups()
        query = parse_qs(urlsplit(request.target).query)
        if form == "log":
            return self._log_file(request, room, query.get("until", [""])[-1])
        evals = query.get("evals", [""])[-1] == "1"
        wanted = query.get("notation", ["wxf"])[-1]
        return self._pgn_file(request, room, wanted, has_evals=evals)

    def _pgn_file(
        self, request: Request, room: str, wanted: str, *, has_evals: bool
    ) -> Response | Awaitable[Response]:
        notation = next((name for name in _NOTATIONS if name == wanted), None)
        if notation is None:
            return in_words(HTTPStatus.BAD_REQUEST, _NO_NOTATION, request)
        texts = self._texts.reviewed_pgn if has_evals else self._texts.pgn
        write = partial(texts, room, notation)
        return self._queue.file(request, File(f"{room}.pgn", _PGN_TYPE), write)

    def _log_file(self, request: Request, room: str, until: str) -> Response | Awaitable[Response]:
        if until and not _UNTIL.fullmatch(until):
            return in_words(HTTPStatus.BAD_REQUEST, NO_VERSION, request)
        write = partial(self._log_until, room, int(until) if until else None)
        return self._queue.file(request, File(f"{room}.jsonl", _LOG_TYPE), write)

    async def _log_until(self, room: str, version: int | None) -> str:
        return "".join((await self._texts.log(room)).splitlines(keepends=True)[:version])


def is_game_file(request: Request) -> bool:
    """Whether a request asks for a whole game, which costs more than a page."""
    return _PATH.fullmatch(request.path) is not None
