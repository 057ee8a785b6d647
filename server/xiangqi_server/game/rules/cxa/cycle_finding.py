"""The side that must change in a repeated cycle (articles 24.13, 25 and 26.9).

A side is *forbidden* when every ply of its cycle is a check, a kill or a chase, in any mixture,
of one piece or of several (24.11, 24.13).

* One side is forbidden: it must change, or it loses (25.3).
* Neither is: a draw (25.2).
* Both are, and one of them checks on every ply and the other does not: it loses (25.1).
* Both are otherwise: a side that only checks, kills and chases chariots or unrooted pieces must
  change against a side that chases jointly or chases under-rooted pieces (26.9.1-3). Of two such
  sides it is the one with the smaller share of joint chases. Alike: a draw (26.9.4). Whether 26.9.2
  or 26.9.3 is named depends on whether the loser chases chariots alone.

Source: Chinese Xiangqi Association, rules of 2020, articles 24.11, 24.13, 25.1-25.3, 26.9.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.game.rules.cxa.articles import CxaClause

NOT_JOINT: Final = Fraction(0)


@dataclass(frozen=True, slots=True)
class SideFinding:
    """What the plies of one side amount to.

    Fields:
        is_forbidden: every ply is a check, kill or chase.
        always_checks: every ply is a check.
        joint: the share of its plies that are joint chases; only asked of two forbidden sides.
        chases_chariots: it chases, and nothing but chariots; asked likewise.
    """

    is_forbidden: bool
    always_checks: bool
    joint: Fraction = NOT_JOINT
    chases_chariots: bool = False


@dataclass(frozen=True, slots=True)
class CycleFinding:
    """The side that must change, None for a draw, and by which paragraph."""

    loser: Side | None
    clause: CxaClause


def finding_of(red: SideFinding, black: SideFinding) -> CycleFinding:
    """The side that must change, and by which paragraph."""
    if not (red.is_forbidden or black.is_forbidden):
        return CycleFinding(None, CxaClause.PERMITTED)
    if red.is_forbidden != black.is_forbidden:
        loser, conduct = (Side.RED, red) if red.is_forbidden else (Side.BLACK, black)
        checks = conduct.always_checks
        return CycleFinding(loser, CxaClause.PERPETUAL_CHECK if checks else CxaClause.FORBIDDEN)
    if red.always_checks != black.always_checks:
        loser = Side.RED if red.always_checks else Side.BLACK
        return CycleFinding(loser, CxaClause.PERPETUAL_CHECK)
    if red.joint == black.joint:
        return CycleFinding(None, CxaClause.ALIKE)
    loser, conduct = (Side.RED, red) if red.joint < black.joint else (Side.BLACK, black)
    of_chariot = conduct.chases_chariots
    return CycleFinding(loser, CxaClause.CHARIOT_AGAINST_JOINT if of_chariot else CxaClause.JOINT)
