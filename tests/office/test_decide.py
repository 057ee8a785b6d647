"""The office: reports wait, are replaced, are closed; measures are logged and ordered."""

import pytest

from server.aggregate.decision import Order, Stamped
from server.aggregate.refusal import RefusalCode, Refused
from server.office.apply import apply
from server.office.decide import decide
from server.office.messages import (
    Act,
    CloseReport,
    FileReport,
    Measure,
    OfficeCommand,
    OfficeEvent,
    Reason,
    Reported,
    Restrict,
)
from server.office.state import MAX_OWN_REPORTS, Action, FiledReport, Office

NOW_MS = 1_700_000_000_000
DAY_MS = 86_400_000


def after(office: Office, *commands: OfficeCommand) -> tuple[Office, tuple[OfficeEvent, ...]]:
    """The office once all commands took effect, and the events of the last one."""
    events: tuple[OfficeEvent, ...] = ()
    for command in commands:
        events = decide(office, command, NOW_MS).events
        for event in events:
            office = apply(office, Stamped(1, NOW_MS, event))
    return office, events


def ann_reports(about: str = "eve", text: str = "Rude.", room: str | None = "room1") -> FileReport:
    return FileReport("ann", about, Reason.ABUSE, room, text)


def test_a_report_waits_and_a_second_one_of_the_same_kind_replaces_it() -> None:
    office, events = after(Office(), ann_reports(), ann_reports(text="Very rude."))

    assert events == (Reported(1, "ann", "eve", Reason.ABUSE, "room1", "Very rude."),)
    report = FiledReport(1, "ann", "eve", Reason.ABUSE, "room1", "Very rude.", NOW_MS)
    assert office == Office({1: report}, reports_filed=1)


def test_reports_of_other_rooms_and_people_stand_beside_it() -> None:
    office, _ = after(
        Office(),
        ann_reports(),
        ann_reports(room=None),
        FileReport("ben", "eve", Reason.SPAM, "room1", ""),
    )

    assert sorted(office.reports) == [1, 2, 3]


def test_a_measure_is_logged_ordered_and_closes_the_reports_named_about_that_player() -> None:
    office, _ = after(Office(), ann_reports(), ann_reports("kim"))
    act = Act("op", "eve", Measure.MUTE, DAY_MS, "Be kind.", [1, 2, 9])

    decision = decide(office, act, NOW_MS)
    office, _ = after(office, act)

    until_ms = NOW_MS + DAY_MS
    order = Order("player", "eve", Restrict(1, Measure.MUTE, until_ms, "Be kind."))
    assert decision.orders == (order,)
    assert sorted(office.reports) == [2]
    assert office.actions == (Action(1, "op", "eve", Measure.MUTE, until_ms, "Be kind.", NOW_MS),)


def test_a_report_may_be_closed_without_a_measure_and_only_once() -> None:
    office, first = after(Office(), ann_reports(), CloseReport("op", 1))
    office, second = after(office, CloseReport("op", 1))

    assert (len(first), second) == (1, ())
    assert office.reports == {}
    assert [action.measure for action in office.actions] == [None]


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (ann_reports("ann"), RefusalCode.NOT_YOURSELF),
        (Act("op", "eve", Measure.BAN, 0, "", []), RefusalCode.BAD_MESSAGE),
        (Act("op", "eve", Measure.MUTE, 10**15, "", []), RefusalCode.BAD_MESSAGE),
    ],
)
def test_what_is_refused(command: OfficeCommand, code: RefusalCode) -> None:
    with pytest.raises(Refused) as refused:
        decide(Office(), command, NOW_MS)

    assert refused.value.code is code


def test_nobody_floods_the_office() -> None:
    office, _ = after(Office(), *(ann_reports(f"p{n}") for n in range(MAX_OWN_REPORTS)))

    with pytest.raises(Refused) as refused:
        decide(office, ann_reports("one more"), NOW_MS)

    assert refused.value.code is RefusalCode.TOO_MANY
