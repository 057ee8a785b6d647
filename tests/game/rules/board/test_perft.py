import pytest

from tests.support.rule_data import json_lines
from xiangqi_server.game.rules.board.fen import read_fen
from xiangqi_server.game.rules.board.perft import perft

VERIFIED = [
    row for row in json_lines("rules/perft.jsonl") if not row["verified"].startswith("unverified")
]


@pytest.mark.parametrize("row", VERIFIED, ids=lambda row: f"{row['id']}-{row['depth']}")
def test_the_count_is_what_others_counted(row: dict[str, str | int]) -> None:
    position = read_fen(str(row["fen"]))

    assert perft(position, int(row["depth"])) == row["nodes"]


def test_no_ply_is_one_way_to_play() -> None:
    assert perft(read_fen("3k5/9/9/9/9/9/9/9/9/4K4 w"), 0) == 1
