"""What a capture is worth to the rule books: nothing, an exchange, or a piece.

It decides when an attack on a piece is a *threat* in the sense of the rules of perpetual chase.
It knows one board and one side that is asked "what could you win if it were your move?";
cycles, identities and verdicts live elsewhere.

Theory. A rule book calls a piece *protected* when its side can really take back **after**
the capture. So nothing is guessed from the present board: the capture is played, and the
opponent's recaptures are tried one by one. That settles false roots without a word on any of them.
The protector may be pinned, or its leaving may open the file of the generals. The cannon's screen
may be the piece just taken, or a check by the capture must be met by the recapture itself. What is
left over are four readings of the books:

* A horse or cannon that can take a chariot threatens it whatever protects it.
* Like against like, where the other could take first, is an offer of exchange.
* A piece that cannot leave its place, or cannot take, without exposing its general
  threatens nothing, so a pinned piece threatens only what pins it.
* The question passes a turn, so a side asked or answering may stand in a check that is
  not of this capture's making. Such a check, there before the capture, neither forbids
  the capture nor unroots a protector: it will have been answered when the capture comes.

Source: Asian Xiangqi Federation rules, clauses 15-27, 34 and 36.
"""

from collections.abc import Sequence
from enum import IntEnum
from typing import Final

from xiangqi_server.game.rules.board.attackers import attackers_of
from xiangqi_server.game.rules.board.check import general_square, is_checked
from xiangqi_server.game.rules.board.encoding import (
    ADVISOR,
    CANNON,
    CHARIOT,
    EMPTY,
    GENERAL,
    HORSE,
    SOLDIER,
    Board,
    Side,
    Square,
    make_move,
    side_of,
)
from xiangqi_server.game.rules.board.geometry import is_across_river
from xiangqi_server.game.rules.board.moves import board_after

NOBODY: Final = -1


class AttackKind(IntEnum):
    """What an attack of one piece on another amounts to; from FREE on it is a threat."""

    NO_ATTACK = 0
    EXPOSED = 1
    """The capture itself would let the capturer's own general be attacked."""
    PINNED = 2
    """So would the capturer's leaving its place, whatever it took."""
    PROTECTED = 3
    EXCHANGE = 4
    FREE = 5
    """Nothing can take back."""
    STRONG = 6
    """A horse or cannon on a chariot: a threat whatever protects it."""


AttackFinding = tuple[AttackKind, Square]
"""What kind of attack it is, and its witness.

The witness of EXPOSED and PINNED is the square of the piece that would attack the
general; of PROTECTED the protector's. That of FREE is a *false root*, a piece that could
take back if its own general allowed it. `NOBODY` where there is no such piece.
"""


def may_chase(role: int) -> bool:
    """Whether a piece of this role can be accused: generals and soldiers cannot."""
    return ADVISOR <= role < SOLDIER


def may_be_chased(board: Board, square: Square) -> bool:
    """Whether the piece on `square` counts as a victim.

    A general is checked, not chased, and a soldier that has not crossed the river is no loss.
    """
    piece = board[square]
    role = piece & 7
    if role == SOLDIER:
        return is_across_river(square, side_of(piece))
    return role > GENERAL


def weigh(
    board: Board, side: Side, attacker: Square, victim: Square, *, spare_chariot: bool = True
) -> AttackFinding:
    """What the attack of `side`'s piece on `attacker` upon `victim` amounts to.

    The capture must be geometrically possible; whether it is allowed and whether it pays
    is what this finds out, as if it were the turn of `side`. Without `spare_chariot` a
    protected chariot is a protected piece like any other.
    """
    excuse = _why_not(board, side, attacker, victim)
    if excuse is not None:
        return excuse
    role, prey = board[attacker] & 7, board[victim] & 7
    if spare_chariot and prey == CHARIOT and role in (HORSE, CANNON):
        return AttackKind.STRONG, NOBODY
    enemy = side.opponent
    protector, false_root = _takers_back(board, enemy, attacker, victim)
    if protector != NOBODY:
        return AttackKind.PROTECTED, protector
    hits_back = role == prey and victim in attackers_of(board, attacker, enemy)
    if hits_back and _exposing(board, enemy, victim, attacker, board) == NOBODY:
        return AttackKind.EXCHANGE, victim
    return AttackKind.FREE, false_root


def can_take(board: Board, side: Side, attacker: Square, victim: Square) -> bool:
    """Whether `side` could take with this piece if it were its turn, paying or not."""
    attacks = attacker in attackers_of(board, victim, side)
    return attacks and _exposing(board, side, attacker, victim, board) == NOBODY


def is_protected(board: Board, side: Side, attacker: Square, victim: Square) -> bool:
    """Whether the other side could really take back after this capture by `side`."""
    protector, _ = _takers_back(board, side.opponent, attacker, victim)
    return protector != NOBODY


def why_false(board: Board, side: Side, attacker: Square, victim: Square, root: Square) -> Square:
    """Which piece of `side` a false root's taking back would expose its general to."""
    taken = board_after(board, make_move(attacker, victim))
    return _exposing(taken, side.opponent, root, victim, board)


def _why_not(board: Board, side: Side, attacker: Square, victim: Square) -> AttackFinding | None:
    """Why the capture does not count: it exposes the general, perhaps by leaving a pin.

    That a pinned piece may take only its pinner needs no rule of its own: every other
    capture of it exposes the general.
    """
    checker = _exposing(board, side, attacker, victim, board)
    if checker == NOBODY:
        return None
    cells = bytearray(board)
    cells[attacker] = EMPTY
    already = _checkers(board, side)
    for pinner in _checkers(bytes(cells), side):
        if pinner not in already:
            return AttackKind.PINNED, pinner
    return AttackKind.EXPOSED, checker


def _takers_back(
    board: Board, side: Side, attacker: Square, victim: Square
) -> tuple[Square, Square]:
    """The piece of `side` that can really take back, and one that only seems to."""
    taken = board_after(board, make_move(attacker, victim))
    false_root = NOBODY
    for square in attackers_of(taken, victim, side):
        if _exposing(taken, side, square, victim, board) == NOBODY:
            return square, NOBODY
        false_root = square
    return NOBODY, false_root


def _exposing(board: Board, side: Side, origin: Square, target: Square, present: Board) -> Square:
    """Which enemy piece would attack the general of `side` after the move, if any.

    Those that attack it on the `present` board are let pass, unless the general moves.
    """
    after = board_after(board, make_move(origin, target))
    if not is_checked(after, side):
        return NOBODY
    moves_general = board[origin] & 7 == GENERAL
    already = _checkers(present, side)
    for checker in _checkers(after, side):
        if moves_general or checker not in already:
            return checker
    return NOBODY


def _checkers(board: Board, side: Side) -> Sequence[Square]:
    """The enemy pieces that attack the general of `side`."""
    if not is_checked(board, side):
        return ()
    return attackers_of(board, general_square(board, side), side.opponent)
