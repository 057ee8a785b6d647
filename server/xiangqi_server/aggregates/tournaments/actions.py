"""What an organiser, an arbiter or an operator does to a tournament. All of it is in its log."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from xiangqi_server.aggregates.tournaments.plan import MomentMs, Plan
from xiangqi_server.kernel.aggregate.marks import SentShape

PLAYER_ID: Final = SentShape(Meta(pattern="^[a-z2-7]{16}\\Z"))
ROOM_ID: Final = SentShape(Meta(min_length=4, max_length=32, pattern="^[a-z0-9]+\\Z"))
ENTRANT_ID: Final = SentShape(Meta(pattern="^[1a-z2-7][a-z2-7]{15}\\Z"))
"""The id of a player, or of a person that was listed; see `names`."""
_PlayerId = Annotated[str, PLAYER_ID]
_EntrantId = Annotated[str, ENTRANT_ID]


class ForbidPairAction(Struct, frozen=True, tag="forbid"):
    """Keep two players apart, in an arena or a Swiss tournament.

    Fields:
        one, other: the two players.
        on: false: they may meet again.
    """

    one: _EntrantId
    other: _EntrantId
    on: bool = True


class GiveBye(Struct, frozen=True, tag="bye"):
    """A player is not paired in the next round, but has points of it; or is paired, after all.

    Fields:
        points: 2 as for a win, 1 as for a draw, or 0.
        round: one that was paired without the player or is still to come, from 1; 0 for the next.
    """

    player: str
    on: bool = True
    points: int = 2
    round: int = 0


Conduct = Literal["played", "forfeit", "lost"]
"""What was ruled: a game that was played; one to which the loser, or without a winner neither, did
not come; one that both have lost."""


RoundStep = Literal["pair", "unpair", "start", "finish"]
ResultName = Literal[
    "red",
    "black",
    "draw",
    "red_absent",
    "black_absent",
    "both_absent",
    "both_lost",
    "none",
]
"""The result of a game: its winner, the side that did not come, that both lost, or none yet."""


class RuleGameAction(Struct, frozen=True, tag="rule"):
    """Say how a game of a tournament of rounds counts, or one of a knock-out while it is played.

    A game that is played ends without a result; ratings stay as they are.

    Fields:
        winner: null for a draw, and where neither has points.
        how: `forfeit`: the loser did not come, or without a winner neither; `lost`: both have lost;
            `played`. Null leaves a game that is lost by forfeit, or by both, as it is if the winner
            fits. Otherwise null says `played`.
    """

    room: Annotated[str, ROOM_ID]
    winner: _EntrantId | None
    how: Conduct | None = None


class AppointArbiterAction(Struct, frozen=True, tag="appoint"):
    """Have a player be an arbiter; for the organiser.

    Fields:
        on: false: no more.
    """

    player: _PlayerId
    on: bool = True


class ArbiterCode(Struct, frozen=True, tag="code"):
    """Have a code appoint arbiters, or another one, or none; for the organiser.

    Fields:
        lock: the id of what a code is checked against, as for a password; "" for no code.
    """

    lock: str


class InvitePlayerAction(Struct, frozen=True, tag="invite"):
    """Let a player enter where only invited ones may; for the organiser.

    Fields:
        on: false: no more.
    """

    player: _PlayerId
    on: bool = True


class RemovePlayerAction(Struct, frozen=True, tag="remove"):
    """Have a player take part no longer, and not come back.

    Fields:
        on: false: the player may come back.
    """

    player: _EntrantId
    on: bool = True


class FeatureAction(Struct, frozen=True, tag="feature"):
    """Have a tournament shown before others; for operators.

    Fields:
        on: false: no more.
    """

    on: bool = True


class AttendAction(Struct, frozen=True, tag="attend"):
    """Have a person at real boards be paired from the next round on, or no more.

    Fields:
        player: the person.
        on: false: not paired until they are back.
    """

    player: _EntrantId
    on: bool = True


class RoundAction(Struct, frozen=True, tag="round"):
    """See to the rounds of a tournament at real boards.

    Fields:
        what: `pair` the next round; `unpair` the latest, while nobody has written a result of it;
            `start`: say when the latest begins; `finish` the tournament after the latest.
        at_ms: when it begins, for `start`; else null.
    """

    what: RoundStep
    at_ms: MomentMs | None = None


class SeatAction(Struct, frozen=True, tag="seat"):
    """Change who sits at a real board.

    Two players who sit there already change sides, in any round; the winner stays the winner. Other
    two of the latest round of a Swiss tournament take a board without a result, or a new one. A
    player who was there goes to the place that the new one leaves.

    Fields:
        round: from 1.
        board: from 1; the number after the last is a new board.
        red: the player who sits there with Red.
        black: the same with Black.
    """

    round: Annotated[int, Meta(ge=1, le=100)]
    board: Annotated[int, Meta(ge=1, le=1_000)]
    red: _EntrantId
    black: _EntrantId


class AmendPlan(Struct, frozen=True, tag="amend"):
    """Another plan takes the place of the one announced."""

    plan: Plan


TournamentAction = (
    ForbidPairAction
    | GiveBye
    | RuleGameAction
    | AppointArbiterAction
    | InvitePlayerAction
    | RemovePlayerAction
    | FeatureAction
    | AttendAction
    | RoundAction
    | SeatAction
    | AmendPlan
    | ArbiterCode
)
BY_ORGANISER: Final = (AppointArbiterAction, ArbiterCode, InvitePlayerAction, AmendPlan)
"""What arbiters may not do."""
BY_OPERATOR: Final = (FeatureAction,)
"""What operators alone may do."""
