"""What every clause of every rule set says: set, clause, language."""

from collections.abc import Mapping
from typing import Final

from xiangqi_server.game.rules.rulesets import UnknownRuleSet
from xiangqi_server.texts.clauses.asian import ASIAN, ASIAN_DRAWS
from xiangqi_server.texts.clauses.chinese import CHINESE
from xiangqi_server.texts.clauses.others import (
    CHESSVARIANTS,
    CHESSVARIANTS_DRAWS,
    CLUB,
    ITSYOURTURN,
    LOOP3,
)
from xiangqi_server.texts.worded import Worded
from xiangqi_server.wire.terms import Language

RULE_SETS: Final[Mapping[str, Worded]] = {
    "axf": Worded("Asian rules", "亚洲规则", "亞洲規則", "Luật châu Á"),
    "wxf": Worded("World Xiangqi Rules", "世界规则", "世界規則", "Luật thế giới"),
    "cxa": Worded("Chinese rules", "中国规则", "中國規則", "Luật Trung Quốc"),
    "itsyourturn": Worded(
        "ItsYourTurn rules", "ItsYourTurn规则", "ItsYourTurn規則", "Luật ItsYourTurn"
    ),
    "chessvariants": Worded(
        "chessvariants.com rules",
        "chessvariants.com规则",
        "chessvariants.com規則",
        "Luật chessvariants.com",
    ),
    "loop3": Worded("cchess.rul", "cchess.rul规则", "cchess.rul規則", "Luật cchess.rul"),
    "club": Worded("club rules", "俱乐部规则", "俱樂部規則", "Luật câu lạc bộ"),
}
"""The names of the rule sets in rulings."""

CLAUSE_TEXTS: Final[Mapping[str, Mapping[str, Worded]]] = {
    "axf": ASIAN,
    "wxf": ASIAN,
    "cxa": CHINESE,
    "itsyourturn": ITSYOURTURN,
    "chessvariants": CHESSVARIANTS,
    "loop3": LOOP3,
    "club": CLUB,
}
_TEXTS_OF_DRAWS: Final[Mapping[str, Mapping[str, Worded]]] = {
    "axf": ASIAN_DRAWS,
    "wxf": ASIAN_DRAWS,
    "chessvariants": CHESSVARIANTS_DRAWS,
}
"""What clauses permit that lose as well as draw: a draw is explained by what is permitted."""

_UNNUMBERED: Final = frozenset({"itsyourturn", "loop3", "club"})


def clause_text(name: str, key: str, *, is_draw: bool) -> Worded:
    """What a clause says of a verdict that rests on it."""
    text = CLAUSE_TEXTS[name][key]
    return _TEXTS_OF_DRAWS.get(name, {}).get(key, text) if is_draw else text


def clause_number(name: str, key: str) -> str:
    """What a clause is called among people: its number in the book.

    Empty for what has none there: the clauses of the smaller texts, and those that a letter
    stands for.
    """
    is_numbered = name not in _UNNUMBERED and any(sign.isdigit() for sign in key)
    return key if is_numbered else ""


def clauses(name: str, language: Language) -> list[tuple[str, str]]:
    """The clauses of a set in the order of the book: key, and text in one language.

    Raises:
        UnknownRuleSet: there is no such name.
    """
    if name not in CLAUSE_TEXTS:
        raise UnknownRuleSet(f"there is no rule set {name!r}")
    return [(key, text.in_language(language)) for key, text in CLAUSE_TEXTS[name].items()]
