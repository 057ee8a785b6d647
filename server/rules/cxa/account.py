"""The ledger of a cycle under the Chinese rules, written.

This module hides how the findings on a ply become lines a person may dispute: the class
with its article, the line that mates or wins, every capture that was looked at and why it is
no chase. It decides nothing itself; what a ply did is written once, whichever lap it is in.
"""

from dataclasses import replace

from server.rules.board import Side, Square
from server.rules.cxa.articles import CxaClause
from server.rules.cxa.cycle import CycleJudge, Judgement, Ply
from server.rules.cxa.evidence import Page, page_of
from server.rules.ledger import Account, Chase, Ledger, LedgerPly, PlyKind, Prey
from server.rules.repetition import Level
from server.rules.window import Window

_ATTACKS = frozenset({PlyKind.CHECK, PlyKind.KILL, PlyKind.CHASE})
_JOINT_CLAUSES = frozenset({CxaClause.JOINT, CxaClause.ALIKE})


def write_account(window: Window, judge: CycleJudge, judgement: Judgement) -> Ledger:
    """Write down the whole window."""
    pages: dict[Ply, Page] = {}
    plies = []
    for index, move in enumerate(window.moves):
        ply = Ply(window.boards[index], move, window.side_at(index))
        if ply not in pages:
            pages[ply] = page_of(
                judge.full, ply, ask_joint=judgement.blame.clause in _JOINT_CLAUSES
            )
        plies.append(_entry(window, index, ply, pages[ply]))
    red, black = (_account(window, side, plies) for side in Side)
    full = judgement.blame.loser if judgement.doubts else None
    return Ledger(tuple(plies), (red, black), judgement.doubts, full)


def _entry(window: Window, index: int, ply: Ply, page: Page) -> LedgerPly:
    """The entry of one ply, with the identities it has in this lap."""
    ids = window.ids_after[index]
    return LedgerPly(
        ply=window.first_ply + index,
        side=ply.side,
        move=ply.move,
        piece=ply.before[ply.move >> 7],
        kind=page.kind,
        chases=tuple(_identified(chase, ids) for chase in page.chases),
        rejected=page.rejected,
        article=page.article,
        line=page.line,
        joint=page.joint,
    )


def _identified(chase: Chase, ids: tuple[Square, ...]) -> Chase:
    return replace(
        chase, attacker_id=ids[chase.attacker.square], victim_id=ids[chase.victim.square]
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
    victims = tuple(_prey(window, identity) for identity in throughout)
    return Account(Level.PERPETUAL_ATTACK, victims)


def _prey(window: Window, identity: Square) -> Prey:
    """Where a piece has been in the window, in the order it came there."""
    visited = dict.fromkeys((identity, *(ids.index(identity) for ids in window.ids_after)))
    return Prey(window.boards[0][identity], identity, tuple(visited))
