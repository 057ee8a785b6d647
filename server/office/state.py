"""The office as a value: reports that wait, and the log of what operators did."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from server.aggregate.spans import DAY_MS
from server.office.messages import Measure, Reason

OFFICE_ID: Final = "main"
"""There is one office, and this is its id."""

MAX_OPEN_REPORTS: Final = 2_000
MAX_OWN_REPORTS: Final = 20
KEPT_ACTIONS: Final = 1_000
MAX_MEASURE_MS: Final = 10 * 365 * DAY_MS


@dataclass(frozen=True, slots=True)
class FiledReport:
    """A report that waits for an operator."""

    number: int
    by: str
    about: str
    reason: Reason
    room: str | None
    text: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class Action:
    """What an operator did, or that a report was closed without a measure (`measure` None)."""

    number: int
    by: str
    about: str
    measure: Measure | None
    until_ms: int
    text: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class Office:
    """All that operators have to do and did.

    Fields:
        reports: open ones by number, oldest first.
        actions: the latest, oldest first.
        reports_filed, actions_taken: how many there were ever.
    """

    reports: Mapping[int, FiledReport] = field(default_factory=dict)
    actions: tuple[Action, ...] = ()
    reports_filed: int = 0
    actions_taken: int = 0

    def open_report(self, by: str, about: str, room: str | None) -> FiledReport | None:
        """The report of a player about another one in a room that is still open."""
        mine = (one for one in self.reports.values() if (one.by, one.about) == (by, about))
        return next((one for one in mine if one.room == room), None)
