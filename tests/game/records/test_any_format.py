"""Whole files of any format: what they are, what they give, and what harms nothing."""

import json
import random
import zlib
from collections.abc import Iterator
from functools import cache
from typing import Any

import pyffish
import pytest

from tests.support.rule_data import DATA, json_lines
from xiangqi_server.game.records.any_format import HEAD_BYTES, kind_of, read_records
from xiangqi_server.game.records.line_text import line_of
from xiangqi_server.game.records.record import (
    FileFormat,
    Note,
    NoteCode,
    Record,
    RecordCode,
    UnreadableRecord,
)
from xiangqi_server.game.records.tree import MoveNode
from xiangqi_server.game.rules.board.encoding import uci_of
from xiangqi_server.game.rules.board.fen import START_FEN, read_fen

FORMATS = DATA / "formats"
NAMES = sorted(path.name for path in FORMATS.iterdir() if path.suffix != ".jsonl")
FORMAT_OF = {".xqf": "xqf", ".cbr": "cbr", ".cbl": "cbl", ".ubb": "dhtmlxq"}
LONG_COMMENT = 100


@cache
def content(name: str) -> bytes:
    raw = (FORMATS / name).read_bytes()
    return zlib.decompress(raw) if name.endswith(".z") else raw


def read_all(raw: bytes, **options: Any) -> list[Record | UnreadableRecord]:
    kind = kind_of(raw[:HEAD_BYTES])
    assert kind.format is not None, kind
    return list(read_records(raw.splitlines(keepends=True), kind.format, **options))


def games_in(raw: bytes) -> list[Record]:
    games = read_all(raw)
    assert all(isinstance(game, Record) for game in games), games
    return [game for game in games if isinstance(game, Record)]


def line(record: Record) -> str:
    return line_of(record.tree, read_fen(record.start, composed=True))


def comments(root: MoveNode) -> Iterator[list[str]]:
    """What is said in a tree by the moves that lead there, a long one as its first character."""
    waiting = [("", root)]
    while waiting:
        path, node = waiting.pop()
        if text := node.comment:
            yield [path, text if len(text) < LONG_COMMENT else f"{text[0]}*{len(text)}"]
        waiting += [(path + uci_of(after.move), after) for after in node.next]


def test_every_fixture_gives_the_games_it_was_made_of() -> None:
    expected = {row["file"]: row["games"] for row in json_lines("formats/expected.jsonl")}

    for name in NAMES:
        games = games_in(content(name))
        told = [
            {"tags": {**game.tags, "Result": game.result}, "line": line(game)} for game in games
        ]
        wanted = [{"tags": game["tags"], "line": game["line"]} for game in expected[name]]
        if ".ubb" in name:  # these files have no field of names: the list has those of the games
            wanted = [{**game, "tags": {"Result": "*"}} for game in wanted]
        assert told == wanted
        assert [sorted(comments(game.tree)) for game in games] == [
            sorted(game["texts"]) for game in expected[name]
        ]
    assert sorted(expected) == NAMES


def test_each_fixture_is_known_by_how_it_begins() -> None:
    for name in NAMES:
        suffix = name.removesuffix(".z").rpartition(".")[2]
        assert kind_of(content(name)[:HEAD_BYTES]).name == FORMAT_OF[f".{suffix}"]


def test_no_move_of_a_file_is_unlike_those_of_an_independent_program() -> None:
    """Every move of every line of three games, asked of another program at its position."""
    for name in ("game1_v18.xqf", "game2.cbr", "game3.ubb"):
        [game] = games_in(content(name))
        waiting = [(game.tree, list[str]())]
        while waiting:
            node, moves = waiting.pop()
            theirs = set(pyffish.legal_moves("xiangqi", START_FEN, moves)) if node.next else set()
            for after in node.next:
                uci = uci_of(after.move)
                move = f"{uci[0]}{int(uci[1]) + 1}{uci[2]}{int(uci[3]) + 1}"
                assert move in theirs
                waiting.append((after, [*moves, move]))


def test_a_file_that_is_cut_or_spoilt_is_noted_or_refused_and_nothing_fails() -> None:
    rng = random.Random(7)
    for name in ("game1_v10.xqf", "game1_v18.xqf", "game1.cbr", "game1_gbk.ubb"):
        raw = content(name)
        for end in range(0, len(raw), 97):
            assert all(_is_told(game) for game in _read_as(name, raw[:end]))
        for _ in range(100):
            spoilt = bytearray(raw)
            spoilt[rng.randrange(len(spoilt))] ^= 1 << rng.randrange(8)
            assert all(_is_told(game) for game in _read_as(name, bytes(spoilt)))


def _read_as(name: str, raw: bytes) -> list[Record | UnreadableRecord]:
    kind = FileFormat(FORMAT_OF[f".{name.rpartition('.')[2]}"])
    return list(read_records(raw.splitlines(keepends=True), kind))


def _is_told(game: Record | UnreadableRecord) -> bool:
    """Whether what was read is a game that can be played through."""
    return isinstance(game, UnreadableRecord) or game.game.ply <= game.plies


UNREAD = {
    "packed": (FORMATS / "three.cbl.z").read_bytes(),
    "SGF": b"(;GM[7]FF[4])",
    "JSON": b'[{"id": 1, "fen": "x"}]',
    "picture": b"\x89PNG\r\n\x1a\n" + bytes(100),
    "binary": b"anything\x00\x01\x02",
    "web page": b"<html><body>",
    "no format": b"some words\nthat mean nothing\n" * 500,
    "no format that": b"\n" * HEAD_BYTES,
}


@pytest.mark.parametrize(("name", "raw"), UNREAD.items(), ids=UNREAD)
def test_a_format_that_is_not_read_has_a_name(name: str, raw: bytes) -> None:
    kind = kind_of(raw[:HEAD_BYTES])

    assert kind.format is None
    assert name in kind.name


LIST = "炮二平五 炮8平5\n马二进三 马8进7\n"
READ: dict[str, tuple[bytes, FileFormat, int]] = {
    "list": (LIST.encode(), FileFormat.MOVES, 4),
    "list in GBK": (LIST.encode("gbk"), FileFormat.MOVES, 4),
    "circled numbers": ("①炮二平五 炮8平5 ②马二进三 马8进7\n".encode(), FileFormat.MOVES, 4),
    "coordinates": (b"h2e2 h9g7 h0g2 i9h9\n", FileFormat.MOVES, 4),
    "glued coordinates": (b"h2e2h9g7h0g2i9h9\n", FileFormat.MOVES, 4),
    "numbers in brackets": (b"1) C2=5 H8+7\n", FileFormat.MOVES, 2),
    "glued": ("1.炮二平五炮8平5 2.马二进三马8进7\n".encode(), FileFormat.PGN, 4),
    "digits": (b"774772427967706226256364\n", FileFormat.MOVES, 6),
    "startpos": (b"position startpos moves h2e2\n", FileFormat.POSITIONS, 1),
    "fen": (f"position fen {START_FEN} moves h2e2 h9g7\n".encode(), FileFormat.POSITIONS, 2),
    "bare fen": (f"{START_FEN}\n".encode(), FileFormat.POSITIONS, 0),
    "wxf": (b"FORMAT\tWXF\nRED\tA\nSTART{\n 1. C2.5  h8+7\n}END\n", FileFormat.WXF, 2),
    "wxf without its name": (b"RED A\nSTART{\n1. C2=5 H8+7\n}END\n", FileFormat.WXF, 2),
    "utf-16": ('[Event "x"]\n\n1. 炮二平五 *\n'.encode("utf-16"), FileFormat.PGN, 1),
    "utf-16 without a mark": ('[Event "x"]\n\n1. C2=5 *\n'.encode("utf-16-le"), FileFormat.PGN, 1),
    "a remark first": (b'{ a remark }\n[Event "x"]\n\n1. C2=5 *\n', FileFormat.PGN, 1),
    "a frame": (
        b"x [DhtmlXQiFrame][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]",
        FileFormat.DHTMLXQ,
        1,
    ),
}


@pytest.mark.parametrize(("raw", "found", "plies"), READ.values(), ids=READ)
def test_text_is_read_however_it_is_written(raw: bytes, found: FileFormat, plies: int) -> None:
    [game] = games_in(raw)

    assert (kind_of(raw).format, game.plies) == (found, plies)
    assert {note.code for note in game.notes} <= {NoteCode.ENCODING}


def test_every_game_of_a_file_of_positions_is_read() -> None:
    text = f"{START_FEN}\nposition startpos moves h2e2\n9/9 w\n"

    first, second, broken = read_all(text.encode())

    assert isinstance(first, Record)
    assert isinstance(second, Record)
    assert isinstance(broken, UnreadableRecord)
    assert (first.plies, second.plies, broken.line) == (0, 1, 3)


def test_no_more_moves_are_read_than_asked_for() -> None:
    for name in ("game1_v10.xqf", "game1_v18.xqf", "game1.cbr", "game1.ubb"):
        [game] = read_all(content(name), most=20)

        assert isinstance(game, Record)
        assert len(line(game).replace("(", "").replace(")", "")) == 20 * 4
        assert NoteCode.CUT in {note.code for note in game.notes}


def test_a_file_that_is_too_large_is_not_gathered() -> None:
    def endless() -> Iterator[bytes]:
        while True:
            yield bytes(1_000_000)

    [error] = read_records(endless(), FileFormat.XQF)

    assert isinstance(error, UnreadableRecord)
    assert error.code is RecordCode.TOO_LONG


def test_an_encoding_that_was_guessed_is_noted_and_one_that_is_named_is_not() -> None:
    raw = content("game1_gbk.ubb")

    [guessed], [named] = read_all(raw), read_all(raw, encoding="gb18030")

    assert isinstance(guessed, Record)
    assert isinstance(named, Record)
    assert guessed.notes == (Note(NoteCode.ENCODING, text="gb18030"),)
    assert (named.notes, named.tree) == ((), guessed.tree)


HOSTILE = {
    "depth": "1. C2=5 " + "(" * 50_000,
    "nested": "1. C2=5 " + "(C8=5 " * 20_000 + ")" * 20_000,
    "braces": "1. C2=5 " + "{{}" * 50_000,
    "marks": "1. C2=5 " + "$1 " * 50_000,
    "comments": "1. C2=5 " + "{x} " * 50_000,
    "headers": "[a " + '"' * 100_000,
    "one word": "1. " + "x" * 200_000,
    "elements": "<ChineseChessRecord>" + "<a>" * 50_000,
    "fields": "[DhtmlXQ_a]" * 20_000,
    "starts": "START{\n" * 20_000,
    "gaps": "1. C2=5 *" + "\n*" * 50_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_gives_one_answer(text: str) -> None:
    assert len(read_all(text.encode())) == 1


def test_the_notes_of_a_file_in_which_all_is_odd_are_few() -> None:
    [game] = games_in(b'[Event "x"]\n' + b"[Odd]\n" * 5_000 + b"\n1. C2=5 *\n")

    assert len(game.notes) <= 100
    assert json.dumps([note.text for note in game.notes])
