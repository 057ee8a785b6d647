"""ItsYourTurn, chessvariants and cchess.rul: the ban falls on the pattern and on nothing else."""

import pytest

from tests.support.ruling_cases import all_cases, played
from xiangqi_server.game.rules.adjudication.adjudication import banned_moves, judge
from xiangqi_server.game.rules.board.encoding import uci_of
from xiangqi_server.game.rules.repetition.ruling import BanReason, Ending
from xiangqi_server.game.rules.rulesets import RuleOptions
from xiangqi_server.texts.rulings.telling import tell_ruling

CHASE = "4k4/9/9/9/c8/9/9/9/1R7/5K3 w"
LAP = ("b1a1", "a5b5", "a1b1", "b5a5")
CHECKS = "4k4/9/9/9/9/9/9/9/4A4/R3K3R w"
THREE_CHECKS = ("a0a9", "e9e8", "a9a8", "e8e9", "a8a9", "e9e8")


def banned(fen: str, moves: tuple[str, ...], name: str) -> dict[str, BanReason]:
    bans = banned_moves(played(fen, moves), RuleOptions(name))
    return {uci_of(move): ban.reason for move, ban in bans.items()}


def test_itsyourturn_bans_every_fourth_check_by_the_same_piece() -> None:
    assert banned(CHECKS, THREE_CHECKS[:4], "itsyourturn") == {}
    assert banned(CHECKS, THREE_CHECKS, "itsyourturn") == {
        "a9a8": BanReason.FOURTH_CHECK,
        "a9e9": BanReason.FOURTH_CHECK,
    }


def test_itsyourturn_counts_a_row_of_checks_by_one_piece_only() -> None:
    two_pieces = ("a0a9", "e9e8", "i0i8", "e8e7", "i8i7", "e7e8")

    assert banned(CHECKS, two_pieces, "itsyourturn") == {}


def test_itsyourturn_bans_the_return_of_the_chaser() -> None:
    assert banned(CHASE, LAP[:3], "itsyourturn") == {}
    assert banned(CHASE, LAP, "itsyourturn") == {"b1a1": BanReason.RETURN_CHASE}


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        pytest.param("r3k4/9/9/9/c8/9/9/9/1R7/5K3 w", LAP, id="protected on one point"),
        pytest.param(CHASE, ("b1a1", "a5b5", "a1b1", "b5c5"), id="it fled to a third point"),
        pytest.param(CHASE, ("b1a1", "a5b5", "a1b1", "e9e8"), id="it did not flee"),
        pytest.param(CHASE, ("b1a1", "a5b5", "f0f1", "b5a5"), id="an interposed move"),
    ],
)
def test_itsyourturn_suspends_the_chase_limit(fen: str, moves: tuple[str, ...]) -> None:
    assert banned(fen, moves, "itsyourturn") == {}


def test_itsyourturn_exempts_no_chaser() -> None:
    fen = "4ka3/4a4/4b4/p7p/9/4C4/4P4/4B4/3K5/3Ac1B2 w"
    moves = ("d1e1", "e0f0", "e1f1", "f0e0")

    assert banned(fen, moves, "itsyourturn") == {"f1e1": BanReason.RETURN_CHASE}


def test_itsyourturn_never_ends_a_game_by_repetition() -> None:
    assert judge(played(CHASE, LAP * 6), RuleOptions("itsyourturn")) is None


def test_chessvariants_bans_the_fourth_check_only_into_a_position_of_the_series() -> None:
    assert banned(CHECKS, THREE_CHECKS[:4], "chessvariants") == {}
    assert banned(CHECKS, THREE_CHECKS, "chessvariants") == {"a9a8": BanReason.REPEATED_CHECK}


def test_chessvariants_bans_driving_a_piece_at_the_third_occurrence() -> None:
    assert banned(CHASE, LAP, "chessvariants") == {}
    assert banned(CHASE, LAP * 2, "chessvariants") == {"b1a1": BanReason.DRIVEN_PIECE}


def test_chessvariants_spares_nobody_for_protection() -> None:
    fen = "r3k4/9/9/9/c8/9/9/9/1R7/5K3 w"

    assert banned(fen, LAP * 2, "chessvariants") == {"b1a1": BanReason.DRIVEN_PIECE}


def test_chessvariants_draws_where_both_drive_each_other() -> None:
    fen = "3akc3/4a4/9/9/3n5/1R7/9/9/4A4/4KAB2 w"
    idle = "3k5/4a4/9/9/9/9/P8/9/4A4/4K4 w"

    assert judge(played(fen, []), RuleOptions("chessvariants")) is None
    assert (
        judge(
            played(idle, ("e1d2", "e8d7", "d2e1", "d7e8") * 3),
            RuleOptions("chessvariants"),
        )
        is None
    )


def test_loop3_bans_the_attacker_after_three_runs() -> None:
    assert banned(CHASE, LAP * 2, "loop3") == {}
    assert banned(CHASE, LAP * 3, "loop3") == {"b1a1": BanReason.ENDLESS_LOOP}


def test_loop3_the_side_that_checks_is_the_attacker_though_the_answers_chase() -> None:
    """A chariot checks on every move; each answer uncovers a cannon that hits the chariot."""
    [case] = [each for each in all_cases() if each.id == "wxf-001" and each.rule_set == "axf"]
    lap = case.moves[: case.cycle_plies]
    game = played(case.fen, lap * 3)

    assert judge(game, RuleOptions("loop3")) is None
    assert {uci_of(move) for move in banned_moves(game, RuleOptions("loop3"))} == {lap[0]}


def test_loop3_bans_nothing_while_the_victim_is_to_move() -> None:
    assert banned(CHASE, (*LAP * 3, "b1a1"), "loop3") == {}


def test_loop3_draws_a_loop_without_a_single_attacker() -> None:
    fen = "r3k4/9/9/9/c8/9/9/9/1R7/5K3 w"
    ruling = judge(played(fen, LAP * 3), RuleOptions("loop3"))

    assert ruling is not None
    assert (ruling.verdict, ruling.ending, ruling.clause) == ("draw", Ending.REPETITION, "draw")


CORNERED = "9/3k5/3a5/9/9/9/9/r8/3K5/1c2c4 w"  # the general's only way is to chase the cannon


def test_itsyourturn_a_side_whose_every_move_is_banned_loses() -> None:
    ruling = judge(played(CORNERED, ("d1e1", "e0f0", "e1f1", "f0e0")), RuleOptions("itsyourturn"))

    assert ruling is not None
    assert (ruling.verdict, ruling.ending, ruling.clause) == (
        "red_loses",
        Ending.BAN_STALEMATE,
        "chase-limit",
    )


def test_a_side_banned_from_every_move_reads_which_plies_brought_that_about() -> None:
    moves = ("d1e1", "e0f0", "e1f1", "f0e0")

    ruling = judge(played(CORNERED, moves), RuleOptions("itsyourturn"))

    assert ruling is not None
    assert ruling.evidence is not None
    assert tuple(uci_of(ply.move) for ply in ruling.evidence.plies) == moves
    assert "Every legal move of Red is banned" in tell_ruling(ruling, "en")


def test_chessvariants_a_side_whose_every_move_is_banned_loses() -> None:
    laps = ("f1e1", "e0f0", "e1f1", "f0e0") * 2
    ruling = judge(
        played(CORNERED, ("d1e1", "e0f0", "e1f1", "f0e0", *laps)), RuleOptions("chessvariants")
    )

    assert ruling is not None
    assert (ruling.verdict, ruling.ending, ruling.clause) == (
        "red_loses",
        Ending.BAN_STALEMATE,
        "4",
    )
