"""Pages as link previews show them: a title, a sentence, and a picture.

A messenger fetches a page once and reads the `og:` properties in its head. These name the picture
by its whole address, and a game by its players. So such a program gets a page made for it. A
browser, which says that it navigates, gets the same one as all. A picture is the board of a game,
as spectators know it, or of a game of masters.
"""

import re
from collections.abc import Awaitable, Callable
from html import escape
from http import HTTPStatus
from typing import Final
from urllib.parse import unquote

from xiangqi_server.api.views.previews import DrawnPosition, LinkPreview
from xiangqi_server.gateway.link_previews import LinkPreviews
from xiangqi_server.gateway.room.exports.export_queue import RETRY_MS, no_file, told_to_wait
from xiangqi_server.kernel.store.port import StoreUnavailable
from xiangqi_server.net.http.http import Request, Response
from xiangqi_server.net.http.static import Site
from xiangqi_server.node.master_games import MasterGames
from xiangqi_server.node.pictures import HEIGHT, WIDTH, BoardPictures
from xiangqi_server.texts.web import BUSY, language_asked
from xiangqi_server.wire.terms import Language

PICTURE: Final = "/preview.jpg"
KEPT_S: Final = 60
"""How long a picture may be shown again without asking: the game goes on."""

_BROWSERS_SAY: Final = ("sec-fetch-mode", "upgrade-insecure-requests")
_GAME: Final = re.compile(r"/game/([a-z0-9]{4,32})")
_GAME_PICTURE: Final = re.compile(_GAME.pattern + r"\.png")
_MASTERS: Final = re.compile(r"/masters/([1-9][0-9]{0,3})(?:-([0-9]{1,4}))?")
_MASTERS_PICTURE: Final = re.compile(_MASTERS.pattern + r"\.png")
_PLAYER: Final = re.compile(r"/player/([\w.~%-]{1,192})", re.ASCII)
_TOURNAMENT: Final = re.compile(r"/tournament/([a-z0-9]{4,32})(?:/hall)?")
_TV: Final = re.compile(r"/watch(?:/tv)?()")
_PREVIEWED: Final = (_GAME, _MASTERS, _PLAYER, _TOURNAMENT, _TV)
_PLY: Final = re.compile(r"ply=([0-9]{1,4})")
_HOST: Final = re.compile(r"[A-Za-z0-9.\-\[\]:]{1,255}")
_FILES: Final = "/a/"
_HTML: Final = "text/html"
_TAG: Final = "ETag"
"""Of the page as everybody gets it, which a preview is not."""

Find = Callable[[Request, re.Match[str], Language], Awaitable[LinkPreview | None]]


def wants_preview(request: Request) -> bool:
    """Tell whether a request for a page is no browser's that shows it to somebody."""
    is_page = request.method in ("GET", "HEAD") and not request.path.startswith(_FILES)
    return is_page and not any(name in request.headers for name in _BROWSERS_SAY)


def is_picture(request: Request) -> bool:
    """Tell whether a request is for the picture of a game, whichever program shows it."""
    if request.method not in ("GET", "HEAD"):
        return False
    return any(known.fullmatch(request.path) for known in (_GAME_PICTURE, _MASTERS_PICTURE))


def is_told_preview(request: Request) -> bool:
    """Tell whether a request has something looked up, which costs more than a page."""
    return wants_preview(request) and any(known.fullmatch(request.path) for known in _PREVIEWED)


class PagePreviews:
    """Writes into pages what a preview shows.

    Args:
        files: the pages as everybody gets them.
        site: the address of the site, "" if the request has to say it.
    """

    def __init__(self, links: LinkPreviews, files: Site, site: str = "") -> None:
        self._links = links
        self._files = files
        self._site = site
        self._masters = MasterGames(files)
        self._pictures = BoardPictures()
        self._find: dict[re.Pattern[str], Find] = {
            _GAME: lambda asked, part, language: links.game(part[1], _ply_in(asked), language),
            _MASTERS: self._master,
            _PLAYER: lambda _, part, language: links.player(unquote(part[1]), language),
            _TOURNAMENT: lambda _, part, language: links.tournament(part[1], language),
            _TV: lambda _, __, language: links.tv(language),
        }

    async def picture(self, request: Request) -> Response:
        """The board of a game as it stands or after a ply, as a PNG file."""
        try:
            shown = await self._shown(request)
        except StoreUnavailable:
            return told_to_wait(HTTPStatus.SERVICE_UNAVAILABLE, BUSY, RETRY_MS, request)
        if shown is None:
            return no_file(request)
        kept = ("Cache-Control", f"public, max-age={KEPT_S}")
        picture = await self._pictures.of(shown)
        return Response(HTTPStatus.OK, picture, (("Content-Type", "image/png"), kept))

    async def _shown(self, request: Request) -> DrawnPosition | None:
        game = _GAME_PICTURE.fullmatch(request.path)
        if game is not None:
            is_wrong = bool(request.query) and _ply_in(request) is None
            return None if is_wrong else await self._links.shown(game[1], _ply_in(request))
        master = _MASTERS_PICTURE.fullmatch(request.path)
        return None if master is None else self._masters.shown(int(master[1]), int(master[2] or 0))

    async def _master(
        self, _: Request, part: re.Match[str], language: Language
    ) -> LinkPreview | None:
        return self._masters.preview(int(part[1]), int(part[2] or 0), language)

    async def answer(self, request: Request) -> Response:
        """The page of a game, a player and so on, with what the store knows of it."""
        language = language_asked(request.accepted_language)
        preview = None
        for pattern, find in self._find.items():
            match = pattern.fullmatch(request.path)
            if match is not None:
                try:
                    preview = await find(request, match, language)
                except StoreUnavailable:
                    preview = None
        return self.page(request, preview)

    def page(self, request: Request, preview: LinkPreview | None = None) -> Response:
        """A page with whole addresses, called as the preview says."""
        kept = {name: text for name, text in request.headers.items() if name == "host"}
        answer = self._files.answer(request._replace(headers=kept))
        kind = dict(answer.headers).get("Content-Type", "")
        origin = self._site or _origin(request)
        if answer.status is not HTTPStatus.OK or not kind.startswith(_HTML) or not origin:
            return self._files.answer(request)
        told = {"og:url": origin + request.path, "og:image": origin + PICTURE}
        if preview is not None:
            told |= _told(preview, origin)
        ply = _ply_in(request)
        if ply is not None:
            told["og:url"] += f"?ply={ply}"
        headers = tuple(pair for pair in answer.headers if pair[0] != _TAG)
        return Response(HTTPStatus.OK, with_properties(answer.body, told), headers)


def _ply_in(request: Request) -> int | None:
    """The ply that an address names, None if it names none."""
    match = _PLY.fullmatch(request.query)
    return None if match is None else int(match[1])


def _told(preview: LinkPreview, origin: str) -> dict[str, str]:
    """The properties that a preview changes."""
    told = {"og:title": preview.title, "og:description": preview.text} if preview.title else {}
    if preview.picture:
        told |= {"og:image": origin + preview.picture}
        told |= {"og:image:width": str(WIDTH), "og:image:height": str(HEIGHT)}
    return told


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
