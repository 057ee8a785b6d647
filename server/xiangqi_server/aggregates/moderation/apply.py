"""What an event does to moderation; live play, rebuild and replay share it."""

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from xiangqi_server.aggregates.moderation.messages import (
    Acted,
    Dropped,
    ModerationEvent,
    ReportClosed,
    Reported,
)
from xiangqi_server.aggregates.moderation.state import KEPT_ACTIONS, Action, FiledReport, Moderation
from xiangqi_server.kernel.aggregate.decision import Stamped


def apply(moderation: Moderation, stamped: Stamped[ModerationEvent]) -> Moderation:
    """The moderation after one accepted event."""
    match stamped.event:
        case Reported(number, by, about, reason, room, text, by_guest, tag):
            at_ms = stamped.at_ms
            report = FiledReport(number, by, about, reason, room, text, at_ms, by_guest, tag)
            return replace(
                moderation,
                reports={**moderation.reports, number: report},
                reports_filed=max(moderation.reports_filed, number),
            )
        case Dropped(report_number):
            return _without(moderation, (report_number,))
        case Acted(number, by, about, sanction, until_ms, text, closed):
            action = Action(number, by, about, sanction, until_ms, text, stamped.at_ms)
            return replace(_logged(_without(moderation, closed), action), actions_taken=number)
        case ReportClosed(by, report_number):
            about = moderation.reports[report_number].about
            number = moderation.actions_taken
            action = Action(number, by, about, None, 0, "", stamped.at_ms)
            return _logged(_without(moderation, (report_number,)), action)
        case _:
            assert_never(stamped.event)


def _without(moderation: Moderation, closed: Iterable[int]) -> Moderation:
    gone = frozenset(closed)
    return replace(
        moderation, reports={n: report for n, report in moderation.reports.items() if n not in gone}
    )


def _logged(moderation: Moderation, action: Action) -> Moderation:
    return replace(moderation, actions=(*moderation.actions, action)[-KEPT_ACTIONS:])
