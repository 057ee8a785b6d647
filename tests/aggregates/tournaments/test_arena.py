"""Arenas: the points of a game, who is paired with whom and when, how long a pause lasts."""

import random

import pytest

from tests.support.arenas import MINUTE_MS, START_MS, TERMS, after, announced, events_of, settle
from xiangqi_server.aggregates.room.messages import Settle
from xiangqi_server.aggregates.tournaments import arena
from xiangqi_server.aggregates.tournaments.messages import (
    ArenaPaired,
    GameSettled,
    PairedGame,
    SeePlayers,
    WakeTournament,
)
from xiangqi_server.aggregates.tournaments.sheet import games_on
from xiangqi_server.aggregates.tournaments.state import Entrant, Tournament
from xiangqi_server.game.rules.board.encoding import Side

OTHER = Entrant("other", 2, 1_500)


def over(plies: int, berserk: tuple[str, ...] = ()) -> GameSettled:
    """A game of so many plies is over."""
    return GameSettled("room", None, counts=True, plies=plies, berserk=berserk)


def sheet(results: str) -> list[int]:
    """The points of games: ``W``, ``D``, ``L``; ``d`` is a draw of 10 plies, ``=`` one of 60."""
    entrant = Entrant("one", 1, 1_500)
    for result in results:
        value = {"W": 2, "L": 0}.get(result, 1)
        plies = {"d": 10, "=": 60}.get(result, 40)
        entrant = arena.scored(entrant, OTHER, Side.RED, value, over(plies))
    return [game.points for game in games_on(entrant.sheet)]


@pytest.mark.parametrize(
    ("results", "points"),
    [
        ("WDL", [2, 1, 0]),
        ("WWW", [2, 2, 4]),
        ("WWWWL", [2, 2, 4, 4, 0]),
        ("WWDW", [2, 2, 2, 2]),
        ("WWLW", [2, 2, 0, 2]),
        ("d", [0]),
        ("DD", [1, 0]),
        ("DLD", [1, 0, 0]),
        ("DWD", [1, 2, 1]),
        ("D=", [1, 1]),
        ("dD", [0, 0]),
        ("WWd", [2, 2, 0]),
    ],
)
def test_points_are_those_of_an_arena(results: str, points: list[int]) -> None:
    assert sheet(results) == points


@pytest.mark.parametrize(
    ("result", "plies", "points"), [(2, 14, 3), (2, 13, 2), (1, 40, 1), (0, 40, 0)]
)
def test_a_win_with_half_the_time_brings_a_point_more(result: int, plies: int, points: int) -> None:
    mine = arena.scored(Entrant("one", 1, 1_500), OTHER, Side.RED, result, over(plies, ("one",)))
    theirs = arena.scored(OTHER, mine, Side.BLACK, 2, over(plies, ("one",)))

    assert [(game.points, game.berserk) for game in games_on(mine.sheet)] == [(points, True)]
    assert [(game.points, game.berserk) for game in games_on(theirs.sheet)] == [(2, False)]


def test_a_performance_counts_from_three_games_on() -> None:
    entrant = Entrant("one", 1, 1_800)
    shown = []
    for result in (2, 0, 1):
        entrant = arena.scored(entrant, OTHER, Side.RED, result, over(40))
        shown.append(entrant.performance)

    assert shown == [None, None, 1_500]


def test_points_come_first_then_strength_then_who_entered_first() -> None:
    def key(number: int, rating: int, score: int) -> int:
        return arena.ranked(Entrant("", number, rating, score=score)).rank_key

    keys = [key(2, 1_500, 3), key(1, 2_800, 2), key(1, 1_500, 2), key(2, 1_500, 2)]

    assert keys == sorted(keys, reverse=True)


def test_pauses_are_longer_each_time_and_forgotten_after_a_while() -> None:
    clock = TERMS.clock

    assert [arena.pause_ms(clock, pauses) for pauses in (1, 2, 3, 4)] == [
        10_000,
        17_333,
        34_666,
        52_000,
    ]
    assert arena.pause_ms(clock, 100) == 120_000


def begun(count: int) -> Tournament:
    """An arena that has just started."""
    names = [f"p{number:03}" for number in range(count)]
    return after(announced(players=names), WakeTournament(), now_ms=START_MS)


def ticked(tournament: Tournament) -> tuple[Tournament, tuple[PairedGame, ...]]:
    """The arena after the tick it waits for, and the games of it."""
    due_ms = tournament.tick_at_ms
    assert due_ms is not None
    (event,) = events_of(tournament, WakeTournament(), due_ms)
    assert isinstance(event, ArenaPaired)
    return after(tournament, WakeTournament(), now_ms=due_ms), event.games


def test_all_who_are_here_at_the_start_are_paired_a_second_later_with_their_neighbours() -> None:
    tournament, games = ticked(begun(6))

    assert tournament.changed_ms == START_MS + arena.SOON_MS
    assert [{game.red, game.black} for game in games] == [
        {"p000", "p001"},
        {"p002", "p003"},
        {"p004", "p005"},
    ]
    assert tournament.tick_at_ms is None
    assert tournament.waiting == 0


def test_who_is_not_here_is_not_paired_until_back() -> None:
    tournament = after(begun(3), SeePlayers(away=("p001",)), now_ms=START_MS + 1)
    tournament, games = ticked(tournament)

    assert [{game.red, game.black} for game in games] == [{"p000", "p002"}]

    tournament = after(tournament, SeePlayers(present=("p001",)), now_ms=START_MS + 2_000)
    assert tournament.entrants["p001"].since_ms == START_MS + 2_000


def test_two_who_have_just_met_wait_for_others() -> None:
    tournament, games = ticked(begun(4))
    one = games[0]
    over_ms = START_MS + 60_000
    tournament = after(tournament, settle(one.room, one.red), now_ms=over_ms)

    assert tournament.tick_at_ms == over_ms + arena.PATIENCE_MS
    tournament, none = ticked(tournament)
    assert none == ()
    assert tournament.tick_at_ms == over_ms + arena.PATIENCE_MS + arena.RETRY_MS


def test_the_only_two_meet_again() -> None:
    tournament, (game,) = ticked(begun(2))
    tournament = after(tournament, settle(game.room, None), now_ms=START_MS + 60_000)

    _, again = ticked(tournament)

    assert [(one.red, one.black) for one in again] == [(game.black, game.red)]


def test_nobody_is_paired_who_could_not_finish_in_time() -> None:
    tournament, games = ticked(begun(4))
    late_ms = arena.closes_ms(tournament)
    assert late_ms == START_MS + 30 * MINUTE_MS - 90_000
    for game in games:
        tournament = after(tournament, settle(game.room, None), now_ms=late_ms)

    assert arena.due_at_ms(tournament) == START_MS + 30 * MINUTE_MS


def test_a_game_that_was_not_played_changes_nothing_but_who_waits() -> None:
    tournament, (game,) = ticked(begun(2))
    void = Settle(game.room, None, counts=False, absent=(game.red,))
    tournament = after(tournament, void, now_ms=START_MS + 20_000)

    absent, present = tournament.entrants[game.red], tournament.entrants[game.black]
    assert (absent.is_paused, absent.games, absent.since_ms) == (True, 0, 0)
    assert (present.is_paused, present.games, present.since_ms) == (False, 0, START_MS + 20_000)


@pytest.mark.parametrize("seed", range(8))
def test_a_whole_arena_keeps_its_promises(seed: int) -> None:
    chance = random.Random(seed)
    count = chance.randint(3, 40)
    tournament = begun(count)
    now_ms, streaks, paired = START_MS, dict.fromkeys(tournament.entrants, 0), 0
    last: dict[str, str] = {}
    playing: list[PairedGame] = []
    while now_ms < START_MS + 28 * MINUTE_MS:
        now_ms += 1_000
        for game in [one for one in playing if chance.random() < 0.01]:
            playing.remove(game)
            winner = chance.choice([game.red, game.black, None])
            settled = settle(game.room, winner, chance.choice([10, 40, 80]))
            tournament = after(tournament, settled, now_ms=now_ms)
        due_ms = arena.due_at_ms(tournament)
        if due_ms > now_ms:
            continue
        waiting = [one.player for one in tournament.entrants.values() if one.since_ms]
        (event,) = events_of(tournament, WakeTournament(), now_ms)
        assert isinstance(event, ArenaPaired)
        players = [who for game in event.games for who in (game.red, game.black)]
        assert len(players) == len(set(players))
        assert set(players) <= set(waiting)
        assert not {who for game in playing for who in (game.red, game.black)} & set(players)
        for game in event.games:
            if len(waiting) > 2:
                assert (last.get(game.red), last.get(game.black)) != (game.black, game.red)
            for player, step in ((game.red, 1), (game.black, -1)):
                goes_on = streaks[player] * step > 0
                streaks[player] = streaks[player] + step if goes_on else step
                assert abs(streaks[player]) <= 3
            last |= {game.red: game.black, game.black: game.red}
        playing += event.games
        paired += len(event.games)
        tournament = after(tournament, WakeTournament(), now_ms=now_ms)
        assert tournament.waiting == len(waiting) - len(players)
        assert set(tournament.games) == {game.room for game in playing}

    assert paired >= count
    scores = [entrant.score for entrant in tournament.in_order()]
    assert scores == sorted(scores, reverse=True)


def test_a_crowd_is_paired_a_hundred_players_a_tick() -> None:
    tournament, games = ticked(begun(1_203))

    assert len(games) == 50
    assert tournament.tick_at_ms == START_MS + arena.SOON_MS + arena.CUT_MS
    rooms = {game.room for game in games}
    tournament, more = ticked(tournament)
    assert len(rooms | {game.room for game in more}) == 100
