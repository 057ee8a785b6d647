import re
from pathlib import Path

import pytest

from xiangqi_server.net.http.http import Request
from xiangqi_server.node.own_pages import (
    HELP_FOLDER,
    HELP_PAGES,
    MAX_BYTES,
    read_pages,
    with_own_pages,
)
from xiangqi_server.node.settings import SettingError
from xiangqi_server.node.site import site
from xiangqi_server.texts.worded import LANGUAGES

CLIENT = Path(__file__).parents[2] / "client_js"


def written(folder: Path, **texts: str) -> Path:
    for name, text in texts.items():
        (folder / f"{name.replace('_', '.').replace('zh.H', 'zh-H')}.md").write_text(text)
    return folder


def test_every_text_comes_in_every_language_and_the_page_lists_them_all() -> None:
    there = {path.name for path in (CLIENT / HELP_FOLDER).glob("*")}
    listed = re.search(
        r"TOPICS = .*?\(\[(.*?)\]\)", (CLIENT / "src/pages/help.js").read_text(), re.DOTALL
    )

    assert there == {f"{page}.{language}.md" for page in HELP_PAGES for language in LANGUAGES}
    assert listed is not None
    assert tuple(re.findall(r'"(\w+)"', listed[1])) == HELP_PAGES


def test_a_text_of_the_operator_takes_the_place_of_ours_and_others_stay(tmp_path: Path) -> None:
    folder = written(tmp_path, terms_en="## Ours\n", terms_vi="## Của tôi\n")
    files = {f"{HELP_FOLDER}{name}.md": b"default" for name in ("terms.en", "faq.en")}

    shown = with_own_pages(files, read_pages(folder))

    assert shown == {
        f"{HELP_FOLDER}faq.en.md": b"default",
        f"{HELP_FOLDER}terms.en.md": b"## Ours\n",
        f"{HELP_FOLDER}terms.zh-Hans.md": b"lang: en\n## Ours\n",
        f"{HELP_FOLDER}terms.zh-Hant.md": b"lang: en\n## Ours\n",
        f"{HELP_FOLDER}terms.vi.md": "## Của tôi\n".encode(),
    }


def test_a_reader_of_one_chinese_script_gets_the_other_before_english(tmp_path: Path) -> None:
    own = read_pages(written(tmp_path, privacy_en="We", **{"privacy_zh.Hant": "我們"}))

    shown = with_own_pages({}, own)

    assert shown[f"{HELP_FOLDER}privacy.zh-Hans.md"].decode() == "lang: zh-Hant\n我們"


def test_a_changed_text_has_another_address(tmp_path: Path) -> None:
    own = read_pages(written(tmp_path, contact_en="Write to club@example.org."))
    ours, theirs = site(), site(own)
    address = f"/a/{theirs.tree_hash}/{HELP_FOLDER}contact.vi.md"

    assert ours.tree_hash != theirs.tree_hash
    assert theirs.answer(Request("GET", address, {})).body.endswith(b"club@example.org.")


def test_without_a_folder_nothing_is_replaced() -> None:
    assert read_pages(None) == {}
    assert with_own_pages({"index.html": b""}, {}) == {"index.html": b""}


REFUSED = [
    (
        "privcy.en.md",
        b"",
        r"^--pages: privcy\.en\.md is not a text of the page; write NAME\.LANG\.md",
    ),
    ("privacy.md", b"", "is not a text of the page"),
    ("terms.fr.md", b"", "is not a text of the page"),
    ("terms.en.md", b"\xff\xfe", r"^--pages: terms\.en\.md cannot be read: "),
    ("terms.en.md", b"x" * (MAX_BYTES + 1), "larger than 65536 bytes"),
]


@pytest.mark.parametrize(("name", "data", "why"), REFUSED, ids=range(len(REFUSED)))
def test_a_file_that_would_do_nothing_is_refused(
    name: str, data: bytes, why: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_bytes(data)

    with pytest.raises(SettingError, match=why):
        read_pages(tmp_path)


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match="not a folder"):
        read_pages(tmp_path / "none")
