"""Levels are as strong as they are meant to be, and chance comes from the seed."""

import random
from dataclasses import replace

import pytest

from server.engine.book import book_moves
from server.engine.choice import STRENGTHS, SearchStrength, think
from server.rules.board.encoding import Move, Side, move_from_uci
from server.rules.game.game import Game

GAMES = 20
SHORT = 120
"""Plies; a game that is not won by then is not."""
QUICK = SearchStrength(depth=2, nodes=400, error=50, book_plies=0)


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
