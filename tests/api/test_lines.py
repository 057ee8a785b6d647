"""Lines of moves, asked as values: positions, rulings, and what is wrong with a question."""

import pytest
from msgspec.structs import astuple

from tests.support.rule_data import json_lines
from tests.support.ruling_cases import played
from xiangqi_server.aggregates.room.terms_text import rules_in
from xiangqi_server.api.lines import (
    JudgeAnswer,
    JudgeQuestion,
    LineAnswer,
    LineQuestion,
    answer,
)
from xiangqi_server.game.rules.board.encoding import uci_of
from xiangqi_server.game.rules.board.fen import START_FEN
from xiangqi_server.game.rules.rulesets import RuleOptions
from xiangqi_server.texts.worded import LANGUAGES
from xiangqi_server.wire.terms import Language, RulesName

NINE_ROUNDS = next(row for row in json_lines("rules/cases.jsonl") if row["id"] == "cxaref-08")
CHECKS = "4k4/9/9/9/9/9/9/9/4A4/R3K3R w"
SIX_CHECKS = "a0a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8"
DOUBTFUL = "1R1nka3/4ac3/b3b4/p1P1p3p/5n1rc/3R5/P2CP1P2/2N1BCr2/4A4/4KAB2 w - - 0 1"
CHASE = "5k3/9/9/9/c8/9/9/1R7/9/4K4 w"
LAP = "b2a2a5b5a2b2b5a5"


def line(moves: str = "", fen: str = "", language: Language = "en") -> LineAnswer:
    found = answer(LineQuestion(fen, moves, language))
    assert isinstance(found, LineAnswer)
    return found


def judged(
    moves: str, fen: str = CHASE, rules: RulesName = "axf", occurrences: int = 0
) -> JudgeAnswer:
    question = JudgeQuestion(fen, moves, rules, occurrences, "en")
    found = answer(question)
    assert isinstance(found, JudgeAnswer)
    return found


def test_a_position_is_told_with_its_moves_and_every_move_is_spelled() -> None:
    told = line("h2e2h9g7(b9c7h0g2)h0g2")

    assert told.fen == "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b - - 3 2"
    assert "i9h9" in told.moves.split()
    assert told.wxf == ["C2=5", "H8+7", "H2+3", "H2+3", "H2+3"]
    assert told.chinese[:2] == ["炮二平五", "马8进7"]
    assert (told.check, told.occurrences, told.flaw) == (None, 1, None)


@pytest.mark.parametrize(
    ("moves", "code", "at", "read"),
    [
        ("h2e2h9g7h0g9", "move_illegal", 8, 2),
        ("h2e2h9", "move_unreadable", 4, 1),
        ("h2e2(b2e2h9g7", "move_unreadable", 13, 1),
        ("h2e2(b2e2h9h9)h9g7", "move_illegal", 9, 1),
        ("h2e2)", "move_unreadable", 4, 1),
    ],
)
def test_a_line_is_read_up_to_what_is_wrong_with_it(
    moves: str, code: str, at: int, read: int
) -> None:
    told = line(moves)

    assert told.flaw is not None
    assert (told.flaw.code, told.flaw.at, len(told.wxf)) == (code, at, read)
    assert told.moves


@pytest.mark.parametrize("fen", ["9/9 w", "rrrrrrrrr/9/9/9/9/9/9/9/9/9 w", "x" * 160])
def test_a_position_that_is_none_has_a_flaw_in_every_language(fen: str) -> None:
    texts = {language: line(fen=fen, language=language).flaw for language in LANGUAGES}

    assert len({flaw.text for flaw in texts.values() if flaw is not None}) == len(LANGUAGES)
    assert judged("", fen).flaw == texts["en"]


def test_a_chase_is_warned_of_and_then_ruled_on_with_its_evidence() -> None:
    once, four_times = judged(LAP).judged, judged(LAP * 3).judged

    assert once is not None
    assert four_times is not None
    assert once.ruling is not None
    assert four_times.ruling is not None
    assert (once.state, once.side, len(once.ruling.plies)) == ("warned", "red", 4)
    assert (four_times.state, four_times.side) == ("ruled", "red")
    assert four_times.ruling.clause == "18"
    assert "Black wins" in four_times.text


def test_a_line_without_a_repetition_may_go_on() -> None:
    told = judged("h2e2", START_FEN).judged

    assert told is not None
    assert (told.state, told.text, told.side, told.ruling) == ("open", "", None, None)


def test_an_illegal_move_is_told_by_its_place() -> None:
    told = judged("h2e2h9g7h0g9", START_FEN)

    assert told.judged is None
    assert told.flaw is not None
    assert (told.flaw.code, told.flaw.at) == ("move_illegal", 8)


def test_the_published_cases_are_ruled_as_the_command_rules_them() -> None:
    cases = [row for row in json_lines("rules/cases.jsonl") if row["ruleset"].startswith("AXF")]
    for case in cases[::5]:
        if case["id"].startswith("ct-"):
            continue
        moves = "".join(uci_of(move) for move in played(case["fen"], case["moves"]).moves)
        told = judged(moves, case["fen"], "axf", 3).judged
        assert told is not None, case["id"]
        verdict = f"{told.side}_loses" if told.side else "draw"
        assert (verdict if told.state == "ruled" else "none") == case["verdict"], case["id"]


def test_quiet_plies_of_the_start_count_for_the_natural_limit() -> None:
    told = judged("a0a1", "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 119 60").judged

    assert told is not None
    assert (told.state, told.side) == ("ruled", None)


def test_the_entering_move_counts_by_the_set_or_as_it_is_asked_and_the_limit_too() -> None:
    fen, lap = "3k5/9/R8/9/9/9/9/9/9/4K4 w", "a8a9d9d8a9a8d8d9"
    line = "a7a9d9d8a9a8d8d9" + lap * 2

    def state(rules: RulesName, *, entering: bool | None = None) -> str:
        question = JudgeQuestion(fen, line, rules, 0, "en", entering=entering)
        found = answer(question)
        assert isinstance(found, JudgeAnswer)
        assert found.judged is not None
        return found.judged.state

    assert [state("cxa"), state("axf"), state("loop3", entering=True)] == [
        "ruled",
        "warned",
        "warned",
    ]
    assert [state("cxa", entering=False), state("axf", entering=True)] == ["warned", "ruled"]
    quiet = JudgeQuestion("3k5/R8/9/9/9/9/9/9/8r/4K4 w - - 99 50", "a8b8", "axf", 0, "en", limit=50)
    told = answer(quiet)
    assert isinstance(told, JudgeAnswer)
    assert told.judged is not None
    assert told.judged.state == "ruled"


@pytest.mark.parametrize(
    ("terms", "fen", "moves", "said"),
    [
        ("cxa 1 nine_rounds", NINE_ROUNDS["fen"], NINE_ROUNDS["moves"][:18], "L"),
        ("cxa 1", NINE_ROUNDS["fen"], NINE_ROUNDS["moves"][:18], "warned"),
        ("cxa 1", DOUBTFUL, ["d4d5", "f5g7", "d5d4", "g7f5"] * 3, "R"),
        ("cxa 1 always", DOUBTFUL, ["d4d5", "f5g7", "d5d4", "g7f5"] * 3, "26.9.2"),
        ("club 1 count", CHECKS, SIX_CHECKS.split(), "count"),
        ("club 1", CHECKS, SIX_CHECKS.split(), "warned"),
        ("chessvariants 1", "3k5/9/9/9/9/9/9/9/9/C3K4 w", [], "open"),
        ("chessvariants 2", "3k5/9/9/9/9/9/9/9/9/C3K4 w", [], "5"),
    ],
)
def test_the_line_of_a_game_is_judged_as_the_game_was(
    terms: str, fen: str, moves: list[str], said: str
) -> None:
    agreed = rules_in(terms)
    assert agreed is not None
    line = "".join(map(uci_of, played(fen, moves).moves))

    found = answer(JudgeQuestion(fen, line, agreed.name, 0, "en", agreed=agreed))

    assert isinstance(found, JudgeAnswer)
    assert found.judged is not None
    part = found.judged.ruling
    is_ruled = found.judged.state == "ruled" and part is not None
    assert (part.clause if is_ruled and part is not None else found.judged.state) == said


def test_what_a_game_forbids_is_told_with_its_line() -> None:
    agreed = rules_in("axf 1 forbid")

    found = answer(JudgeQuestion(CHASE, LAP * 3, "axf", 0, "en", agreed=agreed))

    assert isinstance(found, JudgeAnswer)
    assert found.judged is not None
    assert found.judged.state == "warned"
    assert [move for move, _ in map(astuple, found.judged.banned)] == ["b2a2"]


def test_what_is_asked_for_goes_before_the_terms_of_the_game() -> None:
    agreed = rules_in("cxa 1 strict entering limit=50")

    question = JudgeQuestion("", "", "cxa", 4, "en", "", entering=False, limit=0, agreed=agreed)

    assert question.terms == RuleOptions("cxa", 1, strict=True, rule_at=4, natural_limit=0)
