"""The search finds what is there, counts what it looks at, and rules on what repeats."""

from collections import Counter
from collections.abc import Collection
from typing import Any

import pytest

from tests.support.rule_data import json_lines
from xiangqi_server.game.engine.search import RULED, AlphaBeta, Thought
from xiangqi_server.game.rules.board.encoding import Move, move_from_uci, uci_of
from xiangqi_server.game.rules.board.fen import START_FEN
from xiangqi_server.game.rules.game.game import Game

PUZZLES = json_lines("mates.jsonl")
PATIENT = 60_000
"""Positions that are enough for every puzzle."""


class Impatient:
    """Asks for an end at the first question."""

    def is_due(self) -> bool:
        return True


def played(fen: str, moves: str) -> Game:
    game = Game.start(fen)
    for move in moves.split():
        game = game.play(move_from_uci(move))
    return game


def thoughts(
    game: Game, *, depth: int = 30, nodes: int = PATIENT, among: Collection[Move] = ()
) -> list[Thought]:
    bonuses = dict.fromkeys(among or game.legal_moves(), 0)
    positions = game.positions_since(game.reversible_since)
    return list(AlphaBeta(positions, bonuses, nodes).deepen(depth))


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle["fen"])
def test_a_mate_is_found_with_its_length(puzzle: dict[str, Any]) -> None:
    last = thoughts(Game.start(puzzle["fen"], composed=True))[-1]

    assert last.mate_in == puzzle["mate_in"]


def test_there_are_puzzles_of_each_length() -> None:
    assert Counter(puzzle["mate_in"] for puzzle in PUZZLES) == {1: 8, 2: 8, 3: 8}


def test_the_side_that_is_mated_is_told_so() -> None:
    game = Game.start("3k5/9/9/9/9/9/9/1r7/r8/4K4 w")

    assert thoughts(game, depth=3)[-1].mate_in == -1


def test_the_line_of_a_mate_ends_without_a_legal_move() -> None:
    for puzzle in PUZZLES[:8]:
        game = Game.start(puzzle["fen"], composed=True)

        last = thoughts(game)[-1]

        assert not game.play(last.line[0]).has_legal_move()


def test_a_stalemate_is_lost_for_the_side_without_a_move() -> None:
    game = Game.start("3k5/9/4P4/9/9/9/9/9/9/4K4 w")

    last = thoughts(game, depth=3)[-1]

    assert last.mate_in == 1
    after = game.play(last.line[0])
    assert not after.in_check()
    assert not after.has_legal_move()


def test_a_piece_that_can_be_taken_for_nothing_is_taken() -> None:
    game = Game.start("3k5/9/9/4r4/9/9/9/4R4/9/4K4 w")

    assert [uci_of(thought.line[0]) for thought in thoughts(game, depth=3)[1:]] == ["e2e6"] * 3


def test_a_capture_that_loses_more_is_seen_at_the_first_ply() -> None:
    # The soldier on e6 is protected by a horse.
    game = Game.start("3k5/9/3n5/9/4p4/9/9/4R4/9/4K4 w")

    assert uci_of(thoughts(game, depth=1)[-1].line[0]) != "e2e5"


def test_it_looks_at_no_more_positions_than_it_may() -> None:
    for nodes in (1, 63, 64, 65, 1_000):
        last = thoughts(Game.start(), nodes=nodes)[-1]

        assert last.nodes <= nodes
        assert last.line[0] in Game.start().legal_moves()


def test_it_ends_when_it_is_asked_to() -> None:
    game = Game.start()
    search = AlphaBeta([game.position], dict.fromkeys(game.legal_moves(), 0), 10**9, Impatient())

    last = list(search.deepen(30))[-1]

    assert last.nodes < 100
    assert last.line[0] in game.legal_moves()


def test_it_chooses_among_the_moves_it_is_given() -> None:
    among = {move_from_uci("a0a1"), move_from_uci("i3i4")}

    for thought in thoughts(Game.start(), depth=3, among=among):
        assert thought.line[0] in among


def test_a_bonus_decides_between_moves_that_are_worth_the_same() -> None:
    game = Game.start()
    move = move_from_uci("e0e1")

    *_, last = AlphaBeta(
        [game.position], dict.fromkeys(game.legal_moves(), 0) | {move: 2_000}, PATIENT
    ).deepen(2)

    assert last.line[0] == move
    assert last.score < 500


def test_the_same_search_finds_the_same() -> None:
    game = played(START_FEN, "h2e2 h9g7")

    assert thoughts(game, nodes=5_000) == thoughts(game, nodes=5_000)


def test_a_line_can_be_played() -> None:
    game = Game.start()

    for thought in thoughts(game, nodes=5_000):
        after = game
        for move in thought.line:
            after = after.play(move)
        assert after.ply == len(thought.line) <= max(thought.depth, 1)


def test_a_position_that_occurred_before_is_a_draw() -> None:
    game = played(START_FEN, "h0g2 h9g7 g2h0")

    last = thoughts(game, depth=3, among=[move_from_uci("g7h9")])[-1]

    assert last.score == 0


CHECKS = "4k4/R8/9/9/9/9/9/9/9/3K5 w"


def test_a_side_that_repeats_by_checks_alone_has_lost() -> None:
    checked = played(CHECKS, "a8a9 e9e8 a9a8")
    checking = played(CHECKS, "a8a9 e9e8")

    assert thoughts(checked, depth=1, among=[move_from_uci("e8e9")])[-1].score == RULED
    assert thoughts(checking, depth=2, among=[move_from_uci("a9a8")])[-1].score == -RULED
