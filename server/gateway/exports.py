"""Whole games as files: over the socket, and by a plain link for whoever may watch."""

import re
from collections.abc import Awaitable, Sequence
from http import HTTPStatus
from typing import Final, cast, get_args
from urllib.parse import parse_qs, urlsplit

from server.aggregate.decision import Stamped
from server.aggregate.refusal import RefusalCode
from server.gateway.backlog import Backlog
from server.gateway.client import Client
from server.gateway.errands import Errands
from server.host.aggregate_host import AggregateHost
from server.host.replica import Change
from server.host.timebase import StoreClock
from server.net.http import Request, Response, text_response
from server.room.messages import RoomEvent
from server.room.state import Room, Status
from server.session.export import pgn_text
from server.store.base import AggregateId, StoreUnavailable
from server.wire import client as wire
from server.wire.server import Done, Pgn
from server.wire.terms import NotationName

AT_ONCE: Final = 8
"""So many games are written out for plain links at one time; more are asked to wait."""

_PATH: Final = re.compile(r"/game/([a-z0-9]{4,32})\.pgn")
_NOTATIONS: Final[tuple[NotationName, ...]] = get_args(NotationName)


class Exports:
    """Writes games out of their logs. Owned by the gateway."""

    def __init__(self, host: AggregateHost, clock: StoreClock, errands: Errands) -> None:
        self._host = host
        self._clock = clock
        self._errands = errands
        self._under_way = 0

    def send(self, client: Client, message: wire.Export) -> None:
        """Send a game to one who has joined its room."""
        self._errands.start(
            self._send(client, message),
            failed=lambda: client.refuse(message.id, RefusalCode.UNAVAILABLE, room=message.room),
        )

    def answer(self, request: Request) -> Response | Awaitable[Response] | None:
        """Answer a request for a game's file; None if it is for something else."""
        match = _PATH.fullmatch(request.path)
        if match is None or request.method not in ("GET", "HEAD"):
            return None
        wanted = parse_qs(urlsplit(request.target).query).get("notation", ["wxf"])[-1]
        notation = next((name for name in _NOTATIONS if name == wanted), None)
        if notation is None:
            known = ", ".join(_NOTATIONS)
            return text_response(HTTPStatus.BAD_REQUEST, f"notation is one of: {known}")
        if self._under_way >= AT_ONCE:
            return _busy()
        return self._file(match[1], notation)

    async def _send(self, client: Client, message: wire.Export) -> None:
        changes = await self._host.history(AggregateId("room", message.room))
        is_seated = _room(changes).seats.side_of(client.player) is not None
        text = self._text(changes, message.notation, is_seated=is_seated)
        client.send(Pgn(message.id, message.room, message.notation, text))
        client.send(Done(message.id, message.room))

    async def _file(self, room: str, notation: NotationName) -> Response:
        self._under_way += 1
        try:
            changes = await self._host.history(AggregateId("room", room))
        except StoreUnavailable:
            return _busy()
        finally:
            self._under_way -= 1
        if not changes:
            return text_response(HTTPStatus.NOT_FOUND, "there is no such game")
        text = self._text(changes, notation, is_seated=False)
        headers = (
            ("Content-Type", "application/x-chess-pgn; charset=utf-8"),
            ("Content-Disposition", f'attachment; filename="{room}.pgn"'),
            ("Cache-Control", "no-store"),
            ("X-Content-Type-Options", "nosniff"),
        )
        return Response(HTTPStatus.OK, text.encode(), headers)

    def _text(self, changes: Sequence[Change], notation: NotationName, *, is_seated: bool) -> str:
        """The game as far as the reader may know it."""
        room = _room(changes)
        if not is_seated and room.status is Status.PLAYING:
            told = Backlog(changes, room.terms.delay_ms, self._clock.now_ms()).told
            known = 0 if told is None else told.head.version
            changes = changes[:known]
        log = [cast("Stamped[RoomEvent]", change.stamped) for change in changes]
        return pgn_text(_room(changes), log, notation)


def _room(changes: Sequence[Change]) -> Room:
    return cast("Room", changes[-1].state)


def _busy() -> Response:
    return text_response(
        HTTPStatus.SERVICE_UNAVAILABLE, "not at the moment; try again later", Retry_After="2"
    )
