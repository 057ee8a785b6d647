"""A ruling that has no evidence tells its own reason, and that what the moves did is missing.

Rulings of old games have none.
"""

import itertools
from dataclasses import replace

import pytest

from tests.support.rooms import PERPETUAL_CHECK
from tests.support.ruling_cases import played
from xiangqi_server.game.rules.adjudication.adjudication import judge, warning
from xiangqi_server.game.rules.adjudication.records import to_record
from xiangqi_server.game.rules.board.by_side import BySide
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.game.rules.cxa.articles import CxaClause
from xiangqi_server.game.rules.repetition.ruling import Ending, Ruling
from xiangqi_server.game.rules.rulesets import RuleOptions
from xiangqi_server.texts.rulings import sentences as said
from xiangqi_server.texts.rulings.telling import GRAMMARS, tell_ruling, tell_warning
from xiangqi_server.texts.worded import LANGUAGES, Worded
from xiangqi_server.wire.terms import Language

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"
BY_REPETITION = (
    Ending.REPETITION,
    Ending.PERPETUAL_CHECK,
    Ending.PERPETUAL_CHASE,
    Ending.PERPETUAL_ATTACK,
    Ending.CHECK_COUNT,
    Ending.BAN_STALEMATE,
)
REASONS: dict[Ending, Worded] = {
    Ending.PERPETUAL_CHECK: said.NAME_PERPETUAL_CHECK,
    Ending.PERPETUAL_CHASE: said.NAME_PERPETUAL_CHASE,
    Ending.PERPETUAL_ATTACK: said.NAME_PERPETUAL_ATTACK,
}
CXA = RuleOptions("cxa")


def a_ruling(ending: Ending, winner: Side | None, clause: str = CxaClause.CHECKMATE) -> Ruling:
    return Ruling("cxa", 1, ending, clause, occurrences=4, winner=winner, window=(5, 16))


def told_of(ending: Ending, language: Language) -> str:
    is_draw = ending in (Ending.REPETITION, Ending.NATURAL_LIMIT, Ending.BARE_MATERIAL)
    return tell_ruling(a_ruling(ending, None if is_draw else Side.BLACK), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ending_tells_another_reason(language: Language) -> None:
    told = {ending: told_of(ending, language) for ending in Ending}

    assert len(set(told.values())) == len(Ending)


@pytest.mark.parametrize(("language", "ending"), [*itertools.product(LANGUAGES, REASONS)])
def test_a_loss_by_repetition_is_called_what_it_is(language: Language, ending: Ending) -> None:
    words = GRAMMARS[language]

    told = told_of(ending, language)

    assert words.say(REASONS[ending]) in told
    assert all(words.sides[side] in told for side in Side)


@pytest.mark.parametrize(("language", "ending"), [*itertools.product(LANGUAGES, Ending)])
def test_what_is_missing_is_said_where_the_moves_decide(language: Language, ending: Ending) -> None:
    missing = GRAMMARS[language].say(said.NOT_WORKED_OUT)

    assert (missing in told_of(ending, language)) is (ending in BY_REPETITION)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_perpetual_check_without_evidence_is_told_as_one(language: Language) -> None:
    words, game = GRAMMARS[language], played(START, PERPETUAL_CHECK)
    ruling = judge(game, CXA)
    assert ruling is not None

    told = tell_ruling(replace(ruling, evidence=None), language)

    assert words.say(said.NAME_PERPETUAL_CHECK) in told
    assert words.say(said.NOT_WORKED_OUT) in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_warning_without_evidence_says_that_it_is_missing(language: Language) -> None:
    game = played(START, PERPETUAL_CHECK[:-1])
    warned = warning(game, CXA)
    assert warned is not None
    red, black = (replace(warned.sides[side], deed=None) for side in Side)
    warned = replace(warned, sides=BySide(red, black))
    assert to_record(warned)

    told = [tell_warning(warned, game.position, language, side) for side in (*Side, None)]

    missing = GRAMMARS[language].say(said.NOT_WORKED_OUT)
    assert [missing in text for text in told] == [True] * 3
