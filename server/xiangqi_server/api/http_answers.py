"""What is sent over plain HTTP: answers without an id, and refusals with a status and a body."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Final

import msgspec
from msgspec import Struct

from xiangqi_server.aggregates.players.refusals import PlayerRefusal
from xiangqi_server.aggregates.refusals import SharedRefusal
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.tournaments.refusals import TournamentRefusal
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, RefusalCode, Refused
from xiangqi_server.texts.refusals import refusal_text
from xiangqi_server.wire.refusals import MessageRefusal
from xiangqi_server.wire.server import ServerMessage
from xiangqi_server.wire.terms import Language


class HttpError(Struct, frozen=True):
    """Why a request was not answered.

    Fields:
        code: for programs; the codes are those of `refused`.
        text: for people, in the language of Accept-Language.
        retry_ms: how long to wait before trying again; null where waiting does not help.
    """

    code: str
    text: str
    retry_ms: int | None


_STATUS: Final[Mapping[RefusalCode, HTTPStatus]] = {
    CommonRefusal.BAD_MESSAGE: HTTPStatus.BAD_REQUEST,
    MessageRefusal.BAD_CURSOR: HTTPStatus.BAD_REQUEST,
    PlayerRefusal.BAD_TOKEN: HTTPStatus.UNAUTHORIZED,
    PlayerRefusal.SIGNED_OUT: HTTPStatus.UNAUTHORIZED,
    MessageRefusal.TOKEN_REQUIRED: HTTPStatus.UNAUTHORIZED,
    MessageRefusal.TOO_FAST: HTTPStatus.TOO_MANY_REQUESTS,
    CommonRefusal.UNAVAILABLE: HTTPStatus.SERVICE_UNAVAILABLE,
    MessageRefusal.NO_SUCH_ADDRESS: HTTPStatus.NOT_FOUND,
    RoomRefusal.NO_SUCH_ROOM: HTTPStatus.NOT_FOUND,
    SharedRefusal.NO_SUCH_PLAYER: HTTPStatus.NOT_FOUND,
    TournamentRefusal.NO_SUCH_TOURNAMENT: HTTPStatus.NOT_FOUND,
    TournamentRefusal.NOT_ENTERED: HTTPStatus.NOT_FOUND,
}


def status_of(code: RefusalCode) -> HTTPStatus:
    """The status of an answer that refuses what was asked by a method that is answered."""
    return _STATUS.get(code, HTTPStatus.FORBIDDEN)


def answer_body(answer: ServerMessage) -> bytes:
    """An answer as programs read it that asked without an id."""
    content = msgspec.to_builtins(answer)
    content.pop("id", None)
    return msgspec.json.encode(content)


def error_body(refused: Refused, language: Language) -> bytes:
    """Why there is no answer."""
    text = refusal_text(refused.code, language, refused.detail)
    return msgspec.json.encode(HttpError(refused.code, text, refused.retry_ms))
