"""What an event does to the office; live play, rebuild and replay share it."""

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from server.aggregate.decision import Stamped
from server.office.messages import Acted, OfficeEvent, ReportClosed, Reported
from server.office.state import KEPT_ACTIONS, Action, FiledReport, Office


def apply(office: Office, stamped: Stamped[OfficeEvent]) -> Office:
    """The office after one accepted event."""
    match stamped.event:
        case Reported(number, by, about, reason, room, text):
            report = FiledReport(number, by, about, reason, room, text, stamped.at_ms)
            return replace(
                office,
                reports={**office.reports, number: report},
                reports_filed=max(office.reports_filed, number),
            )
        case Acted(number, by, about, measure, until_ms, text, closed):
            action = Action(number, by, about, measure, until_ms, text, stamped.at_ms)
            return replace(_logged(_without(office, closed), action), actions_taken=number)
        case ReportClosed(by, report_number):
            about = office.reports[report_number].about
            number = office.actions_taken
            action = Action(number, by, about, None, 0, "", stamped.at_ms)
            return _logged(_without(office, (report_number,)), action)
        case _:
            assert_never(stamped.event)


def _without(office: Office, closed: Iterable[int]) -> Office:
    gone = frozenset(closed)
    return replace(office, reports={n: one for n, one in office.reports.items() if n not in gone})


def _logged(office: Office, action: Action) -> Office:
    return replace(office, actions=(*office.actions, action)[-KEPT_ACTIONS:])
