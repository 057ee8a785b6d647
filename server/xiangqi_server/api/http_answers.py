"""What is told over plain HTTP: answers without an id, and refusals with a status and a body."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Final

import msgspec
from msgspec import Struct

from xiangqi_server.aggregate.refusal import RefusalCode, Refused
from xiangqi_server.texts.refusals import refusal_text
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
    RefusalCode.BAD_MESSAGE: HTTPStatus.BAD_REQUEST,
    RefusalCode.BAD_CURSOR: HTTPStatus.BAD_REQUEST,
    RefusalCode.BAD_TOKEN: HTTPStatus.UNAUTHORIZED,
    RefusalCode.SIGNED_OUT: HTTPStatus.UNAUTHORIZED,
    RefusalCode.TOKEN_REQUIRED: HTTPStatus.UNAUTHORIZED,
    RefusalCode.TOO_FAST: HTTPStatus.TOO_MANY_REQUESTS,
    RefusalCode.UNAVAILABLE: HTTPStatus.SERVICE_UNAVAILABLE,
    RefusalCode.NO_SUCH_ADDRESS: HTTPStatus.NOT_FOUND,
    RefusalCode.NO_SUCH_ROOM: HTTPStatus.NOT_FOUND,
    RefusalCode.NO_SUCH_PLAYER: HTTPStatus.NOT_FOUND,
    RefusalCode.NO_SUCH_TOURNAMENT: HTTPStatus.NOT_FOUND,
    RefusalCode.NOT_ENTERED: HTTPStatus.NOT_FOUND,
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
