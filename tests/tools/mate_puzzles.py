"""Makes `tests/data/mates.jsonl`: positions with a mate in one, two or three moves.

usage: python -m tests.tools.mate_puzzles

Our engine at its lowest level plays against itself, and Fairy-Stockfish looks for a mate
in the positions it comes across; where it sees one, it has to see the same one deeper.
"""

import itertools
import json
import sys
from collections import Counter
from collections.abc import Container, Iterator
from typing import Final, TypedDict

from tests.support.judge import Judge
from tests.support.rule_data import DATA
from xiangqi_server.game.engine.choice import STRENGTHS, think
from xiangqi_server.game.rules.board.fen import write_fen
from xiangqi_server.game.rules.game.game import Game

TARGET: Final = DATA / "mates.jsonl"
OF_EACH: Final = 8
LONGEST: Final = 3
OPENING_PLIES, PLIES = 20, 160
QUICK, DEEP = "depth 8", "depth 14"


class Puzzle(TypedDict):
    """A position whose side to move mates in so many moves."""

    mate_in: int
    fen: str


def main() -> None:
    """Play until there are enough of each, and write them."""
    found: list[Puzzle] = []
    wanted = Counter(dict.fromkeys(range(1, LONGEST + 1), OF_EACH))
    with Judge() as judge:
        for seed in itertools.count(1):
            if puzzle := first_mate(judge, seed, +wanted):
                found.append(puzzle)
                wanted[puzzle["mate_in"]] -= 1
                sys.stderr.write(f"{json.dumps(puzzle)}\n")
            if not +wanted:
                break
    found.sort(key=lambda puzzle: puzzle["mate_in"])
    TARGET.write_text("".join(f"{json.dumps(puzzle)}\n" for puzzle in found), encoding="utf-8")


def first_mate(judge: Judge, seed: int, wanted: Container[int]) -> Puzzle | None:
    """The first position of a game with a wanted mate in so many moves."""
    for game in game_of(seed):
        moves = judge.judge(game.position, QUICK).mate_in
        if (
            moves is not None
            and moves in wanted
            and judge.judge(game.position, DEEP).mate_in == moves
        ):
            return Puzzle(mate_in=moves, fen=write_fen(game.position))
    return None


def game_of(seed: int) -> Iterator[Game]:
    """A game of the lowest level against itself, once it has left the opening."""
    game = Game.start()
    while game.ply < PLIES and (moves := game.legal_moves()):
        *_, thought = think(game, moves, STRENGTHS[1], seed)
        game = game.play(thought.line[0])
        if game.ply > OPENING_PLIES:
            yield game


if __name__ == "__main__":
    main()
