"""The frame of a board, over games that masters played: all of it, and how few bytes it takes."""

from collections.abc import Iterator
from pathlib import Path
from statistics import mean

from msgspec.structs import replace

from tests.support.rooms import T0_MS, a_room
from xiangqi_server.aggregates.room.parts import Absence
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.api.views.boards import board_view, position_of
from xiangqi_server.game.records.pgn_reading import read_games
from xiangqi_server.game.records.record import Record
from xiangqi_server.game.rules.board.by_side import BySide
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.game.rules.board.fen import read_fen
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.wire.codec import Format, encode
from xiangqi_server.wire.parts import BoardPosition
from xiangqi_server.wire.server import Board

MASTERS = Path(__file__).parents[2] / "data" / "games" / "masters.pgn"
MOST_BYTES, MEAN_BYTES = 160, 148
FIFTY_GAMES = 10
"""Every tenth of five hundred."""
ID = "bifqydiob4ib"


def boards() -> Iterator[tuple[Room, Board]]:
    """Each position of every tenth game, with the room that it stands in."""
    with MASTERS.open("rb") as lines:
        games = [game for game in read_games(lines) if isinstance(game, Record)]
    for played in games[::FIFTY_GAMES]:
        game = Game.start()
        for move in played.game.moves:
            game = game.play(move)
            room = replace(a_room(), id=ID, game=game)
            yield room, board_view(room, T0_MS)


def test_a_board_tells_the_whole_position_in_few_bytes() -> None:
    sizes = []
    for room, board in boards():
        sizes.append(len(encode(board, Format.MSGPACK)))

        assert read_fen(board.fen) == room.game.position
        assert (board.game, board.ply) == (ID, room.game.ply)

    assert len(sizes) > 3_000
    assert max(sizes) <= MOST_BYTES
    assert mean(sizes) <= MEAN_BYTES


def test_a_list_says_of_a_game_what_its_board_says() -> None:
    board = board_view(a_room("h2e2", "h9g7", think_ms=5_000), T0_MS + 10_000)

    position = position_of(board)

    assert all(getattr(position, name) == getattr(board, name) for name in names(BoardPosition))
    assert position.left is not None
    assert position.left[Side.RED] < position.left[Side.BLACK] + 5_000
    assert (position.last, position.runs, position.over) == ("h9g7", True, None)


def test_a_board_says_that_a_player_is_away_and_nothing_while_both_are_there() -> None:
    room = a_room("h2e2")
    away = replace(room, absences=BySide(None, Absence(T0_MS, T0_MS + 60_000)))

    there, gone = (board_view(one, T0_MS) for one in (room, away))

    assert (there.away, gone.away) == (False, True)
    assert b"away" not in encode(there, Format.JSON)
    assert position_of(gone).away


def names(struct: type[BoardPosition]) -> tuple[str, ...]:
    """The fields of a part."""
    return struct.__struct_fields__
