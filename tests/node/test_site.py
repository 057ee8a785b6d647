import re
from http import HTTPStatus

import pytest

from xiangqi_server.net.http.http import Request
from xiangqi_server.net.http.static import modules_of
from xiangqi_server.node.site import MADE_AHEAD, client_files, pages_of, site

FILES = "main pages/player pages/learn/data pages/me pages/home pages/game pages/lost"
MOST_CODE = 60_000
"""Characters of modules that are made when a page is asked for: 5 ms on a machine of today."""
PAGES = pages_of([f"src/{name}.js" for name in FILES.split()])


@pytest.mark.parametrize(
    ("path", "modules"),
    [
        ("/", ["src/pages/home.js"]),
        ("/game/abc123", ["src/pages/game.js"]),
        ("/me", ["src/pages/me.js"]),
        ("/player", ["src/pages/player.js"]),
        ("/player/Ann.B-c_1~2", ["src/pages/player.js"]),
        ("/player/%E5%B1%B1%E6%B0%B4", ["src/pages/player.js"]),
        ("/player/", []),
        ("/player/ann/games", []),
        ("/player.js", []),
        ("/learn", []),
        ("/pages/me", []),
        ("/tournament/cup4/hall", ["src/pages/hall.js"]),
        ("/hall", []),
        ("/game", []),
        ("/home", []),
        ("/lost", []),
    ],
)
def test_a_page_is_shown_at_the_name_of_its_module_and_one_word_more(
    path: str, modules: list[str]
) -> None:
    shown = [module for pattern, module in PAGES.items() if re.fullmatch(pattern, path)]

    assert shown == modules


def test_a_file_that_is_not_there_is_missed_in_the_language_asked_for() -> None:
    answer = site().answer(Request("GET", "/a/old/src/main.js", {"accept-language": "zh-TW"}))

    assert (answer.status, answer.body.decode()) == (HTTPStatus.NOT_FOUND, "沒有這個檔案。\n")


def test_no_first_visit_to_a_page_has_many_modules_made() -> None:
    files = client_files()
    pages = pages_of(files)
    ahead = [
        module
        for pattern, module in pages.items()
        if any(re.fullmatch(pattern, path) for path in MADE_AHEAD)
    ]
    made = set(modules_of(files, ["src/main.js", *ahead]))

    for page in pages.values():
        own = [name for name in modules_of(files, [page]) if name not in made]

        assert sum(len(files[name]) for name in own) <= MOST_CODE, page
    assert len(ahead) == len(MADE_AHEAD)
