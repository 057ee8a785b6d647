"""Each control has one speed, by how long a side is likely to think.

The rows lie in a file that the page's tests read too: both must call a game the same.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from xiangqi_server.aggregates.room.speed import speed_of
from xiangqi_server.aggregates.room.terms import (
    ByoyomiClock,
    ClockTerms,
    CorrespondenceClock,
    FischerClock,
    NoClock,
    PerMoveClock,
    ThreePartClock,
)

ROWS = Path(__file__).parents[2] / "data" / "speeds.jsonl"
KINDS: dict[str, type[ClockTerms]] = {
    "none": NoClock,
    "fischer": FischerClock,
    "byoyomi": ByoyomiClock,
    "three_part": ThreePartClock,
    "per_move": PerMoveClock,
    "correspondence": CorrespondenceClock,
}


@pytest.mark.parametrize("row", ROWS.read_text().splitlines())
def test_the_speed_of_a_control(row: str) -> None:
    told: dict[str, Any] = json.loads(row)
    fields = {name: value for name, value in told["clock"].items() if name != "type"}

    assert speed_of(KINDS[told["clock"]["type"]](**fields)).value == told["speed"]
