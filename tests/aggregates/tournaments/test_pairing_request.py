"""A large Swiss round is paired off the loop: the same pairs, once, whatever comes meanwhile."""

from collections.abc import Iterable

import pytest
from msgspec.structs import replace

from tests.support.arenas import START_MS, a_plan, after, announced, enter, settle
from xiangqi_server.aggregates.tournaments.actions import ForbidPairAction
from xiangqi_server.aggregates.tournaments.decide import decide
from xiangqi_server.aggregates.tournaments.formats.swiss import AT_ONCE
from xiangqi_server.aggregates.tournaments.messages import (
    LeaveTournament,
    ManageTournament,
    RoundPaired,
    TournamentEvent,
    WakeTournament,
)
from xiangqi_server.aggregates.tournaments.pairing_request import (
    PairingRequest,
    answer,
    question,
    timed_out,
    with_answer,
)
from xiangqi_server.aggregates.tournaments.plan import SwissFormat
from xiangqi_server.aggregates.tournaments.state import Tournament
from xiangqi_server.kernel.aggregate.decision import Unanswered
from xiangqi_server.kernel.aggregate.steps import at_once

PLAN = replace(a_plan(), format=SwissFormat(5, break_s=5))
CROWD = tuple(f"p{number:04}" for number in range(53))
WAKE = WakeTournament()


def crowd(rounds: int = 0) -> Tournament:
    """A crowd of whom nobody plays, after so many rounds."""
    cup = announced(PLAN, CROWD)
    for _ in range(rounds):
        cup = after(cup, WAKE, now_ms=cup.tick_at_ms or START_MS)
        for number, (room, game) in enumerate(tuple(cup.games.items())):
            winner = (game.red, game.black, None)[number % 3]
            cup = after(cup, settle(room, winner), now_ms=cup.changed_ms)
    return cup


def asked_of(cup: Tournament) -> PairingRequest:
    """What the next round of a crowd asks."""
    asked = at_once(question(cup, WAKE))
    assert asked is not None
    return asked


def round_in(events: Iterable[TournamentEvent]) -> RoundPaired:
    """The round that was paired."""
    (found,) = (event for event in events if isinstance(event, RoundPaired))
    return found


def test_the_answer_is_the_round_and_without_one_nobody_is_paired() -> None:
    for rounds in (0, 3):
        cup = crowd(rounds)
        due_ms, found = cup.tick_at_ms or START_MS, answer(asked_of(cup))

        paired = round_in(decide(cup, with_answer(WAKE, found), due_ms).events)

        assert tuple((game.red, game.black) for game in paired.games) == found.pairs
        with pytest.raises(Unanswered):
            decide(cup, WAKE, due_ms)


def test_an_answer_to_another_version_of_the_log_says_nothing() -> None:
    cup = crowd()
    found = answer(asked_of(cup))
    later = after(cup, LeaveTournament(CROWD[0]))

    with pytest.raises(Unanswered):
        decide(later, with_answer(WAKE, found), START_MS)


def test_the_rounds_to_come_and_pairs_kept_apart_are_part_of_the_question() -> None:
    """They cost more than the size of a field does: ten players have 945 pairings to look at."""
    ten = announced(PLAN, CROWD[:10])
    apart = after(ten, ManageTournament("org", ForbidPairAction(CROWD[0], CROWD[5])))

    first, second = asked_of(ten), asked_of(apart)

    assert (first.to_come, second.forbidden) == (4, [(CROWD[0], CROWD[5])])
    assert first.players == second.players
    assert (CROWD[0], CROWD[5]) in {tuple(sorted(pair)) for pair in answer(first).pairs}
    assert (CROWD[0], CROWD[5]) not in {tuple(sorted(pair)) for pair in answer(second).pairs}


def test_a_crowd_is_not_paired_in_haste() -> None:
    crowded = asked_of(announced(PLAN, [f"p{number:04}" for number in range(400)]))

    assert timed_out(crowded) is None


def test_in_haste_nobody_is_left_over_and_nobody_meets_twice() -> None:
    cup = crowd(rounds=3)
    met = {frozenset((game.red, game.black)) for round_ in cup.rounds for game in round_.games}

    found = timed_out(asked_of(cup))

    assert found is not None
    assert len(found.pairs) * 2 + len(found.byes) == len(CROWD)
    assert met.isdisjoint(map(frozenset, found.pairs))


def test_where_near_partners_leave_somebody_over_there_is_no_hasty_pairing() -> None:
    asked = asked_of(crowd())
    players = asked.players[:-1]
    half = len(players) // 2
    near = [*players[1:3], *players[half : half + 3]]
    apart = [(players[0].player, one.player) for one in near]
    hard = replace(asked, players=players, forbidden=apart)

    assert timed_out(hard) is None
    assert len(answer(hard).pairs) == len(hard.players) // 2


def test_few_are_paired_at_once_and_other_commands_ask_nothing() -> None:
    few = announced(PLAN, CROWD[:AT_ONCE])

    assert at_once(question(few, WAKE)) is None
    assert at_once(question(crowd(), enter("late"))) is None
    assert at_once(question(after(crowd(), WAKE, now_ms=START_MS), WAKE)) is None


def test_so_many_as_a_swiss_tournament_takes_are_paired_without_anybody_left_over() -> None:
    players = [f"p{number:04}" for number in range(SwissFormat.most_entrants)]

    found = answer(asked_of(announced(PLAN, players)))

    assert len(found.pairs) == SwissFormat.most_entrants // 2
