import pytest

from tests.support.for_each import for_each
from tests.support.random_play import random_positions
from tests.support.rule_data import json_lines
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.game.rules.board.fen import (
    MAX_FEN_CHARS,
    START_FEN,
    FenCode,
    FenError,
    read_fen,
    write_fen,
)
from xiangqi_server.game.rules.board.position import Position
from xiangqi_server.game.rules.board.validation import Flaw

BOARD = START_FEN.split()[0]
START = read_fen(START_FEN)


def test_what_was_written_is_read_back() -> None:
    for position in random_positions(games=10, seed=5):
        assert read_fen(write_fen(position)) == position


def test_a_position_is_written_one_way() -> None:
    for row in json_lines("rules/legal.jsonl"):
        assert write_fen(read_fen(row["fen"])) == row["fen"]


@pytest.mark.parametrize(
    "text",
    [
        f"{BOARD} w",
        f"{BOARD} r",
        f"{BOARD} w -",
        f"{BOARD} w - -",
        f"{BOARD} w - - 0",
        f"{BOARD} w - - 12 99",
        f"{BOARD} w 0 1",
        f"{BOARD} w - 0 1",
        f"{BOARD} w 7",
        f"{BOARD} W",
        f"{BOARD} R - - 0 1",
        f"  {BOARD}  w - - 0 1\n",
        f"{BOARD}[] w - - 0 1",
        f"{BOARD}[-] w - - 0 1",
        START_FEN.replace("b", "e").replace("B", "E"),
        START_FEN.replace("n", "h").replace("N", "H"),
        START_FEN.replace("N", "H").replace("b", "e"),
    ],
)
def test_every_way_to_write_the_start_is_read(text: str) -> None:
    assert read_fen(text) == START


def test_black_may_be_to_move() -> None:
    assert read_fen(f"{BOARD} b - - 0 1") == Position(START.board, Side.BLACK)


REFUSED = {
    "": FenCode.FIELDS,
    "nonsense": FenCode.FIELDS,
    BOARD: FenCode.FIELDS,
    f"{START_FEN} 1": FenCode.FIELDS,
    f"{START_FEN}{' ' * MAX_FEN_CHARS}": FenCode.LENGTH,
    f"{BOARD} x": FenCode.SIDE,
    f"{BOARD} Ｗ": FenCode.SIDE,
    f"{BOARD} red": FenCode.SIDE,
    f"{BOARD} -": FenCode.SIDE,
    f"{BOARD} w KQkq - 0 1": FenCode.UNUSED,
    f"{BOARD} w - e3 0 1": FenCode.UNUSED,
    f"{BOARD} w KQkq -": FenCode.UNUSED,
    f"{BOARD} w 0 1 2": FenCode.UNUSED,
    f"{BOARD} w 0 x": FenCode.COUNTER,
    f"{START_FEN} moves h2e2": FenCode.FIELDS,
    f"{BOARD} w moves{' h2e2 h9g7' * 40}": FenCode.FIELDS,
    f"position fen {START_FEN}": FenCode.FIELDS,
    f"{BOARD} w - - -1 1": FenCode.COUNTER,
    f"{BOARD} w - - 0 1.5": FenCode.COUNTER,
    f"{BOARD} w - - ０ １": FenCode.COUNTER,
    f"{BOARD} w - - 0 {'9' * 6}": FenCode.COUNTER,
    f"{BOARD}[R] w": FenCode.HOLDINGS,
    f"{BOARD}[ w": FenCode.HOLDINGS,
    f"{BOARD}/9 w": FenCode.RANKS,
    "9/9/9/9/9/9/9/9/9 w": FenCode.RANKS,
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": FenCode.RANKS,
    BOARD.replace("/9/1c", "/8/1c") + " w": FenCode.WIDTH,
    BOARD.replace("/9/1c", "/91/1c") + " w": FenCode.WIDTH,
    BOARD.replace("/9/1c", "/45/1c") + " w": FenCode.WIDTH,
    BOARD.replace("/9/1c", "//1c") + " w": FenCode.WIDTH,
    BOARD.replace("/9/1c", "/0/1c") + " w": FenCode.LETTER,
    BOARD.replace("/9/1c", "/９/1c") + " w": FenCode.LETTER,
    BOARD.replace("/9/1c", "/²7/1c") + " w": FenCode.LETTER,
    BOARD.replace("/9/1c", "/+8/1c") + " w": FenCode.LETTER,
    BOARD.replace("rn", "rq") + " w": FenCode.LETTER,
    BOARD.replace("R", "T") + " w": FenCode.LETTER,
    BOARD.replace("K", "G") + " w": FenCode.LETTER,
    BOARD.replace("C", "炮") + " w": FenCode.LETTER,
    "9/9/9/9/9/9/9/9/9/9 w": Flaw.GENERALS,
    "9/9/9/9/9/9/9/9/9/4K4 w": Flaw.GENERALS,
    "3k5/9/9/9/9/9/9/9/9/4KK3 w": Flaw.GENERALS,
    "3k5/9/9/9/9/9/9/9/3A1A3/4KA3 w": Flaw.TOO_MANY,
    "3k5/9/9/9/9/2B3B2/9/4B4/9/4K4 w": Flaw.TOO_MANY,
    "3k5/9/9/9/9/9/NNN6/9/9/4K4 w": Flaw.TOO_MANY,
    "3k5/9/9/9/9/rrr6/9/9/9/4K4 w": Flaw.TOO_MANY,
    "3k5/9/9/9/9/9/9/9/CCC6/4K4 w": Flaw.TOO_MANY,
    "3k5/9/PPPPPP3/9/9/9/9/9/9/4K4 w": Flaw.TOO_MANY,
    "3k5/9/9/9/9/9/4K4/9/9/9 w": Flaw.PLACE,
    "3k5/9/9/9/9/9/9/9/9/2K6 w": Flaw.PLACE,
    "9/9/9/3k5/9/9/9/9/9/4K4 w": Flaw.PLACE,
    "3k5/9/9/9/9/9/9/9/5A3/4K4 w": Flaw.PLACE,
    "3k5/9/9/9/9/9/9/9/9/3AK1A2 w": Flaw.PLACE,
    "3k5/9/9/9/9/9/9/4a4/9/4K4 w": Flaw.PLACE,
    "3k5/9/9/9/9/9/3B5/9/9/4K4 w": Flaw.PLACE,
    "3k5/9/9/2B6/9/9/9/9/9/4K4 w": Flaw.PLACE,
    "3k5/9/9/9/9/2b6/9/9/9/4K4 w": Flaw.PLACE,
    "3k5/9/9/9/9/9/1P7/9/9/4K4 w": Flaw.PLACE,
    "3k5/9/9/9/9/9/9/2P6/9/4K4 w": Flaw.PLACE,
    "3k5/9/9/9/9/9/9/9/9/P3K4 w": Flaw.PLACE,
    "3k4p/9/9/9/9/9/9/9/9/4K4 w": Flaw.PLACE,
    "3k5/9/9/9/5p3/9/9/9/9/4K4 w": Flaw.PLACE,
    "3k5/9/9/9/9/P8/P8/9/9/4K4 w": Flaw.SOLDIERS,
    "3k5/9/9/8p/8p/9/9/9/9/4K4 w": Flaw.SOLDIERS,
    "4k4/9/9/9/9/9/9/9/9/4K4 w": Flaw.FACING,
    "4k4/9/9/9/9/9/9/9/9/4K4 b": Flaw.FACING,
    "3k5/9/9/9/9/9/9/9/3R5/4K4 w": Flaw.CHECK,
    "3k5/9/9/9/9/9/9/9/4r4/4K4 b": Flaw.CHECK,
    "3k5/9/2N6/9/9/9/9/9/9/4K4 w": Flaw.CHECK,
    "4k4/9/9/9/9/9/9/9/5p3/5K3 b": Flaw.CHECK,
}


@for_each(REFUSED.items())
def test_what_is_no_possible_position_is_refused_with_its_reason(
    text: str, code: FenCode | Flaw
) -> None:
    with pytest.raises(FenError) as refused:
        read_fen(text)

    assert refused.value.code is code
    assert refused.value.text


def test_a_composed_position_may_have_soldiers_anywhere_and_nothing_else() -> None:
    diagram = "3a2b1r/4ak3/8p/7P1/9/9/9/B2NN3B/3K5/4p4 w - - 0 1"

    assert write_fen(read_fen(diagram, composed=True)) == diagram
    with pytest.raises(FenError):
        read_fen("3k5/9/9/9/9/9/4K4/9/9/9 w", composed=True)
