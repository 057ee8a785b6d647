"""What the server sends about moderation, to operators and to the players it concerns."""

from xiangqi_server.wire.limits import Moment
from xiangqi_server.wire.parts import ActionInfo, FairPlayGame, ReportInfo
from xiangqi_server.wire.server.base import ServerMessage
from xiangqi_server.wire.terms import ModerationListName, SanctionName, SpeedName


class Sanctioned(ServerMessage, tag="sanctioned", frozen=True):
    """The operators have done something about the reader.

    Fields:
        sanction: a warning, a mute, a ban, or that both are lifted.
        until_ms: the server's time at which a mute or a ban ends, else 0.
        text: in the operators' own words; may be empty.
    """

    sanction: SanctionName
    until_ms: Moment
    text: str


class Moderation(ServerMessage, tag="moderation", frozen=True):
    """The answer to `moderation`.

    Fields:
        of: as asked.
        reports, actions: the one asked for, at most 50; the other is empty.
        next: to send as `after` for the next page, null if this is the last.
    """

    id: str
    of: ModerationListName
    reports: list[ReportInfo]
    actions: list[ActionInfo]
    next: int | None


class FairPlay(ServerMessage, tag="fair_play", frozen=True):
    """The answer to `fair_play`; it says what was measured, and no verdict.

    Fields:
        player: as asked.
        speed: of the games; null if the player has no rated game that is over.
        points: how strong the player was in the latest of them. Games are of like strength if
            their players were within 100 points of that.
        among: how many games of like strength were looked at, counted once for each player of
            that strength.
        games: the latest rated ones, 20 at most, the latest first.
    """

    id: str
    player: str
    speed: SpeedName | None
    points: int
    among: int
    games: list[FairPlayGame]
