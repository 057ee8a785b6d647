"""The rules of a game as text: what a question about it, an address and its PGN have of them.

As one text it is `cxa 1 strict limit=50`: the name, the version, and what was agreed beyond them.
In PGN these are two tags, `RuleSet` and `RuleTerms`; the second is left out of a game that
agreed on nothing. Every field of `RuleTerms` has its word, so nothing that was agreed is left out.
"""

from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec.structs import asdict, replace

from xiangqi_server.aggregates.room.terms import RuleTerms
from xiangqi_server.aggregates.room.terms_check import rule_terms
from xiangqi_server.game.rules.rulesets import (
    DOUBTING,
    MeaninglessOption,
    RuleOptions,
    UnknownRuleSet,
    counts_entry,
    meaningful,
    rule_set,
)

_USUAL: Final = RuleTerms()
_AGREED: Final = tuple(name for name in asdict(_USUAL) if name not in {"name", "version"})


def rule_terms_text(rules: RuleTerms) -> str:
    """What was agreed beyond the rule set; "" if nothing was."""
    words = []
    for name in _AGREED:
        value = getattr(rules, name)
        if value is True:
            words.append(name)
        elif value is not None and value != getattr(_USUAL, name):
            words.append(f"{name}={value}")
    return " ".join(words)


def rules_text(rules: RuleTerms) -> str:
    """The rules of a game as one text."""
    return f"{rules.name} {rules.version} {rule_terms_text(rules)}".rstrip()


def rules_told(tags: Mapping[str, str]) -> RuleTerms | None:
    """The rules that the tags of a game tell, if they are rules that we know."""
    return rules_in(f"{tags.get('RuleSet', '')} {tags.get('RuleTerms', '')}")


def rules_in(text: str) -> RuleTerms | None:
    """The rules that one text tells, if they are rules that we know."""
    name, version, *words = [*text.split(), "", ""]
    fields: dict[str, object] = {"name": name, "version": version}
    for word in filter(None, words):
        key, _, value = word.partition("=")
        if key not in _AGREED:
            return None
        fields[key] = value or True
    try:
        rules = msgspec.convert(fields, RuleTerms, strict=False)
        rule_set(rule_terms(rules))
    except (msgspec.ValidationError, MeaninglessOption, UnknownRuleSet):
        return None
    return rules


def options_of_set(name: str, agreed: RuleTerms | None) -> RuleOptions:
    """How a rule set judges a game that was played by `agreed`.

    The game's own set judges as the room did. Another one takes what it knows of the terms. What
    they leave open, its book says, and it rules always.
    """
    if agreed is not None and agreed.name == name:
        return rule_terms(agreed)
    own = RuleTerms() if agreed is None else agreed
    entering = own.entering or counts_entry(name, None)
    asked = replace(own, name=name, version=0, always=name in DOUBTING, entering=entering)
    return meaningful(rule_terms(asked))
