import gzip
from dataclasses import replace
from http import HTTPStatus
from pathlib import Path

import pytest

from xiangqi_server.net.http.http import Request
from xiangqi_server.net.http.minified import minified
from xiangqi_server.net.http.static import (
    PAGE_POLICY,
    Framed,
    Site,
    accepts_gzip,
    hash_tree,
    modules_of,
    read_tree,
    render_page,
)

FILES = {
    "index.html": (
        b'<!doctype html><html><head><link rel="stylesheet" href="css/page.css">'
        b'<script src="src/main.js" type="module"></script></head>'
        b'<body><a href="https://example.org/">x</a><a href="#top">y</a>'
        b'<a href="/game/1">z</a><img src="missing.svg"></body></html>'
    ),
    "css/page.css": b"body{margin:0}" * 50,
    "src/main.js": b'import { draw } from "./view/board.js";\nexport { link } from "./link.js";\n',
    "src/link.js": b'import {\n  decode\n} from "../vendor/codec.mjs";\nimport "node:fs";\n',
    "src/view/board.js": b'import { link } from "../link.js";\nconst a = "./not-a-module.js";\n',
    "src/home.js": b"export const home = 1;\n",
    "src/unused.js": b"export const unused = 1;\n",
    "vendor/codec.mjs": b"export const decode = 1;\n",
    "sounds/move.ogg": b"OggS" * 100,
}
PAGES = {"/": "src/home.js", r"/game/[a-z0-9]{1,64}": "src/view/board.js"}
SITE = Site(FILES, PAGES)
FRAMED = Framed("/embed/[a-z]+", "frame.html", "src/home.js", frozenset({"https://a.example"}))
FRAME = b'<head><script type="module" src="src/home.js"></script></head>'
ROOT = f"/a/{SITE.tree_hash}"


def get(target: str, *, method: str = "GET", **headers: str) -> Request:
    return Request(method, target, {name.replace("_", "-"): text for name, text in headers.items()})


def test_an_address_without_a_page_is_a_page_of_its_own_with_status_404() -> None:
    site = Site(FILES, PAGES, lost="src/unused.js")

    answer = site.answer(get("/nowhere", if_none_match=f'"{site.tree_hash}"'))
    file = site.answer(get("/missing.js"))
    old = site.answer(get("/a/0123/src/main"))

    assert (answer.status, b"src/unused.js" in answer.body) == (HTTPStatus.NOT_FOUND, True)
    assert dict(answer.headers)["Content-Type"] == "text/html; charset=utf-8"
    assert (file.status, file.body) == (HTTPStatus.NOT_FOUND, b"nothing here\n")
    assert (old.status, old.body) == (HTTPStatus.NOT_FOUND, b"nothing here\n")


def test_a_file_has_the_address_browsers_ask_for_too() -> None:
    site = Site(FILES, PAGES, known={"/favicon.ico": "sounds/move.ogg", "/none.ico": "none.ico"})

    assert site.answer(get("/favicon.ico")).body == FILES["sounds/move.ogg"]
    assert site.answer(get("/none.ico")).status is HTTPStatus.NOT_FOUND


def test_a_worker_is_asked_for_each_time() -> None:
    site = Site(
        FILES, PAGES, known={"/worker.js": "src/main.js", "/favicon.ico": "sounds/move.ogg"}
    )

    kept = [
        dict(site.answer(get(at)).headers)["Cache-Control"] for at in ("/worker.js", "/favicon.ico")
    ]

    assert kept == ["no-cache", "public, max-age=86400"]


def test_a_file_of_the_tree_may_be_kept_for_ever() -> None:
    answer = SITE.answer(get(f"{ROOT}/css/page.css"))

    assert (answer.status, answer.body) == (HTTPStatus.OK, FILES["css/page.css"])
    assert dict(answer.headers) == {
        "Content-Type": "text/css; charset=utf-8",
        "Cache-Control": "public, max-age=31536000, immutable",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Vary": "Accept-Encoding",
    }


def test_text_is_zipped_for_those_who_read_it() -> None:
    answer = SITE.answer(get(f"{ROOT}/css/page.css", accept_encoding="br, gzip"))

    assert gzip.decompress(answer.body) == FILES["css/page.css"]
    assert ("Content-Encoding", "gzip") in answer.headers


def test_sounds_are_not_zipped() -> None:
    answer = SITE.answer(get(f"{ROOT}/sounds/move.ogg", accept_encoding="gzip"))

    assert answer.body == FILES["sounds/move.ogg"]


@pytest.mark.parametrize(
    ("path", "module"),
    [
        ("/", "src/home.js"),
        ("/?lang=vi", "src/home.js"),
        ("/game/abc123", "src/view/board.js"),
        ("/game/abc123?ply=4", "src/view/board.js"),
    ],
)
def test_every_page_is_the_same_file_with_its_modules_asked_for_again_each_time(
    path: str, module: str
) -> None:
    answer = SITE.answer(get(path))

    headers = dict(answer.headers)
    assert (answer.status, answer.body) == (HTTPStatus.OK, render_page(FILES, f"{ROOT}/", module))
    assert headers["Cache-Control"] == "no-cache"
    assert headers["Content-Security-Policy"] == PAGE_POLICY
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "camera=(), " in headers["Permissions-Policy"]
    assert headers["Content-Type"] == "text/html; charset=utf-8"


def test_a_page_that_may_be_framed_has_a_policy_of_its_own_and_no_other_page_has() -> None:
    framed = Site({**FILES, "frame.html": FRAME}, PAGES, framed=FRAMED)
    closed = Site(
        {**FILES, "frame.html": FRAME}, PAGES, framed=replace(FRAMED, ancestors=frozenset())
    )

    policies = {
        path: dict(framed.answer(get(path)).headers)["Content-Security-Policy"]
        for path in ("/", "/game/abc123", "/embed/tv")
    }
    bare = framed.answer(get(f"/a/{framed.tree_hash}/frame.html"))

    allowed = PAGE_POLICY.replace("ancestors 'none'", "ancestors https://a.example")
    assert policies == {"/": PAGE_POLICY, "/game/abc123": PAGE_POLICY, "/embed/tv": allowed}
    assert dict(closed.answer(get("/embed/tv")).headers)["Content-Security-Policy"] == PAGE_POLICY
    assert bare.status is HTTPStatus.NOT_FOUND
    assert b"src/home.js" in framed.answer(get("/embed/tv")).body


@pytest.mark.parametrize("known", ['"{}"', 'W/"{}"', '"other" , W/"{}"', "*", " * "])
def test_a_page_that_has_not_changed_is_not_sent_again(known: str) -> None:
    answer = SITE.answer(get("/", if_none_match=known.format(SITE.tree_hash)))

    assert (answer.status, answer.body) == (HTTPStatus.NOT_MODIFIED, b"")


@pytest.mark.parametrize("known", ["", '"*"', '"other", *', 'x"{}"', "{}"])
def test_a_page_that_is_not_known_is_sent(known: str) -> None:
    answer = SITE.answer(get("/", if_none_match=known.format(SITE.tree_hash)))

    assert answer.status == HTTPStatus.OK


@pytest.mark.parametrize(
    "path",
    [
        "/index.html",
        "/src/main.js",
        "/game/",
        "/game/ABC",
        "/game/../secret",
        "/game/abc/def",
        f"{ROOT}/index.html",
        f"{ROOT}/",
        f"{ROOT}/../../etc/passwd",
        f"{ROOT}/%2e%2e/%2e%2e/etc/passwd",
        f"{ROOT}//etc/passwd",
        f"{ROOT}/src/main.js%00",
        f"{ROOT}/src\\main.js",
        "/a/0000000000000000/src/main.js",
    ],
)
def test_nothing_else_is_found(path: str) -> None:
    assert SITE.answer(get(path)).status is HTTPStatus.NOT_FOUND


def test_only_get_and_head_are_answered() -> None:
    answer = SITE.answer(get("/", method="POST"))

    assert answer.status is HTTPStatus.METHOD_NOT_ALLOWED
    assert ("Allow", "GET, HEAD") in answer.headers
    assert SITE.answer(get("/", method="HEAD")).status is HTTPStatus.OK


def test_addresses_in_the_page_lead_into_the_tree_and_modules_are_preloaded() -> None:
    page = render_page(FILES, "/a/H/", "src/home.js").decode()

    assert page == (
        '<!doctype html><html><head><link rel="stylesheet" href="/a/H/css/page.css">'
        '<script src="/a/H/src/main.js" type="module"></script>'
        '<link rel="modulepreload" href="/a/H/src/main.js">\n'
        '<link rel="modulepreload" href="/a/H/src/view/board.js">\n'
        '<link rel="modulepreload" href="/a/H/src/link.js">\n'
        '<link rel="modulepreload" href="/a/H/vendor/codec.mjs">\n'
        '<link rel="modulepreload" href="/a/H/src/home.js">\n'
        '</head><body><a href="https://example.org/">x</a><a href="#top">y</a>'
        '<a href="/game/1">z</a><img src="missing.svg"></body></html>'
    )


def test_modules_that_are_asked_for_later_are_not_found() -> None:
    files = {"a.js": b'later([\n  import("./b.js"),\n]);\n', "b.js": b""}

    assert modules_of(files, ["a.js"]) == ["a.js"]


def test_modules_that_import_each_other_are_found_once() -> None:
    files = {"a.js": b'import "./b.js"', "b.js": b'import "./a.js"'}

    assert modules_of(files, ["a.js"]) == ["a.js", "b.js"]


def test_the_hash_depends_on_names_and_contents_only() -> None:
    assert hash_tree({"a": b"1", "b": b"2"}) == hash_tree({"b": b"2", "a": b"1"})
    assert len({hash_tree({"a": b"1"}), hash_tree({"a": b"2"}), hash_tree({"b": b"1"})}) == 3


def test_a_tree_is_read_whole_without_hidden_files_and_tools(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "tool.js").write_bytes(b"0")
    (tmp_path / "src" / "main.js").write_bytes(b"1")
    (tmp_path / "index.html").write_bytes(b"2")
    (tmp_path / ".secret").write_bytes(b"3")

    assert read_tree(tmp_path) == {"src/main.js": b"1", "index.html": b"2"}


@pytest.mark.parametrize(
    ("header", "accepted"),
    [
        ("gzip", True),
        ("deflate, GZIP;q=0.5", True),
        ("*", True),
        ("gzip;q=0", False),
        ("gzip; q=0.0", False),
        ("br", False),
        ("", False),
    ],
)
def test_gzip_is_accepted_only_by_name(header: str, accepted: bool) -> None:
    assert accepts_gzip(get("/", accept_encoding=header)) is accepted


def test_without_an_index_there_is_no_page() -> None:
    site = Site({"src/main.js": b""}, {"/": "src/main.js"})

    assert site.answer(get("/")).status is HTTPStatus.NOT_FOUND


def test_what_travels_of_a_module_is_its_code() -> None:
    site = Site({"src/main.js": b"/** Says so. */\nlet a = 1;\n"}, {"/": "src/main.js"})

    answer = site.answer(get(f"/a/{site.tree_hash}/src/main.js"))

    assert answer.body == b"let a=1;"


def test_style_sheets_in_a_row_travel_as_one_in_their_order() -> None:
    links = b'<link rel="stylesheet" href="css/b.css">\n<link rel="stylesheet" href="css/a.css">\n'
    files = {
        "index.html": b"<head>" + links + b"</head>",
        "css/a.css": b"a { margin: 0 }",
        "css/b.css": b"b { margin: 0 }",
    }
    site = Site(files, {"/": "src/home.js"})

    page = site.answer(get("/")).body.decode()
    styles = site.answer(get(f"/a/{site.tree_hash}/css/all.css"))

    assert page.count("stylesheet") == 1
    assert f'href="/a/{site.tree_hash}/css/all.css"' in page
    assert styles.body == b"b{margin:0}a{margin:0}"


def test_a_module_that_is_fetched_soon_is_announced_and_one_that_is_fetched_rarely_is_not() -> None:
    files = {
        "src/main.js": b'import(/* soon */ "./hand.js"); import("./rare.js");',
        "src/hand.js": b'import { a } from "./a.js";',
        "src/a.js": b"",
        "src/rare.js": b"",
    }

    assert modules_of(files, ["src/main.js"]) == ["src/main.js", "src/hand.js", "src/a.js"]


def test_a_page_that_waits_for_a_style_sheet_of_its_own_names_it_in_its_head() -> None:
    files = {
        "index.html": b"<head></head>",
        "css/hall.css": b"",
        "src/hall.js": b'import "./desk.js";\nawait withSheet("hall");\n',
        "src/desk.js": b'void withSheet("desk");\n',
    }

    page = render_page(files, "/a/H/", "src/hall.js").decode()

    assert page.startswith('<head><link rel="stylesheet" href="/a/H/css/hall.css">\n<link rel="mo')
    assert "desk.css" not in page


def test_the_first_visit_has_nothing_made_that_all_visits_ask_for() -> None:
    sheets = b'<link rel="stylesheet" href="css/a.css">\n<link rel="stylesheet" href="css/b.css">\n'
    page = b"<head>" + sheets + b'<script type="module" src="src/main.js"></script></head>'
    site = Site(FILES | {"index.html": page, "css/a.css": b"a { }", "css/b.css": b"b { }"}, PAGES)
    site.make_ahead(["/"])
    made = minified.cache_info().misses

    answers = [
        site.answer(get(path, accept_encoding="gzip"))
        for path in ("/", f"/a/{site.tree_hash}/css/all.css")
    ]

    assert [answer.status for answer in answers] == [HTTPStatus.OK] * 2
    assert minified.cache_info().misses == made
