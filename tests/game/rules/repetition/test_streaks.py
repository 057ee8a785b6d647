from tests.support.ruling_cases import played
from xiangqi_server.game.rules.board.encoding import Side, uci_of
from xiangqi_server.game.rules.repetition.streaks import checks_in_row, pieces_moved, same_piece

CHECKS = "4k4/9/9/9/9/9/9/9/4A4/R3K3R w"


def test_the_last_checks_in_a_row_are_found_newest_first() -> None:
    game = played(CHECKS, ["i0i1", "e9e8", "a0a8", "e8e9", "a8a9", "e9e8"])

    turns = checks_in_row(game, Side.RED, 5)

    assert [(turn.ply, uci_of(turn.move)) for turn in turns] == [(4, "a8a9"), (2, "a0a8")]
    assert checks_in_row(game, Side.RED, 1) == turns[:1]


def test_a_turn_without_check_ends_the_row() -> None:
    game = played(CHECKS, ["a0a9", "e9e8", "i0i1"])

    assert checks_in_row(game, Side.RED, 5) == []
    assert checks_in_row(played(CHECKS, []), Side.RED, 5) == []


def test_a_piece_is_followed_by_the_squares_of_its_moves() -> None:
    game = played(CHECKS, ["a0a9", "e9e8", "i0i8", "e8e7", "i8i7"])
    turns = checks_in_row(game, Side.RED, 5)

    assert [uci_of(turn.move) for turn in same_piece(turns)] == ["i8i7", "i0i8"]
    assert pieces_moved(game, turns) == [2, 2, 0]
