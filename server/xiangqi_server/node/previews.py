"""Pages as link previews show them: a title, and a picture.

A messenger fetches a page once and reads the `og:` properties in its head. These name the picture
by its whole address, and a game by its players. So such a program gets a page made for it. A
browser, which says that it navigates, gets the same one as all. The picture of a game is its board.
"""

import re
from html import escape
from http import HTTPStatus
from typing import Final

from xiangqi_server.api.views.previews import LinkPreview
from xiangqi_server.gateway.room.exports.export_queue import RETRY_MS, no_file, told_to_wait
from xiangqi_server.gateway.room.exports.previews import GamePreviews
from xiangqi_server.kernel.store.port import StoreUnavailable
from xiangqi_server.net.http.http import Request, Response
from xiangqi_server.net.http.static import Site
from xiangqi_server.node.pictures import HEIGHT, WIDTH, BoardPictures
from xiangqi_server.texts.web import BUSY, language_asked

PICTURE: Final = "/preview.jpg"
KEPT_S: Final = 60
"""How long a picture may be shown again without asking: the game goes on."""

_BROWSERS_SAY: Final = ("sec-fetch-mode", "upgrade-insecure-requests")
_GAME_PICTURE: Final = re.compile(r"/game/([a-z0-9]{4,32})\.png")
_GAME: Final = re.compile(r"/game/([a-z0-9]{4,32})")
_HOST: Final = re.compile(r"[A-Za-z0-9.\-\[\]:]{1,255}")
_FILES: Final = "/a/"
_HTML: Final = "text/html"
_TAG: Final = "ETag"
"""Of the page as everybody gets it, which a preview is not."""


def wants_preview(request: Request) -> bool:
    """Tell whether a request for a page is no browser's that shows it to somebody."""
    is_page = request.method in ("GET", "HEAD") and not request.path.startswith(_FILES)
    return is_page and not any(name in request.headers for name in _BROWSERS_SAY)


def is_game_picture(request: Request) -> bool:
    """Tell whether a request is for the picture of a game, whichever program shows it."""
    is_read = request.method in ("GET", "HEAD")
    return is_read and _GAME_PICTURE.fullmatch(request.path) is not None


def is_game_preview(request: Request) -> bool:
    """Tell whether a request has a game looked at, which costs more than a page."""
    return wants_preview(request) and _GAME.fullmatch(request.path) is not None


class PagePreviews:
    """Writes into pages what a preview shows.

    Args:
        files: the pages as everybody gets them.
    """

    def __init__(self, games: GamePreviews, files: Site) -> None:
        self._games = games
        self._files = files
        self._pictures = BoardPictures()

    async def picture(self, request: Request) -> Response:
        """The board of a game as it stands, as a PNG file."""
        match = _GAME_PICTURE.fullmatch(request.path)
        try:
            fen = None if match is None else await self._games.fen(match[1])
        except StoreUnavailable:
            return told_to_wait(HTTPStatus.SERVICE_UNAVAILABLE, BUSY, RETRY_MS, request)
        if fen is None:
            return no_file(request)
        kept = ("Cache-Control", f"public, max-age={KEPT_S}")
        picture = await self._pictures.of(fen)
        return Response(HTTPStatus.OK, picture, (("Content-Type", "image/png"), kept))

    async def answer(self, request: Request) -> Response:
        """The page of a game, with its players named where the store can be asked."""
        match = _GAME.fullmatch(request.path)
        preview = None
        if match is not None:
            language = language_asked(request.accepted_language)
            try:
                preview = await self._games.of(match[1], language)
            except StoreUnavailable:
                preview = None
        return self.page(request, preview)

    def page(self, request: Request, preview: LinkPreview | None = None) -> Response:
        """A page with whole addresses, called as the preview says."""
        kept = {name: text for name, text in request.headers.items() if name == "host"}
        answer = self._files.answer(request._replace(headers=kept))
        kind = dict(answer.headers).get("Content-Type", "")
        origin = _origin(request)
        if answer.status is not HTTPStatus.OK or not kind.startswith(_HTML) or not origin:
            return self._files.answer(request)
        told = {"og:url": origin + request.path, "og:image": origin + PICTURE}
        if preview is not None:
            sizes = {"og:image:width": str(WIDTH), "og:image:height": str(HEIGHT)}
            told |= {"og:image": f"{origin}{request.path}.png"} | sizes
            told |= {"og:title": preview.title, "og:description": preview.text}
        headers = tuple(pair for pair in answer.headers if pair[0] != _TAG)
        return Response(HTTPStatus.OK, with_properties(answer.body, told), headers)


def with_properties(page: bytes, told: dict[str, str]) -> bytes:
    """A page whose head says these properties instead of its own; only those it has."""
    text = page.decode()
    for name, value in told.items():
        tag = f'<meta property="{name}" content="{escape(value)}">'
        known = re.search(rf'<meta property="{re.escape(name)}" content="[^"]*">', text)
        if known is not None:
            text = text[: known.start()] + tag + text[known.end() :]
    return text.encode()


def _origin(request: Request) -> str:
    """Where the page lies as its reader reaches it, "" if the request does not say."""
    host = request.headers.get("host", "")
    if not _HOST.fullmatch(host):
        return ""
    scheme = "https" if request.tokens("x-forwarded-proto")[0] == "https" else "http"
    return f"{scheme}://{host}"
