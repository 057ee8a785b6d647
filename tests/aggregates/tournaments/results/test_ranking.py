"""What tells equal points apart: published values, and the presets in their order."""

import json
from pathlib import Path
from typing import Any

import pytest

from xiangqi_server.aggregates.tournaments.plan import RankingName
from xiangqi_server.aggregates.tournaments.results.crosstable import (
    ABSENT,
    BYE,
    Crosstable,
    RoundResult,
)
from xiangqi_server.aggregates.tournaments.results.ranking import (
    PRESETS,
    ordered,
    scores_of,
    sums_of,
)
from xiangqi_server.aggregates.tournaments.state import Entrant
from xiangqi_server.game.rules.board.encoding import Side

DATA = Path(__file__).parents[3] / "data" / "tournaments" / "lila_swiss_sb.json"
CASES = json.loads(DATA.read_text())["cases"]
_POINTS = {"1-0": 2, "=": 1, "0-1": 0}


def table_of(
    players: list[str],
    rounds: int,
    pairings: list[tuple[int, str, str, str]],
    byes: dict[str, list[int]],
) -> Crosstable:
    """A table of results: round, Red, Black, result."""
    rows = {player: [ABSENT] * rounds for player in players}
    for player, numbers in byes.items():
        for number in numbers:
            rows[player][number - 1] = BYE
    for number, red, black, result in pairings:
        points = _POINTS[result]
        rows[red][number - 1] = RoundResult("played", black, Side.RED, points)
        rows[black][number - 1] = RoundResult("played", red, Side.BLACK, 2 - points)
    return {player: tuple(row) for player, row in rows.items()}


def entrants(players: list[str]) -> dict[str, Entrant]:
    """Players who entered in this order."""
    return {player: Entrant(player, n, 1_500) for n, player in enumerate(players, start=1)}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_sums_with_a_virtual_opponent_are_those_of_lila(case: dict[str, Any]) -> None:
    expected = case["points_tiebreak"]
    players = sorted(expected)
    table = table_of(players, case["rounds"], case["pairings"], case["byes"])

    sums = sums_of(entrants(players).values(), scores_of(table, "lila"), "lila")

    points = {who: sum(one.points for one in row) for who, row in table.items()}
    assert {who: [points[who] / 2, sums[who][0] / 4] for who in players} == expected


FOUR = ["a", "b", "c", "d"]
ROBIN = table_of(
    FOUR,
    3,
    [
        (1, "a", "d", "1-0"),
        (1, "b", "c", "="),
        (2, "d", "c", "1-0"),
        (2, "a", "b", "0-1"),
        (3, "b", "d", "0-1"),
        (3, "c", "a", "0-1"),
    ],
    {},
)
"""a 4 points (beat d and c), d 4 (beat c and b), b 3 (beat a, drew c), c 1."""


@pytest.mark.parametrize(
    ("ranking", "sums"),
    [
        ("cxa_swiss", {"a": (8, 2, 1), "d": (8, 2, 2), "b": (9, 1, 1), "c": (11, 0, 2)}),
        ("cxa_running", {"a": (8, 2, 1), "d": (6, 2, 2), "b": (7, 1, 1), "c": (3, 0, 2)}),
        (
            "cxa_robin",
            {"a": (10, 2, 2, 1), "d": (8, 2, 0, 2), "b": (9, 1, 0, 1), "c": (3, 0, 0, 2)},
        ),
        (
            "axf",
            {
                "a": (8, 2, 2, 1, 1),
                "d": (8, 0, 2, 1, 2),
                "b": (9, 0, 1, 1, 1),
                "c": (11, 0, 0, 0, 2),
            },
        ),
        ("wxf", {"a": (8, 2, 2), "d": (8, 0, 2), "b": (9, 0, 1), "c": (11, 0, 0)}),
    ],
)
def test_a_preset_sums_up_what_it_names(
    ranking: RankingName, sums: dict[str, tuple[int, ...]]
) -> None:
    assert sums_of(entrants(FOUR).values(), scores_of(ROBIN, ranking), ranking) == sums
    assert all(len(row) == len(PRESETS[ranking]) for row in sums.values())


@pytest.mark.parametrize(
    ("ranking", "order"), [("cxa_swiss", "dabc"), ("cxa_robin", "adbc"), ("cxa_running", "adbc")]
)
def test_points_come_first_then_the_sums_in_their_order(ranking: RankingName, order: str) -> None:
    rows = ordered(entrants(FOUR), ROBIN, ranking)

    assert "".join(entrant.player for entrant, _ in rows) == order


def test_what_is_equal_to_the_end_goes_by_how_it_was_a_round_earlier() -> None:
    table = table_of(
        FOUR,
        2,
        [
            (1, "a", "b", "1-0"),
            (1, "d", "c", "0-1"),
            (2, "b", "c", "1-0"),
            (2, "d", "a", "1-0"),
        ],
        {},
    )
    rows = ordered(entrants(FOUR), table, "cxa_swiss")
    backwards = ordered(entrants(FOUR[::-1]), table, "cxa_swiss")

    assert {sums[:2] for _, sums in rows} == {(4, 1)}
    assert [entrant.player for entrant, _ in rows[:2]] == ["c", "a"]
    assert [entrant.player for entrant, _ in backwards[:2]] == ["c", "a"]


def test_who_is_equal_in_everything_stands_where_it_entered() -> None:
    table = table_of(["a", "b"], 0, [], {})

    assert [one.player for one, _ in ordered(entrants(["b", "a"]), table, "wxf")] == ["b", "a"]


def test_a_bye_brings_the_points_of_the_last_under_the_chinese_rules() -> None:
    table = table_of(["a", "b", "c"], 1, [(1, "a", "b", "=")], {"c": [1]})

    scores = scores_of(table, "cxa_swiss")
    assert sums_of(entrants(["a", "b", "c"]).values(), scores, "cxa_swiss")["c"] == (1, 1, 0)
