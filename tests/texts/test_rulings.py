import pytest

from tests.support.ruling_cases import all_cases, played
from xiangqi_server.game.rules.adjudication.adjudication import judge, warning
from xiangqi_server.game.rules.board.encoding import Side, move_from_uci
from xiangqi_server.game.rules.board.fen import read_fen
from xiangqi_server.game.rules.rulesets import RULE_SET_NAMES, RuleOptions
from xiangqi_server.texts.clauses import CLAUSE_TEXTS, RULE_SETS, clause_number, clauses
from xiangqi_server.texts.rulings.telling import (
    GRAMMARS,
    tell_ban,
    tell_losing,
    tell_ruling,
    tell_warning,
)
from xiangqi_server.texts.worded import LANGUAGES
from xiangqi_server.wire.terms import Language

CHASE = "4k4/9/9/9/c8/9/9/9/1R7/5K3 w"
LAP = ("b1a1", "a5b5", "a1b1", "b5a5")
GAME = played(CHASE, LAP)


def test_every_rule_set_has_a_name() -> None:
    assert set(RULE_SETS) == set(RULE_SET_NAMES) == set(CLAUSE_TEXTS)


@pytest.mark.parametrize("name", RULE_SET_NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_has_its_text_in_every_language(name: str, language: Language) -> None:
    told = clauses(name, language)

    assert len({key for key, _ in told}) == len(told)
    assert all(text for _, text in told)


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        (
            "en",
            (
                "The position has occurred for the fourth time. The red chariot, going between "
                "files 9 and 8, chased the unprotected black cannon on every move. Red had to "
                "deviate and did not: Black wins. (Asian rules, clause 18: A chariot may not "
                "perpetually chase "
                "an unprotected piece, whatever that piece threatens meanwhile.)"
            ),
        ),
        (
            "zh-Hans",
            (
                "局面第四次出现。红车在九路和八路之间长捉无根炮，红方应变着而未变，判负，黑方胜。"
                "（亚洲规则第18条：车不得长捉无根子，不论该子是否走杀、兼将带捉。）"
            ),
        ),
        (
            "zh-Hant",
            (
                "局面第四次出現。紅俥在九路和八路之間長捉無根砲，紅方應變著而未變，判負，黑方勝。"
                "（亞洲規則第18條：車不得長捉無根子，不論該子是否走殺、兼將帶捉。）"
            ),
        ),
        (
            "vi",
            (
                "Thế cờ xuất hiện lần thứ tư. Xe đỏ qua lại giữa các lộ 9 và 8 đuổi mãi Pháo đen "
                "không có căn. Đỏ phải đổi nước mà không đổi nên bị xử thua: Đen thắng. (Luật "
                "châu Á, "
                "điều 18: Xe không được đuổi mãi quân không có căn, dù quân ấy dọa gì.)"
            ),
        ),
    ],
)
def test_a_chase_is_told_as_people_tell_it(language: Language, expected: str) -> None:
    ruling = judge(played(CHASE, LAP * 3), RuleOptions())

    assert ruling is not None
    assert tell_ruling(ruling, language) == expected


def test_the_side_at_fault_and_its_opponent_read_different_warnings() -> None:
    told = warning(GAME, RuleOptions())

    assert told is not None
    red, black = (tell_warning(told, GAME.position, "en", side) for side in Side)
    nobody = tell_warning(told, GAME.position, "en", None)
    assert red.startswith("You must deviate. The position has occurred for the second time.")
    assert "If it occurs for the fourth time, you lose." in red
    assert "Red must deviate" in black
    assert "You need not deviate." in black
    assert "Red must deviate" in nobody
    assert "You" not in nobody


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ruling_and_warning_can_be_told(language: Language) -> None:
    for case in all_cases()[::3]:
        terms = RuleOptions(case.rule_set, rule_at=3)
        game = case.game()
        ruling, told = judge(game, terms), warning(game, terms)
        texts = [] if ruling is None else [tell_ruling(ruling, language)]
        if told is not None:
            texts += [tell_warning(told, game.position, language, side) for side in (None, *Side)]
            texts += [tell_losing(move, language) for side in told.sides for move in side.losing]
            texts += [
                tell_ban(ban, game.position, terms.name, language)
                for side in told.sides
                for ban in side.banned
            ]

        assert all(text and "{" not in text for text in texts), case.id


def test_a_ban_is_told_with_its_clause() -> None:
    told = warning(GAME, RuleOptions("itsyourturn"))

    assert told is not None
    assert [
        tell_ban(ban, GAME.position, "itsyourturn", "en") for ban in told.sides[Side.RED].banned
    ] == [
        (
            "R8=9 is banned: the chaser may not go back to its first point to chase the "
            "unprotected piece on (ItsYourTurn rules)."
        )
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_mate_and_draws_are_told_too(language: Language) -> None:
    mate = judge(played("3k1R3/4R4/9/9/9/9/9/9/9/4K4 b", []), RuleOptions())
    bare = judge(played("3k5/4a4/9/9/9/9/9/9/4A4/4K1B2 w", []), RuleOptions())

    assert mate is not None
    assert bare is not None
    assert GRAMMARS[language].sides[Side.BLACK] in tell_ruling(mate, language)
    assert tell_ruling(bare, language)


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "Banned: R8=9, because it would be perpetual chase."),
        ("zh-Hans", "禁着：车八平九（将构成长捉）。"),
        ("zh-Hant", "禁著：俥八平九（將構成長捉）。"),
        ("vi", "Bị cấm: Xe 8 bình 9, vì sẽ thành đuổi mãi."),
    ],
)
def test_moves_are_named_as_people_name_them(language: Language, expected: str) -> None:
    game = played(CHASE, LAP * 3)

    told = warning(game, RuleOptions("axf", forbid=True))

    assert told is not None
    assert expected in tell_warning(told, game.position, language, Side.RED)


@pytest.mark.parametrize(
    ("fen", "move", "expected"),
    [
        ("3k5/9/9/9/9/9/4R4/9/4R4/4K4 w", "e1d1", "Xe sau bình 6"),
        ("4k4/9/9/9/9/4P4/4P4/4P4/9/3K5 w", "e3e4", "Tốt giữa tấn 1"),
        ("3k5/9/9/9/9/9/9/9/1c7/4K4 b", "b1b9", "Pháo 2 thoái 8"),
    ],
)
def test_vietnamese_moves_are_written_out(fen: str, move: str, expected: str) -> None:
    position = read_fen(fen, composed=True)

    assert GRAMMARS["vi"].move(position, move_from_uci(move)) == expected


def test_a_ban_in_force_is_told_as_one_and_a_coming_one_as_coming() -> None:
    before, now = played(CHASE, (LAP * 3)[:11]), played(CHASE, LAP * 3)
    terms = RuleOptions("axf", forbid=True)

    coming, in_force = warning(before, terms), warning(now, terms)

    assert coming is not None
    assert in_force is not None
    red = tell_warning(coming, before.position, "en", Side.RED)
    assert (
        "By the fourth time you may no longer go on. If the cycle goes on you may not play" in red
    )
    assert "lose" not in red
    red, black = (tell_warning(in_force, now.position, "en", side) for side in Side)
    assert red.startswith("You must deviate now.")
    assert "Red must deviate now: going on is banned. You need not deviate." in black


@pytest.mark.parametrize(
    ("name", "key", "number"),
    [
        ("axf", "18", "18"),
        ("chessvariants", "4", "4"),
        ("cxa", "26.9.3", "26.9.3"),
        ("axf", "A1", "A1"),
        ("itsyourturn", "check-limit", ""),
        ("loop3", "draw", ""),
        ("club", "check", ""),
        ("axf", "N", ""),
        ("cxa", "R", ""),
        ("chessvariants", "N", ""),
    ],
)
def test_a_clause_is_called_by_its_number_if_its_book_has_one(
    name: str, key: str, number: str
) -> None:
    assert clause_number(name, key) == number


@pytest.mark.parametrize(
    ("language", "mine", "others"),
    [
        ("en", "Losing at once: R9+1.", "Red would lose at once by R9+1."),
        ("zh-Hans", "走后立即判负：车九进一。", "红方走后立即判负：车九进一。"),
        ("zh-Hant", "走後立即判負：俥九進一。", "紅方走後立即判負：俥九進一。"),
        ("vi", "Thua ngay: Xe 9 tấn 1.", "Đỏ thua ngay nếu đi Xe 9 tấn 1."),
    ],
)
def test_a_move_that_loses_in_a_new_position_is_told_to_everybody(
    language: Language, mine: str, others: str
) -> None:
    upwards, downwards = ("d8d9", "a8a9", "d9d8", "a9a8"), ("d8d7", "a8a7", "d7d8")
    game = played("9/R2k5/9/9/9/9/9/9/9/4K4 b", (*upwards, *downwards))
    told = warning(game, RuleOptions("axf", strict=True))
    assert told is not None

    texts = [
        tell_warning(told, game.position, language, reader)
        for reader in (Side.RED, Side.BLACK, None)
    ]

    assert [text.split("(")[0].split("（")[0].rstrip() for text in texts] == [mine, others, others]
