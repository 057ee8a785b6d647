"""The terms of a game keep every choice on their way to a room and back."""

from typing import get_args

import pytest

from xiangqi_server.api.terms import room_terms, wire_terms
from xiangqi_server.room import terms as room
from xiangqi_server.wire import terms as wire

CLOCKS: list[tuple[wire.ClockTerms, room.ClockTerms]] = [
    (wire.FischerClock(60_000, 1_000), room.Fischer(60_000, 1_000)),
    (wire.ByoyomiClock(60_000, 30_000, 3), room.Byoyomi(60_000, 30_000, 3)),
    (wire.ThreePartClock(60_000, 30_000, 5_000), room.ThreePart(60_000, 30_000, 5_000)),
    (wire.PerMoveClock(30_000), room.PerMove(30_000)),
    (wire.CorrespondenceClock(3), room.Correspondence(3)),
    (wire.NoClock(), room.NoClock()),
]


@pytest.mark.parametrize(("sent", "meant"), CLOCKS)
def test_each_clock_is_the_same_on_both_sides(
    sent: wire.ClockTerms, meant: room.ClockTerms
) -> None:
    assert room_terms(wire.GameTerms(sent)).clock == meant
    assert wire_terms(room.Terms(meant)).clock == sent


def test_every_clock_is_tested() -> None:
    assert {type(sent) for sent, _ in CLOCKS} == set(get_args(wire.ClockTerms))
    assert {type(meant) for _, meant in CLOCKS} == set(get_args(room.ClockTerms))


def test_terms_keep_the_choices_of_the_chinese_rules() -> None:
    sent = wire.GameTerms(
        clock=wire.NoClock(), rules=wire.RuleTerms("cxa", 1, always=True, nine_rounds=True)
    )

    meant = room_terms(sent)

    assert meant.rules == room.Rules("cxa", 1, always=True, nine_rounds=True)
    assert wire_terms(meant) == sent


def test_terms_keep_every_choice() -> None:
    sent = wire.GameTerms(
        clock=wire.NoClock(),
        rules=wire.RuleTerms("club", 3, forbid=True, strict=True, count=True),
        compensation=False,
        takebacks=False,
        chat=False,
        delay_ms=30_000,
        rated=True,
    )
    meant = room.Terms(
        clock=room.NoClock(),
        rules=room.Rules("club", 3, forbid=True, strict=True, count=True),
        compensation=False,
        takebacks=False,
        chat=False,
        delay_ms=30_000,
        rated=True,
    )

    assert room_terms(sent) == meant
    assert wire_terms(meant) == sent
