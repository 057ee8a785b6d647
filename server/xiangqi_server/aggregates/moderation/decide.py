"""What moderation decides: a command becomes events, or is refused."""

from typing import assert_never

from xiangqi_server.aggregates.moderation.messages import (
    Acted,
    CloseReport,
    Dropped,
    FileReport,
    Moderate,
    ModerationCommand,
    ModerationEvent,
    ReportClosed,
    Reported,
    Restrict,
    Sanction,
)
from xiangqi_server.aggregates.moderation.state import (
    MAX_GUEST_REPORTS,
    MAX_OPEN_REPORTS,
    MAX_OWN_REPORTS,
    MAX_SANCTION_MS,
    MAX_TEXT_BYTES,
    Moderation,
)
from xiangqi_server.kernel.aggregate.decision import Decision, Effect
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, require

ModerationDecision = Decision[ModerationEvent]


def decide(moderation: Moderation, command: ModerationCommand, now_ms: int) -> ModerationDecision:
    """What `command` does to `moderation`.

    Raises:
        Refused: nothing happened.
    """
    match command:
        case FileReport():
            return _file(moderation, command)
        case Moderate():
            return _moderate(moderation, command, now_ms)
        case CloseReport():
            return _close(moderation, command)
        case _:
            assert_never(command)


def _file(moderation: Moderation, command: FileReport) -> ModerationDecision:
    require(command.by != command.about, CommonRefusal.NOT_YOURSELF)
    earlier = moderation.open_report(command.by, command.about, command.room)
    if earlier is None:
        _require_few(moderation, command)
    number = moderation.reports_filed + 1 if earlier is None else earlier.number
    reported = Reported(
        number,
        command.by,
        command.about,
        command.reason,
        command.room,
        command.text,
        command.by_guest,
        command.tag,
    )
    return Decision((*_dropped_for(moderation, reported), reported))


def _require_few(moderation: Moderation, command: FileReport) -> None:
    """Go on if one more report of this reporter, of this address, and of guests may wait."""
    waiting = moderation.reports.values()
    own = sum(report.by == command.by for report in waiting)
    near = sum(report.tag == command.tag != "" for report in waiting)
    require(max(own, near) < MAX_OWN_REPORTS, CommonRefusal.LIMIT_REACHED)
    of_guests = sum(report.by_guest for report in waiting)
    require(not command.by_guest or of_guests < MAX_GUEST_REPORTS, CommonRefusal.LIMIT_REACHED)


def _dropped_for(moderation: Moderation, reported: Reported) -> tuple[Dropped, ...]:
    """What a report drops: the oldest of guests, if there is no place and the reporter is no guest.

    Raises:
        Refused: LIMIT_REACHED.
    """
    waiting = [report for report in moderation.reports.values() if report.number != reported.number]
    places = MAX_OPEN_REPORTS - len(waiting) - 1
    free_bytes = (
        MAX_TEXT_BYTES - sum(_size(report.text) for report in waiting) - _size(reported.text)
    )
    dropped = []
    for report in waiting:
        if places >= 0 and free_bytes >= 0:
            break
        if report.by_guest and not reported.by_guest:
            dropped.append(Dropped(report.number))
            places, free_bytes = places + 1, free_bytes + _size(report.text)
    require(places >= 0 and free_bytes >= 0, CommonRefusal.LIMIT_REACHED)
    return tuple(dropped)


def _size(text: str) -> int:
    return len(text.encode())


def _close(moderation: Moderation, command: CloseReport) -> ModerationDecision:
    report = moderation.reports.get(command.report)
    if report is None:
        return Decision()
    alike = [
        number
        for number, other in moderation.reports.items()
        if (command.like == "by" and other.by == report.by)
        or (command.like == "about" and other.about == report.about)
        or number == command.report
    ]
    return Decision(tuple(ReportClosed(command.by, number) for number in alike))


def _moderate(moderation: Moderation, command: Moderate, now_ms: int) -> ModerationDecision:
    lasts = command.sanction in (Sanction.MUTE, Sanction.BAN)
    require(0 < command.for_ms <= MAX_SANCTION_MS or not lasts, CommonRefusal.BAD_MESSAGE)
    until_ms = now_ms + command.for_ms if lasts else 0
    closed = [
        report
        for report in command.reports
        if report in moderation.reports and moderation.reports[report].about == command.about
    ]
    number = moderation.actions_taken + 1
    acted = Acted(
        number, command.by, command.about, command.sanction, until_ms, command.text, closed
    )
    effect = Effect(
        "player", command.about, Restrict(number, command.sanction, until_ms, command.text)
    )
    return Decision((acted,), (effect,))
