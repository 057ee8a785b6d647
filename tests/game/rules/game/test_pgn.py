import random
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.support.rule_data import DATA
from xiangqi_server.game.rules.board.encoding import uci_of
from xiangqi_server.game.rules.board.fen import START_FEN, FenCode
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.game.notation import Notation, NotationCode
from xiangqi_server.game.rules.game.pgn import PgnCode, PgnError, PgnGame, game_lines, read_games
from xiangqi_server.game.rules.game.pgn_chunks import MAX_GAME_BYTES

GAMES = DATA / "games"


def read_all(lines: Iterable[bytes]) -> list[PgnGame]:
    games = []
    for read in read_games(lines):
        assert isinstance(read, PgnGame), read
        games.append(read)
    return games


def read_one(text: str) -> PgnGame:
    (game,) = read_all(text.encode().splitlines(keepends=True))
    return game


def read_file(path: Path) -> list[PgnGame]:
    with path.open("rb") as lines:
        return read_all(lines)


def ucis(pgn: PgnGame) -> list[str]:
    return [uci_of(move) for move in pgn.game.moves]


@pytest.fixture(scope="module")
def masters() -> list[PgnGame]:
    return read_file(GAMES / "masters.pgn")


def test_all_games_of_the_masters_are_read_and_legal(masters: list[PgnGame]) -> None:
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
    masters: list[PgnGame], notation: Notation
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

    assert utf8 == gbk
    assert ucis(gbk[0]) == ["h2e2", "h9g7"]
    assert gbk[0].red == "胡荣华"


def test_comments_variations_and_marks_are_skipped() -> None:
    pgn = read_one(
        '\ufeff[Event "x"]\r\n\r\n% an escape\r\n1. C2=5! {the centre; (not closed} H8+7?! $14\r\n'
        "(1... H2+3 2. H2+3 (2. nonsense) {)} 1-0) 2.H2+3 ; the rest [of the line\r\n"
        "R9=8 3.P7+1 !? P7+1+ 0-1\r\n"
    )

    assert ucis(pgn) == ["h2e2", "h9g7", "h0g2", "i9h9", "c3c4", "g6g5"]
    assert pgn.result == "0-1"


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
    assert first.notes == (f'line 2: {odd} is not [Name "value"], so it is skipped',)
    assert second.tags == {"Event": "u"}


def test_a_result_that_is_none_is_noted() -> None:
    pgn = read_one('[Result "红胜"]\n\n1. C2=5')

    assert (pgn.result, len(pgn.notes)) == ("*", 1)
    assert "红胜" in pgn.notes[0]


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


BROKEN = {
    "1. C2=5 [Red oops]": (PgnCode.TAG, 1),
    '1. C2=5 [Red "A"]': (PgnCode.TAG, 1),
    "[FEN 9/9 w]\n\n1. C2=5": (PgnCode.TAG, 1),
    '[SetUp "1"]\n\n1. C2=5': (PgnCode.START, 3),
    f'[FEN "{LATE} w"]\n[Fen "{LATE} b"]\n\n1. C2=5': (PgnCode.START, 2),
    "1. Che2 {+0.10/7} Hg7": (PgnCode.ALGEBRAIC, 1),
    "1. Hg3": (PgnCode.ALGEBRAIC, 1),
    "1. e5": (PgnCode.ALGEBRAIC, 1),
    "1. C2=5 {open": (PgnCode.COMMENT, 1),
    "1. C2=5 }": (PgnCode.COMMENT, 1),
    "1. C2=5\n(1. H2+3": (PgnCode.VARIATION, 2),
    "1. C2=5 )": (PgnCode.VARIATION, 1),
    "1. C2=5\nH8+7 2. C5=9": (NotationCode.ILLEGAL, 2),
    "1. C2=5\n\n\nwhat": (NotationCode.UNREADABLE, 4),
    "1. R5+1": (NotationCode.NO_SUCH_PIECE, 1),
    "1. C2=5 1-0 H8+7": (PgnCode.AFTER_RESULT, 1),
    '[FEN "9/9 w"]\n\n1. C2=5': (FenCode.RANKS, 3),
    '[fen "9/9 w"]\n\n1. C2=5': (FenCode.RANKS, 3),
    '[FEN ""]\n\n1. C2=5': (FenCode.FIELDS, 3),
    '[FEN "9/9 w"]\n': (FenCode.RANKS, 0),
    "{" + "x" * MAX_GAME_BYTES + "}": (PgnCode.TOO_LONG, 0),
}


@pytest.mark.parametrize(("text", "error"), BROKEN.items(), ids=lambda value: str(value)[:40])
def test_a_broken_game_is_told_with_its_line_and_the_rest_is_read(
    text: str, error: tuple[PgnCode, int]
) -> None:
    before, after = "1. C8=5 1-0\n", '[Event "y"]\n\n1. H2+3\n'
    lines = f'{before}[Event "broken"]\n{text}\n{after}'.encode().splitlines(keepends=True)

    first, broken, last = read_games(lines)

    code, line = error
    assert isinstance(broken, PgnError)
    assert (broken.code, broken.line - 2) == (code, line)
    assert isinstance(first, PgnGame)
    assert isinstance(last, PgnGame)
    assert (ucis(first), ucis(last)) == (["b2e2"], ["h0g2"])


def test_a_game_that_is_no_text_is_refused() -> None:
    (error,) = read_games([b"1. \xff\xff\xff\n"])

    assert isinstance(error, PgnError)
    assert error.code is PgnCode.ENCODING


def test_an_empty_file_has_no_games() -> None:
    assert list(read_games([])) == []
    assert list(read_games([b"\n", b"  \r\n"])) == []


def test_headers_alone_are_a_game_not_yet_played() -> None:
    assert read_one('[Event "x"]\n') == PgnGame({"Event": "x"}, Game.start())


def test_no_bytes_make_the_reader_fail() -> None:
    rng = random.Random(11)
    sample = (GAMES / "sample-chinese.pgn").read_bytes()[:2_000]

    for _ in range(300):
        spoilt = bytearray(sample)
        for _ in range(rng.randint(1, 20)):
            spoilt[rng.randrange(len(spoilt))] = rng.randrange(256)
        assert list(read_games(bytes(spoilt).splitlines(keepends=True)))
