"""What a file is, by how it begins, and what `adjudicate` says of those it does not read."""

import json
import zlib

import pytest

from tests.support.command_line import run_command
from tests.support.rule_data import DATA
from xiangqi_server.cli.adjudication.file_kinds import (
    has_json_line,
    is_bare_pgn,
    is_json,
    is_pgn,
    unread_format,
)

FORMATS = DATA / "formats"
START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
CHINESE_LIST = "炮二平五 炮8平5\n马二进三 马8进7\n"
UNREAD = {
    "XQF": (FORMATS / "game1_v18.xqf").read_bytes(),
    "XQF (": (FORMATS / "game1_v10.xqf").read_bytes(),
    "CBR": (FORMATS / "game1.cbr").read_bytes(),
    "CBL": zlib.decompress((FORMATS / "three.cbl.z").read_bytes()),
    "packed": (FORMATS / "three.cbl.z").read_bytes(),
    "DhtmlXQ": (FORMATS / "game1.ubb").read_bytes(),
    "DhtmlXQ (": (FORMATS / "game1_gbk.ubb").read_bytes(),
    "DhtmlXQ (UBB": b"<html><body>\n[DhtmlXQiFrame][DhtmlXQ_title]x[/DhtmlXQ_title]\n",
    "CBF": b'<?xml version="1.0"?>\n<ChineseChessRecord Version="1.0"><Head>\n',
    "WXF text": b"FORMAT\tWXF\nGAME\tx\nRED\tA\nBLACK\tB\nSTART{\n 1. C2.5  h8+7\n}END\n",
    "WXF text (": b"RED A\nSTART{\n1. C2=5 H8+7\n}END\n",
    "UCI": f"position fen {START} moves h2e2 h9g7\n".encode(),
    "UCI p": b"position startpos moves h2e2\n",
    "FENs": f"{START}\n{START}\n".encode(),
    "UTF-16": '[Event "x"]\n'.encode("utf-16"),
    "one piece": b'[{"id": 1, "fen": "x"}]',
    "SGF": b"(;GM[7]FF[4])",
    "list of moves": CHINESE_LIST.encode(),
    "list of moves without": CHINESE_LIST.encode("gbk"),
    "a list of moves": "①炮二平五 炮8平5 ②马二进三 马8进7\n".encode(),
    "a list of moves w": b"h2e2 h9g7 h0g2 i9h9\n",
    "a list of moves wi": b"1) C2=5 H8+7\n",
    "list of moves w": "1.炮二平五炮8平5 2.马二进三马8进7\n".encode(),
    "digits": b"774772427967706226256364\n",
    "picture": b"\x89PNG\r\n\x1a\n" + bytes(100),
    "binary": b"anything\x00\x01\x02",
    "neither": b"some words\nthat mean nothing\n" * 500,
}


@pytest.mark.parametrize(("name", "content"), UNREAD.items(), ids=UNREAD)
def test_a_format_that_is_not_read_is_named_in_one_line(name: str, content: bytes) -> None:
    ran = run_command("adjudicate", stdin=content)

    [line] = ran.out.splitlines()
    error = json.loads(line)["error"]
    assert (ran.code, ran.err, error["code"]) == (1, "", "format_not_read")
    assert name in error["text"]


def test_a_file_is_named_as_standard_input_is() -> None:
    ran = run_command("adjudicate", "--explain", str(FORMATS / "game1_v18.xqf"))

    assert (ran.code, len(ran.out.splitlines())) == (1, 1)
    assert "XQF" in ran.out


@pytest.mark.parametrize(
    "text",
    [
        '[Event "x"]\n\n1. C2=5 *\n',
        '\ufeff\n[Event "x"]\n\n1. C2=5 *\n',
        '[赛事 "x"]\n[Red "A"]\n\n1. C2=5 *\n',
        '{ a remark }\n[Event "x"]\n\n1. C2=5 *\n',
        '% exported by a program\n; a remark\n[Event "x"]\n\n1. C2=5 *\n',
        "1. 炮二平五 *\n",
        "{ a remark } 1. C2=5 *\n",
    ],
)
def test_pgn_may_begin_in_any_way_that_its_standard_allows(text: str) -> None:
    ran = run_command("adjudicate", stdin=text.encode())

    [answer] = [json.loads(line) for line in ran.out.splitlines()]
    assert (ran.code, answer["moves"]) == (0, 1)


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (b"", (True, False)),
        (b"\n \n", (True, False)),
        (b'\xef\xbb\xbf{"id": 1}\n', (True, False)),
        (b"{}", (True, False)),
        (b"{ a remark }", (False, False)),
        (b'{"text": "[Event "}', (True, False)),
    ],
)
def test_json_lines_are_told_from_pgn(head: bytes, expected: tuple[bool, bool]) -> None:
    assert (is_json(head), is_pgn(head)) == expected


def test_one_bad_line_does_not_make_json_lines_another_format() -> None:
    assert has_json_line(b'nonsense\n{"id": 1}\n')
    assert not has_json_line(b"nonsense\n{ a remark }\n")
    assert not is_bare_pgn(b"nonsense 1. C2=5")
    assert unread_format("马二".encode()[:-1]).startswith("neither")


ALGEBRAIC = '[Event "x"]\n[Variant "xiangqi"]\n\n1. Che2 {+0.10/7} Hg7 2. Hg2 *\n\n'


def test_a_file_in_algebraic_notation_is_named_once_and_has_failed() -> None:
    ran = run_command("adjudicate", stdin=(ALGEBRAIC * 20).encode())

    [line] = ran.out.splitlines()
    error = json.loads(line)["error"]
    assert (ran.code, error["code"]) == (1, "pgn_algebraic")
    assert "WinBoard" in error["text"]


def test_pgn_of_which_no_game_is_read_has_failed_and_one_game_is_enough() -> None:
    bad, good = '[Event "x"]\n\n1. C2=9 *\n', '[Event "y"]\n[Odd] \n\n1. C2=5 *\n'

    failed, done = (run_command("adjudicate", stdin=text.encode()) for text in (bad, bad + good))

    assert (failed.code, done.code) == (1, 0)
    assert [json.loads(line).get("notes") for line in done.out.splitlines()] == [
        None,
        ['line 5: [Odd] is not [Name "value"], so it is skipped'],
    ]
