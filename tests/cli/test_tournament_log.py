"""The standings computed from the log of a tournament, held against the order told at its end."""

import pytest
from msgspec.structs import replace

from tests.support.arenas import START_MS, T0_MS, a_plan, after, enter, settle
from xiangqi_server.aggregates.tournaments.actions import RuleGameAction
from xiangqi_server.aggregates.tournaments.decide import decide
from xiangqi_server.aggregates.tournaments.kind import TOURNAMENT
from xiangqi_server.aggregates.tournaments.messages import (
    Announce,
    RoundPaired,
    TournamentCommand,
    TournamentEvent,
    TournamentFinished,
    TournamentManaged,
    WakeTournament,
)
from xiangqi_server.aggregates.tournaments.plan import RobinFormat
from xiangqi_server.aggregates.tournaments.state import Tournament
from xiangqi_server.cli.tournament_log import Recomputed, recomputed
from xiangqi_server.kernel.host.journal import Fact, write_fact
from xiangqi_server.kernel.store.values import StoredEvent


def the_events() -> list[TournamentEvent]:
    """A round robin of two, in which the second wins."""
    tournament = Tournament("")
    events: list[TournamentEvent] = []

    def take(command: TournamentCommand, now_ms: int) -> None:
        nonlocal tournament
        events.extend(decide(tournament, command, now_ms).events)
        tournament = after(tournament, command, now_ms=now_ms)

    take(Announce("org", replace(a_plan(), format=RobinFormat())), T0_MS)
    take(enter("ann"), T0_MS)
    take(enter("ben"), T0_MS)
    take(WakeTournament(), START_MS)
    take(settle(next(iter(tournament.games)), "ben"), START_MS)
    return events


def stored(events: list[TournamentEvent]) -> list[StoredEvent]:
    """Events as a log holds them."""
    return [
        StoredEvent(number, T0_MS, "id", write_fact(TOURNAMENT, Fact(event, None)))
        for number, event in enumerate(events, start=1)
    ]


def test_the_standings_follow_from_the_events() -> None:
    computed = recomputed(stored(the_events()))

    assert computed is not None
    assert computed.mismatch is None
    assert [(row["player"], row["points"]) for row in computed.standings] == [
        ("ben", 2),
        ("ann", 0),
    ]


def test_an_order_that_does_not_follow_is_found() -> None:
    *events, finished = the_events()
    assert isinstance(finished, TournamentFinished)
    false = TournamentFinished(finished.order[::-1])

    computed = recomputed(stored([*events, false]))

    assert computed is not None
    assert computed.mismatch == len(events) + 1


def test_the_standings_follow_from_a_correction_after_the_end() -> None:
    events = the_events()
    room = next(one.games[0].room for one in events if isinstance(one, RoundPaired))
    corrected = TournamentManaged("org", RuleGameAction(room, "ann"))
    events += [corrected, TournamentFinished(("ann", "ben"))]

    computed = recomputed(stored(events))
    untold = recomputed(stored([*events[:-1], TournamentFinished(("ben", "ann"))]))

    assert computed is not None
    assert [(row["player"], row["points"]) for row in computed.standings] == [
        ("ann", 2),
        ("ben", 0),
    ]
    assert untold == Recomputed([], len(events))


@pytest.mark.parametrize("left_out", [1, 2, 4])
def test_an_event_that_no_tournament_can_come_to_is_found(left_out: int) -> None:
    events = the_events()
    del events[left_out]

    computed = recomputed(stored(events))

    assert computed is not None
    assert computed.mismatch is not None


def test_an_event_that_cannot_be_read_is_found() -> None:
    *events, last = stored(the_events())

    computed = recomputed([*events, replace(last, body=b"won")])

    assert computed == Recomputed([], last.version)


def test_the_log_of_something_else_has_no_standings() -> None:
    assert recomputed([StoredEvent(1, T0_MS, "id", b"opened")]) is None
    assert recomputed(stored(the_events())[1:]) is None
    assert recomputed([]) is None
