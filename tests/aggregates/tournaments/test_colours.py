"""Runs of one side and who gets Red, held against the expected values of lila's tests."""

import json
from functools import reduce
from pathlib import Path

from xiangqi_server.aggregates.tournaments.colours import ColourHistory, can_meet, gets_red
from xiangqi_server.game.rules.board.encoding import Side

DATA = json.loads(
    (Path(__file__).parents[2] / "data" / "tournaments" / "lila_color_history.json").read_text()
)


def history(sides: str) -> ColourHistory:
    """The history of games with these sides; lila's White is Red here."""
    played = [Side.RED if side == "W" else Side.BLACK for side in sides]
    return reduce(ColourHistory.plus, played, ColourHistory())


def test_runs_and_balances_are_those_of_lila() -> None:
    expected = {sides: ColourHistory(*both) for sides, both in DATA["strike_balance"].items()}

    assert {sides: history(sides) for sides in expected} == expected


def test_two_who_both_had_one_side_three_times_do_not_meet() -> None:
    for one, other, may in DATA["could_play_max3"]:
        assert can_meet(history(one), history(other)) is may


def test_red_goes_to_whoever_had_it_less_lately() -> None:
    for one, other, first in DATA["first_gets_white"]:
        assert [gets_red(history(one), history(other), toss) for toss in (0, 1)] == [first] * 2


def test_the_toss_decides_between_equals() -> None:
    assert gets_red(history("W"), history("W"), 0)
    assert not gets_red(history("W"), history("W"), 1)
