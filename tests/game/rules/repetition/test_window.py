from tests.support.ruling_cases import played
from xiangqi_server.game.rules.board.encoding import Side, move_from_uci
from xiangqi_server.game.rules.repetition.window import move_between, repeated_part, reversible_part

FEN = "4k4/1n7/9/9/c8/9/9/9/1R7/5K3 w"
LAP = ["b1a1", "a5b5", "a1b1", "b5a5"]


def test_the_repeated_part_begins_at_the_first_occurrence() -> None:
    window = repeated_part(played(FEN, ["f0f1", "e9e8", *LAP, *LAP]))

    assert (window.first_ply, window.side, len(window.moves)) == (2, Side.RED, 8)
    assert window.boards[0] == window.boards[-1]
    assert window.occurrences == 3


def test_a_position_that_never_recurred_has_an_empty_part() -> None:
    window = repeated_part(played(FEN, ["f0f1"]))

    assert (window.first_ply, window.moves, window.side) == (1, (), Side.BLACK)


def test_a_capture_ends_what_could_be_repeated() -> None:
    game = played(FEN, [*LAP, "b1b8", "e9d9"])

    window = reversible_part(game)

    assert (window.first_ply, window.to_move) == (5, Side.RED)


def test_pieces_keep_their_identity_when_like_pieces_change_places() -> None:
    game = played(FEN, LAP)
    window = reversible_part(game)

    first = window.ids_after[0]

    assert first[0 * 9 + 9] == 10  # the chariot on a1 came from b1
    assert window.ids_after[-1] == tuple(range(90))


def test_the_one_quiet_move_between_two_boards_is_found() -> None:
    before = played(FEN, []).position.board
    after = played(FEN, ["b1a1"]).position.board

    assert move_between(before, after) == move_from_uci("b1a1")
    assert move_between(before, before) is None


def test_what_follows_is_a_window_of_its_own() -> None:
    window = reversible_part(played(FEN, LAP[:3]))

    longer = window.then(move_from_uci(LAP[3]))

    assert longer.repeated() == repeated_part(played(FEN, LAP))
    assert len(window.moves) == 3
