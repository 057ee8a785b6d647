"""What organisers, arbiters and operators do to a tournament, as it keeps these actions.

Only a bye is another struct here: the next round is null, and 0 in a log.
"""

from typing import Annotated

from msgspec import Meta, Struct

from xiangqi_server.aggregates.tournaments.actions import (
    AppointArbiterAction as AppointArbiterAction,
)
from xiangqi_server.aggregates.tournaments.actions import AttendAction as AttendAction
from xiangqi_server.aggregates.tournaments.actions import FeatureAction as FeatureAction
from xiangqi_server.aggregates.tournaments.actions import ForbidPairAction as ForbidPairAction
from xiangqi_server.aggregates.tournaments.actions import InvitePlayerAction as InvitePlayerAction
from xiangqi_server.aggregates.tournaments.actions import RemovePlayerAction as RemovePlayerAction
from xiangqi_server.aggregates.tournaments.actions import ResultName as ResultName
from xiangqi_server.aggregates.tournaments.actions import RoundAction as RoundAction
from xiangqi_server.aggregates.tournaments.actions import RoundStep as RoundStep
from xiangqi_server.aggregates.tournaments.actions import RuleGameAction as RuleGameAction
from xiangqi_server.aggregates.tournaments.actions import SeatAction as SeatAction
from xiangqi_server.wire.limits import EntrantId


class GiveByeAction(Struct, tag="bye", frozen=True, forbid_unknown_fields=True):
    """Leave a player out of a round of a Swiss tournament, and say what that brings.

    Fields:
        on: false: the player is paired after all, or has nothing of that round.
        points: 2 as for a win, 1 as for a draw, or 0.
        round: one that was paired without the player or is still to come, from 1; null for the
            next.
    """

    player: EntrantId
    on: bool = True
    points: Annotated[int, Meta(ge=0, le=2)] = 2
    round: Annotated[int, Meta(ge=1, le=20)] | None = None


TournamentAction = (
    ForbidPairAction
    | GiveByeAction
    | RuleGameAction
    | AppointArbiterAction
    | InvitePlayerAction
    | RemovePlayerAction
    | FeatureAction
    | AttendAction
    | RoundAction
    | SeatAction
)
