"""Round robins, held against the tables of the FIDE Handbook and what every table must be."""

import json
from collections import Counter
from pathlib import Path

import pytest

from xiangqi_server.aggregates.tournaments.pairing.robin import berger, pairs_of, round_count

DATA = Path(__file__).parents[3] / "data" / "tournaments" / "berger_tables.json"
TABLES = json.loads(DATA.read_text())["tables"]


def test_the_tables_are_those_of_the_handbook() -> None:
    made = {
        size: {number: [list(pair) for pair in berger(int(size), int(number))] for number in rounds}
        for size, rounds in TABLES.items()
    }

    assert made == TABLES


@pytest.mark.parametrize("double", [False, True])
@pytest.mark.parametrize("size", range(2, 21))
def test_everybody_meets_everybody_and_sides_are_even(size: int, double: bool) -> None:
    field = tuple(f"p{number}" for number in range(size))
    rounds = [pairs_of(field, number + 1) for number in range(round_count(size, double=double))]
    games = [pair for pairs, _ in rounds for pair in pairs]

    for pairs, byes in rounds:
        assert sorted([*byes, *(who for pair in pairs for who in pair)]) == sorted(field)
    met = Counter(frozenset(pair) for pair in games)
    assert len(met) == size * (size - 1) // 2
    assert set(met.values()) == {1 + double}
    assert len(set(games)) == len(games)
    reds = Counter(red for red, _ in games)
    each = 2 * len(games) // size
    assert all(abs(2 * reds[player] - each) <= 1 for player in field)
