"""What moderation can be asked, and what can happen there.

The node's settings decide which players are operators, before anything comes here. Moments are the
store's time in ms; texts were cleaned before.
"""

from enum import StrEnum
from typing import Literal

from msgspec import Struct, field


class Reason(StrEnum):
    """What a player is reported for."""

    ABUSE = "abuse"
    CHEATING = "cheating"
    STALLING = "stalling"
    NAME = "name"
    SPAM = "spam"
    OTHER = "other"


class Sanction(StrEnum):
    """What an operator can do to a player."""

    WARN = "warn"
    MUTE = "mute"
    """The player may say nothing to others."""
    BAN = "ban"
    """The player may start no new games and say nothing; running games may be finished."""
    LIFT = "lift"
    """A mute or a ban ends."""


class FileReport(Struct, frozen=True, tag="file_report"):
    """Report a player; the reporter's open report about the same player and room is replaced.

    Fields:
        by_guest: the reporter has no account.
        tag: stands for the address it came from, "" for none that counts.
    """

    by: str
    about: str
    reason: Reason
    room: str | None
    text: str
    by_guest: bool = False
    tag: str = ""


class Moderate(Struct, frozen=True, tag="act"):
    """Do something about a player, and close the reports about them that are named."""

    by: str
    about: str
    sanction: Sanction = field(name="measure")
    for_ms: int
    text: str
    reports: list[int]


class CloseReport(Struct, frozen=True, tag="close_report"):
    """Close a report without doing anything, and all those that are like it.

    Fields:
        like: all open reports by the same reporter, or about the same player; None for this one.
    """

    by: str
    report: int
    like: Literal["by", "about"] | None = None


ModerationCommand = FileReport | Moderate | CloseReport


class Restrict(Struct, frozen=True, tag="restrict"):
    """Effect on a player: a sanction holds from now on; `number` is the operators' action's."""

    number: int
    sanction: Sanction = field(name="measure")
    until_ms: int
    text: str


# Events.


class Reported(Struct, frozen=True, tag="reported"):
    """A report was filed under `number`, or the reporter's earlier one was replaced."""

    number: int
    by: str
    about: str
    reason: Reason
    room: str | None
    text: str
    by_guest: bool = False
    tag: str = ""


class Dropped(Struct, frozen=True, tag="dropped"):
    """A guest's report made room for one of a player with an account."""

    report: int


class Acted(Struct, frozen=True, tag="acted"):
    """An operator did something about a player; `number` counts the actions from 1."""

    number: int
    by: str
    about: str
    sanction: Sanction = field(name="measure")
    until_ms: int
    text: str
    reports: list[int]


class ReportClosed(Struct, frozen=True, tag="report_closed"):
    """A report was closed without anything being done."""

    by: str
    report: int


ModerationEvent = Reported | Dropped | Acted | ReportClosed
