"""What a crowd costs the loop: held by the results that are read, and not by time."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import cast

import pytest
from msgspec.structs import replace as with_fields

from tests.support.arenas import START_MS, a_plan, after, announced, settle
from xiangqi_server.aggregates.tournaments.decide import decide
from xiangqi_server.aggregates.tournaments.formats.rounds import MOST_COMPARED
from xiangqi_server.aggregates.tournaments.formats.table import format_of
from xiangqi_server.aggregates.tournaments.messages import WakeTournament
from xiangqi_server.aggregates.tournaments.pairing_request import answer, question, with_answer
from xiangqi_server.aggregates.tournaments.plan import RankingName, RobinFormat, SwissFormat
from xiangqi_server.aggregates.tournaments.results.standings import standings_in_steps, standings_of
from xiangqi_server.aggregates.tournaments.state import GameResult, Tournament
from xiangqi_server.kernel.aggregate.persistent_map import PersistentMap
from xiangqi_server.kernel.aggregate.steps import at_once

CROWD = tuple(f"p{number:04}" for number in range(120))
HUNDREDS = 2
ROUNDS = 6
WAKE = WakeTournament()


class ReadResults(dict[str, GameResult]):
    """Results that count how often one was looked for."""

    reads = 0

    def __getitem__(self, room: str) -> GameResult:
        self.reads += 1
        return super().__getitem__(room)

    def get(self, room: str, default: object = None) -> object:  # type: ignore[override]
        """See `dict.get`."""
        self.reads += 1
        return super().get(room, default)


def played(rounds: int, winners: Sequence[int | None], ranking: RankingName) -> Tournament:
    """A crowd after so many rounds: of its games in turn Red (0), Black (1) or nobody has won."""
    plan = with_fields(a_plan(), format=SwissFormat(ROUNDS + 1, break_s=5), ranking=ranking)
    cup = announced(plan, CROWD)
    for _ in range(rounds):
        cup = after(cup, WAKE, now_ms=cup.tick_at_ms or START_MS)
        for number, (room, game) in enumerate(tuple(cup.games.items())):
            won = winners[number % len(winners)]
            winner = None if won is None else (game.red, game.black)[won]
            cup = after(cup, settle(room, winner), now_ms=cup.changed_ms)
    return cup


def counted(cup: Tournament) -> tuple[Tournament, ReadResults]:
    """The tournament, whose results are counted when they are read."""
    results = ReadResults(cup.results.items())
    return replace(cup, results=cast(PersistentMap[str, GameResult], results)), results


def reads_by_step(steps: Iterator[None], results: ReadResults) -> list[int]:
    """How many results each step has read."""
    found, before = [], results.reads
    for _ in steps:
        found.append(results.reads - before)
        before = results.reads
    return found


def test_a_round_of_a_crowd_is_decided_by_the_results_of_its_first_players_alone() -> None:
    cup, results = counted(played(ROUNDS, (0, 1, None), "cxa_swiss"))
    asked = at_once(question(cup, WAKE))
    assert asked is not None
    found, results.reads = answer(asked), 0

    decided = decide(cup, with_answer(WAKE, found), cup.tick_at_ms or 0)

    assert len(decided.events) == 1
    assert 0 < results.reads <= MOST_COMPARED * ROUNDS < ROUNDS * len(CROWD) // 2


def test_the_question_of_a_round_reads_the_results_of_a_round_a_step() -> None:
    cup, results = counted(played(ROUNDS, (0, 1, None), "cxa_swiss"))

    by_step = reads_by_step(question(cup, WAKE), results)

    assert by_step[:ROUNDS] == [len(CROWD) // 2] * ROUNDS
    assert not any(by_step[ROUNDS:])
    assert len(by_step) == ROUNDS + HUNDREDS


@pytest.mark.parametrize("ranking", ["cxa_swiss", "cxa_running"])
def test_players_who_are_equal_to_the_end_are_told_apart_in_steps(ranking: RankingName) -> None:
    """A thousand who draw all their games are compared round by round: a tenth of a second."""
    drawn = played(ROUNDS, (None,), ranking)

    steps = len(list(standings_in_steps(drawn)))

    assert {one.score for one in standings_of(drawn).order} == {ROUNDS}
    assert steps >= ROUNDS + HUNDREDS + HUNDREDS * (ROUNDS - 1)


def test_the_first_of_a_crowd_of_equals_are_the_first_to_enter() -> None:
    drawn, results = counted(played(ROUNDS, (None,), "cxa_swiss"))

    leaders = format_of(drawn.the_plan).leaders(drawn, 3)

    assert tuple(one.player for one in leaders[:3]) == CROWD[:3]
    assert results.reads == 0


def test_all_rounds_of_a_round_robin_begin_without_a_comparison_of_all_players() -> None:
    plan = a_plan()
    until_ms = plan.starts_ms + 86_400_000
    robin = announced(with_fields(plan, format=RobinFormat(until_ms=until_ms)), CROWD[:46])
    robin, results = counted(robin)

    begun = decide(robin, WAKE, START_MS)

    assert len(begun.events) == 46
    assert results.reads == 0
