"""Nine rounds of attacks by one side without a repetition: an option, off by default."""

import pytest

from tests.support.cxa_cases import diagrams
from tests.support.ruling_cases import Case, colour_flipped, mirrored
from xiangqi_server.game.rules.adjudication.adjudication import judge, warning
from xiangqi_server.game.rules.adjudication.records import to_record, warning_in
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.repetition.ruling import Ending
from xiangqi_server.game.rules.rulesets import RuleOptions
from xiangqi_server.texts.rulings.telling import tell_ruling, tell_warning
from xiangqi_server.texts.worded import LANGUAGES

AGREED = RuleOptions("cxa", nine_rounds=True)
[REFERENCE_8] = [each.case for each in diagrams() if each.case.id == "cxaref-08"]
"""Red checks, then chases, on each of nine moves against several points; Black now and then."""
TWO_POINTS = "3k5/9/9/9/4c4/4R4/9/9/4A4/4K4 b"
"""A chariot follows a bare cannon along its rank, and nothing else happens."""


def reference_8(plies: int) -> Game:
    return Case("", "cxa", REFERENCE_8.fen, REFERENCE_8.moves[:plies], "").game()


def verdict_and_window(game: Game, terms: RuleOptions) -> tuple[str, str, object] | None:
    ruling = judge(game, terms)
    return None if ruling is None else (ruling.verdict, ruling.clause, ruling.window)


@pytest.mark.parametrize("always", [False, True])
def test_the_ninth_round_loses_where_it_is_agreed_and_not_before(*, always: bool) -> None:
    terms = RuleOptions("cxa", nine_rounds=True, always=always)

    assert verdict_and_window(reference_8(17), terms) is None
    assert verdict_and_window(reference_8(18), terms) == ("red_loses", "L", (0, 17))
    assert verdict_and_window(reference_8(18), RuleOptions("cxa", always=always)) is None


def test_quiet_plies_before_the_start_are_no_rounds() -> None:
    board, side = REFERENCE_8.fen.split()[:2]
    line = Case("", "cxa", f"{board} {side} - - 40 30", REFERENCE_8.moves[:17], "")

    assert verdict_and_window(line.game(), AGREED) is None
    assert warning(line.game(), AGREED) == warning(reference_8(17), AGREED)


def test_it_depends_on_no_colour_and_no_wing() -> None:
    line = Case("", "cxa", REFERENCE_8.fen, REFERENCE_8.moves[:18], "red_loses")

    assert [
        verdict_and_window(case.game(), AGREED) for case in (mirrored(line), colour_flipped(line))
    ] == [("red_loses", "L", (0, 17)), ("black_loses", "L", (0, 17))]


def test_a_ruling_tells_every_ply_and_says_what_it_is_for() -> None:
    ruling = judge(reference_8(18), AGREED)
    assert ruling is not None
    assert ruling.evidence is not None

    assert ruling.ending is Ending.PERPETUAL_ATTACK
    assert {ply.kind.value for ply in ruling.evidence.plies_of(Side.RED)} == {"check", "chase"}
    assert "Red has done nothing but check, threaten mate or chase for 9 rounds" in tell_ruling(
        ruling, "en"
    )
    told = {tell_ruling(ruling, language) for language in LANGUAGES}
    assert len(told) == 4
    assert all("{" not in text for text in told)


def test_it_is_warned_of_from_the_seventh_round() -> None:
    warnings = {plies: warning(reference_8(plies), AGREED) for plies in range(13, 18)}

    assert {plies: told and (told.rounds, told.left) for plies, told in warnings.items()} == {
        13: None,
        14: (7, 2),
        15: (7, 2),
        16: (8, 1),
        17: (8, 1),
    }
    told = warnings[16]
    assert told is not None
    assert [side.at_fault for side in told.sides] == [True, False]
    assert warning_in(to_record(told)) == told


def test_the_warning_is_told_to_either_side_and_to_spectators() -> None:
    game = reference_8(16)
    told = warning(game, AGREED)
    assert told is not None

    red, black, others = (
        tell_warning(told, game.position, "en", reader) for reader in (Side.RED, Side.BLACK, None)
    )

    assert red.startswith("You must deviate. For 8 rounds in a row you have done nothing but check")
    assert black.startswith("For 8 rounds in a row Red has done nothing")
    assert "You need not deviate." in black
    assert others.startswith("For 8 rounds in a row Red has done nothing")
    assert "You" not in others
    assert len({tell_warning(told, game.position, name, None) for name in LANGUAGES}) == 4


def test_an_idle_move_clears_a_side() -> None:
    """Red's eighth move merely answers a check with its general."""
    moves = (*REFERENCE_8.moves[:14], "f0f1")

    assert warning(Case("", "cxa", REFERENCE_8.fen, moves, "").game(), AGREED) is None


def test_attacks_on_two_points_are_left_to_the_rules_on_repetition() -> None:
    """The cannon is chased on two points, however long."""
    lap = ("e5f5", "e4f4", "f5e5", "f4e4")
    game = Case("", "cxa", TWO_POINTS, lap * 3, "").game()

    assert verdict_and_window(game, RuleOptions("cxa", nine_rounds=True, rule_at=9)) is None
    long = Case("", "cxa", TWO_POINTS, lap * 5, "").game()
    assert verdict_and_window(long, RuleOptions("cxa", nine_rounds=True, rule_at=9)) is None
