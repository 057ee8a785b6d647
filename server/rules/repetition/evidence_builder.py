"""The ledger of a window, written.

This module hides how the findings of `repetition` are laid out line by line. What a ply did
is worked out once for each board and move, whichever lap it belongs to; only the identities
of the pieces differ from lap to lap. It decides nothing itself.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from server.rules.board.by_side import BySide
from server.rules.board.check import general_square
from server.rules.board.encoding import (
    HORSE,
    Board,
    Move,
    Side,
    Square,
    origin_of,
)
from server.rules.repetition.evidence import (
    Account,
    Chase,
    Ledger,
    LedgerPly,
    Placed,
    PlyKind,
    Prey,
    RejectedChase,
    Rejection,
    Why,
    checkers_on,
)
from server.rules.repetition.inspector import (
    Attack,
    Inspector,
    guilt_of,
)
from server.rules.repetition.threats import (
    NOBODY,
    AttackKind,
    may_be_chased,
    may_chase,
    why_false,
)
from server.rules.repetition.window import Window

_REJECTION_BY_KIND: Final = {
    AttackKind.EXPOSED: Rejection.EXPOSES_GENERAL,
    AttackKind.PINNED: Rejection.PINNED_ATTACKER,
    AttackKind.PROTECTED: Rejection.PROTECTED,
    AttackKind.EXCHANGE: Rejection.EXCHANGE,
}


def write_ledger(window: Window, inspector: Inspector) -> Ledger:
    """Write down the whole window. Costs about three times the bare verdict."""
    pages: dict[tuple[Board, Move], tuple[PlyKind, tuple[_Note, ...]]] = {}
    plies = []
    for index, move in enumerate(window.moves):
        key = (window.boards[index], move)
        if key not in pages:
            pages[key] = _page(window, index, inspector)
        plies.append(_ply(window, index, *pages[key]))
    accounts = BySide.of(lambda side: _account(window, side, inspector))
    return Ledger(tuple(plies), accounts)


_Note = Chase | RejectedChase


def _ply(window: Window, index: int, kind: PlyKind, notes: tuple[_Note, ...]) -> LedgerPly:
    """The entry of one ply, with the identities it has in this lap."""
    move = window.moves[index]
    ids = window.ids_after[index]
    return LedgerPly(
        ply=window.first_ply + index,
        side=window.side_at(index),
        move=move,
        piece=window.boards[index][origin_of(move)],
        kind=kind,
        chases=tuple(
            Chase(
                note.attacker,
                note.victim,
                ids[note.attacker.square],
                ids[note.victim.square],
                note.kind,
                note.why,
                note.root,
                note.bar,
            )
            for note in notes
            if isinstance(note, Chase)
        ),
        rejected=tuple(note for note in notes if isinstance(note, RejectedChase)),
        checkers=(
            checkers_on(window.boards[index + 1], window.side_at(index))
            if kind is PlyKind.CHECK
            else ()
        ),
    )


def _page(window: Window, index: int, inspector: Inspector) -> tuple[PlyKind, tuple[_Note, ...]]:
    """What a ply did, whichever lap it belongs to."""
    side, after = window.side_at(index), window.boards[index + 1]
    notes = tuple(_notes(window, index, inspector))
    if inspector.checks(after, side):
        return PlyKind.CHECK, notes
    if any(isinstance(note, Chase) for note in notes):
        return PlyKind.CHASE, notes
    return PlyKind.IDLE, notes


def _notes(window: Window, index: int, inspector: Inspector) -> Iterator[_Note]:
    """Every attack of the mover after the ply, as a chase or with its excuse."""
    side, after = window.side_at(index), window.boards[index + 1]
    general = general_square(after, side.opponent)
    for victim in sorted(inspector.attacked_by(after, side)):
        if victim != general:
            yield from _notes_on(window, index, inspector, victim)


def _notes_on(window: Window, index: int, inspector: Inspector, victim: Square) -> Iterator[_Note]:
    """The attacks on one piece."""
    side, move = window.side_at(index), window.moves[index]
    before, after = window.boards[index], window.boards[index + 1]
    new = {
        attack.attacker: attack
        for attack in inspector.chases(before, after, side, move, victim)
        if may_be_chased(after, victim)
    }
    for attacker in inspector.attackers_of(after, victim, side):
        if attacker in new:
            yield _chase(after, side, new[attacker])
        else:
            yield _rejected(after, side, attacker, victim, inspector)


def _chase(board: Board, side: Side, attack: Attack) -> Chase:
    """The entry of a new threat."""
    kind, root = attack.finding
    attacker, victim = _placed(board, attack.attacker), _placed(board, attack.victim)
    if kind is AttackKind.STRONG:
        role = attacker.piece & 7
        why = Why.HORSE_TAKES_CHARIOT if role == HORSE else Why.CANNON_TAKES_CHARIOT
        return Chase(attacker, victim, NOBODY, NOBODY, attack.kind, why)
    if root == NOBODY:
        return Chase(attacker, victim, NOBODY, NOBODY, attack.kind, Why.UNPROTECTED)
    bar = why_false(board, side, attack.attacker, attack.victim, root)
    chase = Chase(attacker, victim, NOBODY, NOBODY, attack.kind, Why.FALSE_ROOT)
    return replace(chase, root=_placed(board, root), bar=_placed(board, bar))


def _rejected(
    board: Board, side: Side, attacker: Square, victim: Square, inspector: Inspector
) -> RejectedChase:
    """The entry of an attack that is no chase."""
    pair = _placed(board, attacker), _placed(board, victim)
    if not may_be_chased(board, victim):
        return RejectedChase(*pair, Rejection.UNCROSSED_SOLDIER)
    if not may_chase(board[attacker] & 7):
        return RejectedChase(*pair, Rejection.EXEMPT_ATTACKER)
    kind, witness = inspector.weigh(board, side, attacker, victim)
    if kind >= AttackKind.FREE:
        return RejectedChase(*pair, Rejection.EXISTED_BEFORE)
    return RejectedChase(
        *pair,
        _REJECTION_BY_KIND[kind],
        None if kind is AttackKind.EXCHANGE else _placed(board, witness),
    )


def _placed(board: Board, square: Square) -> Placed:
    """The piece on a square, with the square."""
    return Placed(board[square], square)


def _account(window: Window, side: Side, inspector: Inspector) -> Account:
    """The level of a side, and whom it chased throughout."""
    guilt = guilt_of(window, side, inspector)
    return Account(guilt.level, tuple(prey_of(window, identity) for identity in guilt.victims))


def prey_of(window: Window, identity: Square) -> Prey:
    """Where a piece has been in the window, in the order it came there."""
    visited = dict.fromkeys((identity, *(ids.index(identity) for ids in window.ids_after)))
    return Prey(window.boards[0][identity], identity, tuple(visited))
