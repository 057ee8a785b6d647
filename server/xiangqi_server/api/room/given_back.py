"""What a turn by days was not charged, as the file of a game tells it behind the move."""

from typing import NamedTuple

from xiangqi_server.aggregates.room.messages import CreditReason, TimeCredited


class GivenBack(NamedTuple):
    """The credits of a turn so far. Durations and moments in ms.

    Fields:
        outage_ms: for times when no node served.
        leave_ms: for a vacation, if the turn lasts as long as that.
        leave_to_ms: when the vacation ends.
    """

    outage_ms: int = 0
    leave_ms: int = 0
    leave_to_ms: int = 0

    def and_by(self, credit: TimeCredited) -> "GivenBack":
        """With one more credit, which for a vacation that was ended early is below 0."""
        if credit.reason is not CreditReason.VACATION:
            return self._replace(outage_ms=self.outage_ms + credit.ms)
        to_ms = credit.to_ms if credit.ms > 0 else credit.from_ms
        return self._replace(leave_ms=self.leave_ms + credit.ms, leave_to_ms=to_ms)

    def at(self, moved_at_ms: int) -> dict[str, int]:
        """What a move at that moment was not charged, by why; nothing that is 0."""
        stood_ms = self.leave_ms - max(0, self.leave_to_ms - moved_at_ms)
        spans = {"vacation": stood_ms, "outage": self.outage_ms}
        return {why: ms for why, ms in spans.items() if ms > 0}
