"""The fault of each side of a repeated cycle: check, chase, or neither.

This is the algorithm of the Asian rules for repeated positions. What a rule set makes of it (the
loser, the bans, the occurrence) is elsewhere.

Theory. A ply *checks* when the enemy general is attacked after it. It *chases* a victim
when some piece of the mover really threatens that victim after the ply and the same pair
was not a real threat before it: attacks that simply go on are not chases. Such a new threat
is **direct** when the capture was not there before, **root** when the capture was there
and the ply took the protection (or the exchange) away. Over the window of a side:

* every ply checks: perpetual check;
* one and the same victim is chased by every ply (by any piece): a perpetual chase, direct
  when the tag is direct on each ply. A root chase accuses only when the other side does
  at least one thing that is neither check nor chase;
* the side with the greater fault loses; equals draw.

The same few positions recur in a window, so what a ply does is worked out once for each
pair of boards. To find a level, it is enough to look at the victims that every ply so far has
chased. `evidence_builder` finds all victims, with the chases that were rejected and why.

Source: Asian Xiangqi Federation rules, clauses 6-33 and the appendix.
"""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Final

from xiangqi_server.game.rules.board.check import OWN, is_checked, squares_of
from xiangqi_server.game.rules.board.encoding import Board, Move, Side, Square
from xiangqi_server.game.rules.board.geometry import MOVES
from xiangqi_server.game.rules.board.reach import REACH, reaches
from xiangqi_server.game.rules.repetition.evidence import ChaseKind, Level, PlyEvidence
from xiangqi_server.game.rules.repetition.threats import (
    AttackFinding,
    AttackKind,
    may_be_chased,
    may_chase,
    weigh,
)
from xiangqi_server.game.rules.repetition.window import Window

_NOBODY_ATTACKS: Final[list[Square]] = []


@dataclass(frozen=True, slots=True)
class Attack:
    """One new threat that a ply makes, by squares after the ply."""

    attacker: Square
    victim: Square
    kind: ChaseKind
    finding: AttackFinding


class Inspector:
    """Answers what plies do, and remembers it: for one window, or while a loop goes on.

    Args:
        spare_chariot: whether a horse or cannon threatens even a protected chariot.

    Attributes:
        evidence: the evidence of plies, by the board before and the move, as they were first met;
            `evidence_builder` puts it here.
        clauses: the clauses of cycles, by all their plies, whatever lap or ply they begin with;
            the rule set puts them here.
    """

    def __init__(self, *, spare_chariot: bool = True) -> None:
        self._spare_chariot = spare_chariot
        self._weighed: dict[tuple[Board, Square, Square], AttackFinding] = {}
        self._attackers: dict[tuple[Board, bool], dict[Square, list[Square]]] = {}
        self._checks: dict[tuple[Board, bool], bool] = {}
        self._chases: dict[tuple[Board, Move, Square], tuple[Attack, ...]] = {}
        self.evidence: dict[tuple[Board, Move], PlyEvidence] = {}
        self.clauses: dict[Hashable, str] = {}

    def weigh(self, board: Board, side: Side, attacker: Square, victim: Square) -> AttackFinding:
        """`threats.weigh`, remembered."""
        key = (board, attacker, victim)
        found = self._weighed.get(key)
        if found is None:
            found = self._weighed[key] = weigh(
                board, side, attacker, victim, spare_chariot=self._spare_chariot
            )
        return found

    def attackers_of(self, board: Board, square: Square, side: Side) -> list[Square]:
        """The squares of `side`'s pieces that attack the enemy piece on `square`."""
        return self.attacks(board, side).get(square, _NOBODY_ATTACKS)

    def attacks(self, board: Board, side: Side) -> dict[Square, list[Square]]:
        """Every attack of `side`: the attackers by victim."""
        key = (board, side is Side.RED)
        found = self._attackers.get(key)
        if found is None:
            found = self._attackers[key] = _attackers_by_victim(board, side)
        return found

    def attacked_by(self, board: Board, side: Side) -> list[Square]:
        """The squares of the attacked enemy pieces that can be victims of `side`."""
        return [square for square in self.attacks(board, side) if may_be_chased(board, square)]

    def checks(self, board: Board, side: Side) -> bool:
        """Whether `side` attacks the enemy general on this board."""
        key = (board, side is Side.RED)
        found = self._checks.get(key)
        if found is None:
            found = self._checks[key] = is_checked(board, side.opponent)
        return found

    def chases(
        self, before: Board, after: Board, side: Side, move: Move, victim: Square
    ) -> tuple[Attack, ...]:
        """The threats to the piece on `victim` that the ply has made or renewed."""
        key = (before, move, victim)
        found = self._chases.get(key)
        if found is None:
            found = self._chases[key] = tuple(self._new_threats(before, after, side, move, victim))
        return found

    def _new_threats(
        self, before: Board, after: Board, side: Side, move: Move, victim: Square
    ) -> Iterable[Attack]:
        """The threats of the attackers that the victim has after the ply."""
        for attacker in self.attackers_of(after, victim, side):
            if not may_chase(after[attacker] & 7):
                continue
            finding = self.weigh(after, side, attacker, victim)
            if finding[0] < AttackKind.FREE:
                continue
            was = self.kind_before(before, side, move, attacker, victim)
            if was < AttackKind.FREE:
                kind = ChaseKind.ROOT if was >= AttackKind.PROTECTED else ChaseKind.DIRECT
                yield Attack(attacker, victim, kind, finding)

    def kind_before(
        self, before: Board, side: Side, move: Move, attacker: Square, victim: Square
    ) -> AttackKind:
        """What the attack of the same pair amounted to before the ply."""
        origin = move >> 7 if attacker == move & 127 else attacker
        if not reaches(before, MOVES[origin][victim]):
            return AttackKind.NO_ATTACK
        return self.weigh(before, side, origin, victim)[0]


def _attackers_by_victim(board: Board, side: Side) -> dict[Square, list[Square]]:
    """Every attack of `side` on an enemy piece."""
    enemy = OWN[side.opponent]
    found: dict[Square, list[Square]] = {}
    for origin in squares_of(board, side):
        for target in REACH[board[origin]](board, origin):
            if enemy[board[target]]:
                found.setdefault(target, []).append(origin)
    return found


def checks_throughout(window: Window, side: Side, inspector: Inspector) -> bool:
    """Whether every ply of `side` in the window checks."""
    plies = window.plies_of(side)
    return bool(plies) and all(inspector.checks(window.boards[index + 1], side) for index in plies)


def victims_throughout(window: Window, side: Side, inspector: Inspector) -> dict[Square, bool]:
    """The pieces that every ply of `side` chases: by identity, whether always directly."""
    chased: dict[Square, bool] | None = None
    for index in window.plies_of(side):
        ids = window.ids_after[index]
        before, after, move = window.boards[index], window.boards[index + 1], window.moves[index]
        candidates = inspector.attacked_by(after, side) if chased is None else _now(ids, chased)
        met: dict[Square, bool] = {}
        for square in candidates:
            attacks = inspector.chases(before, after, side, move, square)
            if attacks:
                direct = any(attack.kind is ChaseKind.DIRECT for attack in attacks)
                met[ids[square]] = direct and (chased is None or chased[ids[square]])
        chased = met
        if not chased:
            break
    return chased or {}


def _now(ids: tuple[Square, ...], chased: dict[Square, bool]) -> list[Square]:
    """Where the pieces of these identities stand."""
    return [ids.index(identity) for identity in chased]


def acts_throughout(window: Window, side: Side, inspector: Inspector) -> bool:
    """Whether every ply of `side` gives check or chases something."""
    return all(
        inspector.checks(window.boards[index + 1], side)
        or any(
            inspector.chases(
                window.boards[index], window.boards[index + 1], side, window.moves[index], square
            )
            for square in inspector.attacked_by(window.boards[index + 1], side)
        )
        for index in window.plies_of(side)
    )


@dataclass(frozen=True, slots=True)
class SideFault:
    """The fault of a side, and the identities of the pieces it chases throughout."""

    level: Level
    victims: tuple[Square, ...] = ()


def fault_of(window: Window, side: Side, inspector: Inspector) -> SideFault:
    """The fault of `side` in the repetition.

    The victims of a root chase are named even if what the other side does excuses the chase.
    """
    victims = victims_throughout(window, side, inspector)
    if checks_throughout(window, side, inspector):
        return SideFault(Level.PERPETUAL_CHECK, tuple(victims))
    if any(victims.values()):
        return SideFault(Level.DIRECT_CHASE, tuple(victims))
    if victims and not acts_throughout(window, side.opponent, inspector):
        return SideFault(Level.ROOT_CHASE, tuple(victims))
    return SideFault(Level.NONE, tuple(victims))


def level_of(window: Window, side: Side, inspector: Inspector) -> Level:
    """The level alone: of a side that checks throughout the chases need not be asked."""
    if checks_throughout(window, side, inspector):
        return Level.PERPETUAL_CHECK
    return fault_of(window, side, inspector).level
