"""What is said over UCI is read as it is meant, and told as it is read."""

import pytest

from xiangqi_server.game.engine.search import MATE, Thought
from xiangqi_server.game.engine.uci import Go, info_line, read_go, read_option, read_position
from xiangqi_server.game.rules.board.encoding import Side, move_from_uci
from xiangqi_server.game.rules.board.fen import START_FEN, write_fen

MOVES = tuple(map(move_from_uci, ("h2e2", "h9g7")))


@pytest.mark.parametrize(
    ("words", "go"),
    [
        ("", Go()),
        ("depth 3 nodes 500", Go(depth=3, nodes=500)),
        ("movetime 1500", Go(time_ms=1_500)),
        ("infinite", Go(is_infinite=True)),
        ("searchmoves h2e2 h9g7 depth 2", Go(depth=2, among=frozenset(MOVES))),
        ("depth 2 searchmoves h2e2", Go(depth=2, among=frozenset(MOVES[:1]))),
        ("wtime 60000 btime 9000 winc 2000 binc 0", Go(time_ms=3_000)),
        ("wtime 60000 movestogo 1", Go(time_ms=30_000)),
        ("btime 60000", Go()),
        ("movetime 100 wtime 60000", Go(time_ms=100)),
    ],
)
def test_what_red_is_asked(words: str, go: Go) -> None:
    assert read_go(words.split(), Side.RED) == go


def test_each_side_has_its_clock() -> None:
    words = ["wtime", "60000", "btime", "9000", "winc", "2000", "binc", "400"]

    assert read_go(words, Side.BLACK) == Go(time_ms=500)


@pytest.mark.parametrize("words", ["depth", "depth x", "depth 3 4", "searchmoves h2", "nodes 1e4"])
def test_a_limit_that_is_none_is_refused(words: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_go(words.split(), Side.RED)


def test_a_position_is_a_start_and_the_moves_since() -> None:
    by_name = read_position(["startpos", "moves", "h2e2", "h9g7"])
    by_fen = read_position(["fen", *START_FEN.split(), "moves", "h2e2", "h9g7"])

    assert by_name.moves == by_fen.moves == MOVES
    assert write_fen(read_position(["startpos"]).position) == START_FEN


@pytest.mark.parametrize(
    "words",
    ["", "startpos h2e2", "fen", "fen 9/9 w", "start", "startpos moves a0a9", "fen moves x"],
)
def test_a_position_that_is_none_is_refused(words: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_position(words.split())


def test_an_option_has_a_name_and_a_value() -> None:
    assert read_option(["name", "Own", "Book", "value", "a", "b"]) == ("own book", "a b")
    for words in ("", "Level 3", "name Level", "value 3"):
        with pytest.raises(ValueError, match="name and value"):
            read_option(words.split())


def test_a_thought_is_told_with_its_score_and_its_line() -> None:
    ahead, mates = Thought(3, 42, 5_000, MOVES), Thought(5, MATE - 3, 10, MOVES[:1])
    mated = Thought(5, 2 - MATE, 10, MOVES[:1])

    assert info_line(ahead, 50) == (
        "info depth 3 score cp 42 time 50 nodes 5000 nps 100000 pv h2e2 h9g7"
    )
    assert info_line(mates, 0) == "info depth 5 score mate 2 time 0 nodes 10 nps 10000 pv h2e2"
    assert "score mate -1 " in info_line(mated, 0)
