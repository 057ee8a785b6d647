"""Which terms a game is opened under."""

import pytest

from xiangqi_server.aggregates.room.clock.controls import (
    MAX_DAYS,
    MAX_INCREMENT_MS,
    MAX_MAIN_MS,
    MAX_MOVE_MS,
    MAX_PERIODS,
)
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.terms import (
    MAX_DELAY_MS,
    ByoyomiClock,
    ClockTerms,
    CorrespondenceClock,
    FischerClock,
    GameTerms,
    NoClock,
    PerMoveClock,
    RuleTerms,
    ThreePartClock,
)
from xiangqi_server.aggregates.room.terms_check import checked_terms, rule_terms
from xiangqi_server.game.rules.rulesets import RULE_SET_NAMES, RuleOptions
from xiangqi_server.kernel.aggregate.refusal import Refused


@pytest.mark.parametrize("name", RULE_SET_NAMES)
def test_every_rule_set_can_be_played_in_its_current_version(name: str) -> None:
    terms = checked_terms(GameTerms(NoClock(), RuleTerms(name=name, version=0)))

    assert terms.rules.version >= 1
    assert checked_terms(terms) == terms


def test_the_entering_move_counts_by_the_book_of_new_games_and_never_of_old_ones() -> None:
    def entering(rules: RuleTerms) -> bool | None:
        return checked_terms(GameTerms(NoClock(), rules)).rules.entering

    assert entering(RuleTerms("cxa")) is True
    assert entering(RuleTerms("cxa", entering=False)) is False
    assert (entering(RuleTerms("cxa", 1)), entering(RuleTerms("axf"))) == (None, None)
    assert not rule_terms(RuleTerms("cxa", 1)).entering


def test_options_reach_the_rules() -> None:
    rules = RuleTerms("club", 1, forbid=True, strict=True, count=True, entering=True, limit=50)

    assert rule_terms(rules) == RuleOptions(
        name="club",
        version=1,
        forbid=True,
        strict=True,
        count_option=True,
        entering=True,
        natural_limit=50,
    )


@pytest.mark.parametrize(
    "rules",
    [
        RuleTerms(name="itsyourturn", strict=True),
        RuleTerms(name="chessvariants", strict=True),
        RuleTerms(name="loop3", count=True),
        RuleTerms(name="axf", count=True),
        RuleTerms(name="loop3", entering=True),
        RuleTerms(name="axf", limit=10),
    ],
    ids=str,
)
def test_an_option_that_the_rule_set_has_not_is_refused(rules: RuleTerms) -> None:
    with pytest.raises(Refused) as refused:
        checked_terms(GameTerms(NoClock(), rules))

    assert refused.value.code is RoomRefusal.BAD_TERMS


@pytest.mark.parametrize(
    "clock",
    [
        FischerClock(999),
        FischerClock(MAX_MAIN_MS + 1),
        FischerClock(60_000, -1),
        FischerClock(60_000, MAX_INCREMENT_MS + 1),
        ByoyomiClock(-1, 1_000, 1),
        ByoyomiClock(0, 999, 1),
        ByoyomiClock(0, MAX_INCREMENT_MS + 1, 1),
        ByoyomiClock(0, 1_000, 0),
        ByoyomiClock(0, 1_000, MAX_PERIODS + 1),
        ThreePartClock(999, 1_000, 1_000),
        ThreePartClock(1_000, 999, 1_000),
        ThreePartClock(1_000, 1_000, 999),
        PerMoveClock(999),
        PerMoveClock(MAX_MOVE_MS + 1),
        CorrespondenceClock(0),
        CorrespondenceClock(MAX_DAYS + 1),
    ],
    ids=str,
)
def test_clocks_out_of_bounds_are_refused(clock: ClockTerms) -> None:
    with pytest.raises(Refused) as refused:
        checked_terms(GameTerms(clock))

    assert refused.value.code is RoomRefusal.BAD_TERMS


@pytest.mark.parametrize(
    "clock",
    [
        FischerClock(MAX_MAIN_MS, MAX_INCREMENT_MS),
        ByoyomiClock(0, 1_000, 1),
        ByoyomiClock(MAX_MAIN_MS, MAX_INCREMENT_MS, MAX_PERIODS),
        ThreePartClock(1_000, 1_000, 1_000),
        PerMoveClock(MAX_MOVE_MS),
        CorrespondenceClock(MAX_DAYS),
        NoClock(),
    ],
    ids=str,
)
def test_clocks_at_their_bounds_are_played(clock: ClockTerms) -> None:
    assert checked_terms(GameTerms(clock)).clock == clock


@pytest.mark.parametrize("delay_ms", [-1, MAX_DELAY_MS + 1])
def test_spectators_are_not_kept_waiting_for_ever(delay_ms: int) -> None:
    with pytest.raises(Refused) as refused:
        checked_terms(GameTerms(NoClock(), delay_ms=delay_ms))

    assert refused.value.code is RoomRefusal.BAD_TERMS
