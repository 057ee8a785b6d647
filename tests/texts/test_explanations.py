"""What a ruling, a warning or a ban says of the sides is what they did, in every rule set."""

from collections.abc import Iterator

import pytest

from tests.support.cxa_cases import diagrams
from tests.support.ruling_cases import Case, all_cases, colour_flipped, mirrored, played
from xiangqi_server.game.rules.adjudication.adjudication import judge, warning
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.repetition.ruling import Ending, RepetitionWarning, Ruling
from xiangqi_server.game.rules.repetition.summary import Deed, DeedKind, deed_of
from xiangqi_server.game.rules.rulesets import RULE_SET_NAMES, RuleOptions, rule_set
from xiangqi_server.texts.clauses import RULE_SETS
from xiangqi_server.texts.rulings.telling import tell_plies, tell_ruling, tell_warning
from xiangqi_server.texts.worded import LANGUAGES
from xiangqi_server.wire.terms import Language

INNOCENT = {
    DeedKind.IDLE,
    DeedKind.SOME_CHECKS,
    DeedKind.SOME_CHASES,
    DeedKind.SOME_ATTACKS,
}
IDLE = {
    "en": "neither checks nor chases",
    "zh-Hans": "不将不捉",
    "zh-Hant": "不將不捉",
    "vi": "không chiếu, không đuổi",
}
FORBIDDING = {
    "en": ("may not", "loses by", "must"),
    "zh-Hans": ("不得", "判负", "须"),
    "zh-Hant": ("不得", "判負", "須"),
    "vi": ("không được đuổi", "không được ép", "phải đổi"),
}
CASES = {(case.fen, case.moves): case for case in all_cases()}.values()
DRIVEN = Case(
    "x1", "chessvariants", "3k5/9/9/9/r3c4/5R3/9/3A5/9/3K5 w", ("f4e4", "e5f5", "e4f4", "f5e5"), ""
)
"""A chariot drives a protected cannon."""


def terms_of(name: str) -> RuleOptions:
    return RuleOptions(name) if rule_set(RuleOptions(name)).bans else RuleOptions(name, rule_at=3)


def endings_of(case: Case) -> Iterator[Game]:
    """The line at each of its last plies, and with its cycle run once more."""
    game = case.game()
    yield from (game.back_to(ply) for ply in range(max(0, game.ply - 2), game.ply + 1))
    cycle = case.moves[-case.cycle_plies :] if case.cycle_plies else ()
    if cycle and game.occurrences > 1:
        yield played(case.fen, (*case.moves, *cycle))


def blamed(game: Game, terms: RuleOptions) -> Iterator[tuple[Deed, Ruling | RepetitionWarning]]:
    """What is told of each side that a ruling or a warning turns against."""
    ruling = judge(game, terms)
    if ruling is not None and ruling.loser is not None and ruling.evidence is not None:
        if ruling.ending is not Ending.BAN_STALEMATE:
            yield deed_of(ruling.evidence, ruling.loser), ruling
        return
    told = None if ruling is not None else warning(game, terms)
    if told is None:
        return
    for part in told.sides:
        if part.at_fault and part.deed is not None and part.ending is not None:
            yield part.deed, told


def text_of(told: Ruling | RepetitionWarning, game: Game, language: Language) -> str:
    if isinstance(told, Ruling):
        return tell_ruling(told, language)
    return tell_warning(told, game.position, language, None)


@pytest.mark.parametrize("name", [name for name in RULE_SET_NAMES if name != "cxa"])
def test_nobody_is_blamed_who_is_said_to_have_done_nothing(name: str) -> None:
    terms, found = terms_of(name), 0
    for case in (*CASES, DRIVEN):
        for game in endings_of(case):
            for deed, told in blamed(game, terms):
                found += 1
                assert deed.kind not in INNOCENT, (name, case.id, game.ply, deed)
                for language in LANGUAGES:
                    assert IDLE[language] not in text_of(told, game, language), case.id

    assert found > 0 or name == "itsyourturn"


def test_nobody_is_blamed_for_nothing_under_the_chinese_rules() -> None:
    for case in (each.case for each in diagrams()):
        game = case.game()
        for deed, told in blamed(game, RuleOptions("cxa", rule_at=3, always=True)):
            assert deed.kind not in INNOCENT, (case.id, deed)
            assert IDLE["en"] not in text_of(told, game, "en")


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "The red chariot drives the black cannon to and fro between files 5 and 6."),
        ("zh-Hans", "红车迫使黑炮在5路和6路之间往返"),
        ("zh-Hant", "紅俥迫使黑砲在5路和6路之間往返"),
        ("vi", "Xe đỏ ép Pháo đen chạy qua lại giữa các lộ 5 và 6."),
    ],
)
def test_a_side_that_drives_a_piece_is_told_so(language: Language, expected: str) -> None:
    for laps in (1, 2):
        game = played(DRIVEN.fen, DRIVEN.moves * laps)
        told = warning(game, RuleOptions("chessvariants"))
        assert told is not None

        texts = [tell_warning(told, game.position, language, who) for who in (None, *Side)]

        assert all(expected in text for text in texts)
        assert all(IDLE[language] not in text for text in texts)


@pytest.mark.parametrize("change", [mirrored, colour_flipped])
def test_what_is_driven_hangs_on_no_wing_and_no_colour(change: object) -> None:
    assert callable(change)
    case = change(DRIVEN)
    game = played(case.fen, case.moves * 2)

    [(deed, _)] = blamed(game, RuleOptions("chessvariants"))

    assert (deed.kind, len(deed.doers)) == (DeedKind.DRIVES, 1)


def ruled(id_: str, name: str) -> Ruling:
    [game] = {case.game() for case in (*all_cases(), *the_diagrams()) if case.id == id_}
    ruling = judge(game, RuleOptions(name, rule_at=3, always=name == "cxa"))
    assert ruling is not None
    return ruling


def the_diagrams() -> list[Case]:
    return [each.case for each in diagrams()]


@pytest.mark.parametrize(
    ("id_", "name", "expected"),
    [
        ("con-012", "axf", ("The two black chariots chased", "双黑车长捉", "Hai Xe đen đuổi mãi")),
        ("con-051", "axf", ("The two red cannons and red chariot chased", "双红炮和红车长捉", "")),
        (
            "con-047",
            "axf",
            (
                "Black: chases on every move, but not of one piece; that weighs less.",
                "其责较轻",
                "",
            ),
        ),
        (
            "cxa-11",
            "cxa",
            (
                "Red attacked on every move too, but its chases weigh less: 4 of its 4 moves",
                "红方虽亦着着攻击，但其4着中4着为联合捉子或捉少根子，其责较轻",
                "Đỏ nước nào cũng tấn công, nhưng lỗi nhẹ hơn: 4 trong 4 nước",
            ),
        ),
        ("cxa-17", "cxa", ("Red: checks or threatens mate on every move.", "红方着着将、杀，", "")),
        ("cxaref-42", "cxa", ("Red: threatens mate or chases on every move.", "着着杀、捉。", "")),
        ("fsf-17", "axf", ("A cannon may chase a soldier", "炮可长捉未过河兵（卒）", "Pháo được")),
        ("wxf-025", "chessvariants", ("neither forces: a draw", "均不属逼迫，判和", "hòa")),
        ("fsf-16", "axf", ("a draw. The red cannon", "判和。红炮和红车", "hòa cờ. Pháo đỏ")),
    ],
)
def test_a_ruling_tells_what_was_done_and_why_it_is_so(
    id_: str, name: str, expected: tuple[str, str, str]
) -> None:
    ruling = ruled(id_, name)

    told = (tell_ruling(ruling, "en"), tell_ruling(ruling, "zh-Hans"), tell_ruling(ruling, "vi"))
    assert all(text in whole for text, whole in zip(expected, told, strict=True)), told


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_draw_is_explained_by_a_prohibition(language: Language) -> None:
    """Where neither side had to deviate, what decides is what the clause permits."""
    for case in (*all_cases(), *the_diagrams()):
        terms = terms_of(case.rule_set)
        ruling = judge(case.game(), terms._replace(always=case.rule_set == "cxa"))
        if ruling is None or ruling.loser is not None:
            continue
        clause = tell_ruling(ruling, language).replace("（", "(").rpartition("(")[2]
        assert not any(word in clause for word in FORBIDDING[language]), (case.id, clause)


@pytest.mark.parametrize(
    ("language", "word"), [("en", "chase, "), ("zh-Hans", "：捉，"), ("vi", ": đuổi, ")]
)
def test_two_chases_of_one_ply_are_one_chase_in_words(language: Language, word: str) -> None:
    [case] = [case for case in the_diagrams() if case.id == "cxa-09"]
    game, ruling = case.game(), ruled("cxa-09", "cxa")

    told = tell_plies(ruling, lambda ply: game.position_at(ply).board, language)

    [text] = [item.text for item in told if 5 in item.plies]
    assert text.count(word) == 1
    assert text.count({"en": "attacks the", "zh-Hans": "黑炮捉", "vi": "bắt Sĩ"}[language]) == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_clauses_have_no_numbers_that_their_book_has_not(language: Language) -> None:
    for name in ("itsyourturn", "loop3", "club"):
        ruling = judge(played("3k5/4a4/9/9/9/9/9/9/4A4/4K1B2 w", []), RuleOptions(name))
        assert ruling is not None

        assert not any(sign.isdigit() for sign in tell_ruling(ruling, language))


def test_a_rule_set_is_named_alike_in_every_language() -> None:
    assert all(name.in_language("vi")[0].isupper() for name in RULE_SETS.values())
