"""Every rule set by name and version.

A set keeps its versions: an old game is ruled by the version in its first event.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from xiangqi_server.game.rules.cxa.articles import CxaClause
from xiangqi_server.game.rules.repetition.laps import RuledAt
from xiangqi_server.game.rules.rulesets.asian import AsianStrategy
from xiangqi_server.game.rules.rulesets.asian_clauses import AsianClause
from xiangqi_server.game.rules.rulesets.base import (
    NATURAL_LIMITS,
    GeneralClauses,
    NaturalLimit,
    NeedsSearch,
    RuleOptions,
    RuleSet,
    Strategy,
)
from xiangqi_server.game.rules.rulesets.chessvariants import (
    DRIVEN_AT,
    ChessVariantsClause,
    ChessVariantsStrategy,
)
from xiangqi_server.game.rules.rulesets.club import ClubClause, ClubStrategy
from xiangqi_server.game.rules.rulesets.cxa import CxaStrategy
from xiangqi_server.game.rules.rulesets.itsyourturn import ItsYourTurnClause, ItsYourTurnStrategy
from xiangqi_server.game.rules.rulesets.loop3 import LOOP_RAN_AT, Loop3Clause, Loop3Strategy

__all__ = [
    "DOUBTING",
    "RULE_SET_NAMES",
    "MeaninglessOption",
    "NeedsSearch",
    "RuleOptions",
    "RuleSet",
    "UnknownRuleSet",
    "counts_entry",
    "current_version",
    "meaningful",
    "rule_set",
]

WARN_AT: Final = 2
RULE_AT: Final = 4
STRICT_AT: Final = 3


class UnknownRuleSet(ValueError):
    """No rule set has this name, or not in this version."""

    code: Final = "unknown_rule_set"


class MeaninglessOption(ValueError):
    """Terms with an option that means nothing in their rule set."""

    code: Final = "meaningless_option"


_ASIAN: Final = GeneralClauses(
    checkmate=AsianClause.CHECKMATE,
    stalemate=AsianClause.STALEMATE,
    bare_material=AsianClause.BARE_MATERIAL,
    natural_limit=AsianClause.NATURAL_LIMIT,
)
_GENERAL: Final[Mapping[str, GeneralClauses]] = {
    "axf": _ASIAN,
    "wxf": _ASIAN,
    "cxa": GeneralClauses(
        checkmate=CxaClause.CHECKMATE,
        stalemate=CxaClause.STALEMATE,
        bare_material=CxaClause.BARE_MATERIAL,
        natural_limit=CxaClause.NATURAL_LIMIT,
    ),
    "itsyourturn": GeneralClauses(
        checkmate=ItsYourTurnClause.CHECKMATE,
        stalemate=ItsYourTurnClause.STALEMATE,
        bare_material=ItsYourTurnClause.BARE_MATERIAL,
        natural_limit=ItsYourTurnClause.NATURAL_LIMIT,
    ),
    "chessvariants": GeneralClauses(
        checkmate=ChessVariantsClause.WIN,
        stalemate=ChessVariantsClause.WIN,
        bare_material=ChessVariantsClause.DRAW,
        natural_limit=ChessVariantsClause.NATURAL_LIMIT,
    ),
    "loop3": GeneralClauses(
        checkmate=Loop3Clause.CHECKMATE,
        stalemate=Loop3Clause.STALEMATE,
        bare_material=Loop3Clause.DRAW,
        natural_limit=Loop3Clause.NATURAL_LIMIT,
    ),
    "club": GeneralClauses(
        checkmate=ClubClause.CHECKMATE,
        stalemate=ClubClause.STALEMATE,
        bare_material=ClubClause.DRAW,
        natural_limit=ClubClause.NATURAL_LIMIT,
    ),
}

_BANNING: Final = frozenset({"itsyourturn", "chessvariants", "loop3"})
_COUNTING: Final = frozenset({"club"})
_COUNTING_ENTRY: Final = frozenset({"cxa"})
"""The rule sets whose book counts the move that enters a loop, unless the terms say otherwise.

Source: Chinese rules of 2020, 24.9-24.12 (a first move that captures is not counted); 2011, 23.2.
"""

DOUBTING: Final = frozenset({"cxa"})
"""The rule sets that leave some rulings to an arbiter, unless they have to rule always."""

_DRAWING_UNWINNABLE: Final = frozenset({("chessvariants", 2)})
"""The rule sets that draw what neither can win, as soon as it stands so."""

_STRATEGIES: Final[Mapping[tuple[str, int], Callable[[RuleOptions], Strategy]]] = {
    ("axf", 1): lambda terms: AsianStrategy(terms.may_search),
    ("wxf", 1): lambda terms: AsianStrategy(terms.may_search),
    ("cxa", 1): lambda terms: CxaStrategy(
        terms.always, terms.timed_out, terms.every_doubt, terms.nine_rounds, terms.may_search
    ),
    ("itsyourturn", 1): lambda terms: ItsYourTurnStrategy(),
    ("chessvariants", 1): lambda terms: ChessVariantsStrategy(),
    ("chessvariants", 2): lambda terms: ChessVariantsStrategy(),
    ("loop3", 1): lambda terms: Loop3Strategy(),
    ("club", 1): lambda terms: ClubStrategy(counts=terms.count_option),
}

_UNSET: Final = RuleOptions()._asdict()
_SHORT_NAMES: Final[Mapping[str, str]] = {"natural_limit": "limit", "count_option": "count"}
"""Options whose fields have longer names than players know."""

RULE_SET_NAMES: Final = tuple(dict.fromkeys(name for name, _ in _STRATEGIES))


def current_version(name: str) -> int:
    """The version of a rule set that new games are played under.

    Raises:
        UnknownRuleSet: there is no such name.
    """
    versions = [version for known, version in _STRATEGIES if known == name]
    if not versions:
        raise UnknownRuleSet(f"there is no rule set {name!r}")
    return max(versions)


def counts_entry(name: str, asked: bool | None) -> bool:
    """Whether the move that enters a loop is counted: as asked for, or else by the set's book."""
    return name not in _BANNING and (name in _COUNTING_ENTRY if asked is None else asked)


@lru_cache(maxsize=256)
def rule_set(terms: RuleOptions) -> RuleSet:
    """The rule set that terms name.

    Raises:
        UnknownRuleSet: there is no such name, or no such version of it.
        MeaninglessOption: an option is set that this rule set has not.
    """
    version = terms.version or current_version(terms.name)
    strategy = _STRATEGIES.get((terms.name, version))
    if strategy is None:
        raise UnknownRuleSet(f"there is no rule set {terms.name!r}, version {version}")
    _require_meaningful(terms)
    return RuleSet(
        name=terms.name,
        version=version,
        warn_at=WARN_AT,
        ruled_at=RuledAt.at(_rule_at(terms), entering=terms.entering),
        bans=terms.name in _BANNING,
        natural_limit=NaturalLimit(terms.natural_limit),
        general=_GENERAL[terms.name],
        strategy=strategy(terms),
        draws_unwinnable=(terms.name, version) in _DRAWING_UNWINNABLE,
    )


def meaningful(terms: RuleOptions) -> RuleOptions:
    """The terms without the options that mean nothing in their rule set."""
    return terms._replace(**{field: _UNSET[field] for field in _meaningless(terms)})


def _require_meaningful(terms: RuleOptions) -> None:
    """Go on if the rule set has every option that is set."""
    for field in _meaningless(terms):
        option = _SHORT_NAMES.get(field, field)
        raise MeaninglessOption(f"the rule set {terms.name!r} has no option {option!r}")


def _meaningless(terms: RuleOptions) -> list[str]:
    """The options that are set and mean nothing, as fields.

    A set that bans by its text rules at the occurrence of its text. Every set can be asked
    to forbid; one that bans anyway does just that. Nine rounds lose and forbid nothing, so they
    do not go with it: every move would have to be searched.
    """
    if terms.natural_limit not in NATURAL_LIMITS:
        raise MeaninglessOption(f"there is no limit of {terms.natural_limit} moves")
    options = {
        "strict": terms.strict and terms.name in _BANNING,
        "entering": terms.entering and terms.name in _BANNING,
        "count_option": terms.count_option and terms.name not in _COUNTING,
        "always": terms.always and terms.name not in DOUBTING,
        "nine_rounds": terms.nine_rounds and (terms.name not in DOUBTING or terms.forbid),
    }
    return [field for field, is_meaningless in options.items() if is_meaningless]


def _rule_at(terms: RuleOptions) -> int:
    """The occurrence at which these terms rule; sets that ban have their own in the text."""
    match terms.name:
        case "chessvariants":
            return DRIVEN_AT
        case "loop3":
            return LOOP_RAN_AT
        case _:
            return terms.rule_at or (STRICT_AT if terms.strict else RULE_AT)
