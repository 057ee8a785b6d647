"""Which clause of the Asian rules a verdict rests on.

When the verdict is known, the clause is found from the evidence, by what the book's diagrams of
that clause have in common. Each clause has its name here and its text in `texts/clauses`.

Source: Asian Xiangqi Federation rules, older English text.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from xiangqi_server.game.rules.board.attackers import attackers_of
from xiangqi_server.game.rules.board.check import general_square, is_checked
from xiangqi_server.game.rules.board.encoding import (
    CANNON,
    CHARIOT,
    EMPTY,
    GENERAL,
    HORSE,
    SOLDIER,
    Board,
    Side,
    Square,
    target_of,
)
from xiangqi_server.game.rules.repetition.evidence import (
    Chase,
    Evidence,
    Level,
    PlyEvidence,
    PlyKind,
    RejectedChase,
    Rejection,
    Why,
)
from xiangqi_server.game.rules.repetition.inspector import Inspector
from xiangqi_server.game.rules.repetition.summary import takes_protection_throughout
from xiangqi_server.game.rules.repetition.window import Window
from xiangqi_server.game.rules.rulesets.check_threats import CheckThreats


class AsianClause(StrEnum):
    """The clauses by the numbers of the older English text of the Asian rules."""

    CHECKMATE = "1"
    STALEMATE = "2"
    WARNED_THEN_LOSES = "3"
    BARE_MATERIAL = "4"
    REPETITION = "5"
    PERPETUAL_CHECK = "6"
    MUTUAL_PERPETUAL_CHECK = "7"
    PERPETUAL_CHECK_AGAINST_SOME_CHECKS = "8"
    MATE_THREATS_ON_BOTH_SIDES = "10"
    CHECKS_AND_IDLE_MOVES = "11-13"
    CHECKS_AND_CHASES = "14"
    CANNONS_CHASE_CHARIOT = "15"
    CANNON_CHASES_CHARIOTS_IN_TURN = "16"
    CHARIOT_CHASES_PROTECTED_CANNON = "17"
    CHARIOT_CHASES_UNPROTECTED_PIECE = "18"
    CHASED_CHARIOT_PINNED_BY_HORSE = "19"
    HORSE_OR_CANNON_CHASES_CHARIOT = "20-21"
    TWO_CHASES_TO_ONE = "22"
    CHARIOT_CHASES_HORSE = "23"
    LIKE_CHASES_LIKE = "24"
    CANNON_CHASES_MINOR_PIECE = "25"
    DISCOVERED_CHASE_OF_CHARIOT = "26"
    PINNED_CHARIOT = "27"
    GENERAL_MAY_CHASE = "28"
    SOLDIERS_MAY_CHASE = "29"
    EXEMPT_MOVE_LETS_OTHERS_CHASE = "30-31"
    SEVERAL_VICTIMS = "32"
    SEVERAL_CHASE_ONE = "33"
    FALSE_ROOT = "34"
    PROTECTED_PIECE = "35"
    CAPTURE_AFTER_CHECK = "37-38"
    EXCHANGE_OFFER = "40"
    PROTECTION_REMOVED = "A1"
    ATTACK_GOES_ON = "A2"
    PERPETUAL_CHASE = "C"
    NATURAL_LIMIT = "N"


_EXEMPT: Final = frozenset({GENERAL, SOLDIER})


def clause_of(
    window: Window,
    evidence: Evidence,
    loser: Side | None,
    inspector: Inspector,
    *,
    may_search: bool = True,
) -> str:
    """The clause that a verdict rests on.

    That of a draw is worked out once for a cycle: it is the same with whichever ply it begins.

    Raises:
        NeedsSearch: it depends on what checks win, and nothing may be searched.
    """
    if loser is None:
        plies = frozenset(zip(window.boards, window.moves, strict=False))
        cycle = plies, *(found.level for found in evidence.sides)
        if cycle not in inspector.clauses:
            draw = _Cycle(window, evidence, CheckThreats(inspector, may_search=may_search))
            inspector.clauses[cycle] = _clause_of_draw(draw)
        return inspector.clauses[cycle]
    if evidence.sides[loser].level is Level.PERPETUAL_CHECK:
        answers = evidence.plies_of(loser.opponent)
        if any(ply.kind is PlyKind.CHECK for ply in answers):
            return AsianClause.PERPETUAL_CHECK_AGAINST_SOME_CHECKS
        return AsianClause.PERPETUAL_CHECK
    return _clause_of_chase(window, evidence, loser)


def _clause_of_chase(window: Window, evidence: Evidence, loser: Side) -> AsianClause:
    """The clause of a perpetual chase, the most particular first."""
    found = evidence.sides[loser]
    chased = found.victims[0]
    plies = evidence.plies_of(loser)
    chases = [chase for ply in plies for chase in ply.chases if chase.victim_id == chased.id]
    if takes_protection_throughout(chases):
        return AsianClause.PROTECTION_REMOVED
    if all(ply.piece & 7 in _EXEMPT for ply in plies):
        return AsianClause.EXEMPT_MOVE_LETS_OTHERS_CHASE
    if any(chase.why is Why.FALSE_ROOT for chase in chases):
        return AsianClause.FALSE_ROOT
    if chased.piece & 7 == CHARIOT:
        return _clause_of_chased_chariot(window, evidence, loser, chases)
    return _clause_of_chased_piece(evidence, loser, chases)


def _clause_of_chased_chariot(
    window: Window, evidence: Evidence, loser: Side, chases: list[Chase]
) -> AsianClause:
    """The clauses on a chased chariot."""
    roles = {chase.attacker.piece & 7 for chase in chases}
    if _is_pinned_by_horse(window, loser, chases[0].victim_id):
        return AsianClause.CHASED_CHARIOT_PINNED_BY_HORSE
    if roles == {CANNON}:
        movers = {ply.piece & 7 for ply in evidence.plies_of(loser)}
        discovered = CANNON not in movers
        return (
            AsianClause.DISCOVERED_CHASE_OF_CHARIOT
            if discovered
            else AsianClause.CANNONS_CHASE_CHARIOT
        )
    if roles == {CHARIOT}:
        return AsianClause.LIKE_CHASES_LIKE
    if roles == {HORSE} and _hits_back(evidence, loser):
        return AsianClause.TWO_CHASES_TO_ONE
    if roles <= {HORSE, CANNON}:
        return AsianClause.HORSE_OR_CANNON_CHASES_CHARIOT
    return _clause_of_chasers(chases)


def _clause_of_chased_piece(evidence: Evidence, loser: Side, chases: list[Chase]) -> AsianClause:
    """The clauses on any other chased piece."""
    roles = {chase.attacker.piece & 7 for chase in chases}
    victim = chases[0].victim.piece & 7
    if roles == {victim}:
        return AsianClause.LIKE_CHASES_LIKE
    clause = _clause_of_chasers(chases)
    if clause is AsianClause.SEVERAL_CHASE_ONE:
        return clause
    if roles == {CHARIOT}:
        answered = victim == HORSE and _hits_back(evidence, loser)
        return (
            AsianClause.CHARIOT_CHASES_HORSE
            if answered
            else AsianClause.CHARIOT_CHASES_UNPROTECTED_PIECE
        )
    if roles == {CANNON}:
        return AsianClause.CANNON_CHASES_MINOR_PIECE
    return clause


def _clause_of_chasers(chases: list[Chase]) -> AsianClause:
    """The clause where no clause names the pieces: by whether one chases, or several."""
    is_one = len({chase.attacker_id for chase in chases}) == 1
    return AsianClause.PERPETUAL_CHASE if is_one else AsianClause.SEVERAL_CHASE_ONE


def _hits_back(evidence: Evidence, loser: Side) -> bool:
    """Whether the victim's side checks or chases on some of its moves."""
    return any(ply.kind is not PlyKind.IDLE for ply in evidence.plies_of(loser.opponent))


def _is_pinned_by_horse(window: Window, chaser: Side, victim_id: Square) -> bool:
    """Whether a horse would check whenever the chased piece left its line."""
    return all(
        _horse_behind(window.boards[index + 1], chaser, window.ids_after[index].index(victim_id))
        for index in window.plies_of(chaser)
    )


def _horse_behind(board: bytes, chaser: Side, victim: Square) -> bool:
    """Whether lifting the victim lets a horse of the chaser check."""
    cells = bytearray(board)
    cells[victim] = EMPTY
    lifted = bytes(cells)
    general = general_square(lifted, chaser.opponent)
    return any(lifted[square] & 7 == HORSE for square in attackers_of(lifted, general, chaser))


@dataclass(frozen=True, slots=True)
class _Cycle:
    """A drawn repetition: its boards, its evidence, and what a check would win there."""

    window: Window
    evidence: Evidence
    threats: CheckThreats

    def boards(self, ply: PlyEvidence) -> tuple[Board, Board]:
        """The board before a ply, and the one after it."""
        index = ply.ply - self.window.first_ply
        return self.window.boards[index], self.window.boards[index + 1]


def _clause_of_draw(cycle: _Cycle) -> AsianClause:
    """The clause of a draw: the most telling of what either side does on every move."""
    levels = {found.level for found in cycle.evidence.sides}
    if levels == {Level.PERPETUAL_CHECK}:
        return AsianClause.MUTUAL_PERPETUAL_CHECK
    if Level.NONE not in levels:
        return AsianClause.TWO_CHASES_TO_ONE
    found = [_clause_of_busy_side(cycle, side) for side in Side]
    told = [clause for clause in found if clause is not None]
    clause = min(told, key=_IN_ORDER.index, default=AsianClause.REPETITION)
    if clause not in _MORE_TELLING_THAN_CHECKS_FIRST and _begins_with_checks(cycle):
        clause = AsianClause.CAPTURE_AFTER_CHECK
    if clause in _LESS_THAN_MATE_THREATS and all(_threatens_mate(cycle, side) for side in Side):
        return AsianClause.MATE_THREATS_ON_BOTH_SIDES
    return clause


def _threatens_mate(cycle: _Cycle, side: Side) -> bool:
    """Whether some move of a side, that does not check, threatens mate by the next one."""
    return any(
        ply.kind is not PlyKind.CHECK and cycle.threats.mates(cycle.boards(ply)[1], side)
        for ply in cycle.evidence.plies_of(side)
    )


def _clause_of_busy_side(cycle: _Cycle, side: Side) -> AsianClause | None:
    """Why a side that seems to check or chase is not to blame."""
    plies = cycle.evidence.plies_of(side)
    kinds = {ply.kind for ply in plies}
    if kinds == {PlyKind.CHECK, PlyKind.CHASE}:
        return AsianClause.CHECKS_AND_CHASES
    if PlyKind.CHECK in kinds:
        return AsianClause.CHECKS_AND_IDLE_MOVES
    if kinds == {PlyKind.CHASE}:
        pairs = {
            (chase.attacker.piece & 7, chase.victim.piece & 7)
            for ply in plies
            for chase in ply.chases
        }
        only_so = pairs == {(CANNON, CHARIOT)}
        return (
            AsianClause.CANNON_CHASES_CHARIOTS_IN_TURN if only_so else AsianClause.SEVERAL_VICTIMS
        )
    return _clause_of_excuse(cycle, side)


def _begins_with_checks(cycle: _Cycle) -> bool:
    """Whether each ply of some side newly threatens to take something after a check.

    That takes a search, so it is asked last: a cycle in which a side checks, or chases on every
    move, is known by that.
    """
    return any(
        all(_threatens_after_check(cycle, ply) for ply in cycle.evidence.plies_of(side))
        for side in Side
    )


def _threatens_after_check(cycle: _Cycle, ply: PlyEvidence) -> bool:
    """Whether a ply newly threatens to take something after a check."""
    before, after = cycle.boards(ply)
    if not cycle.threats.wins_after_check(after, ply.side):
        return False
    return is_checked(before, ply.side) or not cycle.threats.wins_after_check(before, ply.side)


_CLAUSE_BY_EXCUSE: Final = {
    Rejection.EXCHANGE: AsianClause.EXCHANGE_OFFER,
    Rejection.EXISTED_BEFORE: AsianClause.ATTACK_GOES_ON,
    Rejection.PROTECTED: AsianClause.PROTECTED_PIECE,
    Rejection.PINNED_ATTACKER: AsianClause.PINNED_CHARIOT,
    Rejection.EXPOSES_GENERAL: AsianClause.PINNED_CHARIOT,
}
_EXCUSES_ABOVE_CHECKS_FIRST: Final = (
    AsianClause.GENERAL_MAY_CHASE,
    AsianClause.SOLDIERS_MAY_CHASE,
    AsianClause.CHARIOT_CHASES_PROTECTED_CANNON,
    AsianClause.EXCHANGE_OFFER,
)
_MOST_TELLING: Final = tuple(
    dict.fromkeys(
        (
            *_EXCUSES_ABOVE_CHECKS_FIRST,
            AsianClause.CAPTURE_AFTER_CHECK,
            *_CLAUSE_BY_EXCUSE.values(),
            AsianClause.CANNON_CHASES_MINOR_PIECE,
        )
    )
)
"""Excuses in order: where there are several, the first is the one a player would dispute first."""
_DEEDS: Final = (
    AsianClause.CHECKS_AND_CHASES,
    AsianClause.CHECKS_AND_IDLE_MOVES,
    AsianClause.CANNON_CHASES_CHARIOTS_IN_TURN,
    AsianClause.SEVERAL_VICTIMS,
)
_IN_ORDER: Final = (*_DEEDS, *_MOST_TELLING)
"""The reasons of both sides in order: the first is named, whichever side has it."""
_MORE_TELLING_THAN_CHECKS_FIRST: Final = frozenset((*_DEEDS, *_EXCUSES_ABOVE_CHECKS_FIRST))
_LESS_THAN_MATE_THREATS: Final = frozenset(
    {AsianClause.REPETITION, AsianClause.CHECKS_AND_IDLE_MOVES, AsianClause.ATTACK_GOES_ON}
)
"""What is named only where not both sides threaten mate."""


def _clause_of_excuse(cycle: _Cycle, side: Side) -> AsianClause | None:
    """Why attacks do not count, if every ply makes one by the piece it moves.

    Or, on soldiers at home, by a line that it opens. They are attacked in passing, so they
    explain a draw only when nothing else is.
    """
    plies = cycle.evidence.plies_of(side)
    chases = any(ply.kind is PlyKind.CHASE for ply in plies)
    excuses: set[AsianClause] = set()
    for ply in plies:
        found = _excuses(cycle, ply)
        if not (found or ply.kind is PlyKind.CHASE):
            return None
        excuses |= found
    told = min(excuses, key=_MOST_TELLING.index)
    return None if chases and told is AsianClause.CANNON_CHASES_MINOR_PIECE else told


def _excuses(cycle: _Cycle, ply: PlyEvidence) -> set[AsianClause]:
    """Why the attacks that this ply makes are no chases."""
    moved, before = target_of(ply.move), cycle.boards(ply)[0]
    return {
        _excuse(item)
        for item in ply.rejected
        if item.attacker.square == moved
        or (
            item.reason is Rejection.UNCROSSED_SOLDIER
            and item.attacker.square not in attackers_of(before, item.victim.square, ply.side)
        )
    }


def _excuse(rejected: RejectedChase) -> AsianClause:
    """The clause by which an attack is no chase."""
    role, victim = rejected.attacker.piece & 7, rejected.victim.piece & 7
    match rejected.reason:
        case Rejection.UNCROSSED_SOLDIER:
            return AsianClause.CANNON_CHASES_MINOR_PIECE
        case Rejection.EXEMPT_ATTACKER if role == GENERAL:
            return AsianClause.GENERAL_MAY_CHASE
        case Rejection.EXEMPT_ATTACKER:
            return AsianClause.SOLDIERS_MAY_CHASE
        case Rejection.PROTECTED if (role, victim) == (CHARIOT, CANNON):
            return AsianClause.CHARIOT_CHASES_PROTECTED_CANNON
        case reason:
            return _CLAUSE_BY_EXCUSE[reason]
