import random
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.support.rule_data import DATA
from xiangqi_server.game.records.pgn_chunks import MAX_GAME_BYTES
from xiangqi_server.game.records.pgn_reading import read_games
from xiangqi_server.game.records.pgn_writing import game_lines
from xiangqi_server.game.records.record import (
    Note,
    NoteCode,
    Record,
    RecordCode,
    UnreadableRecord,
)
from xiangqi_server.game.rules.board.encoding import uci_of
from xiangqi_server.game.rules.board.fen import START_FEN, FenCode
from xiangqi_server.game.rules.game.notation import Notation

GAMES = DATA / "games"


def read_all(lines: Iterable[bytes]) -> list[Record]:
    games = []
    for read in read_games(lines):
        assert isinstance(read, Record), read
        games.append(read)
    return games


def read_one(text: str) -> Record:
    (game,) = read_all(text.encode().splitlines(keepends=True))
    return game


def read_file(path: Path) -> list[Record]:
    with path.open("rb") as lines:
        return read_all(lines)


def ucis(pgn: Record) -> list[str]:
    return [uci_of(move) for move in pgn.game.moves]


@pytest.fixture(scope="module")
def masters() -> list[Record]:
    return read_file(GAMES / "masters.pgn")


def test_all_games_of_the_masters_are_read_and_legal(masters: list[Record]) -> None:
    assert len(masters) == 500
    assert all(pgn.game.ply > 0 for pgn in masters)
    assert (masters[0].red, masters[0].black) == ("HUANG HaiLin", "HU RongHua")
    assert sum(pgn.game.ply for pgn in masters) == 43_162


def test_the_same_games_printed_three_ways_read_to_the_same_moves() -> None:
    coordinates, wxf, chinese = (
        [(dict(pgn.tags), ucis(pgn)) for pgn in read_file(GAMES / f"sample-{name}.pgn")]
        for name in ("uci", "wxf", "chinese")
    )
    # The print has the rear soldier advance where the record has the front one; both can.
    _, misprinted = coordinates[1]
    assert misprinted[70] == "e5e6"
    misprinted[70] = "e3e4"

    assert len(coordinates) == 15
    assert coordinates == wxf == chinese


@pytest.mark.parametrize("notation", Notation)
def test_every_game_is_read_back_as_it_was_written(
    masters: list[Record], notation: Notation
) -> None:
    written = [f"{line}\n".encode() for pgn in masters for line in game_lines(pgn, notation)]

    read = read_all(written)

    assert [pgn.game for pgn in read] == [pgn.game for pgn in masters]
    assert [(pgn.red, pgn.black) for pgn in read] == [(pgn.red, pgn.black) for pgn in masters]


def test_a_game_is_printed_with_its_headers_and_its_result() -> None:
    pgn = read_one(
        '[White "A \\"B\\" C"]\n[Black "D"]\n[ECO "C10"]\n'
        '[FEN "3k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1"]\n\n1... d9d8 2. e0e1 1/2-1/2\n'
    )

    assert list(game_lines(pgn, Notation.WXF)) == [
        '[Game "Chinese Chess"]',
        '[Event "?"]',
        '[Site "?"]',
        '[Date "?"]',
        '[Round "?"]',
        '[Red "A \\"B\\" C"]',
        '[Black "D"]',
        '[Result "1/2-1/2"]',
        '[ECO "C10"]',
        '[SetUp "1"]',
        '[FEN "3k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1"]',
        '[Format "WXF"]',
        "",
        "1... K4+1 2. K5+1 1/2-1/2",
    ]


def test_old_files_in_gbk_are_read() -> None:
    text = '[Event "联通杯"]\n[Red "胡荣华"]\n[Black "杨官璘"]\n\n1. 炮二平五 马８进７\n'

    utf8, gbk = (
        read_all(text.encode(encoding).splitlines(keepends=True)) for encoding in ("utf-8", "gbk")
    )

    assert (utf8[0].tags, utf8[0].tree) == (gbk[0].tags, gbk[0].tree)
    assert ucis(gbk[0]) == ["h2e2", "h9g7"]
    assert gbk[0].red == "胡荣华"
    assert gbk[0].notes == (Note(NoteCode.ENCODING, 1, text="gb18030"),)


def test_comments_variations_and_marks_are_read() -> None:
    pgn = read_one(
        '\ufeff[Event "x"]\r\n\r\n% an escape\r\n'
        "1. C2=5! {the centre; (not closed} H8+7?! $14\r\n"
        "(1... H2+3 2. H2+3 (2. R1+1) {)} 1-0) 2.H2+3 ; the rest [of the line\r\n"
        "R9=8 3.P7+1 !? P7+1+ 0-1\r\n"
    )

    first = pgn.tree.next[0]
    answer, other = first.next
    assert ucis(pgn) == ["h2e2", "h9g7", "h0g2", "i9h9", "c3c4", "g6g5"]
    assert (first.comment, first.marks, answer.marks) == (
        "the centre; (not closed",
        ("!",),
        ("?!", "$14"),
    )
    assert [uci_of(node.move) for node in other.next] == ["h0g2", "i0i1"]
    assert answer.next[0].comment == "the rest [of the line"
    assert (pgn.result, pgn.notes) == ("0-1", ())


@pytest.mark.parametrize("result", ["1-0", "0-1", "1/2-1/2", "*"])
def test_the_result_is_read_from_the_moves_or_else_from_the_header(result: str) -> None:
    assert read_one(f"1. C2=5 {result}").result == result
    assert read_one(f'[Result "{result}"]\n\n1. C2=5').result == result


def test_soldiers_told_by_numbers_are_not_taken_for_move_numbers() -> None:
    fen = "rnbakabnr/9/1c5c1/p1p1P1p1p/4P4/9/P3P3P/1C5C1/9/RNBAKABNR w"

    pgn = read_one(f'[FEN "{fen}"]\n\n1.15=6 R1+1 2.P+=6 R1-1')

    assert ucis(pgn) == ["e6d6", "a9a8", "e5d5", "a8a9"]


LATE = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR"


@pytest.mark.parametrize("name", ["FEN", "Fen", "fen", "fEN"])
def test_the_names_of_headers_may_be_in_any_letters(name: str) -> None:
    pgn = read_one(f'[RED "A"]\n[black "B"]\n[result "0-1"]\n[{name} "{LATE} b"]\n\n1... 炮8平5')

    assert (pgn.red, pgn.black, pgn.result, pgn.notes) == ("A", "B", "0-1", ())
    assert (pgn.game.start_fen, ucis(pgn)) == (f"{LATE} b", ["h7e7"])


@pytest.mark.parametrize(
    "odd",
    [
        '[Time-Control "5+3"]',
        '[赛事 "x"]',
        "[Opening 中炮]",
        "[]",
        '[Site "S',
        "[Site S",
        '[a"b] c]',
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "gbk"])
def test_an_odd_header_is_skipped_with_a_note_and_the_others_are_kept(
    odd: str, encoding: str
) -> None:
    text = f'[Event "t"]\n{odd}\n[Red "甲"]\n[Black "乙"]\n\n1. 炮二平五 *\n\n{odd}\n[Event "u"]\n'

    first, second = read_all(text.encode(encoding).splitlines(keepends=True))

    assert (first.tags, ucis(first)) == ({"Event": "t", "Red": "甲", "Black": "乙"}, ["h2e2"])
    skipped = [note for note in first.notes if note.code is not NoteCode.ENCODING]
    assert skipped == [Note(NoteCode.HEADER, 2, text=odd)]
    assert second.tags == {"Event": "u"}


def test_a_result_that_is_none_is_noted() -> None:
    pgn = read_one('[Result "谁知道"]\n\n1. C2=5')

    assert (pgn.result, pgn.notes) == ("*", (Note(NoteCode.RESULT, 1, 1, "谁知道"),))


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ('[Result "红胜"]\n\n1. C2=5', "1-0"),
        ("1. C2=5 和棋", "1/2-1/2"),
        ("1. C2=5 １－０", "1-0"),
        ("1. C2=5 1/2", "1/2-1/2"),
        ("1. C2=5 黑胜", "0-1"),
    ],
)
def test_results_are_read_in_words(text: str, result: str) -> None:
    pgn = read_one(text)

    assert (pgn.result, pgn.game.ply, pgn.notes) == (result, 1, ())


WALKOVER = '[Event "first"]\n[Red "walkover"]\n[Result "1-0"]\n'
PLAYED = '[Red "A"]\n[Black "B"]\n\n1. C2=5 *\n'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f'{WALKOVER}\n\n[Event "second"]\n{PLAYED}', [("walkover", "1-0", 0), ("A", "*", 1)]),
        (f'{WALKOVER}[Event "second"]\n{PLAYED}', [("walkover", "1-0", 0), ("A", "*", 1)]),
        (f"{WALKOVER}\n{PLAYED}", [("walkover", "1-0", 0), ("A", "*", 1)]),
        (f'{WALKOVER}\n[Site "s"]\n{PLAYED}', [("walkover", "1-0", 0), ("A", "*", 1)]),
        (f'{WALKOVER}\n[Game "g"]\n{PLAYED}', [("walkover", "1-0", 0), ("A", "*", 1)]),
        (f"{WALKOVER}\n{{ nobody came }}\n\n{PLAYED}", [("walkover", "1-0", 0), ("A", "*", 1)]),
        (f"{WALKOVER}\n{WALKOVER}\n{WALKOVER}", [("walkover", "1-0", 0)] * 3),
        (f"{PLAYED}\n{WALKOVER}", [("A", "*", 1), ("walkover", "1-0", 0)]),
        (f'[Site "a"] 1. C2=5\n{PLAYED}', [("", "*", 1), ("A", "*", 1)]),
        (
            f'{WALKOVER}\n[FEN "{LATE} b"]\n{PLAYED}'.replace("C2=5", "H8+7"),
            [("walkover", "1-0", 0), ("A", "*", 1)],
        ),
    ],
)
def test_no_game_is_lost_between_two(text: str, expected: list[tuple[str, str, int]]) -> None:
    games = read_all(text.encode().splitlines(keepends=True))

    assert [(pgn.red, pgn.result, pgn.game.ply) for pgn in games] == expected
    assert games[0].game.start_fen == START_FEN


@pytest.mark.parametrize(
    "text",
    [
        '[Event "x"]\n\n[Red "A"]\n\n\n[Black "B"]\n\n1. C2=5 *',
        '[Game "Chinese Chess"]\n\n[Event "x"]\n[Red "A"]\n[Black "B"]\n1. C2=5 *',
        '[Event "x"][Red "A"] [Black "B"] 1. C2=5 *',
        '{ a remark\n[of mine] }\n[Event "x"]\n[Red "A"]\n[Black "B"]\n1. C2=5 *',
        '[Red "A"]\n; a remark\n% another\n[Black "B"]\n\n1. C2=5 {\n[a diagram]\n} *',
    ],
)
def test_a_header_may_have_blank_lines_and_remarks_within(text: str) -> None:
    pgn = read_one(text)

    assert (pgn.red, pgn.black, ucis(pgn), pgn.notes) == ("A", "B", ["h2e2"], ())


NOTED: dict[str, tuple[NoteCode, int, int]] = {
    "1. C2=5 [Red oops]": (NoteCode.HEADER, 1, 1),
    '1. C2=5 [Red "A"]': (NoteCode.HEADER, 1, 1),
    "1. C2=5 {open": (NoteCode.BRACE, 1, 1),
    "1. C2=5 }": (NoteCode.BRACE, 1, 1),
    "1. C2=5\n(1. H2+3": (NoteCode.VARIATION, 3, 1),
    "1. C2=5 )": (NoteCode.VARIATION, 1, 1),
    "( 1. C2=5 ) 1. C2=5": (NoteCode.VARIATION, 1, 1),
    "1. C2=5\nH8+7 2. C5=9": (NoteCode.ILLEGAL, 2, 2),
    "1. C2=5 (1. H2+4) H8+7": (NoteCode.ILLEGAL, 1, 2),
    "1. C2=5\n\n\nwhat": (NoteCode.UNREADABLE, 4, 1),
    "1. R5+1": (NoteCode.NO_SUCH_PIECE, 1, 0),
    "1. C2=5 1-0 H8+7": (NoteCode.AFTER_RESULT, 1, 1),
    '[FEN ""]\n\n1. C2=5': (NoteCode.HEADER, 1, 1),
    "1. h3e3 h10g8": (NoteCode.RANKS, 0, 2),
    "1. Ch3e3 Hg8 2. Hg3": (NoteCode.RANKS, 0, 3),
}


@pytest.mark.parametrize(("text", "noted"), NOTED.items(), ids=lambda value: str(value)[:40])
def test_what_is_broken_is_noted_with_its_line_and_the_rest_is_read(
    text: str, noted: tuple[NoteCode, int, int]
) -> None:
    before, after = "1. C8=5 1-0\n", '[Event "y"]\n\n1. H2+3\n'
    lines = f'{before}[Event "broken"]\n{text}\n{after}'.encode().splitlines(keepends=True)

    first, broken, last = read_all(lines)

    [note, *others] = broken.notes
    assert (note.code, note.line - 2, broken.game.ply) == noted
    assert not others
    assert (ucis(first), ucis(last)) == (["b2e2"], ["h0g2"])


BROKEN = {
    "[FEN 9/9 w]\n\n1. C2=5": (RecordCode.START, 1),
    '[SetUp "1"]\n\n1. C2=5': (RecordCode.START, 3),
    f'[FEN "{LATE} w"]\n[Fen "{LATE} b"]\n\n1. C2=5': (RecordCode.START, 2),
    '[FEN "9/9 w"]\n\n1. C2=5': (FenCode.RANKS, 3),
    '[fen "9/9 w"]\n\n1. C2=5': (FenCode.RANKS, 3),
    '[FEN "9/9 w"]\n': (FenCode.RANKS, 0),
    "{" + "x" * MAX_GAME_BYTES + "}": (RecordCode.TOO_LONG, 0),
}


@pytest.mark.parametrize(("text", "error"), BROKEN.items(), ids=lambda value: str(value)[:40])
def test_a_game_without_a_start_is_refused_with_its_line_and_the_rest_is_read(
    text: str, error: tuple[RecordCode, int]
) -> None:
    before, after = "1. C8=5 1-0\n", '[Event "y"]\n\n1. H2+3\n'
    lines = f'{before}[Event "broken"]\n{text}\n{after}'.encode().splitlines(keepends=True)

    first, broken, last = read_games(lines)

    code, line = error
    assert isinstance(broken, UnreadableRecord)
    assert (broken.code, broken.line - 2) == (code, line)
    assert isinstance(first, Record)
    assert isinstance(last, Record)
    assert (ucis(first), ucis(last)) == (["b2e2"], ["h0g2"])


DIALECTS: dict[str, list[str]] = {
    "1. Che2 {+0.10/7} Hg7 2. Hg2": ["h2e2", "h9g7", "h0g2"],
    "1.炮二平五炮8平5 2.马二进三马8进7": ["h2e2", "h7e7", "h0g2", "h9g7"],
    "①炮二平五 炮8平5 ②马二进三 马8进7": ["h2e2", "h7e7", "h0g2", "h9g7"],
    "第1回合 炮二平五，炮8平5\n第2回合 马二进三、马8进7。": ["h2e2", "h7e7", "h0g2", "h9g7"],
    "1) C2=5 H8+7 2) H2+3": ["h2e2", "h9g7", "h0g2"],
    "1. C2=5 {a {b} c} H8+7": ["h2e2", "h9g7"],
    "1. h2-e2 h9g7": ["h2e2", "h9g7"],
    "1、炮二平五$1马８进７": ["h2e2", "h9g7"],
}


@pytest.mark.parametrize(("text", "moves"), DIALECTS.items(), ids=lambda value: str(value)[:30])
def test_dialects_of_pgn_are_read_without_a_note(text: str, moves: list[str]) -> None:
    pgn = read_one(text)

    assert (ucis(pgn), pgn.notes) == (moves, ())


@pytest.mark.parametrize("dots", ["1...", "1. ...", "1. …………", "  1. ......\n", "1…"])
def test_black_may_begin_with_its_dots_anywhere(dots: str) -> None:
    pgn = read_one(f'[FEN "{LATE} b"]\n\n{dots} 炮8平5 2. 马二进三 *')

    assert (ucis(pgn), pgn.notes) == (["h7e7", "h0g2"], ())


def test_a_footer_of_other_programs_is_left_out_and_quoted() -> None:
    pgn = read_one("1. C2=5 1-0\n=======\n a line of advertising\n http://example.org/\n")

    assert (pgn.result, ucis(pgn)) == ("1-0", ["h2e2"])
    [note] = pgn.notes
    assert (note.code, note.line) == (NoteCode.AFTER_RESULT, 2)
    assert note.text.startswith("======= a line of advertising")


def test_big5_is_told_from_gbk_and_a_spoilt_byte_costs_one_character() -> None:
    big5, spoilt = (
        read_all(raw.splitlines(keepends=True))[0]
        for raw in (
            '[Red "許甲"]\n[Black "呂乙"]\n\n1. 炮二平五 馬8進7'.encode("big5"),
            '[Red "许甲"]\n\n1. 炮二平五 {好'.encode() + b"\xff" + "棋} 马8进7".encode(),
        )
    )

    assert (big5.red, big5.black, ucis(big5)) == ("許甲", "呂乙", ["h2e2", "h9g7"])
    assert big5.notes == (Note(NoteCode.ENCODING, 1, text="big5"),)
    assert (spoilt.red, len(ucis(spoilt))) == ("许甲", 2)
    assert spoilt.notes == (Note(NoteCode.BYTES, 1, text="1"),)


def test_an_empty_file_has_no_games() -> None:
    assert list(read_games([])) == []
    assert list(read_games([b"\n", b"  \r\n"])) == []


def test_headers_alone_are_a_game_not_yet_played() -> None:
    assert read_one('[Event "x"]\n') == Record({"Event": "x"})


def test_no_bytes_make_the_reader_fail() -> None:
    rng = random.Random(11)
    sample = (GAMES / "sample-chinese.pgn").read_bytes()[:2_000]

    for _ in range(300):
        spoilt = bytearray(sample)
        for _ in range(rng.randint(1, 20)):
            spoilt[rng.randrange(len(spoilt))] = rng.randrange(256)
        assert list(read_games(bytes(spoilt).splitlines(keepends=True)))
