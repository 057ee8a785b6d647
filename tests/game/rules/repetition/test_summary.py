import pytest

from tests.support.ruling_cases import Case, all_cases, colour_flipped, played
from xiangqi_server.game.rules.adjudication.adjudication import judge
from xiangqi_server.game.rules.board.by_side import BySide
from xiangqi_server.game.rules.board.encoding import CANNON, ELEPHANT, SOLDIER, Side, move_from_uci
from xiangqi_server.game.rules.repetition.evidence import (
    Evidence,
    Level,
    Placed,
    PlyEvidence,
    PlyKind,
    SideEvidence,
    Why,
)
from xiangqi_server.game.rules.repetition.ruling import Ruling
from xiangqi_server.game.rules.repetition.summary import Deed, DeedKind, deed_of
from xiangqi_server.game.rules.rulesets import RuleOptions
from xiangqi_server.texts.rulings.telling import tell_ruling
from xiangqi_server.texts.worded import LANGUAGES


def deed(name: str, side: Side) -> Deed:
    case = next(case for case in all_cases() if case.id == name)
    ruling = judge(case.game(), RuleOptions(rule_at=3))
    assert ruling is not None
    assert ruling.evidence is not None
    return deed_of(ruling.evidence, side)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("wxf-001", DeedKind.CHECK),
        ("h-04a", DeedKind.CHASE),
        ("wxf-113", DeedKind.UNROOT),
        ("wxf-013", DeedKind.CHECKS_AND_CHASES),
        ("h-02a", DeedKind.SOME_CHECKS),
        ("wxf-083", DeedKind.CHASES_SEVERAL),
        ("con-034", DeedKind.SOME_CHASES),
        ("con-025", DeedKind.IDLE),
    ],
)
def test_what_a_side_did_is_summed_up(name: str, kind: DeedKind) -> None:
    assert kind in {deed(name, side).kind for side in Side}


def test_the_reason_most_in_need_of_words_is_told() -> None:
    found = deed("wxf-090", Side.RED)

    assert found.why is Why.FALSE_ROOT
    assert (found.root, found.bar) == (Placed(11, 67), Placed(6, 22))
    assert [(doer.piece, doer.squares) for doer in found.doers] == [(5, (42, 39))]


def _ruling(fen: str, lap: str, *, runs: int = 2) -> Ruling:
    ruling = judge(played(fen, lap.split() * runs), RuleOptions(rule_at=3))
    assert ruling is not None
    return ruling


def test_a_perpetual_check_names_the_piece_that_checks_and_who_opens_its_line() -> None:
    ruling = _ruling("2b2a3/4k4/5a3/2N6/9/p1P1n4/6n2/4B4/3KC4/2B2A3 w", "e2g4 e4f2 g4e2 f2e4")
    assert ruling.evidence is not None

    found = deed_of(ruling.evidence, Side.RED)

    assert [(doer.piece & 7, doer.squares) for doer in found.doers] == [(CANNON, (13,))]
    assert [opener.piece & 7 for opener in found.openers] == [ELEPHANT]
    assert (
        "The red cannon on file 5 checked on every move, with lines opened by moves of the red "
        "elephant."
    ) in tell_ruling(ruling, "en")
    assert all("{" not in tell_ruling(ruling, language) for language in LANGUAGES)


def test_a_soldier_whose_steps_let_the_cannon_behind_it_check_is_not_told_as_the_checker() -> None:
    """Diagram 5 of the Asian rules."""
    ruling = _ruling("5c3/8R/4k2P1/3P5/5P3/6P2/5pN2/5A3/4CK3/6rn1 w", "f5e5 f3e3 e5f5 e3f3")
    assert ruling.evidence is not None

    found = deed_of(ruling.evidence, Side.RED)

    assert [doer.piece & 7 for doer in found.doers] == [CANNON]
    assert [opener.piece & 7 for opener in found.openers] == [SOLDIER]


def test_a_check_by_the_piece_moved_has_no_opener() -> None:
    assert deed("wxf-001", Side.RED).openers == ()


def test_protection_is_said_to_be_taken_only_if_every_move_takes_it() -> None:
    """One move uncovers the soldier, the other attacks it with the other chariot."""
    ruling = _ruling("9/9/5k2C/7r1/8P/9/8r/9/9/3K1A3 w", "i7i8 h6i6 i8i7 i6h6")
    assert ruling.evidence is not None

    assert (ruling.verdict, ruling.clause) == ("black_loses", "33")
    assert deed_of(ruling.evidence, Side.BLACK).kind is DeedKind.CHASE


@pytest.mark.parametrize(
    ("fen", "lap"),
    [("5kn1R/9/9/7c1/1R7/7C1/2N2n3/9/8p/3K5 b", "f3d4 i9i3 d4f3 i3i9")],
)
def test_the_clause_of_a_draw_does_not_depend_on_the_colour(fen: str, lap: str) -> None:
    case = Case("", "axf", fen, tuple(lap.split() * 2), "draw")
    rulings = [judge(each.game(), RuleOptions(rule_at=3)) for each in (case, colour_flipped(case))]

    assert [ruling.clause for ruling in rulings if ruling is not None] == ["32", "32"]


def test_like_pieces_that_check_by_turns_are_two_and_one_that_moves_about_is_one() -> None:
    chariot, general = 5, 9
    plies = [
        PlyEvidence(
            ply=number,
            side=side,
            move=(move := move_from_uci(uci)),
            piece=chariot if side is Side.RED else general,
            kind=PlyKind.CHECK if side is Side.RED else PlyKind.IDLE,
            chases=(),
            rejected=(),
            checkers=(Placed(chariot, move & 127),) if side is Side.RED else (),
        )
        for number, (side, uci) in enumerate(
            [
                (Side.RED, "a7a9"),
                (Side.BLACK, "d9d8"),
                (Side.RED, "i7i8"),
                (Side.BLACK, "d8d9"),
                (Side.RED, "a9b9"),
            ]
        )
    ]
    sides = BySide(SideEvidence(Level.PERPETUAL_CHECK, ()), SideEvidence(Level.NONE, ()))

    found = deed_of(Evidence(tuple(plies), sides), Side.RED)

    assert [(doer.id, doer.squares) for doer in found.doers] == [(81, (81, 82)), (80, (80,))]
