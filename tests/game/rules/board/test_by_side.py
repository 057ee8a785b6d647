from msgspec import msgpack

from xiangqi_server.game.rules.board.by_side import BySide
from xiangqi_server.game.rules.board.encoding import Side


def test_the_value_of_one_side_changes_and_the_other_stays() -> None:
    pair = BySide("red", "black")

    changed = (pair.replace(Side.BLACK, "white"), pair.update(Side.RED, str.upper))

    assert changed == (BySide("red", "white"), BySide("RED", "black"))
    assert [pair[side] for side in Side] == ["red", "black"]


def test_a_pair_is_written_as_an_array_and_read_as_a_pair() -> None:
    written = msgpack.encode(BySide(1, None))

    assert written == msgpack.encode([1, None])
    assert msgpack.decode(written, type=BySide[int | None]) == BySide(1, None)
