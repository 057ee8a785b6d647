"""The tasks of the lessons, in the order in which they are set.

In a task Red moves and Black does not answer, so that a horse can be led over the board and a mate
be seen. The last tasks are positions of games in which a cycle is about to be completed. Positions
are composed: they hold what is taught and both generals, and no more.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final


class Goal(StrEnum):
    """What is to be done."""

    REACH = "reach"
    """Stand on every flag once."""
    CAPTURE = "capture"
    """Take every black piece but the general, and lose none."""
    ESCAPE = "escape"
    """Get out of check."""
    MATE = "mate"
    """Leave Black without a legal move, at once."""
    AVOID = "avoid"
    """Play anything but the move that completes a losing cycle."""


@dataclass(frozen=True, slots=True)
class LessonTask:
    """One position, and what is to be done there.

    Fields:
        solution: moves of Red that do it, as few as it takes; of `AVOID` none.
        flags: of `REACH`, the squares.
        cycle: of `AVOID`, the moves that were repeated to get here, from `fen` on.
        plies: of `AVOID`, how many of them were played, the cycle again and again.
    """

    goal: Goal
    fen: str
    solution: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    cycle: tuple[str, ...] = ()
    plies: int = 0

    @property
    def fewest(self) -> int:
        """The least number of Red's moves that does it."""
        return max(1, len(self.solution))

    @property
    def latest_cycle(self) -> tuple[str, ...]:
        """The cycle as it was played last: from the position of the task back to it."""
        turned = self.plies % len(self.cycle) if self.cycle else 0
        return self.cycle[turned:] + self.cycle[:turned]

    @property
    def history(self) -> tuple[str, ...]:
        """The moves that led from `fen` to where the reader moves."""
        return tuple(self.cycle[ply % len(self.cycle)] for ply in range(self.plies))


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _reach(fen: str, flags: str, solution: str) -> LessonTask:
    return LessonTask(Goal.REACH, f"{fen} w", _words(solution), _words(flags))


def _capture(fen: str, solution: str) -> LessonTask:
    return LessonTask(Goal.CAPTURE, f"{fen} w", _words(solution))


def _escape(fen: str, solution: str) -> LessonTask:
    return LessonTask(Goal.ESCAPE, f"{fen} w", _words(solution))


def _mate(fen: str, solution: str) -> LessonTask:
    return LessonTask(Goal.MATE, f"{fen} w", _words(solution))


def _avoid(fen: str, cycle: str) -> LessonTask:
    return LessonTask(Goal.AVOID, fen, cycle=_words(cycle), plies=_PLIES_TO_A_RULING)


_PLIES_TO_A_RULING: Final = 11
"""The plies of a four-ply cycle begun by Black until Red's next move brings its position about for
the last time that the rules allow."""

TASKS: Final[Mapping[str, tuple[LessonTask, ...]]] = MappingProxyType(
    {
        "general": (
            _reach("3k5/9/9/9/9/9/9/9/4K4/9", "f2", "e1e2 e2f2"),
            _reach("3k5/9/9/9/3P5/9/9/3K5/9/9", "e2 f0", "d2e2 e2f2 f2f1 f1f0"),
            _capture("3k5/9/9/9/9/9/9/4p4/4K4/9", "e1e2"),
        ),
        "advisor": (
            _reach("3k5/9/9/9/9/9/9/9/9/3AK4", "e1 f2", "d0e1 e1f2"),
            _reach("3k5/9/9/9/9/9/9/3A5/9/4K4", "f2 d0", "d2e1 e1f2 f2e1 e1d0"),
        ),
        "elephant": (
            _reach("3k5/9/9/9/9/9/9/9/9/2B1K4", "e2 g4", "c0e2 e2g4"),
            _reach("3k5/9/9/9/9/9/3p5/4B4/9/4K4", "c4", "e2c0 c0a2 a2c4"),
        ),
        "horse": (
            _reach("3k5/9/9/9/9/9/9/9/4N4/4K4", "d3", "e1d3"),
            _reach("3k5/9/9/9/9/9/9/4N4/9/4K4", "f4 g6 e5", "e2f4 f4g6 g6e5"),
            _reach("3k5/9/9/9/9/9/4p4/4N4/9/4K4", "f4", "e2g3 g3h5 h5f4"),
            _capture("3k5/9/9/9/4p4/9/5N3/2p6/9/4K4", "f3e5 e5g4 g4e3 e3c2"),
            _capture("3k5/9/5r3/9/4N4/9/9/3c5/9/4K4", "e5f7 f7e5 e5f3 f3d2"),
        ),
        "chariot": (
            _reach("3k5/9/9/9/9/9/9/9/9/R3K4", "a6 g6", "a0a6 a6g6"),
            _capture("3k5/9/9/p5p2/9/9/9/9/R8/4K4", "a1a6 a6g6"),
            _capture("3k5/9/4n4/1p5p1/9/9/9/1R7/9/4K4", "b2b6 b6h6 h6e6 e6e7"),
        ),
        "cannon": (
            _reach("3k5/9/9/9/9/9/9/1C7/9/4K4", "h2 h7", "b2h2 h2h7"),
            _capture("3k5/1n7/9/9/1P7/9/9/1C7/9/4K4", "b2b8"),
            _capture("3k5/9/9/9/9/p3P3n/9/C8/9/4K4", "a2c2 c2c4 c4i4 i4a4"),
        ),
        "soldier": (
            _reach("3k5/9/9/9/9/9/4P4/9/9/4K4", "e5", "e3e4 e4e5"),
            _reach("3k5/9/9/9/9/4P4/9/9/9/4K4", "c6", "e4e5 e5e6 e6d6 d6c6"),
            _capture("3k5/9/9/3p1p3/4P4/9/9/9/9/4K4", "e5e6 e6f6 f6e6 e6d6"),
        ),
        "check": (
            _escape("3k5/9/9/9/9/9/9/4r4/9/3AKA3", "d0e1"),
            _escape("3k5/9/4c4/9/4p4/9/9/9/9/2BAK4", "c0e2"),
            _mate("3k5/1R7/9/9/9/9/9/9/R8/5K3", "a1a9"),
            _mate("3aka3/9/9/9/4C4/9/9/2C6/9/3K5", "c2e2"),
            _mate("4ka3/4a4/9/4NR3/9/9/9/9/9/4K4", "e6c7"),
        ),
        "repetition": (
            _avoid("c2a1k1R1/2c1a4/b6P1/8p/9/9/9/9/4K4/9 b", "f9f8 h9h8 f8f9 h8h9"),
            _avoid("3aka3/7R1/7c1/9/9/9/9/9/4A4/3AK1p2 b", "h7c7 h8c8 c7h7 c8h8"),
            _avoid("2c1kab2/4a4/4b4/9/9/3N5/P1p5P/2r3cC1/4A4/3ACK3 b", "g2g1 d4e2 g1g2 e2d4"),
            _avoid("Cc1ak4/4a1P2/9/2p6/1P7/1C7/9/B2p5/2p2p3/4K4 b", "b9c9 b4c4 c9b9 c4b4"),
            _avoid("2baka3/9/4b4/9/6c2/6R2/4c4/4C4/4N4/3AKA3 b", "g5d5 g4d4 d5g5 d4g4"),
        ),
    }
)
"""By lesson; the tests search for the fewest moves. The cycles are those of diagrams of the Asian
rule book, in `tests/data/rules/cases.jsonl`."""
