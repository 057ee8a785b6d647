"""The password of a tournament: an aggregate whose log stays private.

The log of a tournament is public, so it only names its password: a random id, and another one for
each password that is set. The hash comes here by the append that announces or amends the
tournament; until it has come, no password is right.

In the store its name is ``tournament_lock``, and a plan's field for its id is ``lock``.
"""

from dataclasses import dataclass
from typing import Final

from msgspec import Struct

from xiangqi_server.kernel.aggregate.decision import Decision, Effect, Stamped
from xiangqi_server.kernel.aggregate.kind import Kind, Records


class SetTournamentPassword(Struct, frozen=True, tag="set"):
    """Take the hash of a password; for an id that is new."""

    hashed: str


class TournamentPasswordSet(Struct, frozen=True, tag="was_set"):
    """The password of this hash is right."""

    hashed: str


@dataclass(frozen=True, slots=True)
class TournamentPassword:
    """A password; `hashed` is "" until it is set."""

    hashed: str = ""


def decide(
    password: TournamentPassword, command: SetTournamentPassword, now_ms: int
) -> Decision[TournamentPasswordSet]:
    """Set a password once; a repeat, like any later command, changes nothing."""
    return Decision() if password.hashed else Decision((TournamentPasswordSet(command.hashed),))


def apply(
    password: TournamentPassword, stamped: Stamped[TournamentPasswordSet]
) -> TournamentPassword:
    """The password after it was set."""
    return TournamentPassword(stamped.event.hashed)


TOURNAMENT_PASSWORD: Final[
    Kind[TournamentPassword, SetTournamentPassword, TournamentPasswordSet]
] = Kind(
    name="tournament_lock",
    empty=lambda _: TournamentPassword(),
    decide=decide,
    apply=apply,
    commands=SetTournamentPassword,
    events=TournamentPasswordSet,
    records=Records(TournamentPassword),
)


def password_effects(password_id: str, hashed: str) -> tuple[Effect, ...]:
    """The effect that sets the password of a plan, if the plan asks for one."""
    if not password_id:
        return ()
    return (Effect(TOURNAMENT_PASSWORD.name, password_id, SetTournamentPassword(hashed)),)
