"""What an organiser, an arbiter or an operator does to a tournament. All of it is in its log."""

from typing import Final, Literal

from msgspec import Struct

from xiangqi_server.aggregates.tournaments.plan import Plan


class ForbidPair(Struct, frozen=True, tag="forbid"):
    """Two players are not paired with each other; or may be again."""

    one: str
    other: str
    on: bool = True


class GiveBye(Struct, frozen=True, tag="bye"):
    """A player is not paired in the next round, but has points of it; or is paired, after all.

    Fields:
        points: 2 as for a win, 1 as for a draw, or 0.
        round: one that was paired without the player, from 1; 0 for the next.
    """

    player: str
    on: bool = True
    points: int = 2
    round: int = 0


Conduct = Literal["played", "forfeit", "lost"]
"""What was ruled: a game that was played; one to which the loser, or without a winner neither, did
not come; one that both have lost."""


class RuleGame(Struct, frozen=True, tag="rule"):
    """The result of a game is this, whatever its room says.

    Fields:
        winner: None for a draw, and where nobody has points.
        how: None in a command leaves what was ruled or seen before; in an event it is "played".
    """

    room: str
    winner: str | None
    how: Conduct | None = None


class AppointArbiter(Struct, frozen=True, tag="appoint"):
    """A player is an arbiter, or not any more."""

    player: str
    on: bool = True


class InvitePlayer(Struct, frozen=True, tag="invite"):
    """A player may enter where only invited ones may; or may not any more."""

    player: str
    on: bool = True


class RemovePlayer(Struct, frozen=True, tag="remove"):
    """A player takes part no longer and may not come back; or may."""

    player: str
    on: bool = True


class FeatureTournament(Struct, frozen=True, tag="feature"):
    """It is shown before others; or is not any more."""

    on: bool = True


class AmendPlan(Struct, frozen=True, tag="amend"):
    """Another plan takes the place of the one announced."""

    plan: Plan


TournamentAction = (
    ForbidPair
    | GiveBye
    | RuleGame
    | AppointArbiter
    | InvitePlayer
    | RemovePlayer
    | FeatureTournament
    | AmendPlan
)
BY_ORGANISER: Final = (AppointArbiter, InvitePlayer, AmendPlan)
"""What arbiters may not do."""
BY_OPERATOR: Final = (FeatureTournament,)
"""What operators alone may do."""
