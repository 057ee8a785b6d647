import random

import pytest

from tests.support.random_play import random_games
from xiangqi_server.game.rules.board.encoding import Side, move_from_uci
from xiangqi_server.game.rules.board.fen import START_FEN, FenError, read_fen
from xiangqi_server.game.rules.board.position import Position
from xiangqi_server.game.rules.game.game import Game, IllegalMove

SHUFFLE = ("h0g2", "h9g7", "g2h0", "g7h9")


SHUTTLE_AND_CAPTURE = (*SHUFFLE, *SHUFFLE, "h2h9", "i9h9", "i0i1", "h9i9")


def facts(game: Game) -> tuple[object, ...]:
    return (
        game.position,
        game.ply,
        game.checked,
        game.quiet_plies,
        game.occurrences,
        game.reversible_since,
    )


def played(*ucis: str, start: Game | None = None) -> Game:
    game = start or Game.start()
    for uci in ucis:
        game = game.play(move_from_uci(uci))
    return game


def test_a_game_starts_with_red_to_move_and_nothing_played() -> None:
    game = Game.start()

    assert game.position == read_fen(START_FEN)
    assert (game.ply, game.moves, game.to_move) == (0, (), Side.RED)
    assert (game.occurrences, game.quiet_plies, game.start_fen) == (1, 0, START_FEN)


def test_a_game_does_not_start_from_an_impossible_position() -> None:
    with pytest.raises(FenError):
        Game.start("9/9/9/9/9/9/9/9/9/9 w")


def test_a_move_leads_to_the_next_position_and_leaves_the_game_before_it_alone() -> None:
    before = Game.start()

    after = before.play(move_from_uci("h2e2"))

    assert after.position == read_fen(
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b"
    )
    assert (after.ply, after.moves, after.to_move) == (1, (move_from_uci("h2e2"),), Side.BLACK)
    assert before == Game.start()


def test_an_illegal_move_is_refused() -> None:
    with pytest.raises(IllegalMove, match="h2i4"):
        Game.start().play(move_from_uci("h2i4"))


def test_an_illegal_move_is_refused_where_the_line_already_goes_on() -> None:
    game = Game.start()
    game.play(move_from_uci("h2e2"))

    with pytest.raises(IllegalMove):
        game.play(move_from_uci("h2i4"))


def test_it_is_known_how_often_the_position_occurred_that_occurred_most() -> None:
    moves = [move_from_uci(text) for text in ("h0g2", "h9g7", "g2h0", "g7h9") * 2 + ("c3c4",)]
    game = Game.start()
    counts = []
    for move in moves:
        game = game.play(move)
        counts.append(game.most_occurrences)

    assert counts == [1, 1, 1, 2, 2, 2, 2, 3, 1]
    assert [game.back_to(ply).most_occurrences for ply in range(1, 10)] == counts
    assert game.back_to(5).play(moves[1]).most_occurrences == 2


def test_the_occurrences_of_a_position_are_counted() -> None:
    game = Game.start()
    counts = [game.occurrences]
    for uci in SHUFFLE * 3:
        game = game.play(move_from_uci(uci))
        counts.append(game.occurrences)

    assert counts == [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4]


def test_the_same_board_with_the_other_side_to_move_is_another_position() -> None:
    game = Game.start("3k5/9/9/9/9/9/9/9/9/R3K4 w")

    a_turn_lost = played("a0a1", "d9d8", "a1a2", "d8d9", "a2a0", start=game)

    assert a_turn_lost.position.board == game.position.board
    assert a_turn_lost.occurrences == 1


def test_a_capture_begins_the_counts_anew() -> None:
    game = played(*SHUFFLE, "h2h9")

    assert (game.occurrences, game.quiet_plies, game.reversible_since) == (1, 0, 5)


def test_a_soldier_step_is_quiet_but_cannot_be_repeated() -> None:
    game = played(*SHUFFLE, "c3c4")

    assert (game.occurrences, game.quiet_plies, game.reversible_since) == (1, 5, 5)


def test_two_moves_from_one_game_do_not_disturb_each_other() -> None:
    game = played(*SHUFFLE, *SHUFFLE[:2])

    one = played(*SHUFFLE[2:], start=game)
    other = played("a0a1", "a9a8", "a1a0", "a8a9", *SHUFFLE[2:], start=game)

    assert one.occurrences == 3
    assert other.occurrences == 3
    assert game.moves == one.moves[:6] == other.moves[:6]
    assert one == played(*SHUFFLE, *SHUFFLE)


def test_the_same_moves_give_equal_games_however_they_came_about() -> None:
    game = Game.start()
    played("b2e2", "b9c7", start=game)

    branched = played("h2e2", "h9g7", start=game)

    assert branched == played("h2e2", "h9g7")
    assert hash(branched) == hash(played("h2e2", "h9g7"))
    assert branched != played("h2e2", "h9i7")


def test_the_past_can_be_looked_up() -> None:
    game = played("h2h9", "i9h9", "h0g2")

    assert game.move_at(1) == move_from_uci("i9h9")
    assert game.position_at(0) == Game.start().position
    assert game.position_at(1) == played("h2h9").position
    assert game.positions_since(1) == [
        played("h2h9").position,
        played("h2h9", "i9h9").position,
        game.position,
    ]
    with pytest.raises(IndexError):
        game.move_at(3)
    with pytest.raises(IndexError):
        game.position_at(-1)


def test_going_back_forgets_the_moves_after() -> None:
    game = played(*SHUFFLE, *SHUFFLE)

    earlier = game.back_to(4)

    assert earlier == played(*SHUFFLE)
    assert earlier.occurrences == 2
    assert played("h0g2", "h9i7", "g2h0", "i7h9", start=earlier).occurrences == 3


def test_playing_what_was_played_before_gives_the_same_facts() -> None:
    game = played(*SHUTTLE_AND_CAPTURE)

    again = played(*SHUTTLE_AND_CAPTURE, start=game.back_to(0))

    assert again == game
    assert facts(again) == facts(game)
    assert facts(game.back_to(8)) == facts(played(*SHUTTLE_AND_CAPTURE[:8]))


def test_what_a_game_counts_is_what_its_positions_show() -> None:
    rng = random.Random(5)
    for game in random_games(games=3, seed=8, plies=60, fen="3k5/4a4/9/9/9/9/9/9/3NR4/4K4 w"):
        branch = game.back_to(rng.randrange(game.ply))
        while branch.ply < 60 and (moves := branch.legal_moves()):
            branch = branch.play(rng.choice(moves))

        for point in (game, branch):
            positions = point.positions_since(0)

            assert point.occurrences == positions.count(point.position)
            assert point.checked == point.position.in_check()
            assert point.quiet_plies == plies_since_capture(point)
            assert positions == positions_played_through(point)


def plies_since_capture(game: Game) -> int:
    pieces = [len(position.board) - position.board.count(0) for position in game.positions_since(0)]
    return game.ply - pieces.index(pieces[-1])


def positions_played_through(game: Game) -> list[Position]:
    positions = [game.position_at(0)]
    for move in game.moves:
        positions.append(positions[-1].after(move))
    return positions


def test_the_sides_keep_attackers_until_the_last_is_taken() -> None:
    game = Game.start("3k5/9/9/9/9/9/9/5c3/5R3/4K4 w")

    after = game.play(move_from_uci("f1f2"))

    assert (game.has_attackers(Side.RED), game.has_attackers(Side.BLACK)) == (True, True)
    assert (after.has_attackers(Side.RED), after.has_attackers(Side.BLACK)) == (True, False)


def test_a_mated_side_is_in_check_without_a_move() -> None:
    game = Game.start("3k5/R8/9/9/9/9/9/9/8R/4K4 w").play(move_from_uci("i1i9"))

    assert game.in_check()
    assert not game.has_legal_move()
    assert game.legal_moves() == []


def test_moves_are_numbered_from_one_and_on_after_each_of_black() -> None:
    game = Game.start()
    numbers = []
    for text in ("h2e2", "h9g7", "h0g2", "i9h9"):
        numbers.append(game.move_number)
        game = game.play(move_from_uci(text))

    assert numbers == [1, 1, 2, 2]
    assert game.move_number == 3


def test_a_game_that_black_begins_goes_on_to_the_second_move_after_one_ply() -> None:
    game = Game.start(START_FEN.replace(" w ", " b "))

    assert game.move_number == 1
    assert game.play(move_from_uci("h9g7")).move_number == 2


def test_the_plies_that_led_to_a_start_without_a_capture_count_until_the_first_one_here() -> None:
    game = Game.start("3k5/9/9/9/9/9/9/5c3/5R3/4K4 w - - 119 60")

    quiet, taken = (game.play(move_from_uci(text)) for text in ("f1g1", "f1f2"))

    assert (game.quiet_plies, quiet.quiet_plies, quiet.back_to(0).quiet_plies) == (119, 120, 119)
    assert (taken.quiet_plies, taken.play(move_from_uci("d9d8")).quiet_plies) == (0, 1)
    assert Game.start("3k5/9/9/9/9/9/9/5c3/5R3/4K4 w 7").quiet_plies == 7
