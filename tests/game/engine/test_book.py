"""The book holds what masters played, and only what can be played."""

from xiangqi_server.game.engine.book import book_moves
from xiangqi_server.game.engine.book_lines import BOOK_LINES
from xiangqi_server.game.rules.board.encoding import move_from_uci, uci_of
from xiangqi_server.game.rules.game.game import Game


def test_every_line_can_be_played_and_is_in_the_book() -> None:
    lines = [row.split()[1:] for row in BOOK_LINES.splitlines()]

    for line in lines:
        game = Game.start()
        for move in map(move_from_uci, line):
            assert book_moves(game.position)[move] > 0
            game = game.play(move)
    assert len(lines) > 100


def test_a_line_counts_in_its_mirror_image() -> None:
    first = book_moves(Game.start().position)
    named = {uci_of(move): games for move, games in first.items()}

    assert named["h2e2"] == named["b2e2"] == max(named.values())
    assert named["c3c4"] == named["g3g4"]


def test_out_of_the_book_there_are_no_moves() -> None:
    odd = Game.start().play(move_from_uci("e0e1"))

    assert book_moves(odd.position) == {}
