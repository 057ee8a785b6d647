"""Makes `server/xiangqi_server/game/engine/piece_values.py`: what each piece is worth on each
square.

usage: python -m tests.tools.engine_values FILE [POSITIONS]

Positions of master games, with pieces taken away at random and a few random plies played on,
are judged by a search of Fairy-Stockfish; then the sum of piece values is fitted to those
judgements, as winning chances. What was judged is kept in FILE, and not judged again if it is
there: to judge takes half an hour. Left and right count as the same. The same arguments give
different values only where the engine has another version.
"""

import json
import math
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from tests.support.judge import Judge
from tests.support.rule_data import DATA
from xiangqi_server.game.records.pgn_reading import read_games
from xiangqi_server.game.records.record import Record
from xiangqi_server.game.rules.board.encoding import (
    BLACK_BIT,
    FILES,
    GENERAL,
    SQUARES,
    Board,
    Side,
    move_from_uci,
    target_of,
)
from xiangqi_server.game.rules.board.fen import FenError, read_fen, write_fen
from xiangqi_server.game.rules.board.position import Position

ENGINE: Final = Path(__file__).parents[2] / "server" / "xiangqi_server" / "game" / "engine"
TARGET: Final = ENGINE / "piece_values.py"
LIMIT: Final = "nodes 4000"
POSITIONS: Final = 24_000
ROUNDS: Final = 60
CURVE_CP: Final = 400
"""A lead of so much wins about three times of four."""
MOST_CP: Final = 3_000
STEP: Final = 15.0
SMOOTHING: Final = 0.00005
HALF: Final = (FILES + 1) // 2
ROLES: Final = ("general", "advisor", "elephant", "horse", "chariot", "cannon", "soldier")
FIRST_GUESS: Final = (0, 200, 200, 400, 900, 450, 120)


class Judged(NamedTuple):
    """A position as features, and the chance of the side to move.

    Fields:
        own: the table entries of its pieces.
        others: those of its opponent's pieces.
    """

    own: tuple[int, ...]
    others: tuple[int, ...]
    chance: float


def positions(rng: random.Random) -> Iterator[Position]:
    """Positions of master games, varied; endless."""
    with (DATA / "games" / "masters.pgn").open("rb") as lines:
        games = [found.game for found in read_games(lines) if isinstance(found, Record)]
    while True:
        game = rng.choice(games)
        position = _without(game.position_at(rng.randrange(min(8, game.ply), game.ply + 1)), rng)
        if not _is_possible(position):
            continue
        for _ in range(rng.choice((0, 0, 1, 2, 4))):
            moves = position.legal_moves()
            if moves:
                position = position.after(rng.choice(moves))
        if position.has_legal_move() and not position.in_check():
            yield position


def _without(position: Position, rng: random.Random) -> Position:
    cells = bytearray(position.board)
    for _ in range(rng.choice((0, 0, 1, 1, 2, 3, 6))):
        square = rng.choice([square for square in range(SQUARES) if cells[square]])
        if cells[square] & 7 != GENERAL:
            cells[square] = 0
    return Position(bytes(cells), position.side)


def _is_possible(position: Position) -> bool:
    try:
        read_fen(write_fen(position))
    except FenError:
        return False
    return True


def features(board: Board, side: Side) -> tuple[int, ...]:
    """The table entries of the pieces of a side."""
    entries = []
    for square, piece in enumerate(board):
        if piece and (piece >= BLACK_BIT) is (side is Side.BLACK):
            rank, file = divmod(square, FILES)
            rank = rank if side is Side.RED else 9 - rank
            entries.append(((piece & 7) - 1) * 10 * HALF + rank * HALF + min(file, 8 - file))
    return tuple(entries)


def judged(count: int) -> Iterator[tuple[str, int]]:
    """Positions as FEN, with what the side to move is ahead."""
    with Judge() as judge:
        for position in positions(random.Random(1)):
            cp, _, best = judge.judge(position, LIMIT)
            if cp is None or abs(cp) > MOST_CP or best is None:
                continue
            if not position.board[target_of(move_from_uci(best))]:
                yield write_fen(position), cp
                count -= 1
            if count == 0:
                return


def read_judged(line: str) -> Judged:
    """A line of the file."""
    fen, cp = json.loads(line)
    position = read_fen(fen)
    own = features(position.board, position.side)
    others = features(position.board, position.side.opponent)
    return Judged(own, others, _chance(cp))


def _chance(score_cp: float) -> float:
    return 1 / (1 + math.exp(-score_cp / CURVE_CP))


def fitted(found: list[Judged]) -> list[float]:
    """The table by role, rank and file from the edge; by gradient descent on the squared error.

    A seldom visited square stays near the average of its role.
    """
    size = 10 * HALF
    means = [float(value) for value in FIRST_GUESS]
    table = [0.0] * (size * len(ROLES))
    rng = random.Random(2)
    for turn in range(ROUNDS):
        rng.shuffle(found)
        rate = STEP * (1 - turn / ROUNDS) + 1
        error = 0.0
        for own, others, chance in found:
            total = sum(table[entry] + means[entry // size] for entry in own)
            total -= sum(table[entry] + means[entry // size] for entry in others)
            told = _chance(max(-4_000, min(4_000, total)))
            wrong = chance - told
            error += wrong * wrong
            push = rate * wrong * told * (1 - told) * 4
            for sign, entries in ((1, own), (-1, others)):
                for entry in entries:
                    table[entry] += sign * push - SMOOTHING * table[entry]
                    if entry >= size:
                        means[entry // size] += sign * push * 0.1
        sys.stderr.write(
            f"{turn} {math.sqrt(error / len(found)):.4f} {[round(m) for m in means]}\n"
        )
    return [value + means[entry // size] for entry, value in enumerate(table)]


def module_text(table: list[float], visits: list[int]) -> str:
    """The Python module; squares nobody stood on are 0."""
    lines = [
        '"""What a piece is worth on each square, in hundredths of a soldier; a generated file.',
        "",
        "`python -m tests.tools.engine_values` makes it and says how. By role; ten ranks from the",
        "piece's own side, each with its files from the edge to the middle.",
        '"""',
        "",
        "from typing import Final",
        "",
        "PIECE_VALUES: Final = (",
    ]
    for role, name in enumerate(ROLES):
        lines.append(f"    (  # {name}")
        for rank in range(10):
            entries = [role * 10 * HALF + rank * HALF + file for file in range(HALF)]
            row = ", ".join(str(round(table[e]) if visits[e] else 0) for e in entries)
            lines.append(f"        ({row}),")
        lines.append("    ),")
    return "\n".join([*lines, ")", ""])


def main() -> None:
    """Judge, fit and write."""
    kept = Path(sys.argv[1])
    if not kept.exists():
        count = int(sys.argv[2]) if len(sys.argv) > 2 else POSITIONS
        with kept.open("w", encoding="utf-8") as file:
            for row in judged(count):
                file.write(f"{json.dumps(row)}\n")
                file.flush()
    found = [read_judged(line) for line in kept.read_text(encoding="utf-8").splitlines()]
    visits = [0] * (10 * HALF * len(ROLES))
    for one in found:
        for entry in (*one.own, *one.others):
            visits[entry] += 1
    TARGET.write_text(module_text(fitted(found), visits), encoding="utf-8")


if __name__ == "__main__":
    main()
