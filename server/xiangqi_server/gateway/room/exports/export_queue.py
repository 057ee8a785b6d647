"""The queue for files: a few for each holder, so that no holder keeps the others from theirs.

To write a game out means to replay it, which costs more than anything else that a client may ask
for. A node replays one game at a time. A holder (a player, or an address) has few places in the
queue, and keeps each until its file is handed over. So a client that does not read cannot ask for
more.
"""

from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from http import HTTPStatus
from typing import Final, NamedTuple

from xiangqi_server.gateway.connection.limits.waiting_places import WaitingPlaces
from xiangqi_server.kernel.aggregate.refusal import Refused
from xiangqi_server.kernel.store.port import StoreUnavailable
from xiangqi_server.limits import EXPORTS, EXPORTS_OF_ONE
from xiangqi_server.net.http.http import Request, Response, text_response
from xiangqi_server.texts.refusals import refusal_text
from xiangqi_server.texts.web import BUSY, NO_FILE, language_asked, wait_text
from xiangqi_server.texts.worded import Worded

RETRY_MS: Final = 2_000


Write = Callable[[], Awaitable[str]]
"""Makes the text of a file, "" if there is no such file."""


class File(NamedTuple):
    """A file as it is handed over by a plain link.

    Fields:
        name: the name under which it is saved.
        type: its media type.
    """

    name: str
    type: str


class ExportQueue(WaitingPlaces):
    """The places of one node for one sort of files. Owned by the object that writes them."""

    def __init__(self) -> None:
        super().__init__(EXPORTS.most, EXPORTS_OF_ONE.most, RETRY_MS)

    async def file(self, request: Request, file: File, write: Write) -> Response:
        """Hand a file over; its place is held until the answer is written, or it is refused."""
        with ExitStack() as stack:
            try:
                leave = self.enter(request.counted_as)
                stack.callback(leave)
                text = await write()
            except StoreUnavailable:
                return told_to_wait(HTTPStatus.SERVICE_UNAVAILABLE, BUSY, RETRY_MS, request)
            except Refused as refused:
                if refused.retry_ms is not None:
                    wait_ms = refused.retry_ms
                    return told_to_wait(HTTPStatus.SERVICE_UNAVAILABLE, BUSY, wait_ms, request)
                return _refusal(refused, request)
            if not text:
                return no_file(request)
            stack.pop_all()
        headers = (
            ("Content-Type", file.type),
            ("Content-Disposition", f'attachment; filename="{file.name}"'),
            ("Cache-Control", "no-store"),
        )
        return Response(HTTPStatus.OK, text.encode(), headers, leave)


def no_file(request: Request) -> Response:
    """An answer that says so, in the language asked for."""
    return in_words(HTTPStatus.NOT_FOUND, NO_FILE, request)


def in_words(status: HTTPStatus, text: Worded, request: Request, **headers: str) -> Response:
    """An answer that says why there is no file, in the language asked for."""
    language = language_asked(request.accepted_language)
    words = text.in_language(language)
    return text_response(status, words, Content_Language=language, **headers)


def _refusal(refused: Refused, request: Request) -> Response:
    language = language_asked(request.accepted_language)
    text = f"{refused.code}: {refusal_text(refused.code, language, refused.detail)}"
    return text_response(HTTPStatus.FORBIDDEN, text, Content_Language=language)


def told_to_wait(status: HTTPStatus, text: Worded, wait_ms: int, request: Request) -> Response:
    """An answer that says how long to wait, in the language asked for."""
    seconds = -(-wait_ms // 1_000)
    language = language_asked(request.accepted_language)
    return text_response(
        status,
        wait_text(text, seconds, language),
        Retry_After=str(seconds),
        Content_Language=language,
        Cache_Control="no-store",
    )
