"""局时, 步时, 读秒: game time, move time, counted seconds.

While game time lasts, a move must be made within the move time as well. When game time
runs out, even in the middle of a move, the move time no longer counts. From that moment
the move must be made within the counted seconds, and so must each later one. If both run
out at the same moment, the seconds are counted.
"""

from dataclasses import dataclass

from xiangqi_server.aggregates.room.clock.control import SideClock, SideTime


@dataclass(frozen=True, slots=True)
class ThreePartControl:
    """See the module."""

    game_ms: int
    move_ms: int
    count_ms: int

    def start(self) -> SideTime:
        """The game time."""
        return SideTime(self.game_ms)

    def allowance_ms(self, time: SideTime) -> int:
        """The move time, or the rest of the game time and the counted seconds after it."""
        if time.left_ms > self.move_ms:
            return self.move_ms
        return time.left_ms + self.count_ms

    def moved(self, time: SideTime, used_ms: int) -> SideTime:
        """Game time used is gone; move time and counted seconds are whole for each move."""
        return SideTime(max(0, time.left_ms - used_ms))

    def cut(self, time: SideTime, used_ms: int) -> SideTime:
        """The same."""
        return self.moved(time, used_ms)

    def face(self, time: SideTime, used_ms: int) -> SideClock:
        """The game time, then the counted seconds; `turn_ms` is what this move may still take."""
        turn_ms = max(0, self.allowance_ms(time) - used_ms)
        game_left_ms = time.left_ms - used_ms
        return SideClock(game_left_ms if game_left_ms > 0 else turn_ms, 0, turn_ms)
