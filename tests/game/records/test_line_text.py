"""A tree of moves as the text of an address, and back."""

import pytest

from tests.support.rule_data import DATA
from xiangqi_server.game.records.line_text import LineTextError, line_of, read_line
from xiangqi_server.game.records.pgn_reading import read_games
from xiangqi_server.game.records.record import Record
from xiangqi_server.game.records.tree import principal
from xiangqi_server.game.rules.board.fen import START_FEN, read_fen


def test_a_game_of_masters_with_its_line_in_an_address_is_the_same_line() -> None:
    with (DATA / "games" / "masters.pgn").open("rb") as lines:
        record = next(iter(read_games(lines)))
    assert isinstance(record, Record)
    start = read_fen(START_FEN)

    root, spots = read_line(line_of(record.tree, start), start, 500)

    assert root == record.tree
    assert [spot.node.move for spot in spots] == [node.move for node in principal(record.tree)]


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("h2e2x", 4),
        ("h2e2h2", 4),
        ("h2h8", 0),
        ("h2e2(", 5),
        ("h2e2()", 5),
        ("h2e2)", 4),
        ("(h2e2)", 0),
        ("h2e2(b2e2", 9),
        ("h2e2h9g7h0g2", 8),
    ],
)
def test_a_text_that_is_no_line_says_where(text: str, at: int) -> None:
    with pytest.raises(LineTextError) as told:
        read_line(text, read_fen(START_FEN), 2)

    assert told.value.at == at
