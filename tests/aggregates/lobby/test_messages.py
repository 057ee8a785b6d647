"""Lobby events are stored: their form is kept."""

import msgspec

from tests.support.golden import golden, still_says
from xiangqi_server.aggregates.lobby.messages import (
    LobbyEvent,
    Match,
    Matched,
    Paired,
    Queued,
    Returned,
    Seek,
    SeekClosed,
    SeekOpened,
    Unqueued,
)
from xiangqi_server.aggregates.room.terms import FischerClock, GameTerms, RuleTerms

TERMS = GameTerms(FischerClock(300_000, 3_000), RuleTerms("axf", 1))

EVENTS: dict[str, LobbyEvent] = {
    "seek opened": SeekOpened(Seek("seek1", "ann", TERMS, "any")),
    "seek closed": SeekClosed("seek1"),
    "queued": Queued("ann", "5+3"),
    "unqueued": Unqueued("ann", "5+3"),
    "paired": Paired("room1", TERMS, "ann", "ben"),
    "queued with all that is known": Queued(
        "ann",
        "5+3",
        rated=True,
        rating=1_612,
        tilt=-2,
        last_opponent="ben",
        ignores=("dan",),
        room="room2",
        toss=1,
    ),
    "matched": Matched(
        (Match("room2", "5+3", rated=True, red="ann", black="cho"),), 1_700_000_001_000
    ),
    "returned": Returned("room2", ("ann",)),
}


def test_events_are_written_as_they_always_were() -> None:
    written = {name: msgspec.to_builtins(event) for name, event in EVENTS.items()}

    assert still_says(written, golden("lobby_events"))


def test_events_of_any_age_are_read() -> None:
    read = {
        name: msgspec.convert(body, LobbyEvent) for name, body in golden("lobby_events").items()
    }

    assert read == EVENTS
