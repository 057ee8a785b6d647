"""What a time control is: the arithmetic of one side's time, and its values.

The controls and the pair of clocks share it. In all of them
`used_ms` is how much of the turn has been charged so far, at least 0.
"""

from typing import Protocol

from msgspec import Struct


class SideTime(Struct, frozen=True, array_like=True, gc=False):
    """What one side has between two turns.

    Fields:
        left_ms: main time or game time, without the periods or counted seconds after it;
            for a limit per move, the limit of its next move.
        periods: of byo-yomi, that are left.
    """

    left_ms: int
    periods: int = 0


class SideClock(Struct, frozen=True, gc=False):
    """The clock of one side; see *Clocks*.

    Fields:
        left_ms: time left: of the main or game time, or of the running period of byo-yomi.
        periods: periods of byo-yomi left, the running one included; 0 in other controls.
        turn_ms: what the turn may take at most, where a control limits it, else null.
    """

    left_ms: int
    periods: int
    turn_ms: int | None


class TimeControl(Protocol):
    """The arithmetic of one kind of clock."""

    def start(self) -> SideTime:
        """What each side has before the first move."""

    def allowance_ms(self, time: SideTime) -> int | None:
        """How long a turn may be: when that much is used the flag falls. None for ever."""

    def moved(self, time: SideTime, used_ms: int) -> SideTime:
        """What is left after a move that took less than the allowance, with what it earns."""

    def cut(self, time: SideTime, used_ms: int) -> SideTime:
        """What is left when a turn begins again without a move of this side."""

    def face(self, time: SideTime, used_ms: int) -> SideClock:
        """What the clock shows during a turn; nothing is ever below 0."""
