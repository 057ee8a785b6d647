"""What the evidence of a window is made of: the findings of `inspector`, ply by ply.

It decides nothing itself.
"""

from collections.abc import Callable
from typing import Final

from xiangqi_server.game.rules.board.by_side import BySide
from xiangqi_server.game.rules.board.check import general_square
from xiangqi_server.game.rules.board.encoding import HORSE, Board, Move, Side, Square, origin_of
from xiangqi_server.game.rules.repetition.evidence import (
    Chase,
    CyclePiece,
    Evidence,
    PlyEvidence,
    PlyKind,
    RejectedChase,
    Rejection,
    SideEvidence,
    Why,
    checkers_on,
    placed,
)
from xiangqi_server.game.rules.repetition.inspector import Attack, Inspector, fault_of
from xiangqi_server.game.rules.repetition.threats import (
    NOBODY,
    AttackKind,
    may_be_chased,
    may_chase,
    why_false,
)
from xiangqi_server.game.rules.repetition.window import Window

_REJECTION_BY_KIND: Final = {
    AttackKind.EXPOSED: Rejection.EXPOSES_GENERAL,
    AttackKind.PINNED: Rejection.PINNED_ATTACKER,
    AttackKind.PROTECTED: Rejection.PROTECTED,
    AttackKind.EXCHANGE: Rejection.EXCHANGE,
}


def evidence_of(window: Window, inspector: Inspector) -> Evidence:
    """The evidence of a window. Costs about twice the bare verdict."""
    sides = BySide.of(lambda side: _side_evidence(window, side, inspector))
    plies = each_ply(window, lambda index: _ply(window, index, inspector), inspector.evidence)
    return Evidence(plies, sides)


def each_ply(
    window: Window,
    evidence_at: Callable[[int], PlyEvidence],
    found: dict[tuple[Board, Move], PlyEvidence],
) -> tuple[PlyEvidence, ...]:
    """What each ply of the window did.

    `evidence_at` tells it of the ply with that index in the window. It is asked once for each
    board and move; its answer is put into `found` and used in every lap. Only the number of
    the ply and the identities of the pieces differ there.
    """
    ids_after, plies = window.ids_after, []
    for index, key in enumerate(zip(window.boards, window.moves, strict=False)):
        ply = found.get(key)
        if ply is None:
            ply = found[key] = evidence_at(index)
        plies.append(ply.renumbered(window.first_ply + index, ids_after[index]))
    return tuple(plies)


def _ply(window: Window, index: int, inspector: Inspector) -> PlyEvidence:
    """What a ply did: every attack of the mover is a chase, or there is a reason why not."""
    side, move = window.side_at(index), window.moves[index]
    before, after = window.boards[index], window.boards[index + 1]
    chases, rejected = _attacks(before, after, side, move, inspector)
    is_check = inspector.checks(after, side)
    return PlyEvidence(
        ply=window.first_ply + index,
        side=side,
        move=move,
        piece=before[origin_of(move)],
        kind=PlyKind.CHECK if is_check else PlyKind.CHASE if chases else PlyKind.IDLE,
        chases=tuple(chases),
        rejected=tuple(rejected),
        checkers=checkers_on(after, side) if is_check else (),
    )


def _attacks(
    before: Board, after: Board, side: Side, move: Move, inspector: Inspector
) -> tuple[list[Chase], list[RejectedChase]]:
    """The attacks on other pieces than the general after a move: those that are chases, and not."""
    attacks = inspector.attacks(after, side)
    general = general_square(after, side.opponent)
    chases: list[Chase] = []
    rejected: list[RejectedChase] = []
    for victim in sorted(attacks.keys() - {general}):
        new: dict[Square, Attack] = {}
        if may_be_chased(after, victim):
            found = inspector.chases(before, after, side, move, victim)
            new = {attack.attacker: attack for attack in found}
        for attacker in attacks[victim]:
            if attacker in new:
                chases.append(_chase(after, side, new[attacker]))
            else:
                rejected.append(_rejected(after, side, attacker, victim, inspector))
    return chases, rejected


def _chase(board: Board, side: Side, attack: Attack) -> Chase:
    """The entry of a new threat."""
    kind, root = attack.finding
    attacker, victim = placed(board, attack.attacker), placed(board, attack.victim)
    if kind is AttackKind.STRONG:
        role = attacker.piece & 7
        why = Why.HORSE_TAKES_CHARIOT if role == HORSE else Why.CANNON_TAKES_CHARIOT
        return Chase(attacker, victim, NOBODY, NOBODY, attack.kind, why)
    if root == NOBODY:
        return Chase(attacker, victim, NOBODY, NOBODY, attack.kind, Why.UNPROTECTED)
    bar = why_false(board, side, attack.attacker, attack.victim, root)
    chase = Chase(attacker, victim, NOBODY, NOBODY, attack.kind, Why.FALSE_ROOT)
    return chase._replace(root=placed(board, root), bar=placed(board, bar))


def _rejected(
    board: Board, side: Side, attacker: Square, victim: Square, inspector: Inspector
) -> RejectedChase:
    """The entry of an attack that is no chase."""
    pair = placed(board, attacker), placed(board, victim)
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
        None if kind is AttackKind.EXCHANGE else placed(board, witness),
    )


def _side_evidence(window: Window, side: Side, inspector: Inspector) -> SideEvidence:
    """The level of a side, and the pieces it chased throughout."""
    fault = fault_of(window, side, inspector)
    return SideEvidence(
        fault.level, tuple(cycle_piece(window, identity) for identity in fault.victims)
    )


def cycle_piece(window: Window, identity: Square) -> CyclePiece:
    """Where a piece has been in the window, in the order it came there."""
    visited = dict.fromkeys((identity, *(ids.index(identity) for ids in window.ids_after)))
    return CyclePiece(window.boards[0][identity], identity, tuple(visited))
