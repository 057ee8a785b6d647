"""What the pings to one connection have found out about its line."""

from typing import Final

SILENT_PINGS: Final = 3
"""A client that has answered a ping before and leaves this many unanswered counts as gone."""
KEPT_ROUND_TRIPS: Final = 5


class RoundTrips:
    """The pings to one client. Only its methods change it.

    Attributes:
        due_round: the round of pings by which the client was promised its next one.
        unheard: how many pings were sent since its last message.
    """

    __slots__ = ("_lasted_ms", "_number", "_sent_ms", "due_round", "unheard")

    def __init__(self) -> None:
        self._number = 0  # of the latest ping, until it is answered
        self._sent_ms = 0
        self._lasted_ms: tuple[int, ...] = ()
        self.due_round = 0
        self.unheard = 0

    def begin(self, number: int, now_ms: int, due_round: int) -> None:
        """Note that a ping is sent, and by which round the next one was promised."""
        self._number, self._sent_ms, self.due_round = number, now_ms, due_round
        self.unheard += 1

    def heard(self) -> None:
        """Note that a message has come."""
        self.unheard = 0

    def answered(self, number: int, now_ms: int) -> bool:
        """Take the round trip of a ping; False if it is an old one, or was answered before."""
        if number != self._number or number == 0:
            return False
        self._lasted_ms = (*self._lasted_ms, max(0, now_ms - self._sent_ms))[-KEPT_ROUND_TRIPS:]
        self._number = 0
        return True

    @property
    def is_new(self) -> bool:
        """The line was never measured, and there is still hope for an answer."""
        return not self._lasted_ms and self.unheard < SILENT_PINGS

    @property
    def is_silent(self) -> bool:
        """The client used to answer and has stopped: its line may be gone, though it is open.

        Counted in pings sent, so a stall of this node makes no client silent.
        """
        return bool(self._lasted_ms) and self.unheard >= SILENT_PINGS

    @property
    def rtt_ms(self) -> int | None:
        """The last round trip measured, None before the first."""
        return self._lasted_ms[-1] if self._lasted_ms else None

    @property
    def lag_ms(self) -> int:
        """How late messages arrive because of the line: the best of the last round trips.

        The best, because a client may answer late on purpose, but never early.
        """
        return min(self._lasted_ms, default=0)
