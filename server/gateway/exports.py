"""Whole games as files: over the socket, and by a plain link for whoever may watch.

A game is written out as PGN, for people and programs that know the game, or as its log, with
which anybody may check that nothing was changed (`store.log_lines`).
"""

import re
from collections.abc import Awaitable, Callable, Sequence
from http import HTTPStatus
from typing import Final, cast, get_args
from urllib.parse import parse_qs, urlsplit

from server.aggregate.decision import Stamped
from server.aggregate.refusal import RefusalCode, Refused, require
from server.gateway.backlog import Backlog
from server.gateway.client import Client
from server.gateway.errands import Errands
from server.gateway.names import Names
from server.host.aggregate_host import AggregateHost
from server.host.replica import Change
from server.host.timebase import StoreClock
from server.net.http import Request, Response, text_response
from server.room.messages import RoomEvent
from server.room.state import Room, Status
from server.session.export import pgn_text
from server.store.base import AggregateId, StoredEvent, StoreUnavailable
from server.store.log_lines import LogLine, log_lines
from server.wire import client as wire
from server.wire.parts import LogEntry
from server.wire.server import Done, Log, Pgn
from server.wire.terms import NotationName

AT_ONCE: Final = 8
"""So many games are written out for plain links at one time; more are asked to wait."""
LOG_PAGE: Final = 64
"""Events in one message."""

_PATH: Final = re.compile(r"/game/([a-z0-9]{4,32})\.(pgn|log)")
_UNTIL: Final = re.compile(r"[1-9][0-9]{0,8}")
_NOTATIONS: Final[tuple[NotationName, ...]] = get_args(NotationName)
_PGN_TYPE: Final = "application/x-chess-pgn; charset=utf-8"
_LOG_TYPE: Final = "application/x-ndjson; charset=utf-8"

StoredLog = tuple[StoredEvent, ...]
Write = Callable[[StoredLog], Awaitable[str]]
"""Makes the text of a file from the log of its game."""


class Exports:
    """Writes games out of their logs. Owned by the gateway."""

    def __init__(
        self, host: AggregateHost, clock: StoreClock, errands: Errands, names: Names
    ) -> None:
        self._host = host
        self._clock = clock
        self._errands = errands
        self._names = names
        self._under_way = 0

    # Over the socket.

    def send(self, client: Client, message: wire.Export) -> None:
        """Send a game to one who has joined its room."""
        self._errands.answer(client, message, self._send(client, message))

    def send_log(self, client: Client, message: wire.Log) -> None:
        """Send a page of the log of a room to one who has joined it."""
        self._errands.answer(client, message, self._send_log(client, message))

    async def own_game(self, room: str, player: str) -> str:
        """A game of a player as PGN, in WXF; "" for one that is not there any more."""
        changes = await self._host.history(AggregateId("room", room))
        if not changes:
            return ""
        is_seated = _room(changes).seats.side_of(player) is not None
        return await self._pgn(changes, "wxf", is_seated=is_seated)

    async def pgn_of(self, room: str, notation: NotationName) -> str:
        """A game that is over, as PGN.

        Raises:
            StoreUnavailable: there is no store.
        """
        changes = await self._host.history(AggregateId("room", room))
        return await self._pgn(changes, notation, is_seated=True)

    async def _send(self, client: Client, message: wire.Export) -> None:
        changes = await self._host.history(AggregateId("room", message.room))
        is_seated = _room(changes).seats.side_of(client.player) is not None
        text = await self._pgn(changes, message.notation, is_seated=is_seated)
        client.send(Pgn(message.id, message.room, message.notation, text))
        client.send(Done(message.id, message.room))

    async def _send_log(self, client: Client, message: wire.Log) -> None:
        aggregate = AggregateId("room", message.room)
        events = await self._host.stored(aggregate)
        lines = self._log(message.room, events, client.player)
        page = lines[message.after : message.after + LOG_PAGE]
        end = message.after + len(page)
        entries = [
            LogEntry(line.version, line.at_ms, line.event_id, line.body, line.digest)
            for line in page
        ]
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
            return self._log_file(room, query.get("until", [""])[-1])
        return self._pgn_file(room, query.get("notation", ["wxf"])[-1])

    def _pgn_file(self, room: str, wanted: str) -> Response | Awaitable[Response]:
        notation = next((name for name in _NOTATIONS if name == wanted), None)
        if notation is None:
            known = ", ".join(_NOTATIONS)
            return text_response(HTTPStatus.BAD_REQUEST, f"notation is one of: {known}")

        async def write(events: StoredLog) -> str:
            changes = self._host.replay(AggregateId("room", room), events)
            return await self._pgn(changes, notation, is_seated=False)

        return self._file(room, f"{room}.pgn", _PGN_TYPE, write)

    def _log_file(self, room: str, until: str) -> Response | Awaitable[Response]:
        if until and not _UNTIL.fullmatch(until):
            return text_response(HTTPStatus.BAD_REQUEST, "until is a version, from 1 on")

        async def write(events: StoredLog) -> str:
            lines = self._log(room, events, player=None)
            return "".join(line.text() for line in lines[: int(until) if until else None])

        return self._file(room, f"{room}.jsonl", _LOG_TYPE, write)

    async def _file(self, room: str, name: str, type_: str, write: Write) -> Response:
        if self._under_way >= AT_ONCE:
            return _busy()
        self._under_way += 1
        try:
            events = await self._host.stored(AggregateId("room", room))
        except StoreUnavailable:
            return _busy()
        finally:
            self._under_way -= 1
        if not events:
            return text_response(HTTPStatus.NOT_FOUND, "there is no such game")
        try:
            text = await write(events)
        except Refused as refused:
            return text_response(HTTPStatus.FORBIDDEN, f"{refused.code}: {refused.detail}")
        headers = (
            ("Content-Type", type_),
            ("Content-Disposition", f'attachment; filename="{name}"'),
            ("Cache-Control", "no-store"),
            ("X-Content-Type-Options", "nosniff"),
        )
        return Response(HTTPStatus.OK, text.encode(), headers)

    # What the reader may know.

    async def _pgn(
        self, changes: Sequence[Change], notation: NotationName, *, is_seated: bool
    ) -> str:
        """The game as far as the reader may know it."""
        room = _room(changes)
        await self._names.learn(room.seats.taken())
        if not is_seated and room.status is Status.PLAYING:
            told = Backlog(changes, room.terms.delay_ms, self._clock.now_ms()).told
            known = 0 if told is None else told.head.version
            changes = changes[:known]
        log = [cast("Stamped[RoomEvent]", change.stamped) for change in changes]
        head = changes[-1].head
        return pgn_text(_room(changes), log, notation, (head.version, head.digest), self._names)

    def _log(self, room: str, events: StoredLog, player: str | None) -> list[LogLine]:
        """The log, if the reader may know all of it.

        Raises:
            Refused: the game goes on, and those who watch are shown it late.
        """
        state = _room(self._host.replay(AggregateId("room", room), events))
        is_late = state.status is Status.PLAYING and state.terms.delay_ms > 0
        is_seated = player is not None and state.seats.side_of(player) is not None
        text = "spectators are shown this game late; its log is open when it is over"
        require(is_seated or not is_late, RefusalCode.GAME_NOT_OVER, text)
        return log_lines(events)


def _room(changes: Sequence[Change]) -> Room:
    return cast("Room", changes[-1].state)


def _busy() -> Response:
    return text_response(
        HTTPStatus.SERVICE_UNAVAILABLE, "not at the moment; try again later", Retry_After="2"
    )
