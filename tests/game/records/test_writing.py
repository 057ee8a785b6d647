"""What is written in one format is read back, as the same tree."""

import random

import pytest

from tests.game.records.test_any_format import content, games_in, read_all
from xiangqi_server.game.records.dhtmlxq import write_dhtmlxq
from xiangqi_server.game.records.pgn_writing import game_lines
from xiangqi_server.game.records.record import Note, NoteCode, Record
from xiangqi_server.game.records.tree import GrowingTree, MoveNode
from xiangqi_server.game.records.xqf import write_xqf
from xiangqi_server.game.rules.board.fen import START_FEN, read_fen
from xiangqi_server.game.rules.game.notation import Notation

ENDGAME = "3k5/9/9/9/9/9/9/9/4K4/R8 b - - 0 1"


def grown(seed: int, start: str = START_FEN) -> Record:
    """A tree that branches anywhere, with comments anywhere."""
    chance = random.Random(seed)
    tree = GrowingTree(read_fen(start), 10_000)
    spots = [tree.root]
    tree.root.node.say("开局说明\n第二行")
    for _ in range(60):
        spot = chance.choice(spots[-8:])
        moves = spot.position.legal_moves()
        after = tree.play(spot, chance.choice(moves)) if moves else None
        if after is not None and after.node not in [other.node for other in spots]:
            spots.append(after)
            if chance.random() < 0.2:
                after.node.say(f"评注 {len(spots)}")
    tags = {"Event": "赛事", "Red": "红方", "Black": "黑方"}
    return Record(tags, start, tree.root.node, "1-0")


def on_one_line(root: MoveNode) -> MoveNode:
    """The tree as PGN has it, where the lines of a comment flow."""
    copy = MoveNode()
    waiting = [(root, copy)]
    while waiting:
        node, twin = waiting.pop()
        twin.say(node.comment.replace("\n", " "))
        twin.next += (MoveNode(after.move) for after in node.next)
        waiting += zip(node.next, twin.next, strict=True)
    return copy


@pytest.mark.parametrize("start", [START_FEN, ENDGAME])
def test_a_tree_is_the_same_when_it_is_read_again(start: str) -> None:
    for seed in range(8):
        record = grown(seed, start)
        raw, notes = write_xqf(record)
        lines = "\n".join(game_lines(record, Notation.CHINESE))
        texts = {"xqf": raw, "dhtmlxq": write_dhtmlxq(record).encode(), "pgn": lines.encode()}

        for name, text in texts.items():
            [again] = games_in(text)
            wanted = on_one_line(record.tree) if name == "pgn" else record.tree
            assert again.tree == wanted, (name, seed)
            assert (again.start, again.result) == (record.start, "1-0")
            assert (again.red, again.black) == ("红方", "黑方")
        assert notes == []


@pytest.mark.parametrize("notation", Notation)
def test_the_variations_of_a_file_are_written_as_pgn_in_every_notation(notation: Notation) -> None:
    [record] = games_in(content("game1_v18.xqf"))

    text = "\n".join(game_lines(record, notation))

    [again] = games_in(text.encode())
    assert (again.tree, again.notes) == (record.tree, ())


def test_a_name_that_is_too_long_for_xqf_is_cut_at_a_character_and_told() -> None:
    record = Record({"Red": "一二三四五六七八九"})

    raw, notes = write_xqf(record)

    [again] = read_all(raw)
    assert isinstance(again, Record)
    assert again.red == "一二三四五六七"
    assert notes == [Note(NoteCode.NAME_CUT, text="一二三四五六七八九")]
