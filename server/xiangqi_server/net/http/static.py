"""How the client's files are addressed and cached: all under one hash of the whole tree.

The files are read once, at the start. What travels of each, and every page, is made when it is
first asked for, but what holds others up for too long is made ahead. `/a/<hash>/<name>` never
changes, so a browser may keep it for ever; pages are one `index.html`, always asked for again. In
it a relative `src` or ``href`` that names a file of the tree is rewritten to the file's address.
The modules that its script and the page of the address import, directly or not, are announced by
``modulepreload`` links. So the tree also works as it lies, on any plain server. Modules find each
other by relative imports. Since every address is looked up in a table, there is no path to climb
out of.

What travels of a file is made by `minified`. Style sheets that the page names one after the other
travel as one, for each request costs a slow line more than its bytes. A module that another one
fetches by itself can be announced as well: `import(/* soon */ "./name.js")`. A page whose module
waits for a style sheet of its own, `await withSheet("name")`, names it in its head, so that nothing
is drawn before it is there.
"""

import gzip
import hashlib
import mimetypes
import posixpath
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from xiangqi_server.net.http.http import Request, Response, text_response
from xiangqi_server.net.http.minified import minified, way_of_minifying

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors "
)
PAGE_POLICY: Final = f"{_POLICY}'none'"

PERMISSIONS: Final = (
    "camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), usb=()"
)
"""What no script of a page may ever ask the browser for."""

_PAGE_FILE: Final = "index.html"
_HASH_CHARS: Final = 16
_TEXT_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".md": "text/plain; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
}
_REFERENCE: Final = re.compile(r"""\b(src|href)="([^"#:?]+)\"""")
_MODULE_SCRIPT: Final = re.compile(r"""<script\b(?=[^>]*\btype="module")[^>]*\bsrc="([^"]+)\"""")
_IMPORT: Final = re.compile(
    r"""(?:^|[;}])\s*(?:import(?!\()|export)\b[^'";]*?["'](\.{1,2}/[^"']+)["']""", re.MULTILINE
)
_STYLE_LINKS: Final = re.compile(r"""(?:<link rel="stylesheet" href="[^":?]+">\s*){2,}""")
_STYLES_NAME: Final = "css/all.css"
_SOON: Final = re.compile(r"""\bimport\(/\* soon \*/ "(\.{1,2}/[^"]+)"\)""")
_OWN_SHEET: Final = re.compile(r"""\bawait withSheet\("(\w+)"\)""")
_SAFETY_HEADERS: Final = (
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Vary", "Accept-Encoding"),
)


@dataclass(frozen=True, slots=True)
class Framed:
    """A page that pages of other origins may show in a frame.

    Fields:
        address: the pattern of its addresses.
        file: what is sent, with `script` as its only script.
        ancestors: the origins; "*" is any, and without one no page may.
    """

    address: str
    file: str
    script: str
    ancestors: frozenset[str] = frozenset()

    @property
    def policy(self) -> str:
        """Its Content-Security-Policy, which differs from that of other pages in its ancestors."""
        return _POLICY + (" ".join(sorted(self.ancestors)) or "'none'")


class _Asset:
    """What is sent of a file or page."""

    def __init__(self, name: str, make: Callable[[], bytes], *headers: tuple[str, str]) -> None:
        suffix = posixpath.splitext(name)[1]
        kind = _TEXT_TYPES.get(suffix) or mimetypes.types_map.get(suffix)  # no file of the machine
        self.headers = (
            ("Content-Type", kind or "application/octet-stream"),
            *headers,
            *_SAFETY_HEADERS,
        )
        self._is_text = suffix in _TEXT_TYPES
        self._make = make

    @cached_property
    def plain(self) -> bytes:
        return self._make()

    @cached_property
    def zipped(self) -> bytes | None:
        zipped = gzip.compress(self.plain, mtime=0) if self._is_text else self.plain
        return zipped if len(zipped) < len(self.plain) else None


class Site:
    """The client's tree, ready to be sent. Without an `index.html` every page is missing."""

    __slots__ = ("_assets", "_lost", "_missing_file", "_pages", "tree_hash")

    def __init__(
        self,
        files: Mapping[str, bytes],
        pages: Mapping[str, str],
        *,
        lost: str | None = None,
        known: Mapping[str, str] | None = None,
        missing: Callable[[Request], Response] | None = None,
        framed: Framed | None = None,
    ) -> None:
        """Take `files` by name ("src/main.js"), and the module of each page by its addresses.

        `pages` maps the pattern of the paths that show a page to the module that draws it. `lost`
        is the module of the page for an address that shows none. `known` names the files that
        browsers ask for at an address of their own choice ("/favicon.ico"), of which a worker is
        asked for each time. `missing` says of a
        file that it is not there. `framed` is a page with a policy of its own.
        """
        files = _with_styles_joined(files)
        self._missing_file = missing or _nothing
        self.tree_hash = hash_tree(files)
        root = f"/a/{self.tree_hash}/"
        self._assets = {
            root + name: _file(name, data, "public, max-age=31536000, immutable")
            for name, data in files.items()
            if name not in (_PAGE_FILE, framed and framed.file)
        }
        for address, name in (known or {}).items():
            if name in files:
                kept = "no-cache" if name.endswith(".js") else "public, max-age=86400"
                self._assets[address] = _file(name, files[name], kept)
        self._pages: list[tuple[str, _Asset]] = []
        self._lost: _Asset | None = None
        if _PAGE_FILE in files:
            self._lost = self._page(files, root, lost) if lost is not None else None
            self._pages = [
                (pattern, self._page(files, root, module)) for pattern, module in pages.items()
            ]

        if framed is not None and framed.file in files:
            page = self._page(files, root, framed.script, framed.file, framed.policy)
            self._pages.append((framed.address, page))

    def _page(
        self,
        files: Mapping[str, bytes],
        root: str,
        module: str,
        file: str = _PAGE_FILE,
        policy: str = PAGE_POLICY,
    ) -> _Asset:
        return _Asset(
            file,
            partial(render_page, files, root, module, file),
            ("Cache-Control", "no-cache"),
            ("ETag", f'W/"{self.tree_hash}"'),
            ("Content-Security-Policy", policy),
            ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Permissions-Policy", PERMISSIONS),
        )

    def make_ahead(self, paths: Iterable[str]) -> None:
        """Make the style sheet and these pages, before anybody is served: it takes some 25 ms."""
        for path in (f"/a/{self.tree_hash}/{_STYLES_NAME}", *paths):
            asset = self._find(path)
            if asset is not None:
                asset.zipped  # noqa: B018 - it is kept

    def _find(self, path: str) -> _Asset | None:
        if path in self._assets:
            return self._assets[path]
        return next((page for pattern, page in self._pages if re.fullmatch(pattern, path)), None)

    def answer(self, request: Request) -> Response:
        """Give the file or page of a GET or HEAD request; anything else is refused in words."""
        if request.method not in ("GET", "HEAD"):
            return text_response(
                HTTPStatus.METHOD_NOT_ALLOWED, "only GET and HEAD", Allow="GET, HEAD"
            )
        asset = self._find(request.path)
        if asset is None:
            return self._missing(request)
        if request.has_already(f'"{self.tree_hash}"'):
            return Response(HTTPStatus.NOT_MODIFIED, b"", asset.headers)
        return _sent(asset, request, HTTPStatus.OK)

    def _missing(self, request: Request) -> Response:
        """Say that there is nothing: by a page to a reader, in a line for a file."""
        is_file = "." in posixpath.basename(request.path) or request.path.startswith("/a/")
        if self._lost is None or is_file:
            return self._missing_file(request)
        return _sent(self._lost, request, HTTPStatus.NOT_FOUND)


def _nothing(_: Request) -> Response:
    return text_response(HTTPStatus.NOT_FOUND, "nothing here")


def read_tree(root: "Traversable") -> dict[str, bytes]:
    """Read all files below `root`, by their names relative to it.

    Hidden files and the tools of the developers (`node_modules`) are left out.
    """
    return dict(_walk(root, ""))


def hash_tree(files: Mapping[str, bytes]) -> str:
    """Give a hash of all names and contents, and of how they are minified."""
    digest = hashlib.sha256(way_of_minifying())
    for name in sorted(files):
        digest.update(f"{name}\0{len(files[name])}\0".encode())
        digest.update(files[name])
    return digest.hexdigest()[:_HASH_CHARS]


def render_page(
    files: Mapping[str, bytes], root: str, module: str, file: str = _PAGE_FILE
) -> bytes:
    """Give `index.html`, or another page, with addresses under `root` and its modules preloaded.

    `module` draws the page; it and what it imports are announced after the page's own scripts
    and all that those import: they run, and open the line, as soon as the last of them is there.
    """
    page = files[file].decode()
    scripts = [posixpath.normpath(name) for name in _MODULE_SCRIPT.findall(page)]
    needed = modules_of(files, scripts)
    names = dict.fromkeys([*needed, *modules_of(files, [module])])
    own = [f"css/{name}.css" for name in _OWN_SHEET.findall(files.get(module, b"").decode())]
    links = "".join(
        [f'<link rel="stylesheet" href="{root}{name}">\n' for name in own]
        + [f'<link rel="modulepreload" href="{root}{name}">\n' for name in names]
    )

    def address(match: re.Match[str]) -> str:
        name = posixpath.normpath(match[2])
        return f'{match[1]}="{root}{name}"' if name in files else match[0]

    return _REFERENCE.sub(address, page).replace("</head>", f"{links}</head>", 1).encode()


def modules_of(files: Mapping[str, bytes], entries: list[str]) -> list[str]:
    """Give `entries` and the modules they import or fetch soon, and theirs, near ones first."""
    found = [name for name in entries if name in files]
    for name in found:  # grows while we go through it
        for target in _targets_in(minified(name, files[name])):
            module = posixpath.normpath(posixpath.join(posixpath.dirname(name), target))
            if module in files and module not in found:
                found.append(module)
    return found


@lru_cache(maxsize=1_024)
def _targets_in(code: bytes) -> tuple[str, ...]:
    """What a module imports or fetches soon, as it is written: every page asks this of the same."""
    text = code.decode(errors="replace")
    return (*_IMPORT.findall(text), *_SOON.findall(text))


def accepts_gzip(request: Request) -> bool:
    """Tell whether the peer reads gzip."""
    for word in request.tokens("accept-encoding"):
        coding, _, quality = word.partition(";")
        if coding.strip() in ("gzip", "*"):
            return quality.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


def _walk(folder: "Traversable", prefix: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.name.startswith(".") or entry.name == "node_modules":
            continue
        if entry.is_dir():
            yield from _walk(entry, f"{prefix}{entry.name}/")
        else:
            yield prefix + entry.name, entry.read_bytes()


def _with_styles_joined(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Give the tree with one style sheet of all that the page names in a row."""
    page = files.get(_PAGE_FILE, b"").decode()
    row = _STYLE_LINKS.search(page)
    names = [posixpath.normpath(name) for _, name in _REFERENCE.findall(row[0])] if row else []
    if row is None or not all(name in files for name in names):
        return dict(files)
    joined = f'<link rel="stylesheet" href="{_STYLES_NAME}">\n'
    return {
        **files,
        _STYLES_NAME: b"\n".join(files[name] for name in names),
        _PAGE_FILE: (page[: row.start()] + joined + page[row.end() :]).encode(),
    }


def _sent(asset: _Asset, request: Request, status: HTTPStatus) -> Response:
    """Give an asset as the peer reads it."""
    if asset.zipped is not None and accepts_gzip(request):
        return Response(status, asset.zipped, (*asset.headers, ("Content-Encoding", "gzip")))
    return Response(status, asset.plain, asset.headers)


def _file(name: str, data: bytes, caching: str) -> _Asset:
    return _Asset(name, partial(minified, name, data), ("Cache-Control", caching))
