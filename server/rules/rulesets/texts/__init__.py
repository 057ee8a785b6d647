"""What every clause of every rule set says: set, clause, language."""

from collections.abc import Mapping
from typing import Final

from server.rules.rulesets.texts.asian import ASIAN
from server.rules.rulesets.texts.chinese import CHINESE
from server.rules.rulesets.texts.others import CHESSVARIANTS, CLUB, ITSYOURTURN, LOOP3

CLAUSE_TEXTS: Final[Mapping[str, Mapping[str, Mapping[str, str]]]] = {
    "axf": ASIAN,
    "wxf": ASIAN,
    "cxa": CHINESE,
    "itsyourturn": ITSYOURTURN,
    "chessvariants": CHESSVARIANTS,
    "loop3": LOOP3,
    "club": CLUB,
}
