"""One text in all languages of the server."""

from typing import Final, NamedTuple, get_args

from xiangqi_server.wire.terms import Language

LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)


class Worded(NamedTuple):
    """One text in each language."""

    en: str
    zh_hans: str
    zh_hant: str
    vi: str

    def in_language(self, language: Language) -> str:
        """The text in `language`."""
        return self[_COLUMNS[language]]


_COLUMNS: Final[dict[Language, int]] = {"en": 0, "zh-Hans": 1, "zh-Hant": 2, "vi": 3}
