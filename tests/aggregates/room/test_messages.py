"""Room events, and the effects rooms give and take, are stored for ever: their form is kept."""

import msgspec

from tests.support.golden import golden, still_says
from xiangqi_server.aggregates.room.messages import (
    Berserked,
    ChangeRating,
    Declined,
    Disconnected,
    Ended,
    Engage,
    Introduce,
    Moved,
    Offered,
    OfferKind,
    Open,
    Opened,
    RatePlayer,
    RatingChanged,
    RatingKnown,
    Reconnected,
    Release,
    RematchOpened,
    RoomCommand,
    RoomEvent,
    Seated,
    TimeCredited,
    TimeGiven,
    TookBack,
    Warned,
)
from xiangqi_server.aggregates.room.terms import (
    ByoyomiClock,
    CorrespondenceClock,
    FischerClock,
    GameTerms,
    NoClock,
    PerMoveClock,
    RuleTerms,
    Seats,
    ThreePartClock,
)
from xiangqi_server.game.rules.board.encoding import Side

BLITZ = GameTerms(FischerClock(300_000, 3_000), RuleTerms("axf", 1))
PLAIN = GameTerms(
    NoClock(),
    RuleTerms("club", 1, forbid=True, strict=True, count=True),
    compensation=False,
    takebacks=False,
    chat=False,
    delay_ms=60_000,
)
BOTH = Seats("ann", "ben")

EVENTS: dict[str, RoomEvent] = {
    "opened": Opened(BLITZ, BOTH),
    "opened with periods": Opened(
        GameTerms(ByoyomiClock(600_000, 30_000, 3), RuleTerms("axf", 1)), BOTH
    ),
    "opened in three parts": Opened(
        GameTerms(ThreePartClock(600_000, 60_000, 30_000), RuleTerms("axf", 1)), BOTH
    ),
    "opened by the move": Opened(GameTerms(PerMoveClock(30_000), RuleTerms("axf", 1)), BOTH),
    "opened by days": Opened(GameTerms(CorrespondenceClock(3), RuleTerms("axf", 1)), BOTH),
    "opened for a friend": Opened(PLAIN, Seats(black="ann"), previous="room0"),
    "opened with a key": Opened(PLAIN, Seats(black="ann"), lock="5e884898da28"),
    "seated": Seated(Side.RED, "ben"),
    "moved": Moved(
        ply=0,
        uci="h2e2",
        wxf="C2=5",
        chinese="炮二平五",
        check=False,
        spent_ms=1_234,
        red_left_ms=298_886,
        black_left_ms=300_000,
        red_periods=3,
        black_periods=2,
        compensated_ms=120,
        red_quota_ms=6_880,
        black_quota_ms=7_000,
    ),
    "took back": TookBack(Side.BLACK, 2, 4_000, 298_886, 296_000, 3, 2),
    "time given": TimeGiven(Side.BLACK, 15_000),
    "berserked": Berserked(Side.RED, 90_000),
    "gone": Disconnected(Side.RED, 1_700_000_030_000),
    "back": Reconnected(Side.RED),
    "credited": TimeCredited(Side.BLACK, 29_000, 1_700_000_000_000, 1_700_000_030_000),
    "offered": Offered(Side.BLACK, OfferKind.DRAW, 7),
    "declined": Declined(Side.RED, OfferKind.REMATCH),
    "warned": Warned({"occurrences": 2}),
    "resigned": Ended(Side.RED, "resign"),
    "drawn": Ended(None, "repetition", {"occurrences": 4}, {"en": "A draw.", "zh-Hans": "和棋。"}),
    "rematch": RematchOpened("room2"),
    "rating known": RatingKnown(Side.BLACK, 1612.5, 88.25),
    "rating changed": RatingChanged(Side.RED, 1493.75, 180.5),
}
ORDERS: dict[str, RoomCommand | Engage | Release | RatePlayer] = {
    "open": Open(BLITZ, BOTH, previous="room0"),
    "engage": Engage("room1", Side.BLACK),
    "release": Release("room1"),
    "engage rated": Engage("room1", Side.BLACK, "blitz"),
    "rate": RatePlayer("room1", "blitz", 1612.5, 88.25, 0.5),
    "introduce": Introduce("ann", 1612.5, 88.25),
    "change rating": ChangeRating("ann", 1493.75, 180.5),
}


def test_events_are_written_as_they_always_were() -> None:
    written = {name: msgspec.to_builtins(event) for name, event in EVENTS.items()}

    assert still_says(written, golden("room_events") | golden("room_events_2"))


def test_events_of_any_age_are_read() -> None:
    read = {name: msgspec.convert(body, RoomEvent) for name, body in golden("room_events").items()}
    newer = {name: msgspec.convert(b, RoomEvent) for name, b in golden("room_events_2").items()}

    assert read == EVENTS
    assert newer == {name: EVENTS[name] for name in newer}


def test_orders_are_written_as_they_always_were_and_read() -> None:
    written = {name: msgspec.to_builtins(order) for name, order in ORDERS.items()}
    read = {
        name: msgspec.convert(body, type(ORDERS[name])) for name, body in golden("orders").items()
    }

    assert still_says(written, golden("orders"))
    assert read == ORDERS
