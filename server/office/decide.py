"""The door of the office: a command becomes events, or is refused."""

from typing import assert_never

from server.aggregate.decision import Decision, Order
from server.aggregate.refusal import RefusalCode, require
from server.office.messages import (
    Act,
    Acted,
    CloseReport,
    FileReport,
    Measure,
    OfficeCommand,
    OfficeEvent,
    ReportClosed,
    Reported,
    Restrict,
)
from server.office.state import MAX_MEASURE_MS, MAX_OPEN_REPORTS, MAX_OWN_REPORTS, Office

OfficeDecision = Decision[OfficeEvent]


def decide(office: Office, command: OfficeCommand, now_ms: int) -> OfficeDecision:
    """What `command` does in `office`.

    Raises:
        Refused: nothing happened.
    """
    match command:
        case FileReport():
            return _file(office, command)
        case Act():
            return _act(office, command, now_ms)
        case CloseReport(by, report):
            is_open = report in office.reports
            return Decision((ReportClosed(by, report),)) if is_open else Decision()
        case _:
            assert_never(command)


def _file(office: Office, command: FileReport) -> OfficeDecision:
    require(command.by != command.about, RefusalCode.NOT_YOURSELF)
    earlier = office.open_report(command.by, command.about, command.room)
    if earlier is None:
        own = sum(one.by == command.by for one in office.reports.values())
        require(own < MAX_OWN_REPORTS, RefusalCode.TOO_MANY)
        require(len(office.reports) < MAX_OPEN_REPORTS, RefusalCode.TOO_MANY)
    number = office.reports_filed + 1 if earlier is None else earlier.number
    return Decision(
        (Reported(number, command.by, command.about, command.reason, command.room, command.text),)
    )


def _act(office: Office, command: Act, now_ms: int) -> OfficeDecision:
    lasts = command.measure in (Measure.MUTE, Measure.BAN)
    require(0 < command.for_ms <= MAX_MEASURE_MS or not lasts, RefusalCode.BAD_MESSAGE)
    until_ms = now_ms + command.for_ms if lasts else 0
    closed = [
        one
        for one in command.reports
        if one in office.reports and office.reports[one].about == command.about
    ]
    number = office.actions_taken + 1
    acted = Acted(
        number, command.by, command.about, command.measure, until_ms, command.text, closed
    )
    order = Order(
        "player", command.about, Restrict(number, command.measure, until_ms, command.text)
    )
    return Decision((acted,), (order,))
