"""A game as PGN: headers, receipts, the ending, and nothing of what was taken back."""

from collections.abc import Iterable
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.rooms import ANN, BEN, PERPETUAL_CHECK, Story, a_story
from xiangqi_server.aggregates.room.messages import (
    AcceptOffer,
    MakeOffer,
    OfferKind,
    Open,
    PlayMove,
    Resign,
    SetLeave,
    TakeOutage,
)
from xiangqi_server.aggregates.room.terms import (
    ByoyomiClock,
    ClockTerms,
    CorrespondenceClock,
    FischerClock,
    GameTerms,
    NoClock,
    PerMoveClock,
    Seats,
    ThreePartClock,
)
from xiangqi_server.api.room.export import pgn_lines
from xiangqi_server.api.room.rulings import outcome_text
from xiangqi_server.game.records.pgn_reading import read_games
from xiangqi_server.game.records.record import Record
from xiangqi_server.kernel.aggregate.spans import DAY_MS, HOUR_MS


def written(story: Story) -> str:
    """The file of a story in squares, on one line."""
    return " ".join(" ".join(pgn_lines(story.room, story.log, "uci")).split())


def read(lines: Iterable[str]) -> Record:
    """The game of a file."""
    (game,) = read_games(f"{line}\n".encode() for line in lines)
    assert isinstance(game, Record)
    return game


@pytest.mark.parametrize(
    ("clock", "told"),
    [
        (FischerClock(300_000, 3_000), "300+3"),
        (ByoyomiClock(600_000, 30_000, 3), "600+3x30"),
        (ThreePartClock(600_000, 60_000, 10_000), "600/60/10"),
        (PerMoveClock(30_000), "*30"),
        (CorrespondenceClock(3), "*259200"),
        (NoClock(), "-"),
    ],
)
def test_the_clock_stands_in_a_header(clock: ClockTerms, told: str) -> None:
    assert read(pgn_lines(a_story(clock=clock).room, (), "wxf")).tags["TimeControl"] == told


def test_headers_tell_whether_the_game_counts_and_whose_seat_is_free() -> None:
    rated = read(
        pgn_lines(a_story(terms=GameTerms(FischerClock(60_000), rated=True)).room, (), "wxf")
    )
    waiting = read(pgn_lines(a_story(seats=Seats(red=ANN)).room, (), "wxf"))

    assert (rated.tags["Event"], waiting.tags["Event"]) == ("Rated game", "Casual game")
    assert (waiting.tags["Red"][:5], waiting.tags["Black"]) == ("Guest", "?")


def test_a_move_is_followed_by_what_was_left_and_what_it_took() -> None:
    story = a_story(clock=ByoyomiClock(10_000, 5_000, 3)).wait(11_234)
    story.tell(PlayMove(ANN, 0, "h2e2", lag_ms=34))

    assert (
        "1. h2e2 {[%clk 0:00:00.000] [%periods 3] [%emt 0:00:11.234] [%compensated 0:00:00.034]}"
        in written(story)
    )


def test_without_a_clock_only_the_time_taken_is_told() -> None:
    story = a_story("h2e2", clock=NoClock(), think_ms=3_723_004)

    assert "h2e2 {[%emt 1:02:03.004]} *" in written(story)


def test_a_turn_by_days_tells_its_vacation_and_the_outages_that_were_given_back() -> None:
    story = a_story(clock=CorrespondenceClock(3))
    story.wait(HOUR_MS).tell(SetLeave(ANN, 1, story.now_ms + 7 * DAY_MS))
    story.wait(DAY_MS).tell(PlayMove(ANN, 0, "h2e2"))
    story.wait(2 * HOUR_MS).tell(TakeOutage(story.now_ms - HOUR_MS, story.now_ms))
    story.tell(PlayMove(BEN, 1, "h9g7"))
    story.wait(DAY_MS).tell(SetLeave(ANN, 2, story.now_ms))
    story.wait(HOUR_MS).tell(PlayMove(ANN, 2, "h0g2"))

    text = written(story)

    assert "h2e2 {[%clk 72:00:00.000] [%emt 1:00:00.000] [%vacation 24:00:00.000]}" in text
    assert "h9g7 {[%clk 72:00:00.000] [%emt 1:00:00.000] [%outage 1:00:00.000]}" in text
    assert "h0g2 {[%clk 72:00:00.000] [%emt 1:00:00.000] [%vacation 24:00:00.000]}" in text


def test_what_was_taken_back_is_left_out() -> None:
    story = a_story("h2e2", "h9g7", "a0a1", think_ms=1_000)
    story.tell(MakeOffer(ANN, OfferKind.TAKEBACK, 3, "fresh"))
    story.tell(AcceptOffer(BEN, OfferKind.TAKEBACK, "fresh"))
    story.wait(2_000).tell(PlayMove(ANN, 2, "h0g2"))

    text = written(story)

    assert "a0a1" not in text
    assert len(read(pgn_lines(story.room, story.log, "chinese")).game.moves) == 3
    assert "h0g2 {[%clk 0:00:59.000] [%emt 0:00:02.000]} *" in text


def test_the_ending_and_the_ruling_stand_before_the_result() -> None:
    resigned = a_story("h2e2")
    resigned.tell(Resign(ANN))
    ruled = a_story(*PERPETUAL_CHECK)

    assert written(resigned).endswith("{Red resigned. Black wins.} 0-1")
    assert ruled.room.outcome is not None
    comment = written(ruled).rpartition("{")[2].partition("}")[0]
    assert comment == " ".join(outcome_text(ruled.room.outcome, "en").split())
    assert read(pgn_lines(ruled.room, ruled.log, "wxf")).tags["Termination"] == "perpetual_check"


@given(st.integers(0, 4_000_000_000_000))
def test_the_day_is_that_of_the_calendar(at_ms: int) -> None:
    story = Story(now_ms=at_ms)
    story.tell(Open(GameTerms(NoClock()), Seats(ANN, BEN)))

    day = datetime.fromtimestamp(at_ms / 1000, UTC).strftime("%Y.%m.%d")

    assert read(pgn_lines(story.room, (), "wxf")).tags["Date"] == day
