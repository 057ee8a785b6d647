"""Which laps of a repetition count: the latest ones, and only while they are enough.

A *lap* is what lies between two occurrences of a position. Where a rule set rules at the
fourth occurrence, the last three laps are judged, whatever stood before them: an idle lap
long ago clears neither side, as a guilty one long ago accuses neither.

A side may be at fault in the latest of these laps, but neither in all of them. Then the offence
has not run often enough to lose, and too far for a draw: the game goes on. It goes on
for no longer than the offence takes to be complete; by then the laps are ruled on as they are.
Laps that are all alike are ruled on at once, since more of the same would change nothing.

The move that enters a loop from outside is one of its first lap, where the terms say so. Then
three laps are complete one ply before the fourth occurrence of the first position of the loop. A
capture that enters it is never counted.

Source: Asian rules, clauses 3, 5 and 6; Chinese rules of 2020, 24.9-24.12: the *offence*
must have run three times on end. A first move that captures is not counted.
"""

from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.game.rules.repetition.window import Window

AtFault = Callable[[Window], Side | None]
"""Which side a rule set turns against for some laps; None if neither."""


class RuledAt(NamedTuple):
    """When a repetition is ruled on.

    Fields:
        occurrence: of a position.
        least: how often a position must have stood at least; it is one less where the move that
            enters a loop is counted as one of its first lap.
    """

    occurrence: int
    least: int

    @classmethod
    def at(cls, occurrence: int, *, entering: bool = False) -> "RuledAt":
        """At an occurrence, with the entering move counted or not."""
        return cls(occurrence, occurrence - entering)

    @property
    def entering(self) -> bool:
        """Whether the entering move is counted."""
        return self.least < self.occurrence


def ruled_part(repeated: Window, rule_at: int, at_fault: AtFault) -> Window | None:
    """The laps to rule on now; None while the game goes on.

    `repeated` runs from an occurrence of its last position to its last one.
    """
    starts = repeated.starts_of_laps
    if len(starts) + 1 < rule_at:
        return None
    count = rule_at - 1
    part = repeated.since(starts[-count])
    is_settled = len(starts) + 1 >= 2 * count or _are_alike(part)
    if is_settled or at_fault(part) is not None:
        return part
    latest = (repeated.since(start) for start in reversed(starts[1 - count :]))
    return None if any(at_fault(laps) is not None for laps in latest) else part


def part_to_come(repeated: Window, rule_at: int, at_fault: AtFault) -> tuple[Window, int]:
    """The laps that will be ruled on if the last lap is run again and again.

    And how often it is run until then; 0 if they are ruled on now.
    """
    left = 0
    while (part := ruled_part(repeated, rule_at, at_fault)) is None:
        repeated, left = repeated.once_more(), left + 1
    return part, left


def _are_alike(part: Window) -> bool:
    """Whether all laps are the same moves."""
    starts = [*part.starts_of_laps, len(part.moves)]
    laps = {part.moves[first:last] for first, last in pairwise(starts)}
    return len(laps) == 1
