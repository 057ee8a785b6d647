"""Files that somebody sends: heads of all games, one whole, and why not."""

from tests.game.records.test_any_format import content
from xiangqi_server.aggregates.room.terms import RuleTerms
from xiangqi_server.api.reading import MOST_MOVES, ReadAnswer, ReadQuestion, read
from xiangqi_server.texts.worded import LANGUAGES
from xiangqi_server.wire.terms import Language


def told(raw: bytes, game: int = 1, encoding: str = "", language: Language = "en") -> ReadAnswer:
    return read(ReadQuestion(raw, game, encoding, language))


def test_a_library_is_told_by_its_games_of_which_one_is_whole() -> None:
    answer = told(content("three.cbl.z"), game=2)

    assert (answer.format, answer.refused) == ("cbl", None)
    assert [(head.red, head.result) for head in answer.games] == [
        ("红方甲", "1-0"),
        ("红方乙", "0-1"),
        ("红方丙", "1/2-1/2"),
    ]
    assert answer.game is not None
    assert (answer.game.number, answer.game.fen) == (2, "")
    assert answer.game.line.startswith("h2e2(a0a1")


def test_what_was_guessed_is_told_in_the_language_of_the_reader() -> None:
    texts = set()
    for language in LANGUAGES:
        game = told(content("game1_gbk.ubb"), language=language).game
        assert game is not None
        texts.add(game.notes[0].text)

    assert len(texts) == len(LANGUAGES)
    named = told(content("game1_gbk.ubb"), encoding="gb18030").game
    assert named is not None
    assert named.notes == []


def test_a_file_that_is_not_read_is_named() -> None:
    answer = told(content("three.cbl.z")[:0] + b"\x1f\x8b packed")

    assert (answer.games, answer.game) == ([], None)
    assert answer.refused is not None
    assert answer.refused.code == "format_not_read"
    assert "packed" in answer.refused.text


def test_a_board_without_the_side_to_move_is_told_what_is_missing() -> None:
    answer = told(b"4k4/9/9/9/9/9/9/9/9/4K4\n")

    assert answer.refused is not None
    assert answer.refused.code == "fen_fields"


def test_a_game_that_is_not_there_or_has_no_start_is_refused() -> None:
    text = b'[FEN "9/9 w"]\n\n1. C2=5 *\n'

    missing, broken = told(b"h2e2 h9g7", game=7), told(text)

    assert missing.refused is not None
    assert broken.refused is not None
    assert (missing.refused.code, len(missing.games)) == ("record_empty", 1)
    assert (broken.refused.code, broken.games[0].flaw) == ("fen_ranks", broken.refused.text)


def test_a_game_with_more_moves_is_cut_with_a_note() -> None:
    laps = "h2e2 h9g7 e2h2 g7h9 " * (MOST_MOVES // 4 + 1)

    game = told(laps.encode()).game

    assert game is not None
    assert len(game.line) == 4 * MOST_MOVES
    assert game.notes[0].code == "moves_cut"


def test_the_rules_of_our_own_games_come_with_them() -> None:
    text = b'[RuleSet "axf 1"]\n[RuleTerms "entering limit=50"]\n\n1. C2=5 *\n'

    ours, foreign = told(text).game, told(b"1. C2=5 *\n").game

    assert ours is not None
    assert foreign is not None
    assert (ours.rules, foreign.rules) == (RuleTerms("axf", 1, entering=True, limit=50), None)
    assert (ours.terms, foreign.terms) == ("axf 1 entering limit=50", "")
