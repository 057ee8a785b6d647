"""The rules of a game in the tags of its PGN: `RuleSet` and `RuleTerms`.

The first has the name and the version. The second has what was agreed beyond them, as words with a
space between two, and is left out of a game that agreed on nothing.
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from xiangqi_server.aggregates.room.terms import RuleTerms
from xiangqi_server.aggregates.room.terms_check import rule_terms
from xiangqi_server.game.rules.rulesets import MeaninglessOption, UnknownRuleSet, rule_set

_SWITCHES: Final = ("forbid", "strict", "count", "always", "nine_rounds", "entering")
_LIMIT: Final = "limit="
_MOST_CHARS: Final = 100


def rule_terms_text(rules: RuleTerms) -> str:
    """What was agreed beyond the rule set; "" if nothing was."""
    words = [name for name in _SWITCHES if getattr(rules, name)]
    if rules.limit != RuleTerms().limit:
        words.append(f"{_LIMIT}{rules.limit}")
    return " ".join(words)


def rules_told(tags: Mapping[str, str]) -> RuleTerms | None:
    """The rules that the tags of a game tell, if they are rules that we know."""
    name, _, version = tags.get("RuleSet", "").partition(" ")
    fields: dict[str, object] = {"name": name, "version": version}
    for word in tags.get("RuleTerms", "")[:_MOST_CHARS].split():
        if word in _SWITCHES:
            fields[word] = True
        elif word.startswith(_LIMIT):
            fields["limit"] = word.removeprefix(_LIMIT)
    try:
        rules = msgspec.convert(fields, RuleTerms, strict=False)
        rule_set(rule_terms(rules))
    except (msgspec.ValidationError, MeaninglessOption, UnknownRuleSet):
        return None
    return rules
