"""A search goes through one list and holds each row against all that is asked."""

import pytest
from msgspec.structs import replace

from xiangqi_server.read_model.game_rows import GameRow, places_of
from xiangqi_server.read_model.game_search import Wanted

ROW = GameRow(
    red="ann",
    black="ben",
    rules="axf",
    speed="blitz",
    rated=True,
    opened_ms=1,
    ended_ms=2,
    winner=0,
    ending="resign",
    plies=40,
    opening="h2e2h9g7h0g2i9h9b2d2a9b9",
    fen="",
)
FITTING = [
    Wanted(),
    Wanted(player="ann"),
    Wanted(player="ben", opponent="ann"),
    Wanted(opponent="ben"),
    Wanted(player="ann", result="won"),
    Wanted(player="ben", result="lost"),
    Wanted(result="red"),
    Wanted(rules="axf", speed="blitz", rated=True),
    Wanted(opening="h2e2"),
    Wanted(opening="h2e2h9g7"),
    Wanted(opening="h2e2h9g7h0g2i9h9b2d2"),
]
OTHER = [
    Wanted(player="eve"),
    Wanted(player="ann", opponent="eve"),
    Wanted(player="ann", result="lost"),
    Wanted(player="ben", result="won"),
    Wanted(result="black"),
    Wanted(result="drawn"),
    Wanted(rules="cxa"),
    Wanted(speed="rapid"),
    Wanted(rated=False),
    Wanted(opening="b2e2"),
    Wanted(opening="h2e2h9g7b0c2"),
]


@pytest.mark.parametrize("wanted", FITTING, ids=str)
def test_a_game_that_is_asked_for_fits_and_is_in_the_list_gone_through(wanted: Wanted) -> None:
    assert wanted.fits(ROW)
    assert wanted.list_() in places_of(ROW)


@pytest.mark.parametrize("wanted", OTHER, ids=str)
def test_any_other_game_does_not_fit(wanted: Wanted) -> None:
    assert not wanted.fits(ROW)


def test_a_draw_is_a_draw_and_a_game_called_off_is_not() -> None:
    drawn = replace(ROW, winner=None, ending="agreement")
    called_off = replace(ROW, winner=None, ending="aborted")

    assert Wanted(player="ann", result="drawn").fits(drawn)
    assert not Wanted(player="ann", result="drawn").fits(called_off)
    assert not Wanted(player="ann", result="won").fits(drawn)


def test_the_most_telling_list_is_gone_through() -> None:
    assert Wanted(player="ann", opening="h2e2h9g7").list_() == "player.ann"
    assert Wanted(opening="h2e2h9g7h0g2i9h9b2d2", rules="axf").list_() == "opening.h2e2h9g7h0g2i9h9"
    assert Wanted(opening="h2e2", rules="axf").list_() == "rules.axf"
    assert Wanted(speed="blitz").list_() == "speed.blitz"
    assert Wanted().list_() == "all"
