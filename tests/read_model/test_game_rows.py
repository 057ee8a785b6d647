"""The row of a game is made of its room: in the lists of live games, then of the archive."""

from msgspec.structs import replace

from tests.support.rooms import ANN, BEN, NO_CLOCK, T0_MS, Story, a_story
from xiangqi_server.aggregates.room.messages import Abort, ChangeRating, Introduce, Open, Resign
from xiangqi_server.aggregates.room.terms import FischerClock, GameTerms, Seats
from xiangqi_server.read_model.game_rows import (
    REST_MS,
    SLOW_REST_MS,
    GameRow,
    places_of,
    points_after,
    read_row,
    row_of,
    write_row,
)

MOVES = ("h2e2", "h9g7", "h0g2")


def a_rated_story() -> Story:
    """A rated game that Ben gave up after three moves."""
    story = Story()
    story.tell(Open(GameTerms(FischerClock(300_000, 3_000), rated=True), Seats(ANN, BEN)))
    story.tell(Introduce(ANN, 1600.4, 80.0))
    story.tell(Introduce(BEN, 1500.0, 90.0))
    story.play(*MOVES, think_ms=1_000)
    story.tell(Resign(BEN))
    return story


def test_a_game_that_is_played_is_in_the_live_lists() -> None:
    row = row_of(a_story(clock=NO_CLOCK).room)

    assert row is not None
    assert (row.red, row.black, row.is_live) == (ANN, BEN, True)
    assert places_of(row) == {
        "live": 0,
        "live.correspondence": 0,
        "live.new": T0_MS,
        "live.correspondence.new": T0_MS,
        f"playing.{ANN}": T0_MS,
        f"playing.{BEN}": T0_MS,
        "whole": T0_MS + SLOW_REST_MS - REST_MS,
    }


def test_a_game_of_a_bot_is_not_among_the_strongest() -> None:
    row = row_of(a_story(clock=NO_CLOCK).room)

    assert row is not None
    assert read_row(write_row(row.with_bot())).has_bot
    assert places_of(row.with_bot()) == {
        "live.computer": 0,
        "live.new": T0_MS,
        "live.correspondence.new": T0_MS,
        f"playing.{ANN}": T0_MS,
        f"playing.{BEN}": T0_MS,
        "whole": T0_MS + SLOW_REST_MS - REST_MS,
    }


def test_a_live_row_does_not_tell_how_the_game_stands() -> None:
    row = row_of(a_story(*MOVES).room)

    assert row is not None
    assert row.fen.startswith("rnbakabnr/9/1c5c1")


def test_a_game_that_is_over_is_in_the_archive() -> None:
    story = a_rated_story()
    story.tell(ChangeRating(ANN, 1609.6, 79.0))

    row = row_of(story.room)

    assert row == GameRow(
        red=ANN,
        black=BEN,
        rules="axf",
        speed="blitz",
        rated=True,
        opened_ms=T0_MS,
        ended_ms=T0_MS + 3_000,
        winner=0,
        ending="resign",
        plies=3,
        opening="h2e2h9g7h0g2",
        fen="rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b - - 0 1",
        red_points=1600,
        black_points=1500,
        red_change=10,
        black_change=None,
        red_after=1610,
        clock="fischer",
    )
    assert points_after(row, ANN) == points_after(replace(row, red_after=None), ANN) == 1610
    assert points_after(row, BEN) is None
    assert read_row(write_row(row)) == row
    assert places_of(row) == dict.fromkeys(
        [
            "all",
            f"player.{ANN}",
            f"player.{BEN}",
            "speed.blitz",
            "rules.axf",
            "whole",
            "opening.h2e2h9g7",
        ],
        T0_MS + 3_000,
    )
    assert "whole" not in places_of(row, is_packed=True)


def test_what_never_was_a_game_has_no_row() -> None:
    waiting = a_story(seats=Seats(ANN))
    called_off = a_story()
    called_off.tell(Abort(ANN))

    assert row_of(waiting.room) is None
    assert row_of(called_off.room) is None
