"""What a snapshot holds of a tournament: what it always held, read by those who come later."""

import json

import pytest
from msgspec import convert
from msgspec.json import decode, encode

from tests.support.golden import golden, still_says
from xiangqi_server.aggregates.tournaments.kind import TOURNAMENT
from xiangqi_server.aggregates.tournaments.records import TournamentRecord
from xiangqi_server.aggregates.tournaments.state import Phase, Tournament

SNAPSHOTS = golden("tournament_snapshots")
"""One tournament that is over of each format, as they were written before records were derived."""


@pytest.mark.parametrize("name", SNAPSHOTS)
def test_snapshots_are_read_and_written_as_they_always_were(name: str) -> None:
    snapshot = SNAPSHOTS[name]

    read = TOURNAMENT.records.from_record("cup", decode(encode(snapshot), type=TournamentRecord))

    assert type(read.the_plan.format).__name__ == name
    written = json.loads(encode(TOURNAMENT.records.to_record(read)))
    assert still_says(_sorted(written), _sorted(snapshot))


def _sorted(record: dict[str, list[object]]) -> dict[str, list[object]]:
    """The same with its entrants in one order, which they have not among themselves."""
    return record | {"entrants": sorted(record["entrants"], key=str)}


def test_a_record_from_before_most_fields_is_read() -> None:
    first: dict[str, object] = {
        "phase": "announced",
        "plan": None,
        "organiser": "org",
        "entrants": [],
        "games": {},
    }

    read = TOURNAMENT.records.from_record("cup", convert(first, TournamentRecord))

    assert read == Tournament("cup", Phase.ANNOUNCED, organiser="org")
