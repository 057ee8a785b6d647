"""Which materials nobody can win, found by going through all their positions.

`python -m tests.tools.unwinnable` rewrites `game/rules/adjudication/unwinnable_table.py`, and
takes an hour or so of one core. A side has its general, up to two advisors and elephants, and a
cannon or a soldier on its last rank at most: a chariot, a horse or another soldier wins against
any of these in some position. A material is in the table if in none of its positions a side
that is to move is without a legal move, and if that is so of everything that captures leave of
it. It is a proof and no search: nobody can be mated or stalemated. A material with more
positions than `MOST_POSITIONS` is left out, and so is what holds it.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import Final

from xiangqi_server.game.rules.adjudication.unwinnable_table import SUNK_SOLDIER, Force, is_within
from xiangqi_server.game.rules.board.check import is_checked, piece_of
from xiangqi_server.game.rules.board.encoding import (
    ADVISOR,
    CANNON,
    ELEPHANT,
    FILES,
    GENERAL,
    SOLDIER,
    SQUARES,
    Board,
    Piece,
    Side,
    Square,
)
from xiangqi_server.game.rules.board.geometry import (
    ADVISOR_POINTS,
    ELEPHANT_POINTS,
    GENERAL_POINTS,
    file_of,
)
from xiangqi_server.game.rules.board.moves import has_legal_move

MOST_POSITIONS: Final = 1_000_000
RULES: Final = Path(__file__).parents[2] / "server/xiangqi_server/game/rules"
TABLE: Final = RULES / "adjudication" / "unwinnable_table.py"
FORCES: Final = tuple(
    Force(attacker, advisors, elephants)
    for attacker in (0, CANNON, SUNK_SOLDIER)
    for advisors in range(3)
    for elephants in range(3)
)
_MIDDLE_FILE: Final = 4
_GUARD_POINTS: Final = {ADVISOR: ADVISOR_POINTS, ELEPHANT: ELEPHANT_POINTS}

Group = list[tuple[Piece, tuple[Square, ...]]]


def boards(red: Force, black: Force) -> Iterator[Board]:
    """Every board of a material with Red's general left of the middle or on it.

    The others are their mirror images. Pieces of one kind are told once.
    """
    for placed in product(*_groups(red, Side.RED), *_groups(black, Side.BLACK)):
        cells = bytearray(SQUARES)
        for piece, squares in placed:
            for square in squares:
                cells[square] = piece
        if SQUARES - cells.count(0) == sum(len(squares) for _, squares in placed):
            yield bytes(cells)


def position_count(red: Force, black: Force) -> int:
    """How many boards there are at most."""
    count = 1
    for group in (*_groups(red, Side.RED), *_groups(black, Side.BLACK)):
        count *= len(group)
    return count


def _groups(force: Force, side: Side) -> Iterator[Group]:
    """Each kind of piece of a side, with all the squares its pieces may stand on."""
    generals = [
        square
        for square in GENERAL_POINTS[side]
        if side is Side.BLACK or file_of(square) <= _MIDDLE_FILE
    ]
    yield _standing(GENERAL, side, generals, 1)
    if force.attacker == CANNON:
        yield _standing(CANNON, side, range(SQUARES), 1)
    if force.attacker == SUNK_SOLDIER:
        last_rank = range(SQUARES - FILES, SQUARES) if side is Side.RED else range(FILES)
        yield _standing(SOLDIER, side, last_rank, 1)
    for role, count in ((ADVISOR, force.advisors), (ELEPHANT, force.elephants)):
        if count:
            yield _standing(role, side, _GUARD_POINTS[role][side], count)


def _standing(role: int, side: Side, squares: Iterable[Square], count: int) -> Group:
    return [(piece_of(role, side), chosen) for chosen in combinations(squares, count)]


def lost_board(winner: Force, loser: Force) -> Board | None:
    """A board on which Black, with the force of `loser`, is to move and has no move."""
    for board in boards(winner, loser):
        if is_checked(board, Side.RED):
            continue
        checked = is_checked(board, Side.BLACK)
        if not has_legal_move(board, Side.BLACK, checked=checked):
            return board
    return None


@cache
def is_unwinnable(one: Force, other: Force, most_positions: int = MOST_POSITIONS) -> bool:
    """Whether neither side can win with such a material, as far as it has been gone through."""
    if position_count(one, other) > most_positions:
        return False
    if not all(
        is_unwinnable(*_sorted(*left), most_positions) for left in _after_capture(one, other)
    ):
        return False
    return lost_board(one, other) is None and lost_board(other, one) is None


def _after_capture(one: Force, other: Force) -> Iterator[tuple[Force, Force]]:
    """What is left when either side has lost a piece."""
    yield from ((one, less) for less in _without_a_piece(other))
    yield from ((less, other) for less in _without_a_piece(one))


def _without_a_piece(force: Force) -> Iterator[Force]:
    if force.attacker:
        yield force._replace(attacker=0)
    if force.advisors:
        yield force._replace(advisors=force.advisors - 1)
    if force.elephants:
        yield force._replace(elephants=force.elephants - 1)


def _sorted(one: Force, other: Force) -> tuple[Force, Force]:
    return (one, other) if one >= other else (other, one)


def unwinnable_pairs() -> list[tuple[Force, Force]]:
    """The largest materials that nobody can win; all that is within one of them is so too."""
    pairs = [
        (one, other)
        for one in FORCES
        for other in FORCES
        if one >= other and (one.attacker or other.attacker) and is_unwinnable(one, other)
    ]
    return [
        pair for pair in pairs if not any(is_within(pair, more) for more in pairs if more != pair)
    ]


def _told(force: Force) -> str:
    """A force as the table has it."""
    attacker = {CANNON: "CANNON", SUNK_SOLDIER: "SUNK_SOLDIER"}.get(force.attacker, "0")
    return f"Force({attacker}, {force.advisors}, {force.elephants})"


if __name__ == "__main__":
    head, _, _ = TABLE.read_text().partition("UNWINNABLE: Final")
    rows = "".join(f"    ({_told(one)}, {_told(other)}),\n" for one, other in unwinnable_pairs())
    TABLE.write_text(f"{head}UNWINNABLE: Final = (\n{rows})\n")
