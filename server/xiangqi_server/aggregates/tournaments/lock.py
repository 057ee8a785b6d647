"""What the password of a tournament is checked against: an aggregate whose log stays private.

The log of a tournament is public, so it only names its lock: a random id, and another one for each
password that is set. The hash comes here by the append that announces or amends the tournament;
until it has come, no password is right.
"""

from dataclasses import dataclass
from typing import Final

from msgspec import Struct

from xiangqi_server.kernel.aggregate.decision import Decision, Effect, Stamped
from xiangqi_server.kernel.aggregate.kind import Kind, Records


class SetLock(Struct, frozen=True, tag="set"):
    """Have it opened by the password of this hash; for a lock that is new."""

    hashed: str


class LockSet(Struct, frozen=True, tag="was_set"):
    """It is opened by the password of this hash."""

    hashed: str


@dataclass(frozen=True, slots=True)
class Lock:
    """A lock; `hashed` is "" until it is set."""

    hashed: str = ""


def decide(lock: Lock, command: SetLock, now_ms: int) -> Decision[LockSet]:
    """Set a lock once; a repeat, like any later command, changes nothing."""
    return Decision() if lock.hashed else Decision((LockSet(command.hashed),))


def apply(lock: Lock, stamped: Stamped[LockSet]) -> Lock:
    """The lock after it was set."""
    return Lock(stamped.event.hashed)


TOURNAMENT_LOCK: Final[Kind[Lock, SetLock, LockSet]] = Kind(
    name="tournament_lock",
    empty=lambda _: Lock(),
    decide=decide,
    apply=apply,
    commands=SetLock,
    events=LockSet,
    records=Records(Lock),
)


def lock_effects(lock: str, hashed: str) -> tuple[Effect, ...]:
    """What sets the lock of a plan; nothing for one that asks for no password."""
    return (Effect(TOURNAMENT_LOCK.name, lock, SetLock(hashed)),) if lock else ()
