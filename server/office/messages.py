"""What the office can be asked, and what can happen there.

Who is an operator is settled by the node's settings, before anything comes here. Moments are
the store's time in ms; texts were cleaned before.
"""

from enum import StrEnum

from msgspec import Struct


class Reason(StrEnum):
    """What a player is reported for."""

    ABUSE = "abuse"
    CHEATING = "cheating"
    STALLING = "stalling"
    NAME = "name"
    SPAM = "spam"
    OTHER = "other"


class Measure(StrEnum):
    """What an operator can do to a player."""

    WARN = "warn"
    MUTE = "mute"
    """No chat, letters or challenges."""
    BAN = "ban"
    """No new games and nothing said; running games may be finished."""
    LIFT = "lift"
    """End a mute and a ban."""


class FileReport(Struct, frozen=True, tag="file_report"):
    """Report a player; one's own open report about the same player and room is replaced."""

    by: str
    about: str
    reason: Reason
    room: str | None
    text: str


class Act(Struct, frozen=True, tag="act"):
    """Do something about a player, and close the reports about them that are named."""

    by: str
    about: str
    measure: Measure
    for_ms: int
    text: str
    reports: list[int]


class CloseReport(Struct, frozen=True, tag="close_report"):
    """Close a report without doing anything."""

    by: str
    report: int


OfficeCommand = FileReport | Act | CloseReport


class Restrict(Struct, frozen=True, tag="restrict"):
    """Order to a player: a measure of the operators holds from now on; `number` is the action's."""

    number: int
    measure: Measure
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


class Acted(Struct, frozen=True, tag="acted"):
    """An operator did something about a player; `number` counts the actions from 1."""

    number: int
    by: str
    about: str
    measure: Measure
    until_ms: int
    text: str
    reports: list[int]


class ReportClosed(Struct, frozen=True, tag="report_closed"):
    """A report was closed without anything being done."""

    by: str
    report: int


OfficeEvent = Reported | Acted | ReportClosed
