"""What the scores of a game's positions say of its moves: which of them lost much.

A score is in hundredths of a soldier, positive where Red is better. What a move lost is the fall of
the chance to win, for a hundredth means little in a game that is decided. The curve was fitted to
games of masters, see the decisions on reviews.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp
from typing import Final, Literal

MATE_CP: Final = 30_000
"""The score of a side that has mated; one that mates in n moves has n less."""
NO_SCORE_BEYOND: Final = MATE_CP - 1_000
"""A score as large as that is a mate."""
CURVE: Final = 0.0045
QUICK_LOSS_CP: Final = 200
"""What our own engine marks lost so much at least: it finds 86 of 120 of these, see above."""

MarkName = Literal["inaccuracy", "mistake", "blunder"]
LEAST_LOSS: Final[tuple[tuple[float, MarkName], ...]] = (
    (0.5, "blunder"),
    (0.3, "mistake"),
    (0.2, "inaccuracy"),
)
"""An engine that looks ten times as far finds smaller losses to be none, see the decisions."""
SIGNS: Final[dict[MarkName, str]] = {"inaccuracy": "$6", "mistake": "$2", "blunder": "$4"}
"""The signs of PGN for ?!, ? and ??."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A move that lost much: its ply from 0, and by how much its side's chances fell, of 2."""

    ply: int
    name: MarkName
    loss: float


def chances(score_cp: int) -> float:
    """How likely Red wins, from -1 to 1."""
    return 2 / (1 + exp(-CURVE * score_cp)) - 1


def losses(scores: Sequence[int], *, black_began: bool) -> list[float]:
    """By how much the chances of its side fell with each move; below 0 where they rose."""
    won = [chances(score) for score in scores]
    pairs = enumerate(pairwise(won))
    return [
        after - before if _is_black(ply, black_began=black_began) else before - after
        for ply, (before, after) in pairs
    ]


def marks_of(
    scores: Sequence[int],
    moves: Sequence[str],
    best: Sequence[str],
    *,
    black_began: bool,
    is_quick: bool,
) -> list[Mark]:
    """The moves that lost much, by the scores of the positions before and after them.

    A move that the engine would have played is no mistake: it saw further one move later. A quick
    look marks only what is sure.
    """
    marks = []
    for ply, loss in enumerate(losses(scores, black_began=black_began)):
        name = next((name for least, name in LEAST_LOSS if loss >= least), None)
        if name is None or moves[ply] == best[ply]:
            continue
        if is_quick and not _is_sure(name, scores[ply], scores[ply + 1]):
            continue
        marks.append(Mark(ply, name, loss))
    return marks


def eval_text(score_cp: int) -> str:
    """A score as PGN has it: soldiers with two decimals, or `#` and the moves to the mate."""
    if abs(score_cp) <= NO_SCORE_BEYOND:
        return f"{score_cp / 100:.2f}"
    return f"#{'-' if score_cp < 0 else ''}{MATE_CP - abs(score_cp)}"


def _is_sure(name: MarkName, before_cp: int, after_cp: int) -> bool:
    return name != "inaccuracy" and abs(after_cp - before_cp) >= QUICK_LOSS_CP


def _is_black(ply: int, *, black_began: bool) -> bool:
    return ply % 2 == (0 if black_began else 1)
