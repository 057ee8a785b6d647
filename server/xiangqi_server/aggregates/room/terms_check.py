"""Whether a game can be played on given terms, and which version of its rule set it gets.

The lobby asks before it shows a seek, and the room when it is opened, so no room refuses the terms
of a pair.
"""

from functools import lru_cache

import msgspec
from msgspec.structs import replace

from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.terms import GameTerms, RuleTerms
from xiangqi_server.game.rules.rulesets import (
    MeaninglessOption,
    RuleOptions,
    UnknownRuleSet,
    current_version,
    rule_set,
)
from xiangqi_server.kernel.aggregate.refusal import Refused


@lru_cache(maxsize=256)
def rule_terms(rules: RuleTerms) -> RuleOptions:
    """The rule set and its options as `rules` knows them."""
    return RuleOptions(
        rules.name,
        rules.version,
        forbid=rules.forbid,
        strict=rules.strict,
        count_option=rules.count,
        always=rules.always,
        nine_rounds=rules.nine_rounds,
    )


def checked_terms(terms: GameTerms) -> GameTerms:
    """Terms under which a game can be opened: within bounds, with the rule set's real version.

    Raises:
        Refused: BAD_TERMS or UNKNOWN_RULES.
    """
    try:
        checked = msgspec.convert(msgspec.to_builtins(terms), GameTerms)
        rules = checked.rules
        rules = replace(rules, version=rules.version or current_version(rules.name))
        rule_set(rule_terms(rules))
    except (msgspec.ValidationError, MeaninglessOption) as error:
        raise Refused(RoomRefusal.BAD_TERMS, str(error)) from None
    except UnknownRuleSet as error:
        raise Refused(RoomRefusal.UNKNOWN_RULES, str(error)) from None
    return replace(checked, rules=rules)
