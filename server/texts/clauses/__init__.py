"""What every clause of every rule set says: set, clause, language."""

from collections.abc import Mapping
from typing import Final

from server.rules.rulesets import UnknownRuleSet
from server.texts.clauses.asian import ASIAN
from server.texts.clauses.chinese import CHINESE
from server.texts.clauses.others import CHESSVARIANTS, CLUB, ITSYOURTURN, LOOP3
from server.texts.worded import Worded
from server.wire.terms import Language

RULE_SETS: Final[Mapping[str, Worded]] = {
    "axf": Worded("Asian rules", "亚洲规则", "亞洲規則", "Luật châu Á"),
    "wxf": Worded("World Xiangqi Rules", "世界规则", "世界規則", "Luật thế giới"),
    "cxa": Worded("Chinese rules", "中国规则", "中國規則", "luật Trung Quốc"),
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
_UNNUMBERED: Final = frozenset({"itsyourturn", "loop3", "club"})


def clause_number(name: str, key: str) -> str:
    """What a clause is called among people: its number in the book.

    The smaller texts number nothing, so their clauses are counted as `clauses` lists them.
    """
    if name not in _UNNUMBERED:
        return key
    return str(list(CLAUSE_TEXTS[name]).index(key) + 1)


def clauses(name: str, language: Language) -> list[tuple[str, str]]:
    """The clauses of a set in the order of the book: key, and text in one language.

    Raises:
        UnknownRuleSet: there is no such name.
    """
    if name not in CLAUSE_TEXTS:
        raise UnknownRuleSet(f"there is no rule set {name!r}")
    return [(key, text.in_language(language)) for key, text in CLAUSE_TEXTS[name].items()]
