"""What pages and docstrings name: files, headings and names that are there."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from tests.test_architecture import ROOT, modules
from tests.tools.protocol_doc import anchored

FILES: Final = [
    path.relative_to(ROOT).as_posix()
    for folder in ("client_js", "deploy", "server", "tests")
    for path in (ROOT / folder).rglob("*.*")
    if "node_modules" not in path.parts
] + ["README.md", "pyproject.toml"]
PAGES: Final = [name for name in FILES if name.endswith(".md") and "/src/text/help/" not in name]
"""What is read in a checkout; the links of the client's texts lead to its pages."""

SUFFIXES: Final = (
    "c|cfg|conf|css|html|js|json|jsonl|lock|lua|md|mjs|pgn|png|py|sh|svg|toml|ts|txt|yaml"
)
FILE_NAME: Final = re.compile(rf"`([\w.-][\w./-]*\.(?:{SUFFIXES}))`")
LINK: Final = re.compile(r"\]\(([^)\s]+)\)")
PLACEHOLDER: Final = re.compile(r"\b(?:ID|LANG|NAME|TOPIC)\b|(?<=_)NAME\b")

FIRST_SCREEN_LINES: Final = 30
SETTINGS_SHOWN: Final = 6
HOUSE_LINES: Final = 250

NOT_HERE: Final = frozenset(
    {"nodes.conf", "xiangqi.v1.json", "src/pages/rivals.js", "src/text/people.en.json"}
)
"""What a cluster writes, a subprotocol, and the files of a page that a guide adds as an example."""


def test_pages_name_files_that_exist() -> None:
    gone = {
        (page, name)
        for page in PAGES
        for name in FILE_NAME.findall((ROOT / page).read_text())
        if name not in NOT_HERE and not _is_a_file(name)
    }

    assert gone == set()


def _is_a_file(name: str) -> bool:
    """Whether some file's path ends with a name, in which a placeholder may stand for anything."""
    ending = re.compile("(?:^|/)" + r"[\w-]+".join(map(re.escape, PLACEHOLDER.split(name))) + "$")
    return any(ending.search(path) for path in FILES)


def test_links_lead_to_files_and_headings_that_exist() -> None:
    def leads_nowhere(page: str, link: str) -> bool:
        path, _, heading = link.partition("#")
        target = (ROOT / page).parent / path if path else ROOT / page
        return not target.exists() or (heading != "" and heading not in _headings(target))

    gone = [
        (page, link)
        for page in PAGES
        for link in LINK.findall((ROOT / page).read_text())
        if not link.startswith("http") and leads_nowhere(page, link)
    ]

    assert gone == []


@cache
def _headings(page: Path) -> frozenset[str]:
    """The headings of a page as links name them."""
    return frozenset(name for _, _, name in anchored(page.read_text()))


def test_docstrings_name_what_the_code_has() -> None:
    """In single backquotes stand names of ours, in double ones everything else."""
    known = {name for module in modules() for name in _names(module.tree)}
    known |= {word for path in FILES for word in re.split(r"[/.]", path)}

    unknown = [
        f"{module.path}: {name}"
        for module in modules()
        for text in _docstrings(module.tree)
        for name in re.findall(r"(?<!`)`([A-Za-z_][\w./]*)`(?!`)", text)
        if not known.issuperset(re.split(r"[/.]", name))
    ]

    assert unknown == []


def test_a_newcomer_finds_the_two_commands_at_once() -> None:
    """One installs and starts the server, on the first screen; one tests it."""
    page = (ROOT / "README.md").read_text()
    start, test = (_section(page, title) for title in ("Run it", "Test it"))

    assert page[: page.index("## Run it")].count("\n") < FIRST_SCREEN_LINES
    assert len(re.findall(r"^    \S", start, re.MULTILINE)) == 1
    assert re.findall(r"^    (\S.*)$", test, re.MULTILINE) == ["tests/run"]
    assert len(re.findall(r"^\| `--", start, re.MULTILINE)) == SETTINGS_SHOWN


def test_the_page_that_explains_the_house_stays_short() -> None:
    assert (ROOT / "server" / "README.md").read_text().count("\n") <= HOUSE_LINES


def _section(page: str, title: str) -> str:
    """What stands under a heading."""
    return page.partition(f"## {title}\n")[2].partition("\n## ")[0]


def _docstrings(tree: ast.Module) -> Iterator[str]:
    """The texts that stand by themselves, of modules, classes, functions and constants."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield str(node.value.value)


def _names(tree: ast.Module) -> Iterator[str]:
    """Every name in the code of a module, and every text that is one word."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                yield name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.ClassDef(name=name) | ast.alias(name=name):
                yield name
            case ast.keyword(arg=str(name)) | ast.Constant(value=str(name)):
                yield name
            case _:
                pass
