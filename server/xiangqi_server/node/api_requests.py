"""What programs ask by plain HTTP, as requests and answers: JSON, its headers, errors with a code.

An answer carries a hash of its bytes (ETag). So a program that asks again for what has not changed
hears so without them (304). Everything here only looks: GET and HEAD, and OPTIONS for
pages of other sites.
"""

import hashlib
from functools import cache
from http import HTTPStatus
from importlib import resources
from typing import Final

from xiangqi_server.aggregates.players.refusals import PlayerRefusal
from xiangqi_server.api.http_answers import answer_body, error_body, status_of
from xiangqi_server.api.http_routes import (
    READ_FILE,
    ROOT,
    Lookup,
    read_address,
    read_file_query,
)
from xiangqi_server.api.reading import ReadQuestion, written
from xiangqi_server.gateway.http.board_streams import BoardStream
from xiangqi_server.gateway.http.game_streams import GameStream
from xiangqi_server.gateway.http.program_requests import ProgramRequests, Sender
from xiangqi_server.gateway.lines import Lines
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, Refused, require
from xiangqi_server.net.http.cross_origin import ALLOWED, CrossOrigin, Headers
from xiangqi_server.net.http.http import Request, Response, Stream
from xiangqi_server.texts.web import language_asked
from xiangqi_server.wire.terms import Language

DESCRIPTION: Final = f"{ROOT}openapi.json"
"""The address that lists all addresses, for programs."""
_JSON: Final = "application/json; charset=utf-8"
_LINES: Final = "application/x-ndjson; charset=utf-8"
_BEARER: Final = "bearer"
_VARY: Final = ("Vary", "Accept-Language, Authorization")
_TAG_BYTES: Final = 12


def is_api_request(request: Request) -> bool:
    """Tell whether a program asks, and not a page."""
    return request.path.startswith(ROOT)


class ApiRequests:
    """Answers everything below `ROOT`."""

    def __init__(self, requests: ProgramRequests, cross_origin: CrossOrigin, lines: Lines) -> None:
        self._requests = requests
        self._cross_origin = cross_origin
        self._lines = lines

    async def answer(self, request: Request) -> Response | Stream:
        """Answer a request, or say in JSON why not."""
        headers = (_VARY, *self._cross_origin.headers(request))
        language = language_asked(request.accepted_language)
        try:
            return await self._answered(request, language, headers)
        except Refused as refused:
            return _refusal(refused, status_of(refused.code), language, headers)

    async def _answered(
        self, request: Request, language: Language, headers: Headers
    ) -> Response | Stream:
        if request.path == READ_FILE and request.method == "POST":
            return await self._read(request, language, headers)
        if request.method not in ALLOWED.split(", "):
            self._requests.count(request.counted_as)
            refused = Refused(CommonRefusal.NOT_ALLOWED)
            return _refusal(refused, HTTPStatus.METHOD_NOT_ALLOWED, language, headers)
        is_free = request.method == "OPTIONS" or request.path == DESCRIPTION
        try:
            sender = Sender(_token(request), language, request.counted_as)
            asked = None if is_free else _asked(request)
        except Refused:
            self._requests.count(request.counted_as)
            raise
        if asked is None:
            self._requests.count(request.counted_as)
            if request.method == "OPTIONS":
                return self._cross_origin.preflight(request)
            return _tagged(request, *_description(), headers)
        answer = await self._requests.answer(asked, sender)
        headers = (*headers, ("Content-Language", language))
        if isinstance(answer, GameStream | BoardStream):
            lines = (("Content-Type", _LINES), ("Cache-Control", "no-store"))
            return Stream(answer, (*headers, *lines, ("X-Accel-Buffering", "no")))
        body = answer_body(answer)
        return _tagged(request, body, _tag(body), headers)

    async def _read(self, request: Request, language: Language, headers: Headers) -> Response:
        """What a game file says that is the body of a request."""
        self._requests.count(request.counted_as)
        require(bool(request.body), CommonRefusal.BAD_MESSAGE, "The body is the file.")
        wanted = read_file_query(request.query)
        found = await self._lines.read(
            ReadQuestion(request.body, wanted.game, wanted.encoding, language, request.counted_as)
        )
        body = written(found)
        kept = (("Content-Type", _JSON), ("Content-Language", language))
        return Response(HTTPStatus.OK, body, (*headers, *kept, ("Cache-Control", "no-store")))


@cache
def _description() -> tuple[bytes, str]:
    """All addresses as OpenAPI tells them, and the tag of it."""
    body = (resources.files("xiangqi_server.wire") / "openapi.json").read_bytes()
    return body, _tag(body)


def _asked(request: Request) -> Lookup:
    asked = read_address(request.path, request.query)
    is_old = asked.route.is_stream and not request.is_http11
    require(not is_old, CommonRefusal.BAD_MESSAGE, "A stream needs HTTP/1.1.")
    return asked


def _token(request: Request) -> str:
    """The token that is shown with a request, "" for none."""
    shown = request.headers.get("authorization", "")
    scheme, _, token = shown.partition(" ")
    is_one = scheme.lower() == _BEARER and bool(token.strip())
    require(is_one or not shown, PlayerRefusal.BAD_TOKEN)
    return token.strip()


def _tag(body: bytes) -> str:
    """What changes with each byte of an answer."""
    return f'"{hashlib.blake2b(body, digest_size=_TAG_BYTES).hexdigest()}"'


def _tagged(request: Request, body: bytes, tag: str, headers: Headers) -> Response:
    """The answer, or nothing for a client that has it already."""
    headers = (*headers, ("Cache-Control", "no-cache"), ("ETag", tag))
    if request.has_already(tag):
        return Response(HTTPStatus.NOT_MODIFIED, b"", headers)
    return Response(HTTPStatus.OK, body, (*headers, ("Content-Type", _JSON)))


def _refusal(
    refused: Refused, status: HTTPStatus, language: Language, headers: Headers
) -> Response:
    headers += (
        ("Content-Type", _JSON),
        ("Content-Language", language),
        ("Cache-Control", "no-store"),
    )
    if refused.retry_ms is not None:
        headers += (("Retry-After", str(-(-refused.retry_ms // 1_000))),)
    if status is HTTPStatus.UNAUTHORIZED:
        headers += (("WWW-Authenticate", "Bearer"),)
    if status is HTTPStatus.METHOD_NOT_ALLOWED:
        headers += (("Allow", ALLOWED),)
    return Response(status, error_body(refused, language), headers)
