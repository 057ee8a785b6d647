"""Tournaments of rounds: paired, played, over; who leaves, who is absent, what downtime does."""

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from tests.support.arenas import START_MS, T0_MS, a_plan, after, announced, enter, events_of, settle
from xiangqi_server.aggregates.lobby.messages import Withdraw
from xiangqi_server.aggregates.players.open_games import MAX_OPEN_GAMES
from xiangqi_server.aggregates.room.messages import Open, Settle
from xiangqi_server.aggregates.room.terms import CorrespondenceClock, FischerClock, GameTerms
from xiangqi_server.aggregates.tournaments.decide import decide
from xiangqi_server.aggregates.tournaments.formats.table import format_of
from xiangqi_server.aggregates.tournaments.kind import TOURNAMENT
from xiangqi_server.aggregates.tournaments.messages import (
    CallOffReason,
    LeaveTournament,
    RoundOver,
    RoundPaired,
    TakeTournamentOutage,
    TournamentBegun,
    TournamentCalledOff,
    TournamentFinished,
    WakeTournament,
)
from xiangqi_server.aggregates.tournaments.plan import (
    KnockoutFormat,
    Plan,
    RobinFormat,
    SwissFormat,
    TeamRobinFormat,
    TournamentFormat,
)
from xiangqi_server.aggregates.tournaments.refusals import TournamentRefusal
from xiangqi_server.aggregates.tournaments.results.crosstable import crosstable
from xiangqi_server.aggregates.tournaments.results.index_row import row_of
from xiangqi_server.aggregates.tournaments.results.standings import standings_of
from xiangqi_server.aggregates.tournaments.state import Phase, Tournament
from xiangqi_server.aggregates.tournaments.waking import due_at_ms
from xiangqi_server.kernel.aggregate.refusal import Refused
from xiangqi_server.kernel.aggregate.spans import DAY_MS

FIVE = ("ann", "ben", "cai", "dan", "eva")
ROBIN = replace(a_plan(), format=RobinFormat(), ranking="cxa_robin")
SWISS = replace(a_plan(), format=SwissFormat(3))
BY_DAYS = replace(ROBIN, terms=GameTerms(CorrespondenceClock(3), takebacks=False))


def begun(plan: Plan, players: tuple[str, ...] = FIVE) -> Tournament:
    """A tournament whose first round is paired."""
    return after(announced(plan, players), WakeTournament(), now_ms=START_MS)


def played(tournament: Tournament, now_ms: int, seed: int = 0) -> Tournament:
    """Once all games of the round are over."""
    chance = random.Random(seed)
    for room, game in sorted(tournament.games.items()):
        winner = chance.choice([game.red, game.black, None])
        tournament = after(tournament, settle(room, winner), now_ms=now_ms)
    return tournament


def test_the_first_round_is_paired_at_the_start_and_its_rooms_are_opened() -> None:
    tournament = announced(ROBIN, FIVE)

    decision = decide(tournament, WakeTournament(), START_MS)

    begin, paired = decision.events
    assert begin == TournamentBegun()
    assert isinstance(paired, RoundPaired)
    assert (len(paired.games), paired.byes) == (2, ("ann",))
    opened = [one.command for one in decision.effects if isinstance(one.command, Open)]
    assert [one.origin for one in opened] == ["tournament:cup"] * 2
    assert {one.ready_ms for one in opened} == {86_666}
    assert decide(tournament, WakeTournament(), START_MS) == decision


def test_players_have_a_third_of_a_side_s_time_to_come() -> None:
    clocks = (
        FischerClock(60_000),
        FischerClock(600_000, 5_000),
        FischerClock(3_600_000),
        CorrespondenceClock(3),
    )

    assert [format_of(ROBIN).ready_ms(clock) for clock in clocks] == [60_000, 266_666, 600_000, 0]


def test_with_fewer_than_two_players_it_is_called_off() -> None:
    alone = announced(SWISS, FIVE[:1])

    assert events_of(alone, WakeTournament(), START_MS) == (
        TournamentCalledOff(CallOffReason.TOO_FEW),
    )


@pytest.mark.parametrize("plan", [ROBIN, SWISS, replace(ROBIN, format=RobinFormat(double=True))])
def test_a_tournament_is_played_round_by_round_to_its_end(plan: Plan) -> None:
    tournament, now_ms, paired = begun(plan), START_MS, 1
    while tournament.phase is Phase.RUNNING:
        assert due_at_ms(tournament) is None
        now_ms += 600_000
        tournament = played(tournament, now_ms, seed=paired)
        if tournament.phase is Phase.RUNNING:
            assert tournament.tick_at_ms == due_at_ms(tournament) == now_ms + 60_000
            now_ms += 60_000
            assert events_of(tournament, WakeTournament(), now_ms - 1) == ()
            tournament = after(tournament, WakeTournament(), now_ms=now_ms)
            paired += 1

    rounds = format_of(tournament.the_plan).round_count(tournament)
    assert paired == rounds == len(tournament.rounds)
    table = crosstable(tournament)
    for player, row in table.items():
        assert sum(one.points for one in row) == tournament.entrants[player].score
        assert not any(one.how == "playing" for one in row)
    assert len(tournament.results) == sum(len(one.games) for one in tournament.rounds)
    records = TOURNAMENT.records
    assert records.from_record("cup", records.to_record(tournament)) == tournament


@pytest.mark.parametrize("seed", range(5))
def test_a_row_names_the_first_three_of_the_standings(seed: int) -> None:
    cup = begun(SWISS, tuple(f"p{number}" for number in range(9)))
    for round_ in (1, 2, 3):
        cup = played(cup, START_MS, seed=10 * seed + round_)
        order = standings_of(cup).order[:3]
        assert row_of(cup).leaders == tuple(entrant.player for entrant in order)
        cup = after(cup, WakeTournament(), now_ms=cup.tick_at_ms or START_MS)


def test_the_last_result_of_a_round_ends_it_and_of_the_last_round_the_tournament() -> None:
    tournament = begun(ROBIN, FIVE[:2])
    ((room, game),) = tournament.games.items()

    *_, finished = events_of(tournament, settle(room, game.red), START_MS)

    assert finished == TournamentFinished((game.red, game.black))
    *_, over = events_of(played_but_one(begun(SWISS)), settle_last(), START_MS + 5)
    assert over == RoundOver(1, START_MS + 60_005)


def played_but_one(tournament: Tournament) -> Tournament:
    """With one game of the round left."""
    rooms = sorted(tournament.games)
    for room in rooms[:-1]:
        tournament = after(tournament, settle(room, None), now_ms=START_MS)
    return tournament


def settle_last() -> Settle:
    """The last game of the first Swiss round of these tests is a draw."""
    return settle(max(begun(SWISS).games), None)


def test_by_days_all_rounds_are_paired_at_once() -> None:
    tournament = begun(BY_DAYS, FIVE[:4])

    assert (len(tournament.rounds), len(tournament.games)) == (3, 6)
    tournament = played(tournament, START_MS + 1)
    assert tournament.phase is Phase.FINISHED


def test_who_does_not_come_has_lost_and_met_nobody() -> None:
    tournament = begun(SWISS, FIVE[:4])
    room, game = next(iter(tournament.games.items()))
    void = Settle(room, None, counts=False, absent=(game.black,))
    tournament = after(tournament, void, now_ms=START_MS + 90_000)

    row = crosstable(tournament)
    assert [(one.how, one.points) for one in row[game.red]] == [("forfeit", 2)]
    assert tournament.entrants[game.red].played == 0
    assert not tournament.entrants[game.black].is_paused


def test_who_does_not_come_twice_running_is_paired_no_more() -> None:
    tournament, now_ms = begun(SWISS, (*FIVE, "fay")), START_MS
    for _ in range(2):
        for room, game in sorted(tournament.games.items()):
            absent = tuple(who for who in (game.red, game.black) if who == "ann")
            over = Settle(room, None, counts=not absent, plies=40, absent=absent)
            tournament = after(tournament, over, now_ms=now_ms)
        now_ms += 60_000
        tournament = after(tournament, WakeTournament(), now_ms=now_ms)

    assert tournament.entrants["ann"].is_paused
    games = tournament.rounds[2].games
    assert "ann" not in {who for game in games for who in (game.red, game.black)}
    assert crosstable(tournament)["ann"][2].how == "absent"


def test_both_absent_have_both_lost() -> None:
    tournament = begun(ROBIN, FIVE[:2])
    ((room, game),) = tournament.games.items()
    void = Settle(room, None, counts=False, absent=(game.red, game.black))

    tournament = after(tournament, void, now_ms=START_MS)

    assert [one.score for one in standings_of(tournament).order] == [0, 0]


def test_a_game_that_both_call_off_is_a_draw() -> None:
    tournament = begun(ROBIN, FIVE[:2])
    ((room, _),) = tournament.games.items()

    tournament = after(tournament, Settle(room, None, counts=False), now_ms=START_MS)

    assert [one.score for one in standings_of(tournament).order] == [1, 1]


def test_games_of_one_who_has_left_are_won_without_a_room() -> None:
    tournament = after(begun(ROBIN, FIVE[:4]), LeaveTournament("ann"), now_ms=START_MS + 1)
    tournament = played(tournament, START_MS + 2)
    due_ms = due_at_ms(tournament)
    assert due_ms is not None

    decision = decide(tournament, WakeTournament(), due_ms)
    tournament = after(tournament, WakeTournament(), now_ms=due_ms)

    opened = [one for one in decision.effects if isinstance(one.command, Open)]
    assert len(opened) == 1
    assert crosstable(tournament)["ann"][1].how == "forfeit"
    assert len(tournament.games) == 1


def test_a_swiss_tournament_takes_new_players_up_to_half_its_rounds() -> None:
    tournament = begun(replace(SWISS, format=SwissFormat(4)), (*FIVE, "fay"))
    late = enter("gus")

    tournament = after(tournament, late, now_ms=START_MS)
    assert "gus" in tournament.entrants
    for number in (2, 3):
        tournament = played(tournament, START_MS + number)
        due_ms = due_at_ms(tournament)
        assert due_ms is not None
        tournament = after(tournament, WakeTournament(), now_ms=due_ms)
    assert crosstable(tournament)["gus"][0].how == "absent"
    with pytest.raises(Refused) as refused:
        decide(tournament, enter("hal"), START_MS + 999_999)
    assert refused.value.code is TournamentRefusal.ENTRIES_CLOSED
    with pytest.raises(Refused):
        decide(begun(ROBIN), late, START_MS)


def test_an_outage_moves_the_next_round() -> None:
    tournament = played(begun(SWISS), START_MS + 10)
    due_ms = due_at_ms(tournament)
    assert due_ms is not None
    down = TakeTournamentOutage(START_MS + 1_000, START_MS + 31_000)

    later = after(tournament, down, now_ms=START_MS + 31_000)

    assert due_at_ms(later) == due_ms + 30_000


def test_as_many_may_enter_as_the_format_takes() -> None:
    tournament = announced(ROBIN, [f"p{n}" for n in range(RobinFormat().most_entrants)])

    with pytest.raises(Refused) as refused:
        decide(tournament, enter("one more"), T0_MS)

    assert refused.value.code is TournamentRefusal.TOURNAMENT_FULL


@pytest.mark.parametrize(("double", "size"), [(False, 46), (True, 24)])
def test_the_largest_round_robin_by_days_leaves_room_for_other_games(
    *, double: bool, size: int
) -> None:
    plan = replace(BY_DAYS, format=RobinFormat(double=double))
    cup = announced(plan, [f"p{number:02}" for number in range(size)])

    begun = after(cup, WakeTournament(), now_ms=START_MS)

    games = Counter(who for one in begun.games.values() for who in (one.red, one.black))
    assert set(games.values()) == {(size - 1) * (1 + double)}
    assert max(games.values()) <= MAX_OPEN_GAMES - 18
    with pytest.raises(Refused) as refused:
        decide(cup, enter("late"), T0_MS)
    assert refused.value.code is TournamentRefusal.TOURNAMENT_FULL


@pytest.mark.parametrize(
    "format_",
    [
        RobinFormat(),
        RobinFormat(double=True),
        SwissFormat(3),
        KnockoutFormat(games=2),
        TeamRobinFormat(("East", "West"), 2),
    ],
)
def test_by_days_every_format_of_rounds_is_played_to_its_end(format_: TournamentFormat) -> None:
    cup = announced(replace(BY_DAYS, format=format_))
    for number, player in enumerate(FIVE[:4]):
        team = number % 2 if isinstance(format_, TeamRobinFormat) else None
        cup = after(cup, replace(enter(player), team=team))
    cup = after(cup, WakeTournament(), now_ms=START_MS)
    waits: list[int] = []
    while cup.phase is Phase.RUNNING:
        if cup.games:
            room, game = min(cup.games.items())
            opened = after(cup, settle(room, game.red), now_ms=cup.changed_ms + DAY_MS)
            assert room not in opened.games
            cup = opened
        else:
            waits.append((due_at_ms(cup) or 0) - cup.changed_ms)
            cup = after(cup, WakeTournament(), now_ms=due_at_ms(cup) or 0)

    assert cup.phase is Phase.FINISHED
    assert len(standings_of(cup).order) == 4
    assert set(waits) <= {60_000}


@pytest.mark.parametrize(("plan", "is_live"), [(ROBIN, True), (BY_DAYS, False)])
def test_only_live_games_take_their_players_out_of_the_lobby(plan: Plan, is_live: bool) -> None:
    decision = decide(announced(plan, FIVE), WakeTournament(), START_MS)

    assert any(isinstance(one.command, Withdraw) for one in decision.effects) is is_live
    assert any(isinstance(one.command, Open) for one in decision.effects)
