"""What a move costs in the rules, against python-chess and against a move played earlier.

usage: python -m tests.bench.rules [cycles]

Candidates take turns within a cycle; the unit is CPU time a move; each ratio is the median of
the ratios of the cycles. Both programs play random games from the start, and after every
move ask whether the game is over: no legal move, bare material, repetition, the move limit.
`validate_and_judge` asks our rule book (axf) as a room does.
"""

import gc
import json
import random
import statistics
import sys
import time
from collections.abc import Callable

import chess

from xiangqi_server.game.rules.adjudication.adjudication import judge
from xiangqi_server.game.rules.board.encoding import Move, Side, move_from_uci
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.rulesets import RuleOptions

GAMES = 30
PLIES = 100
LINES = 60
EARLY_PLY, LATE_PLY = 12, 400
STRETCH = 20
SHUTTLE = tuple(map(move_from_uci, ("h0g2", "h9g7", "g2h0", "g7h9")))
AXF = RuleOptions()


def main() -> None:
    """Print one JSON line a row."""
    cycles = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    ours, theirs = xiangqi_lines(), chess_lines()
    gc.disable()
    candidates: dict[str, Callable[[], float]] = {
        "python_chess": lambda: play_chess(theirs),
        "outcome": lambda: play_xiangqi(ours, is_over),
        "judge": lambda: play_xiangqi(ours, lambda game: judge(game, AXF) is not None),
        "early": lambda: play_at(EARLY_PLY),
        "late": lambda: play_at(LATE_PLY),
    }
    rows = [{name: run() for name, run in candidates.items()} for _ in range(cycles + 1)][1:]
    report("validate_and_outcome", rows, "python_chess", "outcome")
    report("validate_and_judge", rows, "python_chess", "judge")
    report("move_400_vs_10", rows, "late", "early")


def report(row: str, rows: list[dict[str, float]], above: str, below: str) -> None:
    """Print the ratio of two candidates and what a move took each, in microseconds."""
    answer = {
        "bench": "rules",
        "row": row,
        "ratio": round(statistics.median(cycle[above] / cycle[below] for cycle in rows), 3),
        f"{above}_us": round(statistics.median(cycle[above] for cycle in rows), 2),
        f"{below}_us": round(statistics.median(cycle[below] for cycle in rows), 2),
        "cycles": len(rows),
    }
    print(json.dumps(answer), flush=True)


def xiangqi_lines() -> list[list[Move]]:
    """Random games of ours as moves."""
    rng = random.Random(1)
    lines = []
    for _ in range(GAMES):
        game = Game.start()
        while game.ply < PLIES and (moves := game.legal_moves()):
            game = game.play(rng.choice(moves))
        lines.append(list(game.moves))
    return lines


def chess_lines() -> list[list[chess.Move]]:
    """Random games of chess as moves."""
    rng = random.Random(1)
    lines = []
    for _ in range(GAMES):
        board = chess.Board()
        while board.ply() < PLIES and board.outcome() is None:
            board.push(rng.choice(list(board.legal_moves)))
        lines.append(list(board.move_stack))
    return lines


def is_over(game: Game) -> bool:
    """Whether the game ended with its last move, by the cheap facts alone."""
    return (
        not game.has_legal_move()
        or game.occurrences >= 4
        or game.quiet_plies >= 120
        or not (game.has_attackers(Side.RED) or game.has_attackers(Side.BLACK))
    )


def play_xiangqi(lines: list[list[Move]], is_ended: Callable[[Game], bool]) -> float:
    """Microseconds of CPU time a move of ours."""
    starts = [Game.start() for _ in lines]
    began = time.process_time()
    for game, line in zip(starts, lines, strict=True):
        for move in line:
            game = game.play(move)
            is_ended(game)
    return (time.process_time() - began) * 1e6 / sum(map(len, lines))


def play_chess(lines: list[list[chess.Move]]) -> float:
    """Microseconds of CPU time a move of python-chess."""
    boards = [chess.Board() for _ in lines]
    began = time.process_time()
    for board, line in zip(boards, lines, strict=True):
        for move in line:
            if board.is_legal(move):
                board.push(move)
                board.outcome()
    return (time.process_time() - began) * 1e6 / sum(map(len, lines))


def play_at(ply: int) -> float:
    """Microseconds a move of ours from a ply on, always through the same positions."""
    spent = 0.0
    for _ in range(LINES):
        game = Game.start()
        for index in range(ply):
            game = game.play(SHUTTLE[index % 4])
        began = time.process_time()
        for index in range(ply, ply + STRETCH):
            game = game.play(SHUTTLE[index % 4])
            is_over(game)
        spent += time.process_time() - began
    return spent * 1e6 / (LINES * STRETCH)


if __name__ == "__main__":
    main()
