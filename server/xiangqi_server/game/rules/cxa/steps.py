"""The moves that the solvers look at, each with the board after it.

They are captures, checks, and whatever gets out of check. What matters to an attack along the lines
of a general is looked up by what stands on them, so few moves are tried that are not of these.
A set of squares is an int with a bit for each. All moves are legal, and come in a fixed order.
"""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from xiangqi_server.game.rules.board.check import GENERALS, OWN, is_checked, piece_of, squares_of
from xiangqi_server.game.rules.board.encoding import (
    BLACK_BIT,
    CANNON,
    CHARIOT,
    HORSE,
    OPPONENT,
    SOLDIER,
    SQUARES,
    Board,
    Move,
    Piece,
    Side,
    Square,
)
from xiangqi_server.game.rules.board.geometry import (
    FILE_SPANS,
    GENERAL_POINTS,
    HORSE_ORIGINS,
    LEAPS,
    MOVES,
    NEARBY_SPANS,
    RANK_SPANS,
    SOLDIER_ORIGINS,
)
from xiangqi_server.game.rules.board.lines import LineMemo
from xiangqi_server.game.rules.board.moves import board_after
from xiangqi_server.game.rules.board.reach import REACH

Step = tuple[Move, Board]
"""A move and the board after it."""
Steps = tuple[Step, ...]
"""Not a list: thousands are remembered, and the garbage collector lets such tuples be."""
Squares = int
"""A set of squares."""

_MOST_WANTED: Final = bytes((0, 0, 3, 2, 4, 5, 4, 1) * 2)
"""By piece: in which order captures are tried."""
_ON_BOARD: Final = range(SQUARES)
_BIT: Final = tuple(1 << 8 * (SQUARES - 1 - square) for square in _ON_BOARD)
"""By square: its bit, where `int.from_bytes` reads it from flags by square."""


def _set_of(squares: Iterable[Square]) -> Squares:
    return sum(_BIT[square] for square in set(squares))


_NOWHERE: Final = 0
_ANYWHERE: Final = _set_of(_ON_BOARD)
_VICTIMS: Final = tuple(
    bytes(OWN[side.opponent][value] and value != GENERALS[side.opponent] for value in range(256))
    for side in Side
)
"""By side: what turns a board into flags of the pieces it may take."""
_RANKS: Final = tuple(_set_of(_ON_BOARD[span]) & ~_BIT[at] for at, span in enumerate(RANK_SPANS))
_FILES: Final = tuple(_set_of(_ON_BOARD[span]) & ~_BIT[at] for at, span in enumerate(FILE_SPANS))
"""By square: the others of its rank, and of its file."""


# What matters to an attack on a general.


class _Attack(NamedTuple):
    """What matters to an attack along a line of a general.

    Fields:
        chariots, cannons: where such a piece of the other side would attack.
        screens: where one more piece would be the screen of a cannon.
        guards: the pieces without which there would be an attack.
        meeting: of an attack there is: where a piece may go to meet it.
        screen: of an attack there is: the screen that may leave.
    """

    chariots: Squares = _NOWHERE
    cannons: Squares = _NOWHERE
    screens: Squares = _NOWHERE
    guards: Squares = _NOWHERE
    meeting: Squares = _NOWHERE
    screen: Squares = _NOWHERE

    def and_also(self, other: "_Attack") -> "_Attack":
        """What matters on two lines."""
        return _Attack(*(mine | theirs for mine, theirs in zip(self, other, strict=True)))


def _attack_along(general: Square, squares: range, side: Side) -> Callable[[bytes], _Attack]:
    """What matters on a line of the general of `side`, by its cells."""
    index, enemy = squares.index(general), side.opponent
    rays = (range(index + 1, len(squares)), range(index - 1, -1, -1))

    def attack(line: bytes) -> _Attack:
        forwards, backwards = (
            _attack_on_ray([(squares[cell], line[cell]) for cell in ray], enemy) for ray in rays
        )
        return forwards.and_also(backwards)

    return attack


def _attack_on_ray(ray: list[tuple[Square, Piece]], enemy: Side) -> _Attack:
    """What matters on a line that goes out from a general, by its squares and what is on them."""
    straight, cannon = (piece_of(CHARIOT, enemy), GENERALS[enemy]), piece_of(CANNON, enemy)
    stops = [at for at, (_, piece) in enumerate(ray) if piece][:3]
    first, second, third = [ray[at][1] for at in stops] + [0] * (3 - len(stops))
    places = [_BIT[ray[at][0]] for at in stops] + [_NOWHERE] * (3 - len(stops))
    ends = [*stops, len(ray), len(ray)]
    near = _set_of(square for square, _ in ray[: ends[0] + 1])
    far = _set_of(square for square, _ in ray[ends[0] + 1 : ends[1] + 1])
    guards = _NOWHERE
    if second in straight or (second and third == cannon):
        guards |= places[0]
    if third == cannon:
        guards |= places[1]
    meeting, screen = _NOWHERE, _NOWHERE
    if first in straight:
        meeting = near
    elif second == cannon:
        meeting, screen = (near & ~places[0]) | far, places[0]
    screens = near & ~places[0] if first == cannon else _NOWHERE
    return _Attack(near, far, screens, guards, meeting, screen)


_ATTACKS: Final = tuple(
    {
        general: (
            LineMemo(_attack_along(general, _ON_BOARD[RANK_SPANS[general]], side)),
            LineMemo(_attack_along(general, _ON_BOARD[FILE_SPANS[general]], side)),
        )
        for general in GENERAL_POINTS[side]
    }
    for side in Side
)
"""By side and the point of its general."""
_BY_HORSE: Final = tuple(_set_of(origin for _, origin in HORSE_ORIGINS[at]) for at in _ON_BOARD)
_BY_SOLDIER: Final = tuple(
    tuple(_set_of(SOLDIER_ORIGINS[side][at]) for at in _ON_BOARD) for side in Side
)
"""By side and the point of the other general: where its soldiers attack."""


def _jumps_held(board: Board, side: Side, general: Square) -> Squares:
    """The pieces that alone keep a horse from attacking the general of `side`."""
    horse = piece_of(HORSE, OPPONENT[side])
    if horse not in board[NEARBY_SPANS[general]]:
        return _NOWHERE
    return _set_of(
        leg for leg, origin in HORSE_ORIGINS[general] if board[origin] == horse and board[leg]
    )


def _ways_out(board: Board, side: Side, general: Square) -> tuple[Squares, Squares]:
    """Where a piece may go, and which may leave, to meet an attack on the general of `side`."""
    by_rank, by_file = _ATTACKS[side][general]
    _, _, _, _, meet_on_rank, rank_screen = by_rank[board[RANK_SPANS[general]]]
    _, _, _, _, meet_on_file, file_screen = by_file[board[FILE_SPANS[general]]]
    meeting = meet_on_rank | meet_on_file | _BY_SOLDIER[OPPONENT[side]][general]
    horse = piece_of(HORSE, OPPONENT[side])
    for leg, origin in HORSE_ORIGINS[general]:
        if board[origin] == horse:
            meeting |= _BIT[leg] | _BIT[origin]
    return meeting, rank_screen | file_screen


# Where a piece goes.

_Targets = tuple[Square, ...]
_Reached = tuple[Squares, _Targets, _Targets]
"""What a piece reaches on a line: as a set, and forwards and backwards, nearest first."""


def _reached_along(origin: Square, squares: range, piece: Piece) -> Callable[[bytes], _Reached]:
    """Where a chariot or cannon goes on a line, by its cells; not to pieces of its own side."""
    index, own = squares.index(origin), OWN[Side(piece // BLACK_BIT)]

    def along(line: bytes, ray: range) -> _Targets:
        targets: list[Square] = []
        is_jumping = False
        for cell in ray:
            if not line[cell]:
                if not is_jumping:
                    targets.append(squares[cell])
            elif piece & 7 == CANNON and not is_jumping:
                is_jumping = True
            else:
                if not own[line[cell]]:
                    targets.append(squares[cell])
                break
        return tuple(targets)

    def reached(line: bytes) -> _Reached:
        forwards = along(line, range(index + 1, len(squares)))
        backwards = along(line, range(index - 1, -1, -1))
        return _set_of((*forwards, *backwards)), forwards, backwards

    return reached


_Lines = tuple[slice, LineMemo[_Reached], slice, LineMemo[_Reached]]


def _lines_of(piece: Piece) -> tuple[_Lines, ...]:
    """By origin: the file and the rank, and what the piece reaches on each."""
    return tuple(
        (
            FILE_SPANS[origin],
            LineMemo(_reached_along(origin, _ON_BOARD[FILE_SPANS[origin]], piece)),
            RANK_SPANS[origin],
            LineMemo(_reached_along(origin, _ON_BOARD[RANK_SPANS[origin]], piece)),
        )
        for origin in _ON_BOARD
    )


_LINES: Final = tuple(
    _lines_of(piece) if piece & 7 in (CHARIOT, CANNON) else () for piece in range(2 * BLACK_BIT)
)
"""By piece; empty for those that do not go along lines."""
_LANDINGS: Final = tuple(
    tuple(
        _set_of(move & 127 for move in leaps if move >> 7 == origin)
        if leaps
        else _RANKS[origin] | _FILES[origin]
        for origin in _ON_BOARD
    )
    for leaps in LEAPS
)
"""By piece and origin: where it could land if nothing stood in its way."""


def _targets(board: Board, piece: Piece, origin: Square, wanted: Squares) -> Iterable[Square]:
    """Where a piece goes, its own side's pieces among it; nowhere if it reaches nothing wanted."""
    lines = _LINES[piece]
    if not lines:
        return REACH[piece](board, origin) if _LANDINGS[piece][origin] & wanted else ()
    file, by_file, rank, by_rank = lines[origin]
    on_file, up, down = by_file[board[file]]
    on_rank, right, left = by_rank[board[rank]]
    return up + right + down + left if (on_file | on_rank) & wanted else ()


def legal_steps(board: Board, side: Side, *, checked: bool) -> Steps:
    """Every legal move, captures first; out of check only what could meet an attack is tried."""
    own, general = OWN[side], board.index(GENERALS[side])
    meeting, screens = _ways_out(board, side, general) if checked else (_ANYWHERE, _NOWHERE)
    free = screens | _BIT[general]
    captures: list[Step] = []
    others: list[Step] = []
    for origin in squares_of(board, side):
        points = _ANYWHERE if _BIT[origin] & free else meeting
        targets = _targets(board, board[origin], origin, points)
        if not targets:
            continue
        moves = MOVES[origin]
        for target in targets:
            piece = board[target]
            if own[piece] or not _BIT[target] & points:
                continue
            after = board_after(board, moves[target])
            if not is_checked(after, side):
                (captures if piece else others).append((moves[target], after))
    return (*captures, *others)


def is_mated(board: Board, side: Side) -> bool:
    """Whether `side`, which is in check, has no move out of it."""
    own, general = OWN[side], board.index(GENERALS[side])
    meeting, screens = _ways_out(board, side, general)
    for origin in (general, *squares_of(board, side)):
        points = _ANYWHERE if origin == general or _BIT[origin] & screens else meeting
        for target in _targets(board, board[origin], origin, points):
            if own[board[target]] or not _BIT[target] & points:
                continue
            if not is_checked(board_after(board, MOVES[origin][target]), side):
                return False
    return True


def active_steps(board: Board, side: Side, *, checked: bool) -> tuple[Steps, Steps]:
    """Captures, the most valuable victims first, and checks, in one walk through the pieces."""
    enemy, own = OPPONENT[side], OWN[side]
    general, our_general = board.index(GENERALS[enemy]), board.index(GENERALS[side])
    victims = int.from_bytes(board.translate(_VICTIMS[side]))
    points, opening = _points_to_check(board, enemy, general)
    rank, file = _RANKS[general], _FILES[general]
    cross, special = rank | file, rank | file | opening
    wanted = [victims | there for there in points] * 2
    risky, entering = _risks(board, side, our_general, checked=checked)
    captures: list[Step] = []
    checks: list[Step] = []
    for origin in squares_of(board, side):
        mover, bit = board[origin], _BIT[origin]
        if not (bit & special or _LANDINGS[mover][origin] & wanted[mover]):
            continue
        checking = points[mover & 7]
        if bit & opening:
            checking = _ANYWHERE
        elif bit & cross:
            checking |= rank if bit & rank else file
        targets = _targets(board, mover, origin, checking | victims)
        if not targets:
            continue
        moves, is_risky = MOVES[origin], bit & risky
        for target in targets:
            piece, may_check = board[target], _BIT[target] & checking
            if not (piece or may_check) or own[piece] or target == general:
                continue
            after = board_after(board, moves[target])
            if (is_risky or (not piece and _BIT[target] & entering)) and is_checked(after, side):
                continue
            if piece:
                captures.append((moves[target], after))
            if may_check and is_checked(after, enemy):
                checks.append((moves[target], after))
    if len(captures) > 1:
        captures.sort(key=lambda step: -_MOST_WANTED[board[step[0] & 127]])
    return tuple(captures), tuple(checks)


def _points_to_check(
    board: Board, checked: Side, general: Square
) -> tuple[tuple[Squares, ...], Squares]:
    """By role, where a piece of the other side would check; and the pieces that open a check."""
    by_rank, by_file = _ATTACKS[checked][general]
    chariots, cannons, screens, guards, _, _ = by_rank[board[RANK_SPANS[general]]]
    on_file = by_file[board[FILE_SPANS[general]]]
    screens |= on_file.screens
    by_role = [screens] * BLACK_BIT
    by_role[CHARIOT] |= chariots | on_file.chariots
    by_role[CANNON] |= cannons | on_file.cannons
    by_role[HORSE] |= _BY_HORSE[general]
    by_role[SOLDIER] |= _BY_SOLDIER[OPPONENT[checked]][general]
    return tuple(by_role), guards | on_file.guards | _jumps_held(board, checked, general)


def _risks(board: Board, side: Side, general: Square, *, checked: bool) -> tuple[Squares, Squares]:
    """The pieces whose moves may expose their general, and where others must not go."""
    if checked:
        return _ANYWHERE, _NOWHERE
    by_rank, by_file = _ATTACKS[side][general]
    on_rank, on_file = by_rank[board[RANK_SPANS[general]]], by_file[board[FILE_SPANS[general]]]
    guards = on_rank.guards | on_file.guards | _jumps_held(board, side, general)
    return guards | _BIT[general], on_rank.screens | on_file.screens
