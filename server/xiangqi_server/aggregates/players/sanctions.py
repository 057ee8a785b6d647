"""What operators have done to a player, and until when it holds. Moments in ms of store time."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from xiangqi_server.aggregates.moderation.messages import Restrict, Sanction
from xiangqi_server.aggregates.room.messages import LOBBY_ID, Bar
from xiangqi_server.kernel.aggregate.decision import Decision, Effect

KEPT_NUMBERS: Final = 32
KEPT_WARNINGS: Final = 8


class Sanctions(Struct, frozen=True, gc=False):
    """The sanctions that hold, or held.

    Fields:
        muted_until_ms, banned_until_ms: 0 for never.
        warnings: what the player was warned of, the latest last.
        numbers: the latest of the operators' actions taken in, by which a repeat is known.
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
    """A sanction of the operators holds from now on; `number` is their action's."""

    number: int
    sanction: Sanction = field(name="measure")
    until_ms: int
    text: str


def decide(part: Sanctions, command: Restrict) -> Decision[Restricted]:
    """Take a sanction that is not taken yet."""
    if command.number in part.numbers:
        return Decision()
    event = Restricted(command.number, command.sanction, command.until_ms, command.text)
    return Decision((event,))


def bar_orders(player: str, part: Sanctions, rooms: Iterable[str]) -> tuple[Effect, ...]:
    """What carries a ban, or its end, to wherever a game of the player may begin.

    Args:
        rooms: those the player knows of: its games, its challenges, and what it may play again.
    """
    bar = Bar(player, part.numbers[-1], part.banned_until_ms)
    begun = tuple(Effect("room", room, bar) for room in rooms) if part.banned_until_ms else ()
    return (Effect("lobby", LOBBY_ID, bar), Effect("ladder", "main", bar), *begun)


def apply(part: Sanctions, event: Restricted) -> Sanctions:
    """What holds after the event."""
    part = replace(part, numbers=(*part.numbers, event.number)[-KEPT_NUMBERS:])
    match event.sanction:
        case Sanction.WARN:
            return replace(part, warnings=(*part.warnings, event.text)[-KEPT_WARNINGS:])
        case Sanction.MUTE:
            return replace(part, muted_until_ms=event.until_ms)
        case Sanction.BAN:
            return replace(part, banned_until_ms=event.until_ms)
        case Sanction.LIFT:
            return replace(part, muted_until_ms=0, banned_until_ms=0)
