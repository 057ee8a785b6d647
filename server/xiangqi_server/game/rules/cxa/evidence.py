"""What the evidence of a cycle is made of under the Chinese rules.

For each ply there are its class with the article, and the line that mates or wins. Every capture
that was looked at and is no chase stands there with the reason and the line that proves it. It
decides nothing itself.
"""

from collections.abc import Iterator
from typing import Final

from xiangqi_server.game.rules.board.attackers import attackers_of
from xiangqi_server.game.rules.board.by_side import BySide
from xiangqi_server.game.rules.board.check import is_checked, squares_of
from xiangqi_server.game.rules.board.encoding import (
    GENERAL,
    OPPONENT,
    Move,
    Side,
    Square,
    make_move,
    origin_of,
)
from xiangqi_server.game.rules.board.moves import board_after
from xiangqi_server.game.rules.cxa.articles import CxaClause
from xiangqi_server.game.rules.cxa.captures import CaptureBalance
from xiangqi_server.game.rules.cxa.classes import PlyClass, PlyFinding
from xiangqi_server.game.rules.cxa.cycle import BOTH_FORBIDDEN, CycleJudge, Judgement
from xiangqi_server.game.rules.cxa.new_threat import by_check_question
from xiangqi_server.game.rules.cxa.ply_search import Ply
from xiangqi_server.game.rules.cxa.positions import TooManyPositions
from xiangqi_server.game.rules.cxa.readings import Solvers
from xiangqi_server.game.rules.cxa.steps import Step
from xiangqi_server.game.rules.cxa.values import MATE, WORTH, is_exempt
from xiangqi_server.game.rules.repetition.evidence import (
    Chase,
    ChaseKind,
    Evidence,
    Level,
    PlyEvidence,
    PlyKind,
    RejectedChase,
    Rejection,
    SideEvidence,
    Why,
    checkers_on,
    placed,
)
from xiangqi_server.game.rules.repetition.evidence_builder import cycle_piece, each_ply
from xiangqi_server.game.rules.repetition.threats import NOBODY
from xiangqi_server.game.rules.repetition.window import Window

_TOLD: Final = "told"
_ATTACKS: Final = frozenset({PlyKind.CHECK, PlyKind.KILL, PlyKind.CHASE})


def evidence_of(window: Window, judge: CycleJudge, judgement: Judgement) -> Evidence:
    """The evidence of a window, and what is doubtful about the judgement."""
    judge.begin()
    ask_joint = judgement.finding.clause in BOTH_FORBIDDEN

    def evidence_at(index: int) -> PlyEvidence:
        ply = Ply(window.boards[index], window.moves[index], window.side_at(index))
        return _ply(judge, ply, ask_joint=ask_joint)

    plies = each_ply(window, evidence_at, found={})
    sides = BySide.of(lambda side: _side_evidence(window, side, plies))
    full = judgement.finding.loser if judgement.doubts else None
    return Evidence(plies, sides, judgement.doubts, full)


def _side_evidence(window: Window, side: Side, plies: tuple[PlyEvidence, ...]) -> SideEvidence:
    """The level of a side, and the pieces that every ply of it chased."""
    mine = [ply for ply in plies if ply.side is side]
    if not mine or any(ply.kind not in _ATTACKS for ply in mine):
        return SideEvidence(Level.NONE, ())
    if all(ply.kind is PlyKind.CHECK for ply in mine):
        return SideEvidence(Level.PERPETUAL_CHECK, ())
    chased = [dict.fromkeys(chase.victim_id for chase in ply.chases) for ply in mine]
    throughout = [identity for identity in chased[0] if all(identity in on for on in chased)]
    victims = tuple(cycle_piece(window, identity) for identity in throughout)
    return SideEvidence(Level.PERPETUAL_ATTACK, victims)


def _ply(judge: CycleJudge, ply: Ply, *, ask_joint: bool) -> PlyEvidence:
    """What a ply did; whether it chases jointly is found out only if asked."""
    piece = ply.before[origin_of(ply.move)]
    told = PlyEvidence(0, ply.side, ply.move, piece, PlyKind.UNCLEAR, (), ())
    try:
        finding = judge.full.finding(ply)
    except TooManyPositions:
        return told._replace(article=CxaClause.ARBITER.value)
    told = told._replace(kind=PlyKind(finding.kind.value), article=finding.article.value)
    if finding.kind is PlyClass.CHECK:
        return told._replace(checkers=checkers_on(board_after(*ply[:2]), ply.side))
    try:
        told = judge.searches.ask(ply, _TOLD, lambda solvers: _told(solvers, ply, finding, told))
        return told._replace(joint=True) if ask_joint and judge.full.is_joint(ply) else told
    except TooManyPositions:
        return told


def _told(solvers: Solvers, ply: Ply, finding: PlyFinding, told: PlyEvidence) -> PlyEvidence:
    """What a ply that gives no check did, with the lines that prove it."""
    now = solvers.balance(board_after(ply.before, ply.move), ply.side)
    if finding.kind is PlyClass.KILL:
        return told._replace(line=solvers.mates.line(now.board, now.side, now.exchanges))
    chases = _chases(now, ply, finding)
    return told._replace(
        chases=chases,
        rejected=tuple(_rejections(now, finding)),
        line=chases[0].line if chases else (),
    )


def _chases(now: CaptureBalance, ply: Ply, finding: PlyFinding) -> tuple[Chase, ...]:
    """The new threats of a chase, the strongest first."""
    if finding.kind is not PlyClass.CHASE:
        return ()
    if finding.by_check:
        return _chase_by_check(now, ply)
    return tuple(_chase(now, ply, step) for step in finding.threats)


def _chase(now: CaptureBalance, ply: Ply, step: Step) -> Chase:
    """The entry of a new threat, with the line that wins."""
    attacker, victim = step[0] >> 7, step[0] & 127
    line = now.solver.line_of_capture(now.board, step, now.asked(step))
    why, root = _why(now, step)
    return Chase(
        placed(now.board, attacker),
        placed(now.board, victim),
        NOBODY,
        NOBODY,
        _came_about(ply, attacker, victim),
        why,
        root=None if root == NOBODY else placed(now.board, root),
        line=line,
    )


def _why(now: CaptureBalance, step: Step) -> tuple[Why, Square]:
    """Why the victim is won, and the false root where there is one."""
    move, after = step
    victim, enemy = move & 127, OPPONENT[now.side]
    if now.worth(step) == 0:
        return Why.EQUAL, NOBODY
    roots = attackers_of(after, victim, enemy)
    if any(not is_checked(board_after(after, make_move(root, victim)), enemy) for root in roots):
        return Why.GAINS, NOBODY
    return (Why.FALSE_ROOT, roots[0]) if roots else (Why.UNPROTECTED, NOBODY)


def _chase_by_check(now: CaptureBalance, ply: Ply) -> tuple[Chase, ...]:
    """The entry of a gain that begins with a check: the most valuable piece it wins."""
    line = now.solver.line_of_checks(now.board, by_check_question(now))
    board, stood = now.board, dict(enumerate(range(len(now.board))))
    best, pair = 0, None
    for number, move in enumerate(line):
        origin, target = move >> 7, move & 127
        if number % 2 == 0 and WORTH[board[target]] > best:
            best, pair = WORTH[board[target]], (stood[origin], stood[target])
        board, stood[target] = board_after(board, move), stood[origin]
    if pair is None:
        return ()
    attacker, victim = (placed(now.board, square) for square in pair)
    kind = _came_about(ply, *pair)
    return (Chase(attacker, victim, NOBODY, NOBODY, kind, Why.BY_CHECK, line=line),)


def _came_about(ply: Ply, attacker: Square, victim: Square) -> ChaseKind:
    """Whether the capture was there before the ply, or is new."""
    origin = ply.move >> 7 if attacker == ply.move & 127 else attacker
    was_there = origin in attackers_of(ply.before, victim, ply.side)
    return ChaseKind.ROOT if was_there else ChaseKind.DIRECT


_EXCUSES: Final = {
    CxaClause.GENERAL_ANSWERS_CHECK: Rejection.ANSWERS_CHECK,
    CxaClause.LONE_DEFENDER: Rejection.HOLDS_DRAW,
}


def _rejections(now: CaptureBalance, finding: PlyFinding) -> Iterator[RejectedChase]:
    """Every attack of the mover that is no chase, and why."""
    new = {step[0] for step in finding.threats} if finding.kind is PlyClass.CHASE else set()
    legal = {step[0]: step for step in now.cache.captures(now.board, now.side)}
    for move in _attacks(now):
        if move in new:
            continue
        pair = placed(now.board, move >> 7), placed(now.board, move & 127)
        step = legal.get(move)
        if not now.value_at(move & 127):
            yield RejectedChase(*pair, Rejection.UNCROSSED_SOLDIER)
        elif step is None:
            yield RejectedChase(*pair, Rejection.EXPOSES_GENERAL)
        else:
            yield _rejected(now, finding, step, RejectedChase(*pair, Rejection.EXISTED_BEFORE))


def _rejected(
    now: CaptureBalance, finding: PlyFinding, step: Step, existed: RejectedChase
) -> RejectedChase:
    """Why a legal capture is no chase; `existed` if nothing speaks against it but that."""
    move = step[0]
    if move not in now.captures:
        exempt = is_exempt(now.board[move >> 7])
        return existed._replace(reason=Rejection.EXEMPT_ATTACKER if exempt else Rejection.EXCHANGE)
    if finding.article in _EXCUSES:
        return existed._replace(reason=_EXCUSES[finding.article])
    if now.worth(step) >= 0:
        return existed
    question = now.asked(step)
    full = now.solver.of_capture(now.board, step, question)
    reason = (
        Rejection.MATED_AT_ONCE
        if full == -MATE
        else Rejection.NO_GAIN
        if full < 0
        else Rejection.TAKEN_BACK
    )
    line = now.solver.line_of_capture(now.board, step, question)
    return existed._replace(reason=reason, line=line)


def _attacks(now: CaptureBalance) -> Iterator[Move]:
    """Every attack on a piece of the other side but the general, by victim."""
    enemy = OPPONENT[now.side]
    for victim in squares_of(now.board, enemy):
        if now.board[victim] & 7 != GENERAL:
            for attacker in attackers_of(now.board, victim, now.side):
                yield make_move(attacker, victim)
