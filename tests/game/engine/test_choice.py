"""Levels are as strong as they are meant to be, and chance comes from the seed."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.support.beginners import BEGINNERS
from xiangqi_server.game.engine.book import book_moves
from xiangqi_server.game.engine.choice import STRENGTHS, SearchStrength, think
from xiangqi_server.game.rules.board.encoding import Move, Side, move_from_uci
from xiangqi_server.game.rules.game.game import Game

GAMES = 20
SHORT = 120
"""Plies; a game that is not won by then is not."""
LONG = 300
QUICK = SearchStrength(depth=2, nodes=400, missed=0, error=50, book_plies=0)


def choice(
    game: Game, strength: SearchStrength, seed: int, among: list[Move] | None = None
) -> Move:
    *_, last = think(game, among or game.legal_moves(), strength, seed)
    return last.line[0]


def wins_against_chance(seed: int) -> bool:
    """Whether it wins a short game in which the other side plays any legal move."""
    rng, side = random.Random(seed), Side(seed % 2)
    game = Game.start()
    while game.ply < SHORT:
        moves = game.legal_moves()
        if not moves:
            return game.to_move is not side
        chosen = choice(game, QUICK, seed) if game.to_move is side else rng.choice(moves)
        game = game.play(chosen)
    return False


def test_nearly_all_short_games_against_random_play_are_won() -> None:
    won = [wins_against_chance(seed) for seed in range(GAMES)]

    assert won.count(True) >= GAMES - 1


@pytest.mark.parametrize("level", STRENGTHS)
def test_what_is_chosen_is_legal_and_by_the_seed_alone(level: int) -> None:
    strength = replace(STRENGTHS[level], nodes=300)
    games = [Game.start(), Game.start()]

    while games[0].ply < 30 and games[0].has_legal_move():
        games = [game.play(choice(game, strength, seed=7)) for game in games]

    assert games[0] == games[1]


def test_another_seed_plays_another_game() -> None:
    strength = replace(STRENGTHS[1], book_plies=0)
    chosen = {choice(Game.start(), strength, seed) for seed in range(20)}

    assert len(chosen) > 3


def test_masters_are_followed_in_the_opening_and_no_further() -> None:
    by_book = {choice(Game.start(), STRENGTHS[6], seed) for seed in range(20)}
    *_, thought = think(Game.start(), Game.start().legal_moves(), STRENGTHS[6], 1)

    assert by_book <= set(book_moves(Game.start().position))
    assert len(by_book) > 1
    assert thought.nodes == 0


def test_a_book_move_that_is_not_among_those_to_choose_from_is_not_played() -> None:
    among = [move_from_uci("a0a1"), move_from_uci("h2e2")]
    only = [move_from_uci("a0a1")]

    assert choice(Game.start(), STRENGTHS[6], 1, among) == move_from_uci("h2e2")
    assert choice(Game.start(), STRENGTHS[6], 1, only) == move_from_uci("a0a1")


Player = Callable[[Game, random.Random, int], Move]


def by_level(level: int) -> Player:
    return lambda game, _, seed: choice(game, STRENGTHS[level], seed)


def by_beginner(name: str) -> Player:
    return lambda game, chance, _: BEGINNERS[name](game, chance)


def games_won(first: Player, other: Player, games: int) -> int:
    """How many of some games the first wins, playing Red in every other one."""
    return sum(_wins(first, other, seed) for seed in range(1, games + 1))


def _wins(first: Player, other: Player, seed: int) -> bool:
    side, chance, game = Side(seed % 2), random.Random(seed), Game.start()
    while game.ply < LONG and game.has_legal_move():
        player = first if game.to_move is side else other
        game = game.play(player(game, chance, seed))
    return not game.has_legal_move() and game.to_move is not side


def test_a_beginner_beats_the_first_level_as_often_as_it_sees_more() -> None:
    won = {name: games_won(by_beginner(name), by_level(1), GAMES) for name in BEGINNERS}

    assert won["any_move"] <= 1
    assert 1 <= won["takes_anything"] <= GAMES * 0.6
    assert GAMES * 0.25 <= won["takes_the_dearest"] <= GAMES * 0.75
    assert GAMES * 0.25 <= won["sees_the_recapture"] <= GAMES * 0.9


def test_the_first_level_leaves_most_hanging_pieces_and_misses_most_mates() -> None:
    hanging = Game.start("3k5/9/9/4r4/9/9/9/4R4/9/4K4 w")
    mate = Game.start("3k5/R8/9/9/9/9/9/9/8R/5K3 w")
    taken = [choice(hanging, STRENGTHS[1], seed) for seed in range(100)].count(
        move_from_uci("e2e6")
    )
    mated = sum(
        not mate.play(choice(mate, STRENGTHS[1], seed)).has_legal_move() for seed in range(100)
    )

    assert 10 <= taken <= 45
    assert 10 <= mated <= 45


@pytest.mark.parametrize("level", [2, 3])
def test_a_level_beats_the_one_below_most_of_the_time_and_not_always(level: int) -> None:
    won = games_won(by_level(level), by_level(level - 1), GAMES)

    assert GAMES * 0.65 <= won < GAMES
