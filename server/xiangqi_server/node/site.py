"""The browser client's files, and which address shows which page."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from xiangqi_server.gateway.room.exports.export_queue import no_file
from xiangqi_server.net.http.static import Framed, Site, read_tree
from xiangqi_server.node.own_pages import with_own_pages

PAGE_FOLDER: Final = "src/pages/"
PAGES: Final = {
    r"/": "src/pages/home.js",
    r"/game/[a-z0-9]{1,32}": "src/pages/game.js",
    r"/tournament/[a-z0-9]{4,32}/hall": "src/pages/hall.js",
    r"/tournament/[a-z0-9]{4,32}/paper": "src/pages/paper.js",
}
"""Pages whose address is not made from the name of their module; see `pages_of`."""
MADE_AHEAD: Final = ("/", "/tournament/any1")
"""Pages with so many modules that nobody's first visit may have them made."""
LOST_PAGE: Final = "src/pages/lost.js"
"""What is shown, with status 404, at an address that has no page."""
KNOWN_FILES: Final = {
    "/favicon.ico": "art/favicon.ico",
    "/apple-touch-icon.png": "art/apple-touch-icon.png",
    "/preview.jpg": "art/preview.jpg",
    "/worker.js": "src/shell/notices_worker.js",
}
"""Files that browsers and messengers ask for at an address that does not change.

A service worker has the pages below its own address, and browsers know it by that address.
"""
FRAMED: Final = Framed(r"/embed/(?:game/[a-z0-9]{4,32}|tv)", "embed.html", "src/embed/embed.js")
"""What may stand in a frame on another's page: it watches, plays nothing, and holds no token."""
CLIENT_PARTS: Final = ("index.html", "embed.html", "art/", "css/", "src/", "vendor/")


def site(
    own_pages: Mapping[str, str] | None = None, embed_origins: frozenset[str] = frozenset()
) -> Site:
    """Everything that is shown to browsers; what takes long to make is there already.

    With the texts that the operator has replaced; pages of those origins may show what can be
    framed.
    """
    files = with_own_pages(client_files(), own_pages or {})
    shown = Site(
        files,
        pages_of(files),
        lost=LOST_PAGE,
        known=KNOWN_FILES,
        missing=no_file,
        framed=replace(FRAMED, ancestors=embed_origins),
    )
    shown.make_ahead(MADE_AHEAD)
    return shown


def pages_of(files: Iterable[str]) -> dict[str, str]:
    """Give the module of each page by the pattern of its addresses.

    A module `src/pages/player.js` is shown at `/player` and at `/player/ann`.
    """
    others = set(files) - {*PAGES.values(), LOST_PAGE}
    named = (name.removeprefix(PAGE_FOLDER) for name in others if name.startswith(PAGE_FOLDER))
    words = (name.removesuffix(".js") for name in named if "/" not in name)
    return PAGES | {rf"/{word}(?:/[\w.~%-]{{1,192}})?": f"{PAGE_FOLDER}{word}.js" for word in words}


def client_files() -> dict[str, bytes]:
    """The browser client: from the installed package, or from the checkout beside it."""
    packaged: Traversable = resources.files("xiangqi_server") / "_client"
    root = packaged if packaged.is_dir() else Path(__file__).parents[3] / "client_js"
    return {name: data for name, data in read_tree(root).items() if name.startswith(CLIENT_PARTS)}
