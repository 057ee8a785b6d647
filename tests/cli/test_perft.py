import pytest

from tests.support.command_line import Ran, run_command
from xiangqi_server.game.rules.board.fen import START_FEN


def test_the_count_is_printed() -> None:
    assert run_command("perft", START_FEN, "3") == Ran(0, "79666\n", "")


def test_the_position_need_not_be_quoted() -> None:
    assert run_command("perft", *START_FEN.split(), "2") == Ran(0, "1920\n", "")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("9/9 w", "1"), "perft: fen_ranks: a board has 10 ranks, not 2"),
        ((START_FEN, "-1"), "perft: argument DEPTH: a number of plies from 0 on, not '-1'"),
        ((START_FEN, "deep"), "perft: argument DEPTH: a number of plies from 0 on, not 'deep'"),
        ((START_FEN,), "perft: the following arguments are required: DEPTH"),
    ],
)
def test_a_wrong_argument_is_one_clear_line(words: tuple[str, ...], line: str) -> None:
    assert run_command("perft", *words) == Ran(2, "", f"xiangqi-server {line}\n")
