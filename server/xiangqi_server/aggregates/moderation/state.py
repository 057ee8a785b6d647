"""Moderation as a value: reports that wait, and the log of what operators did."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import msgspec
from msgspec import Struct

from xiangqi_server.aggregates.moderation.messages import Reason, Sanction
from xiangqi_server.kernel.aggregate.spans import DAY_MS
from xiangqi_server.limits import REPORTS_OF_ONE

MODERATION_ID: Final = "main"
"""There is one such aggregate, and this is its id."""

MAX_OPEN_REPORTS: Final = 2_000
MAX_TEXT_BYTES: Final = 2_000_000
"""The most text in all open reports together: it has to fit into one record."""
MAX_OWN_REPORTS: Final = REPORTS_OF_ONE.most
"""The most open reports of one reporter, and of one address."""
MAX_GUEST_REPORTS: Final = 1_500
"""The most open reports of guests; the rest is for players with an account."""
KEPT_ACTIONS: Final = 1_000
MAX_SANCTION_MS: Final = 10 * 365 * DAY_MS


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
    by_guest: bool = False
    tag: str = ""


class Action(Struct, frozen=True):
    """What an operator did, or that a report was closed without a sanction (`sanction` None)."""

    number: int
    by: str
    about: str
    sanction: Sanction | None = msgspec.field(name="measure")
    until_ms: int
    text: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class Moderation:
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
        mine = (
            report for report in self.reports.values() if (report.by, report.about) == (by, about)
        )
        return next((report for report in mine if report.room == room), None)
