"""The moderation: reports wait, are replaced, are closed; sanctions are logged and ordered."""

import pytest
from msgspec.structs import replace

from xiangqi_server.aggregates.moderation.apply import apply
from xiangqi_server.aggregates.moderation.decide import decide
from xiangqi_server.aggregates.moderation.kind import MODERATION
from xiangqi_server.aggregates.moderation.messages import (
    CloseReport,
    Dropped,
    FileReport,
    Moderate,
    ModerationCommand,
    ModerationEvent,
    Reason,
    Reported,
    Restrict,
    Sanction,
)
from xiangqi_server.aggregates.moderation.state import (
    MAX_GUEST_REPORTS,
    MAX_OPEN_REPORTS,
    MAX_OWN_REPORTS,
    MAX_TEXT_BYTES,
    Action,
    FiledReport,
    Moderation,
)
from xiangqi_server.kernel.aggregate.decision import Effect, Stamped
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, RefusalCode, Refused
from xiangqi_server.kernel.host.journal import write_snapshot
from xiangqi_server.kernel.host.recent import Recent
from xiangqi_server.kernel.store.records import MAX_RECORD_BYTES
from xiangqi_server.wire.limits import MESSAGE_BYTES

NOW_MS = 1_700_000_000_000
DAY_MS = 86_400_000


def after(
    moderation: Moderation, *commands: ModerationCommand
) -> tuple[Moderation, tuple[ModerationEvent, ...]]:
    """The moderation once all commands took effect, and the events of the last one."""
    events: tuple[ModerationEvent, ...] = ()
    for command in commands:
        events = decide(moderation, command, NOW_MS).events
        for event in events:
            moderation = apply(moderation, Stamped(1, NOW_MS, event))
    return moderation, events


def ann_reports(about: str = "eve", text: str = "Rude.", room: str | None = "room1") -> FileReport:
    return FileReport("ann", about, Reason.ABUSE, room, text)


def test_a_report_waits_and_a_second_one_of_the_same_kind_replaces_it() -> None:
    moderation, events = after(Moderation(), ann_reports(), ann_reports(text="Very rude."))

    assert events == (Reported(1, "ann", "eve", Reason.ABUSE, "room1", "Very rude."),)
    report = FiledReport(1, "ann", "eve", Reason.ABUSE, "room1", "Very rude.", NOW_MS)
    assert moderation == Moderation({1: report}, reports_filed=1)


def test_reports_of_other_rooms_and_people_stand_beside_it() -> None:
    moderation, _ = after(
        Moderation(),
        ann_reports(),
        ann_reports(room=None),
        FileReport("ben", "eve", Reason.SPAM, "room1", ""),
    )

    assert sorted(moderation.reports) == [1, 2, 3]


def test_a_sanction_is_logged_ordered_and_closes_the_reports_named_about_that_player() -> None:
    moderation, _ = after(Moderation(), ann_reports(), ann_reports("kim"))
    act = Moderate("op", "eve", Sanction.MUTE, DAY_MS, "Be kind.", [1, 2, 9])

    decision = decide(moderation, act, NOW_MS)
    moderation, _ = after(moderation, act)

    until_ms = NOW_MS + DAY_MS
    effect = Effect("player", "eve", Restrict(1, Sanction.MUTE, until_ms, "Be kind."))
    assert decision.effects == (effect,)
    assert sorted(moderation.reports) == [2]
    assert moderation.actions == (
        Action(1, "op", "eve", Sanction.MUTE, until_ms, "Be kind.", NOW_MS),
    )


def test_a_report_may_be_closed_without_a_sanction_and_only_once() -> None:
    moderation, first = after(Moderation(), ann_reports(), CloseReport("op", 1))
    moderation, second = after(moderation, CloseReport("op", 1))

    assert (len(first), second) == (1, ())
    assert moderation.reports == {}
    assert [action.sanction for action in moderation.actions] == [None]


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (ann_reports("ann"), CommonRefusal.NOT_YOURSELF),
        (Moderate("op", "eve", Sanction.BAN, 0, "", []), CommonRefusal.BAD_MESSAGE),
        (Moderate("op", "eve", Sanction.MUTE, 10**15, "", []), CommonRefusal.BAD_MESSAGE),
    ],
)
def test_what_is_refused(command: ModerationCommand, code: RefusalCode) -> None:
    with pytest.raises(Refused) as refused:
        decide(Moderation(), command, NOW_MS)

    assert refused.value.code is code


def test_nobody_floods_the_operators() -> None:
    moderation, _ = after(Moderation(), *(ann_reports(f"p{n}") for n in range(MAX_OWN_REPORTS)))

    with pytest.raises(Refused) as refused:
        decide(moderation, ann_reports("one more"), NOW_MS)

    assert refused.value.code is CommonRefusal.LIMIT_REACHED


def filed(count: int, *, by_guest: bool = False, tag: str = "", since: int = 0) -> list[FileReport]:
    """Reports by so many different players."""
    return [
        FileReport(f"p{n}", "eve", Reason.SPAM, None, "", by_guest, tag)
        for n in range(since, since + count)
    ]


def full_of_guests() -> Moderation:
    """An moderation that can take no more reports, some of them by guests."""
    moderation, _ = after(
        Moderation(),
        *filed(MAX_GUEST_REPORTS, by_guest=True),
        *filed(MAX_OPEN_REPORTS - MAX_GUEST_REPORTS, since=MAX_GUEST_REPORTS),
    )
    return moderation


def test_one_address_files_as_many_reports_as_one_player() -> None:
    moderation, _ = after(Moderation(), *filed(MAX_OWN_REPORTS, tag="near"))

    with pytest.raises(Refused) as refused:
        after(moderation, *filed(1, tag="near", since=100))
    assert refused.value.code is CommonRefusal.LIMIT_REACHED
    assert after(moderation, *filed(1, tag="far", since=100))[1]
    assert after(moderation, *filed(1, since=100))[1]


def test_guests_leave_places_to_players_with_an_account() -> None:
    moderation, _ = after(Moderation(), *filed(MAX_GUEST_REPORTS, by_guest=True))

    with pytest.raises(Refused):
        after(moderation, *filed(1, by_guest=True, since=5_000))
    assert after(moderation, *filed(1, since=5_000))[1]


def test_where_all_places_are_taken_the_oldest_report_of_a_guest_makes_room() -> None:
    moderation, events = after(full_of_guests(), ann_reports())

    assert events[0] == Dropped(1)
    assert len(moderation.reports) == MAX_OPEN_REPORTS
    assert 1 not in moderation.reports
    with pytest.raises(Refused):
        after(moderation, *filed(1, by_guest=True, since=5_000))


def test_all_reports_fit_into_one_record_however_much_strangers_write() -> None:
    longest = "\N{EGYPTIAN HIEROGLYPH A001}" * (MESSAGE_BYTES // 4)
    moderation = Moderation()
    refused = 0

    for command in (*filed(500, by_guest=True), *filed(500, since=5_000)):
        try:
            moderation, _ = after(moderation, replace(command, text=longest))
        except Refused:
            refused += 1

    assert refused > 0
    assert not any(report.by_guest for report in moderation.reports.values())
    assert sum(len(one.text.encode()) for one in moderation.reports.values()) <= MAX_TEXT_BYTES
    assert len(write_snapshot(MODERATION, moderation, Recent())) < MAX_RECORD_BYTES
    with pytest.raises(Refused):
        after(moderation, *filed(1, by_guest=True, since=9_000), ann_reports(text=longest))


def test_reports_that_are_alike_are_closed_together() -> None:
    moderation, _ = after(
        Moderation(),
        ann_reports(),
        ann_reports("kim"),
        FileReport("ben", "eve", Reason.SPAM, None, ""),
    )

    assert sorted(after(moderation, CloseReport("op", 1, "by"))[0].reports) == [3]
    assert sorted(after(moderation, CloseReport("op", 1, "about"))[0].reports) == [2]
    assert sorted(after(moderation, CloseReport("op", 1))[0].reports) == [2, 3]
    assert after(moderation, CloseReport("op", 9, "by"))[1] == ()
