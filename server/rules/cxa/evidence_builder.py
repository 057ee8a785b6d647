"""The ledger of a cycle under the Chinese rules, written.

The findings on a ply become lines a person may dispute: the class with its article, the line
that mates or wins, every capture that was looked at and why it is no chase. It decides nothing
itself; what a ply did is written once, whichever lap it is in.
"""

from server.rules.board.by_side import BySide
from server.rules.board.encoding import Side
from server.rules.cxa.cycle import BOTH_FORBIDDEN, CycleJudge, Judgement, Ply
from server.rules.cxa.evidence import EvidencePage, page_of
from server.rules.repetition.evidence import Account, Ledger, LedgerPly, PlyKind, checkers_on
from server.rules.repetition.evidence_builder import prey_of
from server.rules.repetition.inspector import Level
from server.rules.repetition.window import Window

_ATTACKS = frozenset({PlyKind.CHECK, PlyKind.KILL, PlyKind.CHASE})


def write_account(window: Window, judge: CycleJudge, judgement: Judgement) -> Ledger:
    """Write down the whole window."""
    pages: dict[Ply, EvidencePage] = {}
    plies = []
    for index, move in enumerate(window.moves):
        ply = Ply(window.boards[index], move, window.side_at(index))
        if ply not in pages:
            pages[ply] = page_of(
                judge.full, ply, ask_joint=judgement.blame.clause in BOTH_FORBIDDEN
            )
        plies.append(_entry(window, index, ply, pages[ply]))
    accounts = BySide.of(lambda side: _account(window, side, plies))
    full = judgement.blame.loser if judgement.doubts else None
    return Ledger(tuple(plies), accounts, judgement.doubts, full)


def _entry(window: Window, index: int, ply: Ply, page: EvidencePage) -> LedgerPly:
    """The entry of one ply, with the identities it has in this lap."""
    ids = window.ids_after[index]
    return LedgerPly(
        ply=window.first_ply + index,
        side=ply.side,
        move=ply.move,
        piece=ply.before[ply.move >> 7],
        kind=page.kind,
        chases=tuple(chase.identified(ids) for chase in page.chases),
        rejected=page.rejected,
        article=page.article,
        line=page.line,
        joint=page.joint,
        checkers=(
            checkers_on(window.boards[index + 1], ply.side) if page.kind is PlyKind.CHECK else ()
        ),
    )


def _account(window: Window, side: Side, plies: list[LedgerPly]) -> Account:
    """The level of a side, and the pieces that every ply of it chased."""
    mine = [ply for ply in plies if ply.side is side]
    if not mine or any(ply.kind not in _ATTACKS for ply in mine):
        return Account(Level.NONE, ())
    if all(ply.kind is PlyKind.CHECK for ply in mine):
        return Account(Level.PERPETUAL_CHECK, ())
    chased = [dict.fromkeys(chase.victim_id for chase in ply.chases) for ply in mine]
    throughout = [identity for identity in chased[0] if all(identity in on for on in chased)]
    victims = tuple(prey_of(window, identity) for identity in throughout)
    return Account(Level.PERPETUAL_ATTACK, victims)
