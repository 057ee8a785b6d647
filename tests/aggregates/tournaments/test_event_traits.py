"""What an event of a tournament says of itself: how soon it is told, and when lists show it."""

from typing import get_args

from xiangqi_server.aggregates.tournaments import messages
from xiangqi_server.aggregates.tournaments.messages import TournamentEvent


def test_a_phase_or_an_order_of_an_arbiter_is_in_the_lists_at_once() -> None:
    turns = {event for event in get_args(TournamentEvent) if event.is_turn}

    assert turns == {
        messages.Announced,
        messages.TournamentBegun,
        messages.TournamentManaged,
        messages.TournamentCalledOff,
        messages.TournamentFinished,
    }


def test_a_crowd_waits_only_for_what_happens_all_the_time_or_before_it_comes() -> None:
    quiet = {event for event in get_args(TournamentEvent) if not event.is_urgent}

    assert quiet == {
        messages.Announced,
        messages.PlayersSeen,
        messages.RoundOver,
        messages.GameSettled,
        messages.TournamentCredited,
    }
