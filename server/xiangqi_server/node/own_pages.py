"""The texts that the operators of a site replace: help, contact, privacy, terms and the like.

Each lies in the client's tree as ``NAME.LANG.md``, in every language. An operator has a folder with
files of the same names, which is read once, at the start, and takes their place in the tree. So
they travel and are cached as everything of the page, and all nodes of a site have the same folder.

A text that an operator has replaced in some languages is theirs in all: a site must not say one
thing in one language and another in the next. Where a language lacks it, the nearest one that has
it is shown, and its first line says which that is.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from xiangqi_server.node.settings import SettingError
from xiangqi_server.texts.worded import LANGUAGES
from xiangqi_server.wire.terms import Language

HELP_FOLDER: Final = "src/text/help/"
HELP_PAGES: Final = (
    "start",
    "help",
    "faq",
    "features",
    "history",
    "names",
    "contact",
    "privacy",
    "terms",
)
MAX_BYTES: Final = 65_536

_NEAREST: Final[Mapping[Language, tuple[Language, ...]]] = {
    "zh-Hans": ("zh-Hant",),
    "zh-Hant": ("zh-Hans",),
}


def read_pages(folder: Path | None) -> Mapping[str, str]:
    """The texts of an operator's folder by the names of their files; nothing for no folder.

    Raises:
        SettingError: there is no such folder, or a file in it is not one of the texts.
    """
    if folder is None:
        return {}
    if not folder.is_dir():
        raise SettingError(f"--pages {str(folder)!r}: not a folder")
    return {file.name: _read(file) for file in sorted(folder.glob("*.md"))}


def with_own_pages(files: Mapping[str, bytes], own: Mapping[str, str]) -> dict[str, bytes]:
    """The client's files, with the operator's texts in the place of those that come with it."""
    replaced = {name.partition(".")[0] for name in own}
    texts = {
        f"{HELP_FOLDER}{page}.{language}.md": _text_in(language, page, own)
        for page in HELP_PAGES
        if page in replaced
        for language in LANGUAGES
    }
    return {**files, **{name: text.encode() for name, text in texts.items()}}


def _read(file: Path) -> str:
    known = {f"{page}.{language}.md" for page in HELP_PAGES for language in LANGUAGES}
    if file.name not in known:
        raise SettingError(
            f"--pages: {file.name} is not a text of the page; write NAME.LANG.md, NAME one of "
            f"{', '.join(HELP_PAGES)}, LANG one of {', '.join(LANGUAGES)}"
        )
    try:
        data = file.read_bytes()
        text = data.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise SettingError(f"--pages: {file.name} cannot be read: {error}") from None
    if len(data) > MAX_BYTES:
        raise SettingError(f"--pages: {file.name} is larger than {MAX_BYTES} bytes")
    return text


def _text_in(language: Language, page: str, own: Mapping[str, str]) -> str:
    """A text in a language, or in the nearest that has it, with a line that names that one."""
    nearest = next(code for code in _nearest_to(language) if f"{page}.{code}.md" in own)
    text = own[f"{page}.{nearest}.md"]
    return text if nearest == language else f"lang: {nearest}\n{text}"


def _nearest_to(language: Language) -> Iterable[Language]:
    """All languages, from the nearest one on."""
    return (language, *_NEAREST.get(language, ()), *LANGUAGES)
