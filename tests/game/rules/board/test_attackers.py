from tests.support.rule_data import json_lines
from xiangqi_server.game.rules.board.attackers import attackers_of
from xiangqi_server.game.rules.board.check import squares_of
from xiangqi_server.game.rules.board.encoding import SQUARES, Side
from xiangqi_server.game.rules.board.fen import read_fen
from xiangqi_server.game.rules.board.reach import reach


def test_a_piece_attacks_what_it_reaches_and_nothing_else() -> None:
    for row in json_lines("rules/legal.jsonl")[:150]:
        board = read_fen(row["fen"], composed=True).board
        for side in Side:
            by_square: dict[int, list[int]] = {}
            for origin in squares_of(board, side):
                for square in reach(board, origin):
                    by_square.setdefault(square, []).append(origin)
            for square in range(SQUARES):
                if board[square]:
                    expected = sorted(by_square.get(square, []))

                    assert sorted(attackers_of(board, square, side)) == expected, row["fen"]


def test_facing_generals_attack_each_other() -> None:
    lone = read_fen("3k5/9/9/9/9/9/9/9/9/4K4 w").board
    facing = bytearray(lone)
    facing[85], facing[84] = facing[84], 0

    assert attackers_of(bytes(facing), 4, Side.BLACK) == [85]
    assert attackers_of(bytes(facing), 85, Side.RED) == [4]
