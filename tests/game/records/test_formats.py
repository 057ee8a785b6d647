"""What the formats of other programs say at their edges, each from a file that people have."""

import tracemalloc

import pytest

from tests.game.records.test_any_format import content, games_in, read_all
from xiangqi_server.game.records.ccbridge import read_cbl
from xiangqi_server.game.records.encodings import encoding_of
from xiangqi_server.game.records.line_text import line_of
from xiangqi_server.game.records.record import (
    Note,
    NoteCode,
    Record,
    RecordCode,
    UnreadableRecord,
)
from xiangqi_server.game.records.results import result_told
from xiangqi_server.game.rules.board.encoding import uci_of
from xiangqi_server.game.rules.board.fen import START_FEN, FenCode, read_fen
from xiangqi_server.game.rules.board.validation import Flaw

CBF = """<?xml version="1.0" encoding="GB2312"?>
<ChineseChessRecord Version="1.0">
<Head><Title>局</Title><Red>甲</Red><Black>乙</Black><FEN>{fen}</FEN></Head>
<MoveList><Move value="00-00">起</Move><Move value="77-47"/><Move value="70-62" end="1">好
</Move></MoveList></ChineseChessRecord>"""


def ucis(record: Record) -> list[str]:
    return [uci_of(move) for move in record.game.moves]


def error_of(raw: bytes) -> UnreadableRecord:
    [error] = read_all(raw)
    assert isinstance(error, UnreadableRecord)
    return error


def test_cbf_counts_rows_from_black_and_red_begins() -> None:
    [record] = games_in(CBF.format(fen=START_FEN).encode("gb18030"))

    assert (record.tags, ucis(record)) == (
        {"Title": "局", "Red": "甲", "Black": "乙"},
        ["h2e2", "h9g7"],
    )
    assert (record.tree.comment, record.tree.next[0].next[0].comment) == ("起", "好")
    assert [note.code for note in record.notes] == [NoteCode.ENCODING]


def test_cbf_whose_fen_names_the_wrong_side_is_read_by_who_moves() -> None:
    [record] = games_in(CBF.format(fen=START_FEN.replace(" w ", " b ")).encode())

    assert (len(ucis(record)), record.notes) == (2, (Note(NoteCode.SIDE),))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (CBF.format(fen="9/9 w"), FenCode.RANKS),
        (CBF.format(fen=START_FEN)[:-30], RecordCode.BROKEN),
        ("<!DOCTYPE a [<!ENTITY b 'c'>]>" + CBF.format(fen="")[40:], RecordCode.DOCTYPE),
        ("<ChineseChessRecord>" + "<Move>" * 200, RecordCode.BROKEN),
    ],
)
def test_cbf_that_cannot_be_read_is_refused(text: str, code: object) -> None:
    assert error_of(text.encode()).code is code


def test_moves_within_moves_are_no_part_of_cbf_that_is_known() -> None:
    text = (
        '<ChineseChessRecord><Move value="77-47"><Move value="70-62"/></Move></ChineseChessRecord>'
    )

    [record] = games_in(text.encode())

    assert (ucis(record), record.notes[0].code) == (["h2e2"], NoteCode.UNKNOWN_PART)


def ubb(**fields: str) -> bytes:
    return "".join(f"[DhtmlXQ_{name}]{text}[/DhtmlXQ_x]" for name, text in fields.items()).encode()


def test_a_field_of_dhtmlxq_ends_where_the_next_mark_stands() -> None:
    raw = b"[DhtmlXQ_blacktime][/DhtmlXQ_time][DhtmlXQ_red]A[DhtmlXQ_movelist]7747[/DhtmlXQ]"

    [record] = games_in(raw)

    assert (record.red, ucis(record)) == ("A", ["h2e2"])


def test_a_line_of_dhtmlxq_ends_before_an_illegal_move_and_so_does_a_branch() -> None:
    raw = ubb(
        movelist="77477777", move_0_1_1="17471111", move_9_1_2="1747", result="?!", comment7="x"
    )

    [record] = games_in(raw)

    assert [uci_of(node.move) for node in record.tree.next] == ["h2e2", "b2e2"]
    assert [(note.code, note.ply) for note in record.notes] == [
        (NoteCode.ILLEGAL, 1),
        (NoteCode.ILLEGAL, 1),
        (NoteCode.VARIATION, 0),
        (NoteCode.UNKNOWN_PART, 7),
        (NoteCode.RESULT, -1),
    ]


def test_all_games_of_a_page_are_read() -> None:
    one = b"<p>[DhtmlXQ][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]</p>\n"

    assert [game.line for game in games_in(one * 3)] == [1, 2, 3]


def test_men_on_one_square_are_told() -> None:
    men = "0919293949596979891777062646668600102030405060708012720323436383"

    [record] = games_in(ubb(binit=men[:18] + men[18:20] * 2 + men[22:], movelist=""))

    assert record.notes == (Note(NoteCode.MEN, 1, text="1"),)


def test_an_xqf_that_ends_in_its_first_record_has_no_move() -> None:
    [record] = games_in(content("game1_v10.xqf")[:1_028])

    assert (record.plies, record.red) == (0, "红方甲")


@pytest.mark.parametrize("version", [19, 31])
def test_an_xqf_of_a_later_version_is_named_and_refused(version: int) -> None:
    raw = bytearray(content("game1_v18.xqf"))
    raw[2] = version

    assert error_of(bytes(raw)).code is RecordCode.VERSION


def test_the_words_of_an_xqf_are_read_in_the_encoding_that_is_named() -> None:
    raw = bytearray(content("game1_v10.xqf"))
    name = "Nguyễn".encode("cp1258", "ignore")
    raw[0x130 : 0x131 + len(name)] = bytes([len(name)]) + name

    [record] = read_all(bytes(raw), encoding="cp1258")

    assert isinstance(record, Record)
    assert record.red == name.decode("cp1258")


def test_a_deleted_game_of_a_library_is_told() -> None:
    raw = bytearray(content("three.cbl.z"))
    starts = [at for at in range(0, len(raw), 1) if raw.startswith(b"CCBridge Record\0", at)]
    raw[starts[1] + 2_120 : starts[1] + 2_210] = bytes(90)

    first, second, third = read_cbl(bytes(raw), 1_000)

    assert isinstance(second, UnreadableRecord)
    assert second.code is RecordCode.EMPTY
    assert isinstance(first, Record)
    assert isinstance(third, Record)


@pytest.mark.parametrize("cut", [64, 66_000, 70_000])
@pytest.mark.parametrize("slots", [0, 3, 0xFFFF_FFFF])
def test_a_library_without_a_game_says_so(cut: int, slots: int) -> None:
    raw = bytearray(content("three.cbl.z")[:cut].replace(b"CCBridge Record", b"?" * 15))
    raw[60:64] = slots.to_bytes(4, "little")

    [told] = read_cbl(bytes(raw), 1_000)

    assert isinstance(told, UnreadableRecord)
    assert told.code is RecordCode.EMPTY


def test_a_tree_of_226_491_moves_is_cut_in_little_memory() -> None:
    head, moves = content("game1_v10.xqf")[:0x400], 226_491
    lap = (0, 1), (89, 88), (1, 0), (88, 89)
    laps = [bytes((at + 0x18, to + 0x20, 0xF0, 0, 0, 0, 0, 0)) for at, to in lap]
    raw = head + bytes((0x18, 0x20, 0xF0, 0, 0, 0, 0, 0)) + b"".join(laps) * (moves // 4)

    tracemalloc.start()
    [record] = read_all(raw + laps[0] * (moves % 4), most=3_000)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert isinstance(record, Record)
    assert record.plies == 3_000
    assert NoteCode.CUT in [note.code for note in record.notes]
    assert peak < 64_000_000


@pytest.mark.parametrize("number", [1, 2, 3])
def test_one_work_in_two_formats_is_one_tree(number: int) -> None:
    """The game of an XQF in its versions, of a CBR, and of a forum's text."""
    names = [f"game{number}_v{version}.xqf" for version in (10, 11, 12, 18)]
    trees = {
        name: [line_of(one.tree, read_fen(one.start)) for one in games_in(content(name))]
        for name in (*names, f"game{number}.cbr", f"game{number}.ubb", f"game{number}_gbk.ubb")
    }

    assert len({tuple(lines) for lines in trees.values()}) == 1, trees


def test_a_position_that_is_none_is_refused_with_its_flaw() -> None:
    raw = bytearray(content("game1_v10.xqf"))
    raw[16 + 4] = 0xFF

    assert error_of(bytes(raw)).code is Flaw.GENERALS


def test_a_wxf_file_has_its_headers_before_its_moves() -> None:
    text = (
        "FORMAT\tWXF\nGAME\tx\nRED\tA;;;\nBLACK\tB\nRESULT\t1-0\nODD\n"
        f"FEN\t{START_FEN}\nSTART{{\n1. C2.5 {{ good }} h8+7\n}}END\nRED C\nSTART{{\n1. H2+3\n"
    )

    first, second = games_in(text.encode())

    assert (first.red, first.black, first.result, first.plies) == ("A;;;", "B", "1-0", 2)
    assert [(note.code, note.line) for note in first.notes] == [(NoteCode.HEADER, 6)]
    assert (second.red, second.plies) == ("C", 1)
    assert [note.code for note in second.notes] == [NoteCode.ENDS_EARLY]


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("红胜", "1-0"),
        ("黑勝", "0-1"),
        ("和棋", "1/2-1/2"),
        ("１－０", "1-0"),
        ("½-½", "1/2-1/2"),
        ("谁知道", None),
    ],
)
def test_results_are_read_in_words(text: str, result: str | None) -> None:
    assert result_told(text) == result


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "big5", "utf-16-le", "utf-16-be"])
def test_an_encoding_is_found_by_what_games_are_written_with(encoding: str) -> None:
    text = '[Red "許銀川"]\n[Black "呂欽"]\n1. 炮二平五 馬8進7\n'

    assert encoding_of(text.encode(encoding)) == encoding


def test_a_spoilt_byte_does_not_make_a_text_another_encoding() -> None:
    assert encoding_of("胡荣华先胜杨官璘".encode() + b"\xff") == "utf-8"
    assert encoding_of("胡荣华先胜杨官璘".encode("gbk") + b"\xff") == "gb18030"
