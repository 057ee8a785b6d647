"""What you report, and what operators ask."""

from typing import Annotated, Literal

from msgspec import Meta

from xiangqi_server.wire.client.base import Request
from xiangqi_server.wire.limits import REPORTS_AT_ONCE, LongText, PlayerId, Position, RoomId
from xiangqi_server.wire.terms import ModerationListName, ReasonName, SanctionName, SpeedName


class Report(Request, tag="report", frozen=True):
    """Report a player to the operators. Answer: `done`.

    A second report about the same player and game replaces the first while that waits.

    Fields:
        player: the one you report.
        reason: what for.
        room: the game it is about, if any.
        text: what happened, in your own words; may be empty.
    """

    player: PlayerId
    reason: ReasonName
    room: RoomId | None = None
    text: LongText = ""


class Moderation(Request, tag="moderation", frozen=True):
    """Have a list of the operators' work; operators only. Answer: `moderation`.

    Fields:
        of: `reports` that wait, the oldest first, or `actions`, the latest first.
        after: `next` of the page before.
    """

    of: ModerationListName
    after: Position | None = None


class Moderate(Request, tag="moderate", frozen=True):
    """Do something about a player; operators only. Answer: `done`; the player gets `sanctioned`.

    With `done` it holds on every node and every connection. A banned player waits in no pool,
    offer, challenge, invitation or rematch and on no ladder. A game that was found but has not
    begun is void, and nothing leads to a new one. Running games may be finished. A mute or banned
    player says nothing more to others: no chat or message, no new name or description of itself.

    Fields:
        player: the one it concerns.
        sanction: what to do; `lift` ends a mute and a ban.
        for_ms: how long a mute or a ban lasts; 0 for the other sanctions.
        text: what the player reads.
        reports: numbers of reports about the player that are closed by it.
    """

    player: PlayerId
    sanction: SanctionName
    for_ms: Position = 0
    text: LongText = ""
    reports: Annotated[list[Position], Meta(max_length=REPORTS_AT_ONCE)] = []


class CloseReport(Request, tag="close_report", frozen=True):
    """Close a report without doing anything; operators only. Answer: `done`.

    Fields:
        report: its number.
        like: closes with it all reports `by` the same reporter, or `about` the same player.
    """

    report: Position
    like: Literal["by", "about"] | None = None


class FairPlay(Request, tag="fair_play", frozen=True):
    """See how a player's latest rated games compare with others; operators only.

    Answer: `fair_play`. To have an engine look at one of the games, send `ask_review`.

    Fields:
        player: the one it concerns.
        speed: of the games; null for that of the latest.
    """

    player: PlayerId
    speed: SpeedName | None = None
