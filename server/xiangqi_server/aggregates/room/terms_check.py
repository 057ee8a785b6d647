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
    counts_entry,
    current_version,
    rule_set,
)
from xiangqi_server.game.rules.rulesets.base import agreed_options
from xiangqi_server.kernel.aggregate.refusal import Refused


@lru_cache(maxsize=256)
def rule_terms(rules: RuleTerms) -> RuleOptions:
    """The rule set and its options as `rules` knows them."""
    return agreed_options(rules)


def _settled(rules: RuleTerms) -> RuleTerms:
    """The rule set as it is now, where the current one is asked for."""
    if rules.version:
        return rules
    entering = rules.entering
    if entering is None and counts_entry(rules.name, None):
        entering = True
    return replace(rules, version=current_version(rules.name), entering=entering)


def checked_terms(terms: GameTerms) -> GameTerms:
    """Terms under which a game can be opened: within bounds, with the rule set's real version.

    Raises:
        Refused: BAD_TERMS or UNKNOWN_RULES.
    """
    try:
        checked = msgspec.convert(msgspec.to_builtins(terms), GameTerms)
        rules = _settled(checked.rules)
        rule_set(rule_terms(rules))
    except (msgspec.ValidationError, MeaninglessOption) as error:
        raise Refused(RoomRefusal.BAD_TERMS, str(error)) from None
    except UnknownRuleSet as error:
        raise Refused(RoomRefusal.UNKNOWN_RULES, str(error)) from None
    return replace(checked, rules=rules)
