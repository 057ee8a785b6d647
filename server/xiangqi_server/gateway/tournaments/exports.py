"""Tournaments as files, by plain links, to read, pair or check them."""

import asyncio
import re
from collections.abc import Awaitable, Sequence
from functools import partial
from http import HTTPStatus
from typing import Final
from urllib.parse import parse_qs

from xiangqi_server.aggregates.tournaments.formats.table import format_of
from xiangqi_server.aggregates.tournaments.kind import TOURNAMENT
from xiangqi_server.aggregates.tournaments.messages import PairingEvent
from xiangqi_server.aggregates.tournaments.results.standings import Standings
from xiangqi_server.api.names.shown_ratings import require_shown
from xiangqi_server.api.tournaments.board_headers import header_pieces
from xiangqi_server.api.tournaments.tournament_export import csv_pieces, json_pieces, trf_pieces
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.room.exports.export_queue import ExportQueue, File, Write, in_words
from xiangqi_server.gateway.room.exports.game_texts import SLICE, GameTexts
from xiangqi_server.gateway.tournaments.known_standings import KnownStandings
from xiangqi_server.gateway.tournaments.paced_writing import PacedWriting
from xiangqi_server.kernel.host.journal import read_fact
from xiangqi_server.kernel.host.view import key
from xiangqi_server.kernel.store.log_lines import log_lines
from xiangqi_server.kernel.store.values import EMPTY_HEAD, StoredEvent, advance, slices
from xiangqi_server.net.http.http import Request, Response
from xiangqi_server.texts.web import NO_PAGE

_PATH: Final = re.compile(r"/tournament/([a-z0-9]{4,32})\.(log|pgn|trf|json|csv)")
PGN_GAMES: Final = 50
"""Games in one file; `?page=2` has the next ones."""
_PAGE: Final = re.compile(r"[1-9][0-9]{0,3}")
_TYPES: Final = {
    "log": "application/x-ndjson; charset=utf-8",
    "pgn": "application/x-chess-pgn; charset=utf-8",
    "trf": "text/plain; charset=utf-8",
    "json": "application/json; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
}


def is_tournament_file(request: Request) -> bool:
    """Tell whether a request asks for a whole tournament, which costs more than a page."""
    return _PATH.fullmatch(request.path) is not None


class TournamentExports:
    """Hands out the files of tournaments, a limited number at a time. Owned by the gateway."""

    def __init__(self, node: Node, texts: GameTexts, known: KnownStandings) -> None:
        self._node = node
        self._known = known
        self._texts = texts
        self._queue = ExportQueue()
        self._turn = asyncio.Lock()
        self._tables = PacedWriting(node.clock.now_ms)

    def answer(self, request: Request) -> Response | Awaitable[Response] | None:
        """Answer a request for a tournament's file; None if it is for something else."""
        match = _PATH.fullmatch(request.path)
        if match is None or request.method not in ("GET", "HEAD"):
            return None
        tournament, form = match.groups()
        page = parse_qs(request.query).get("page", ["1"])[-1]
        if not _PAGE.fullmatch(page):
            return in_words(HTTPStatus.BAD_REQUEST, NO_PAGE, request)
        write: dict[str, Write] = {
            "log": partial(self._log, tournament),
            "pgn": partial(self._pgn, tournament, int(page)),
            "trf": partial(self._trf, tournament),
            "json": partial(self._table, tournament, "json"),
            "csv": partial(self._table, tournament, "csv"),
        }
        file = File(f"{tournament}.{form}", _TYPES[form])
        return self._queue.file(request, file, write[form])

    async def _log(self, tournament: str) -> str:
        """The log of a tournament; one is written at a time, because it may be very long.

        Raises:
            Refused: RATING_HIDDEN, for the log has the ratings with which players came.
        """
        entrants = (await self._node.host.view(key(TOURNAMENT, tournament))).state.entrants
        await self._node.names.learn(entrants)
        require_shown(entrants, self._node.names)
        async with self._turn:
            events = await self._node.host.history.events(key(TOURNAMENT, tournament))
            return await self._write_log(events)

    async def _write_log(self, events: Sequence[StoredEvent]) -> str:
        text, head = "", EMPTY_HEAD
        for part in slices(events, SLICE):
            text += "".join([line.text() for line in log_lines(part, head)])
            head = advance(head, part)
            await asyncio.sleep(0)
        return text

    async def _pgn(self, tournament: str, page: int) -> str:
        state = (await self._node.host.view(key(TOURNAMENT, tournament))).state
        if state.plan is not None and state.plan.at_boards:
            await self._node.names.learn(state.entrants)
            part = slice((page - 1) * PGN_GAMES, page * PGN_GAMES)
            return await self._tables.write(header_pieces(state, part, self._node.names))
        rooms = await self._rooms(tournament)
        chosen = rooms[(page - 1) * PGN_GAMES : page * PGN_GAMES]
        texts = [await self._texts.pgn(room, "wxf") for room in chosen]
        return "\n".join(text for text in texts if text)

    async def _rooms(self, tournament: str) -> list[str]:
        """The rooms of all games, in the order in which they were paired."""
        rooms: list[str] = []
        async with self._turn:
            events = await self._node.host.history.events(key(TOURNAMENT, tournament))
            for part in slices(events, SLICE):
                facts = (read_fact(TOURNAMENT, event.body).event for event in part)
                for event in facts:
                    if isinstance(event, PairingEvent):
                        rooms += [game.room for game in event.games]
                await asyncio.sleep(0)
        return rooms

    async def _trf(self, tournament: str) -> str:
        standings = await self._standings(tournament)
        if standings is None or not format_of(standings.tournament.the_plan).has_rounds:
            return ""  # there are no rounds to report
        return await self._tables.write(
            trf_pieces(standings, self._node.names, self._node.names.called)
        )

    async def _table(self, tournament: str, form: str) -> str:
        standings = await self._standings(tournament)
        if standings is None:
            return ""
        if form == "csv":
            return await self._tables.write(
                csv_pieces(standings, self._node.names, self._node.names.called)
            )
        view = await self._node.host.view(key(TOURNAMENT, tournament))
        stands = (view.head.version, view.head.digest)
        return await self._tables.write(json_pieces(standings, self._node.names, stands))

    async def _standings(self, tournament: str) -> Standings | None:
        """The standings, once all their names are known; None if there is no such tournament."""
        state = (await self._node.host.view(key(TOURNAMENT, tournament))).state
        if state.plan is None:
            return None
        standings = await self._known.of(state)
        await self._node.names.learn(standings.ranks)
        return standings
