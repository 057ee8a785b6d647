"""What operators have done to a player, and until when it holds. Moments in ms of store time."""

from dataclasses import dataclass, replace
from typing import Final

from msgspec import Struct

from server.aggregate.decision import Decision
from server.office.messages import Measure, Restrict

KEPT_NUMBERS: Final = 32
KEPT_WARNINGS: Final = 8


@dataclass(frozen=True, slots=True)
class Restraint:
    """The measures that hold, or held.

    Fields:
        muted_until_ms, banned_until_ms: 0 for never.
        warnings: what the player was warned of, the latest last.
        numbers: the latest of the office's actions taken in, by which a repeat is known.
    """

    muted_until_ms: int = 0
    banned_until_ms: int = 0
    warnings: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()

    def is_banned(self, now_ms: int) -> bool:
        """No new games."""
        return now_ms < self.banned_until_ms

    def is_mute(self, now_ms: int) -> bool:
        """Nothing said to others."""
        return now_ms < max(self.muted_until_ms, self.banned_until_ms)


class Restricted(Struct, frozen=True, tag="restricted"):
    """A measure of the operators holds from now on; `number` is their action's."""

    number: int
    measure: Measure
    until_ms: int
    text: str


def decide(part: Restraint, command: Restrict) -> Decision[Restricted]:
    """Take a measure that is not taken yet."""
    if command.number in part.numbers:
        return Decision()
    event = Restricted(command.number, command.measure, command.until_ms, command.text)
    return Decision((event,))


def apply(part: Restraint, event: Restricted) -> Restraint:
    """What holds after the event."""
    part = replace(part, numbers=(*part.numbers, event.number)[-KEPT_NUMBERS:])
    match event.measure:
        case Measure.WARN:
            return replace(part, warnings=(*part.warnings, event.text)[-KEPT_WARNINGS:])
        case Measure.MUTE:
            return replace(part, muted_until_ms=event.until_ms)
        case Measure.BAN:
            return replace(part, banned_until_ms=event.until_ms)
        case Measure.LIFT:
            return replace(part, muted_until_ms=0, banned_until_ms=0)
