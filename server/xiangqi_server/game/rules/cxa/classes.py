"""The class of a single ply: check, kill, chase, exchange or idle (articles 24 and 26).

The articles are asked in this order, for the heaviest meaning counts (26.4).

1. The general is attacked: check.
2. A general that answers a check has made an idle move, whatever comes of it (26.1.3).
3. A mate by an unbroken series of checks is threatened, and not only by taking the like
   piece one is offered to for exchange: kill (24.2, 24.4).
4. A capture is threatened that was not threatened before: chase (24.3, 24.8, 26.1.4). But a threat
   to advisors and elephants alone may be idle: if the side, with one attacking piece left, parried
   a mate by occupying the point that holds the draw (26.2).
5. More than before is won by beginning with a check: chase (24.3).
6. Everything else is idle (24.8); an offer to exchange has a class of its own (24.4).

The class depends on the board before the ply and on the ply alone. It does not matter where a cycle
is entered, how often it ran or what the other side does.

Source: Chinese Xiangqi Association, rules of 2020, articles 24.1-24.8, 26.1-26.5.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from xiangqi_server.game.rules.board.encoding import GENERAL, OPPONENT, Board, Move, Side
from xiangqi_server.game.rules.board.moves import board_after
from xiangqi_server.game.rules.cxa.articles import CxaClause
from xiangqi_server.game.rules.cxa.captures import CaptureBalance
from xiangqi_server.game.rules.cxa.new_threat import is_new, more_by_check
from xiangqi_server.game.rules.cxa.readings import Solvers
from xiangqi_server.game.rules.cxa.steps import Step
from xiangqi_server.game.rules.cxa.values import ATTACKING_ROLES, GUARDS


class PlyClass(StrEnum):
    """What a ply amounts to."""

    CHECK = "check"
    KILL = "kill"
    CHASE = "chase"
    EXCHANGE = "exchange"
    IDLE = "idle"


FORBIDDEN: Final = frozenset({PlyClass.CHECK, PlyClass.KILL, PlyClass.CHASE})
"""The classes of which one side's cycle is forbidden (24.13)."""


@dataclass(frozen=True, slots=True)
class PlyFinding:
    """The class of a ply, its article, and the captures that are newly threatened.

    Fields:
        threats: the new real threats of a chase, the strongest first.
        by_check: of a chase: it is a gain that begins with a check.
    """

    kind: PlyClass
    article: CxaClause
    threats: tuple[Step, ...] = ()
    by_check: bool = False


def classify(solvers: Solvers, before: Board, move: Move, side: Side) -> PlyFinding:
    """The class of a legal move of `side`."""
    after, enemy = board_after(before, move), OPPONENT[side]
    if solvers.cache.is_checked(after, enemy):
        return PlyFinding(PlyClass.CHECK, CxaClause.CHECK)
    was_checked = solvers.cache.is_checked(before, side)
    if was_checked and before[move >> 7] & 7 == GENERAL:
        return PlyFinding(PlyClass.IDLE, CxaClause.GENERAL_ANSWERS_CHECK)
    then, now = solvers.balance(before, side), solvers.balance(after, side)
    if _kills(solvers, now):
        return PlyFinding(PlyClass.KILL, CxaClause.KILL)
    threats = new_threats(solvers, then, now, move)
    if threats:
        return _of_threats(solvers, then, now, threats)
    if more_by_check(then, now):
        return PlyFinding(PlyClass.CHASE, CxaClause.CHASE, by_check=True)
    return _idle(then, now, move)


def _kills(solvers: Solvers, now: CaptureBalance) -> bool:
    """Whether a mate is threatened; exchanges are looked for only where there is one."""
    if not solvers.mates.mates(now.board, now.side):
        return False
    return not now.exchanges or solvers.mates.mates(now.board, now.side, exchanges=now.exchanges)


def new_threats(
    solvers: Solvers, then: CaptureBalance, now: CaptureBalance, move: Move
) -> tuple[Step, ...]:
    """The real threats that the ply has made, the strongest first."""
    found = [
        step
        for step in now.captures.values()
        if now.worth(step) >= 0 and is_new(solvers, then, now, move, step)
    ]
    return tuple(sorted(found, key=lambda step: -now.worth(step)))


def _of_threats(
    solvers: Solvers, then: CaptureBalance, now: CaptureBalance, threats: tuple[Step, ...]
) -> PlyFinding:
    """Chase, unless a lone defender only holds the draw (26.2)."""
    victims = {now.board[step[0] & 127] & 7 for step in threats}
    if victims <= set(GUARDS) and _holds_the_draw(solvers, then):
        return PlyFinding(PlyClass.IDLE, CxaClause.LONE_DEFENDER, threats)
    best = threats[0]
    article = CxaClause.CHASE if now.worth(best) > 0 else CxaClause.EQUAL_OUTCOME
    return PlyFinding(PlyClass.CHASE, article, threats)


def _holds_the_draw(solvers: Solvers, then: CaptureBalance) -> bool:
    """Whether a side with a single attacking piece was threatened with mate."""
    board, side = then.board, then.side
    attackers = sum(board.count(bytes((role + 8 * side,))) for role in ATTACKING_ROLES)
    if attackers != 1 or solvers.cache.is_checked(board, side):
        return False
    return solvers.mates.mates(board, OPPONENT[side])


def _idle(then: CaptureBalance, now: CaptureBalance, move: Move) -> PlyFinding:
    """Idle; or an exchange, when a pair of like pieces newly faces each other."""
    origin, target = move >> 7, move & 127
    known = {(target if at == origin else at, point) for at, point in then.exchanges}
    if any(pair not in known for pair in now.exchanges):
        return PlyFinding(PlyClass.EXCHANGE, CxaClause.EXCHANGE)
    return PlyFinding(PlyClass.IDLE, CxaClause.IDLE)
