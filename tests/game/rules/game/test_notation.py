import random

import pytest

from tests.support.for_each import for_each
from tests.support.positions import drawn
from tests.support.random_play import random_positions
from tests.support.rule_data import json_lines
from xiangqi_server.game.rules.board.encoding import move_from_uci, uci_of
from xiangqi_server.game.rules.board.fen import START_FEN, read_fen
from xiangqi_server.game.rules.board.position import Position
from xiangqi_server.game.rules.game.notation import (
    Notation,
    NotationCode,
    NotationError,
    read_move,
    write_for_score,
    write_move,
)

ROWS = json_lines("rules/notation.jsonl")
WRITTEN = (Notation.ICCS, Notation.WXF, Notation.CHINESE, Notation.CHINESE_TRAD)


@for_each(ROWS)
def test_a_move_is_written_in_every_notation_as_it_is_printed(row: dict[str, str]) -> None:
    position = drawn(row["fen"])

    written = [write_move(position, move_from_uci(row["move"]), how) for how in WRITTEN]

    assert written == [row["iccs"], row["wxf"], row["chinese"], row["chinese_trad"]]


@for_each(ROWS)
def test_a_printed_move_is_read_in_every_notation(row: dict[str, str]) -> None:
    position = drawn(row["fen"])
    texts = [row[how] for how in ("move", "iccs", "wxf", "pyffish_wxf", "chinese", "chinese_trad")]

    read = [uci_of(read_move(position, text)) for text in texts]

    assert read == [row["move"]] * len(texts)


@pytest.mark.parametrize("notation", Notation)
def test_reading_what_was_written_gives_the_same_move(notation: Notation) -> None:
    for position in random_positions(games=18, seed=7):
        for move in position.legal_moves():
            assert read_move(position, write_move(position, move, notation)) == move


CROWDED_SOLDIERS = (
    "4k4/9/4P4/2P1P1P2/2P1P4/9/9/9/9/3K5 w",
    "4k4/3P5/3P5/3P1P3/3P5/9/9/9/9/5K3 w",
    "3k5/5P3/5P3/5P3/5P3/5P3/9/9/9/4K4 w",
    "4k4/9/9/9/9/3p1p3/3p1p3/5p3/9/4K4 b",
    "4k4/9/9/3p5/4pp3/3p5/3p5/9/9/4K4 b",
)


def test_the_score_of_a_game_has_the_words_of_both_notations() -> None:
    positions = (*random_positions(games=4, seed=11), *map(drawn, CROWDED_SOLDIERS))
    for position in positions:
        for move in position.legal_moves():
            wxf, chinese = write_for_score(position.board, position.side, move)

            assert wxf == write_move(position, move, Notation.WXF)
            assert chinese == write_move(position, move, Notation.CHINESE)


@pytest.mark.parametrize("fen", CROWDED_SOLDIERS)
@pytest.mark.parametrize("notation", Notation)
def test_crowds_of_soldiers_are_told_apart(fen: str, notation: Notation) -> None:
    position = drawn(fen)
    moves = position.legal_moves()

    texts = [write_move(position, move, notation) for move in moves]

    assert len(set(texts)) == len(moves)
    assert [read_move(position, text) for text in texts] == moves


SAME_MOVE = {
    START_FEN: {
        "h2e2": "h2e2 H2E2 H2-E2 h2-e2 C2=5 c2=5 C2.5 Ｃ２＝５ ｃ２．５ 炮二平五 砲二平五 "
        "包二平五 炮2平5 炮２平５ ｈ２ｅ２",
        "h0g2": "H2+3 h2+3 N2+3 n2+3 M2+3 Ｈ２＋３ 马二进三 馬二進三 傌二进三 马2进3",
        "c0e2": "E7+5 B7+5 M7+5 e7+5 相七进五 象七進五",
        "e0e1": "K5+1 G5+1 k5+1 帅五进一 帥五進一 将五进一 將五進一",
        "d0e1": "A6+5 G6+5 a6+5 仕六进五 士六進五",
        "i0i1": "R1+1 T1+1 r1+1 车一进一 車一進一 俥一進一",
        "g3g4": "P3+1 S3+1 兵三进一 卒三進一 卒３进１",
    },
    "4k4/9/4R4/9/9/9/4R4/9/9/3K5 w": {
        "e7d7": "R+=6 r+.6 +R=6 Ｒ＋＝６ 前车平六 前車平六 前俥平6 一车平六 车前平六",
        "e3d3": "R-=6 -R=6 Ｒ－＝６ R−=6 后车平六 後俥平六 后車平6 二车平六",
        "e3e5": "R-+2 后车进二",
    },
    "rnbakabnr/9/1c5c1/p1p1P1p1p/4P4/9/P3P3P/1C5C1/9/RNBAKABNR w": {
        "e6d6": "15=6 P+=6 前兵平六 一兵平六 前五平六 一五平六",
        "e5d5": "25=6 中兵平六 二兵平六 中五平六",
        "e3e4": "35+1 P-+1 后兵进一 後兵進一 三兵进一 后五进一",
    },
    "4k4/3P5/3P5/3P1P3/3P5/9/9/9/9/5K3 w": {
        "d7c7": "26=7 二兵平七 2兵平7",
        "d5c5": "46=7 后兵平七 四兵平七",
    },
    # Two files with two soldiers each: places are also counted over both, from the right.
    "5k3/9/3P5/3P1P1P1/5P3/9/9/9/9/4K4 w": {
        "d6c6": "26=7 后六平七 四兵平七 P-=7",
        "d7c7": "16=7 前六平七 三兵平七",
        "f6g6": "14=3 前四平三 一兵平三 P+=3",
    },
    "3k5/9/3P1P3/3P1P3/9/9/9/9/9/4K4 w": {
        "f7f8": "一兵进一 1兵进1 前四进一 14+1",
        "f6g6": "二兵平三",
        "d7d8": "三兵进一 16+1",
        "d6c6": "四兵平七",
    },
    "4k4/9/9/9/9/9/2p1p4/2p1p4/2p6/3K5 b": {
        "c1d1": "1卒平4 前3平4",
        "c3b3": "3卒平2 后3平2",
        "e2f2": "4卒平6 前5平6",
        "e3f3": "5卒平6 后5平6",
    },
}


@for_each(
    (fen, uci, text)
    for fen, moves in SAME_MOVE.items()
    for uci, texts in moves.items()
    for text in texts.split()
)
def test_all_spellings_of_a_move_are_read(fen: str, uci: str, text: str) -> None:
    assert uci_of(read_move(drawn(fen), text)) == uci


def test_a_tandem_move_may_leave_out_the_mark_where_only_one_piece_can_go() -> None:
    position = read_fen("5k3/9/9/9/9/9/9/4C4/4C4/3K5 w")

    assert uci_of(read_move(position, "C5-1")) == "e1e0"
    with pytest.raises(NotationError) as refused:
        read_move(position, "C5=1")
    assert refused.value.code is NotationCode.AMBIGUOUS


def test_a_letter_of_two_pieces_means_the_one_that_can_go_there() -> None:
    position = read_fen("3k5/9/9/9/9/6NC1/9/9/9/4K1B2 w")

    assert uci_of(read_move(position, "M3+4")) == "g4f6"
    assert uci_of(read_move(position, "M3+1")) == "g0i2"
    with pytest.raises(NotationError) as refused:
        read_move(position, "M3+5")
    assert refused.value.code is NotationCode.AMBIGUOUS


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", NotationCode.UNREADABLE),
        ("h2", NotationCode.UNREADABLE),
        ("h10g8", NotationCode.UNREADABLE),
        ("j2e2", NotationCode.UNREADABLE),
        ("C2=0", NotationCode.UNREADABLE),
        ("X2=5", NotationCode.UNREADABLE),
        ("炮十平五", NotationCode.UNREADABLE),
        ("炮二五平", NotationCode.UNREADABLE),
        ("C2=5" * 50, NotationCode.UNREADABLE),
        ("\x00\ud800", NotationCode.UNREADABLE),
        ("h2h2", NotationCode.ILLEGAL),
        ("h2i4", NotationCode.ILLEGAL),
        ("a5a6", NotationCode.ILLEGAL),
        ("h9g7", NotationCode.ILLEGAL),
        ("C2=2", NotationCode.ILLEGAL),
        ("C2+8", NotationCode.ILLEGAL),
        ("H2=3", NotationCode.ILLEGAL),
        ("H2+5", NotationCode.ILLEGAL),
        ("C3=5", NotationCode.NO_SUCH_PIECE),
        ("R+=5", NotationCode.NO_SUCH_PIECE),
        ("前车平五", NotationCode.NO_SUCH_PIECE),
        ("15=6", NotationCode.NO_SUCH_PIECE),
        ("中兵进一", NotationCode.NO_SUCH_PIECE),
    ],
)
def test_what_is_no_legal_move_is_refused_with_its_reason(text: str, code: NotationCode) -> None:
    with pytest.raises(NotationError) as refused:
        read_move(read_fen(START_FEN), text)

    assert refused.value.code is code


def test_any_text_is_either_a_legal_move_or_refused() -> None:
    rng = random.Random(3)
    signs = "KAEHRCPNMGB123456789+-=.abcdefghi帅仕相马车炮兵卒前中后进退平一二三五九 ０９＋"
    position = read_fen(START_FEN)

    for _ in range(3_000):
        text = "".join(rng.choices(signs, k=rng.randint(1, 6)))
        assert is_legal_or_refused(position, text)


def is_legal_or_refused(position: Position, text: str) -> bool:
    try:
        return position.is_legal(read_move(position, text))
    except NotationError:
        return True
