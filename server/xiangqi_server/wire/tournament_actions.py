"""What organisers, arbiters and operators do to a tournament, with the shapes of ids.

A tournament keeps each action with the same tag and fields (`tournaments.actions`); only the next
round, for which a bye is given, is null here and 0 in a log. A log is not held to the shapes.
"""

from typing import Annotated

from msgspec import Meta, Struct

from xiangqi_server.wire.limits import PlayerId, RoomId
from xiangqi_server.wire.terms import ConductName


class ForbidPairAction(Struct, tag="forbid", frozen=True, forbid_unknown_fields=True):
    """Keep two players apart, in an arena or a Swiss tournament.

    Fields:
        one, other: the two players.
        on: false: they may meet again.
    """

    one: PlayerId
    other: PlayerId
    on: bool = True


class GiveByeAction(Struct, tag="bye", frozen=True, forbid_unknown_fields=True):
    """Leave a player out of a round of a Swiss tournament, and say what that brings.

    Fields:
        on: false: the player is paired after all, or has nothing of that round.
        points: 2 as for a win, 1 as for a draw, or 0.
        round: one that was paired without the player, from 1; null for the next.
    """

    player: PlayerId
    on: bool = True
    points: Annotated[int, Meta(ge=0, le=2)] = 2
    round: Annotated[int, Meta(ge=1, le=20)] | None = None


class RuleGameAction(Struct, tag="rule", frozen=True, forbid_unknown_fields=True):
    """Say how a game of a tournament of rounds counts, or one of a knock-out while it is played.

    A game that is played ends without a result; ratings stay as they are.

    Fields:
        winner: null for a draw, and where neither has points.
        how: `forfeit`: the loser did not come, or without a winner neither; `lost`: both have lost;
            `played`. Null leaves a game that is lost by forfeit, or by both, as it is if the winner
            fits. Otherwise null says `played`.
    """

    room: RoomId
    winner: PlayerId | None
    how: ConductName | None = None


class AppointArbiterAction(Struct, tag="appoint", frozen=True, forbid_unknown_fields=True):
    """Have a player be an arbiter; for the organiser.

    Fields:
        on: false: no more.
    """

    player: PlayerId
    on: bool = True


class InvitePlayerAction(Struct, tag="invite", frozen=True, forbid_unknown_fields=True):
    """Let a player enter where only invited ones may; for the organiser.

    Fields:
        on: false: no more.
    """

    player: PlayerId
    on: bool = True


class RemovePlayerAction(Struct, tag="remove", frozen=True, forbid_unknown_fields=True):
    """Have a player take part no longer, and not come back.

    Fields:
        on: false: the player may come back.
    """

    player: PlayerId
    on: bool = True


class FeatureAction(Struct, tag="feature", frozen=True, forbid_unknown_fields=True):
    """Have a tournament shown before others; for operators.

    Fields:
        on: false: no more.
    """

    on: bool = True


TournamentAction = (
    ForbidPairAction
    | GiveByeAction
    | RuleGameAction
    | AppointArbiterAction
    | InvitePlayerAction
    | RemovePlayerAction
    | FeatureAction
)
