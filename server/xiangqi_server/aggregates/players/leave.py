"""A player's vacation: days in which no clock by days runs against the player. Moments in ms.

Thirty days come in a year, and as many are kept at most; an account begins with ten. A vacation
begins at once and takes all its days from what is kept. If it is ended before, whole days that were
not begun come back, so going to and fro costs a day each time.

Rooms hear of it by an effect that carries the number of the change. Of two that come to a room the
higher number holds, in whatever order they come.
"""

from collections.abc import Iterable
from typing import Annotated, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from xiangqi_server.aggregates.players.refusals import PlayerRefusal
from xiangqi_server.aggregates.room.messages import SetLeave
from xiangqi_server.kernel.aggregate.decision import Decision, Effect
from xiangqi_server.kernel.aggregate.refusal import require
from xiangqi_server.kernel.aggregate.spans import DAY_MS

MOST_DAYS: Final = 30
FIRST_DAYS: Final = 10
YEAR_DAYS: Final = 365

LeaveDays = Annotated[int, Meta(ge=1, le=MOST_DAYS)]


class Leave(Struct, frozen=True, gc=False):
    """What a player has of vacation.

    Fields:
        bank_ms: what was kept at `at_ms`; None until the first vacation.
        number: of the latest change; 0 before the first.
        from_ms, until_ms: the latest vacation; 0 for none.
    """

    bank_ms: int | None = None
    at_ms: int = 0
    number: int = 0
    from_ms: int = 0
    until_ms: int = 0

    def bank_now_ms(self, since_ms: int, now_ms: int) -> int:
        """What is kept at a moment, by a player registered at `since_ms` (0: not known)."""
        begun_ms = self.at_ms if self.bank_ms is not None else since_ms or now_ms
        kept_ms = FIRST_DAYS * DAY_MS if self.bank_ms is None else self.bank_ms
        earned_ms = max(0, now_ms - begun_ms) * MOST_DAYS // YEAR_DAYS
        return min(MOST_DAYS * DAY_MS, kept_ms + earned_ms)

    def is_on(self, now_ms: int) -> bool:
        """The player is on vacation."""
        return now_ms < self.until_ms


class TakeLeave(Struct, frozen=True, tag="take_leave"):
    """Go on vacation for so many days."""

    days: LeaveDays


class EndLeave(Struct, frozen=True, tag="end_leave"):
    """Come back from it; without one nothing happens."""


class LeaveTaken(Struct, frozen=True, tag="leave_taken"):
    """A vacation began, or was ended early: then it is over at `until_ms`.

    Fields:
        bank_ms: what is kept after that, at `at_ms`.
    """

    number: int
    from_ms: int
    until_ms: int
    bank_ms: int
    at_ms: int


LeaveCommand = TakeLeave | EndLeave


def decide(part: Leave, command: LeaveCommand, now_ms: int, since_ms: int) -> Decision[LeaveTaken]:
    """What a command does to a player's vacation.

    Raises:
        Refused: ON_VACATION or NO_VACATION_LEFT.
    """
    bank_ms = part.bank_now_ms(since_ms, now_ms)
    if isinstance(command, EndLeave):
        if not part.is_on(now_ms):
            return Decision()
        rest_ms = (part.until_ms - now_ms) // DAY_MS * DAY_MS
        back_ms = min(MOST_DAYS * DAY_MS, bank_ms + rest_ms)
        return Decision((LeaveTaken(part.number + 1, part.from_ms, now_ms, back_ms, now_ms),))
    require(not part.is_on(now_ms), PlayerRefusal.ON_VACATION)
    takes_ms = command.days * DAY_MS
    require(takes_ms <= bank_ms, PlayerRefusal.NO_VACATION_LEFT)
    until_ms = now_ms + takes_ms
    return Decision((LeaveTaken(part.number + 1, now_ms, until_ms, bank_ms - takes_ms, now_ms),))


def apply(part: Leave, event: LeaveTaken) -> Leave:
    """The vacation after the event."""
    return replace(
        part,
        bank_ms=event.bank_ms,
        at_ms=event.at_ms,
        number=event.number,
        from_ms=event.from_ms,
        until_ms=event.until_ms,
    )


def leave_orders(player: str, part: Leave, rooms: Iterable[str]) -> tuple[Effect, ...]:
    """What carries a vacation, or its end, to the games of the player."""
    order = SetLeave(player, part.number, part.until_ms)
    return tuple(Effect("room", room, order) for room in rooms)
