"""The ledger of a window, written.

The findings of `inspector` are laid out line by line. What a ply did is worked out once for
each board and move, whichever lap it belongs to; only the identities of the pieces differ from
lap to lap. It decides nothing itself.
"""

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
    """Write down the whole window. Costs about twice the bare verdict."""
    pages: dict[tuple[Board, Move], LedgerPly] = {}
    plies = []
    for index, move in enumerate(window.moves):
        key = (window.boards[index], move)
        page = pages.get(key)
        if page is None:
            page = pages[key] = _page(window, index, inspector)
        plies.append(_ply(window, index, page))
    accounts = BySide.of(lambda side: _account(window, side, inspector))
    return Ledger(tuple(plies), accounts)


def _ply(window: Window, index: int, page: LedgerPly) -> LedgerPly:
    """A page of the window as the ply of one lap, with the identities of the pieces there."""
    ids = window.ids_after[index]
    chases = tuple(chase.identified(ids) for chase in page.chases)
    return page._replace(ply=window.first_ply + index, chases=chases)


def _page(window: Window, index: int, inspector: Inspector) -> LedgerPly:
    """What a ply did, whichever lap it belongs to: every attack of the mover, or its excuse."""
    side, move = window.side_at(index), window.moves[index]
    before, after = window.boards[index], window.boards[index + 1]
    attacks = inspector.attacks(after, side)
    general = general_square(after, side.opponent)
    chases: list[Chase] = []
    rejected: list[RejectedChase] = []
    for victim in sorted(attacks):
        if victim == general:
            continue
        new: dict[Square, Attack] = {}
        if may_be_chased(after, victim):
            found = inspector.chases(before, after, side, move, victim)
            new = {attack.attacker: attack for attack in found}
        for attacker in attacks[victim]:
            if attacker in new:
                chases.append(_chase(after, side, new[attacker]))
            else:
                rejected.append(_rejected(after, side, attacker, victim, inspector))
    is_check = inspector.checks(after, side)
    return LedgerPly(
        ply=window.first_ply + index,
        side=side,
        move=move,
        piece=before[origin_of(move)],
        kind=PlyKind.CHECK if is_check else PlyKind.CHASE if chases else PlyKind.IDLE,
        chases=tuple(chases),
        rejected=tuple(rejected),
        checkers=checkers_on(after, side) if is_check else (),
    )


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
    return chase._replace(root=_placed(board, root), bar=_placed(board, bar))


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
