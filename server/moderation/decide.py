"""What moderation decides: a command becomes events, or is refused."""

from typing import assert_never

from server.aggregate.decision import Decision, Effect
from server.aggregate.refusal import RefusalCode, require
from server.moderation.messages import (
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
from server.moderation.state import (
    MAX_GUEST_REPORTS,
    MAX_OPEN_REPORTS,
    MAX_OWN_REPORTS,
    MAX_SANCTION_MS,
    Moderation,
)

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
    require(command.by != command.about, RefusalCode.NOT_YOURSELF)
    earlier = moderation.open_report(command.by, command.about, command.room)
    dropped = () if earlier is not None else _place_for(moderation, command)
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
    return Decision((*dropped, reported))


def _place_for(moderation: Moderation, command: FileReport) -> tuple[Dropped, ...]:
    """What a new report drops: the oldest of a guest, if all are taken and the reporter is none.

    Raises:
        Refused: LIMIT_REACHED.
    """
    waiting = moderation.reports.values()
    own = sum(one.by == command.by for one in waiting)
    near = sum(one.tag == command.tag != "" for one in waiting)
    require(max(own, near) < MAX_OWN_REPORTS, RefusalCode.LIMIT_REACHED)
    of_guests = [number for number, one in moderation.reports.items() if one.by_guest]
    is_full = len(moderation.reports) >= MAX_OPEN_REPORTS
    if command.by_guest:
        require(not is_full and len(of_guests) < MAX_GUEST_REPORTS, RefusalCode.LIMIT_REACHED)
        return ()
    require(not is_full or bool(of_guests), RefusalCode.LIMIT_REACHED)
    return (Dropped(of_guests[0]),) if is_full else ()


def _close(moderation: Moderation, command: CloseReport) -> ModerationDecision:
    one = moderation.reports.get(command.report)
    if one is None:
        return Decision()
    alike = [
        number
        for number, other in moderation.reports.items()
        if (command.like == "by" and other.by == one.by)
        or (command.like == "about" and other.about == one.about)
        or number == command.report
    ]
    return Decision(tuple(ReportClosed(command.by, number) for number in alike))


def _moderate(moderation: Moderation, command: Moderate, now_ms: int) -> ModerationDecision:
    lasts = command.sanction in (Sanction.MUTE, Sanction.BAN)
    require(0 < command.for_ms <= MAX_SANCTION_MS or not lasts, RefusalCode.BAD_MESSAGE)
    until_ms = now_ms + command.for_ms if lasts else 0
    closed = [
        one
        for one in command.reports
        if one in moderation.reports and moderation.reports[one].about == command.about
    ]
    number = moderation.actions_taken + 1
    acted = Acted(
        number, command.by, command.about, command.sanction, until_ms, command.text, closed
    )
    effect = Effect(
        "player", command.about, Restrict(number, command.sanction, until_ms, command.text)
    )
    return Decision((acted,), (effect,))
