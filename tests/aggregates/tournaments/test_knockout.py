"""Knock-outs: the draw, what decides a match, who goes on, and in the end who stands where."""

import random

import pytest
from msgspec.structs import replace

from tests.support.arenas import START_MS, a_plan, after, announced, settle
from xiangqi_server.aggregates.room.messages import Open, Settle
from xiangqi_server.aggregates.room.terms import (
    ByoyomiClock,
    ClockTerms,
    CorrespondenceClock,
    FischerClock,
    GameTerms,
    ThreePartClock,
)
from xiangqi_server.aggregates.tournaments.apply import apply
from xiangqi_server.aggregates.tournaments.decide import decide
from xiangqi_server.aggregates.tournaments.formats import knockout
from xiangqi_server.aggregates.tournaments.kind import TOURNAMENT
from xiangqi_server.aggregates.tournaments.messages import (
    LeaveTournament,
    MatchesPaired,
    PauseEntrant,
    TournamentEvent,
    WakeTournament,
)
from xiangqi_server.aggregates.tournaments.opponents import round_text
from xiangqi_server.aggregates.tournaments.plan import KnockoutFormat
from xiangqi_server.aggregates.tournaments.results.standings import standings_of
from xiangqi_server.aggregates.tournaments.state import Phase, Tournament
from xiangqi_server.kernel.aggregate.decision import Stamped
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, Refused

PLAN = replace(a_plan(), format=KnockoutFormat())


def begun(count: int, games: int = 1, *, third_place: bool = True) -> Tournament:
    """A knock-out of so many, the first of them the strongest."""
    plan = replace(a_plan(), format=KnockoutFormat(games, third_place))
    players = [f"p{number}" for number in range(1, count + 1)]
    return after(announced(plan, players), WakeTournament(), now_ms=START_MS)


def won_by(tournament: Tournament, *winners: str | None) -> Tournament:
    """The only games that are played end one after another; None is a draw."""
    for winner in winners:
        (room,) = tournament.games
        tournament = after(tournament, settle(room, winner), now_ms=START_MS)
    return tournament


def pairs(tournament: Tournament) -> set[frozenset[str]]:
    """Who plays whom."""
    return {frozenset((game.red, game.black)) for game in tournament.games.values()}


def order(tournament: Tournament) -> list[str]:
    """The standings."""
    return [entrant.player for entrant in standings_of(tournament).order]


def test_the_first_meets_the_last_and_the_two_strongest_only_in_the_final() -> None:
    tournament = begun(8)

    assert pairs(tournament) == {
        frozenset(pair) for pair in (("p1", "p8"), ("p4", "p5"), ("p2", "p7"), ("p3", "p6"))
    }
    halves = {frozenset(("p1", "p8")), frozenset(("p4", "p5"))}
    top = {n for n, match in tournament.matches.items() if {match.one, match.other} in halves}
    assert top == {4, 5}


def test_in_a_field_that_is_no_power_of_two_the_strongest_wait_for_the_second_round() -> None:
    tournament = begun(6)

    assert pairs(tournament) == {frozenset(("p4", "p5")), frozenset(("p3", "p6"))}
    assert (tournament.matches[2].one, tournament.matches[3].one) == ("p1", "p2")


def test_a_match_begins_as_soon_as_both_players_are_known() -> None:
    tournament = begun(8)
    rooms = {frozenset((game.red, game.black)): room for room, game in tournament.games.items()}
    for pair, winner in ((("p1", "p8"), "p1"), (("p4", "p5"), "p5")):
        over = settle(rooms[frozenset(pair)], winner)
        tournament = after(tournament, over, now_ms=START_MS)

    assert frozenset(("p1", "p5")) in pairs(tournament)
    assert len(tournament.games) == 3


@pytest.mark.parametrize(
    ("games", "results", "winner"),
    [
        (1, ["p1"], "p1"),
        (2, ["p2", "p2"], "p2"),
        (2, ["p2", None], "p2"),
        (2, ["p1", "p2", "p2"], "p2"),
        (3, ["p1", "p1"], "p1"),
        (3, ["p1", "p2", None, "p2"], "p2"),
        (4, ["p2", None, "p2"], "p2"),
    ],
)
def test_a_match_goes_to_whoever_cannot_be_caught(
    games: int, results: list[str | None], winner: str
) -> None:
    tournament = begun(2, games)
    before = won_by(tournament, *results[:-1])
    assert before.phase is Phase.RUNNING

    over = won_by(before, results[-1])

    assert over.phase is Phase.FINISHED
    assert order(over)[0] == winner


def test_a_level_match_is_broken_by_quicker_games_and_at_last_a_draw_wins_for_black() -> None:
    tournament, opened = begun(2), []
    sides = []
    while tournament.phase is Phase.RUNNING:
        ((room, game),) = tournament.games.items()
        sides.append((game.red, game.black))
        decision = decide(tournament, settle(room, None), START_MS)
        opened += [one.command for one in decision.effects if isinstance(one.command, Open)]
        tournament = after(tournament, settle(room, None), now_ms=START_MS)

    assert [one.terms.clock for one in opened] == [
        FischerClock(90_000, 2_000),
        FischerClock(45_000, 2_000),
    ]
    assert sides[1] == sides[0][::-1]
    assert sides[2] == sides[0]
    assert order(tournament)[0] == sides[2][1]


def test_quicker_games_halve_the_main_time_and_leave_other_limits() -> None:
    clocks: list[ClockTerms] = [
        FischerClock(20_000),
        ByoyomiClock(600_000, 30_000, 3),
        ThreePartClock(1_200_000, 60_000, 30_000),
        CorrespondenceClock(3),
    ]

    quick = [knockout.terms_of(GameTerms(clock), "decider").clock for clock in clocks]

    assert quick == [
        FischerClock(20_000),
        ByoyomiClock(150_000, 30_000, 3),
        ThreePartClock(300_000, 60_000, 30_000),
        CorrespondenceClock(3),
    ]


@pytest.mark.parametrize(
    ("missing", "winner", "places"),
    [
        (("p1", "p4"), "p3", ["p3", "p2", "p1", "p4"]),
        (("p2", "p3"), "p4", ["p4", "p1", "p2", "p3"]),
    ],
)
def test_where_neither_came_nobody_goes_on_and_the_next_has_no_opponent(
    missing: tuple[str, str], winner: str, places: list[str]
) -> None:
    tournament = begun(4)
    rooms = {frozenset((game.red, game.black)): room for room, game in tournament.games.items()}
    nobody = Settle(rooms[frozenset(missing)], None, counts=False, absent=missing)
    tournament = after(tournament, nobody, now_ms=START_MS)

    tournament = won_by(tournament, winner)

    assert tournament.phase is Phase.FINISHED
    assert tournament.matches[knockout.FINAL].winner == winner
    assert order(tournament) == places


def test_who_leaves_loses_what_is_still_to_be_played_without_a_room() -> None:
    tournament = after(begun(4), LeaveTournament("p1"), now_ms=START_MS)
    rooms = {frozenset((game.red, game.black)): room for room, game in tournament.games.items()}
    for pair, winner in ((("p1", "p4"), "p1"), (("p2", "p3"), "p2")):
        over = settle(rooms[frozenset(pair)], winner)
        decision = decide(tournament, over, START_MS)
        tournament = after(tournament, over, now_ms=START_MS)

    opened = {one.id for one in decision.effects if isinstance(one.command, Open)}
    assert opened == set(tournament.games)
    assert pairs(tournament) == {frozenset(("p3", "p4"))}
    assert won_by(tournament, "p4").phase is Phase.FINISHED
    assert order(won_by(tournament, "p4")) == ["p2", "p1", "p4", "p3"]


def test_nobody_pauses_and_nobody_comes_late() -> None:
    with pytest.raises(Refused) as refused:
        after(begun(4), PauseEntrant("p1"), now_ms=START_MS)

    assert refused.value.code is CommonRefusal.NOT_ALLOWED


def play_out(count: int, games: int, chance: random.Random) -> list[TournamentEvent]:
    """All events of a knock-out in which anything happens."""
    tournament = begun(count, games, third_place=chance.random() < 0.5)
    log: list[TournamentEvent] = []
    while tournament.phase is Phase.RUNNING:
        room = chance.choice(sorted(tournament.games))
        game = tournament.games[room]
        players = (game.red, game.black)
        what = chance.random()
        command: Settle | LeaveTournament = settle(room, chance.choice([*players, None]))
        if what < 0.1:
            absent = players if what < 0.03 else (chance.choice(players),)
            command = Settle(room, None, counts=False, absent=absent)
        elif what < 0.15:
            command = LeaveTournament(chance.choice(players))
        for event in decide(tournament, command, START_MS).events:
            tournament = apply(tournament, Stamped(tournament.version + 1, START_MS, event))
            log.append(event)
        records = TOURNAMENT.records
        assert records.from_record("cup", records.to_record(tournament)) == tournament
        in_rooms = [player for one in tournament.games.values() for player in (one.red, one.black)]
        assert len(in_rooms) == len(set(in_rooms))
    assert all(match.is_over for match in tournament.matches.values())
    assert tournament.matches[1].winner in ("", standings_of(tournament).order[0].player)
    rooms = [game.room for match in tournament.matches.values() for game in match.games]
    assert len(rooms) == len(set(rooms)) == len(tournament.results)
    assert all(len(match.games) <= games + 2 for match in tournament.matches.values())
    return log


@pytest.mark.parametrize("count", [2, 3, 4, 5, 7, 8, 13, 16, 21, 33])
def test_every_match_is_decided_once_whatever_happens(count: int) -> None:
    for seed in range(6):
        log = play_out(count, 1 + seed % 3, random.Random(seed * 100 + count))

        paired = [game.room for one in log if isinstance(one, MatchesPaired) for game in one.games]
        assert len(paired) == len(set(paired))


def test_a_game_names_its_round_and_its_number_in_the_match() -> None:
    tournament = won_by(begun(3, 2), "p2", None)
    games = tournament.matches[3].games
    (final,) = tournament.games

    assert [round_text(tournament, game.room) for game in games] == ["1.1", "1.2"]
    assert round_text(tournament, final) == "2.1"
