import pytest

from tests.support.ruling_cases import all_cases, played
from xiangqi_server.game.rules.adjudication.adjudication import banned_moves, judge, warning
from xiangqi_server.game.rules.board.encoding import Side, move_from_uci, uci_of
from xiangqi_server.game.rules.repetition.evidence import Level, PlyKind
from xiangqi_server.game.rules.repetition.ruling import Ending
from xiangqi_server.game.rules.rulesets import RuleOptions

CHECKS = "4k4/9/9/9/9/9/9/9/4A4/R3K3R w"
LAP = ("a8a9", "e9e8", "a9a8", "e8e9")
SIX = ("a0a9", "e9e8", "a9a8", "e8e9", *LAP, "a8a9", "e9e8", "a9a8")
COUNTED = RuleOptions("club", count_option=True)


def test_the_sixth_check_in_a_row_with_one_piece_loses() -> None:
    ruling = judge(played(CHECKS, SIX), COUNTED)

    assert judge(played(CHECKS, SIX[:-2]), COUNTED) is None
    assert ruling is not None
    assert (ruling.verdict, ruling.ending, ruling.clause, ruling.window) == (
        "red_loses",
        Ending.CHECK_COUNT,
        "count",
        (0, 10),
    )


def test_a_count_of_checks_comes_with_its_ledger() -> None:
    ruling = judge(played(CHECKS, SIX), COUNTED)

    assert ruling is not None
    assert ruling.evidence is not None
    assert [ply.ply for ply in ruling.evidence.plies] == list(range(11))
    assert {ply.kind for ply in ruling.evidence.plies_of(Side.RED)} == {PlyKind.CHECK}
    assert ruling.evidence.sides[Side.RED].level is Level.PERPETUAL_CHECK


def test_a_series_of_checks_may_capture() -> None:
    horse_on_a9 = "n3k4/9/9/9/9/9/9/9/4A4/R3K3R w"

    ruling = judge(played(horse_on_a9, SIX), COUNTED)

    assert ruling is not None
    assert ruling.evidence is not None
    assert (ruling.ending, len(ruling.evidence.plies)) == (Ending.CHECK_COUNT, 11)


def test_nobody_counts_unless_it_was_agreed() -> None:
    assert judge(played(CHECKS, SIX), RuleOptions("club")) is None


def test_two_pieces_may_check_more_often() -> None:
    mixed = ("a0a9", "e9e8", "a9a8", "e8e9", "i0i9", "e9d9")
    game = played(CHECKS, mixed[:4])

    assert judge(game, COUNTED) is None


def test_forbid_mode_bans_the_check_that_would_complete_the_count() -> None:
    terms = RuleOptions("club", count_option=True, forbid=True)
    bans = banned_moves(played(CHECKS, SIX[:-1]), terms)

    assert {uci_of(move) for move in bans} == {"a9a8", "a9e9"}


@pytest.mark.parametrize("forbid", [False, True])
def test_a_check_that_completes_the_count_and_mates_wins(*, forbid: bool) -> None:
    terms = RuleOptions("club", count_option=True, forbid=forbid)
    lap = ("d2d1", "f1e3", "d1d2", "e3f1")
    game = played("6b2/9/4k1N2/3c5/9/9/9/3K5/5n3/3AN4 w", (*lap, *lap, *lap[:3]))
    mate = move_from_uci("e3d5")

    ruling = judge(game.play(mate), terms)
    told = warning(game, terms)

    assert ruling is not None
    assert (ruling.verdict, ruling.ending) == ("red_loses", Ending.CHECKMATE)
    assert told is not None
    black = told.sides[Side.BLACK]
    assert mate not in {losing.move for losing in black.losing}
    assert mate not in {ban.move for ban in black.banned}
    assert mate not in banned_moves(game, terms)


def test_a_protected_chariot_may_be_chased_in_a_club() -> None:
    spared = 0
    for case in all_cases():
        if case.rule_set != "axf" or case.verdict == "none":
            continue
        asian = judge(case.game(), RuleOptions("axf", rule_at=3))
        club = judge(case.game(), RuleOptions("club", rule_at=3))
        assert asian is not None
        assert club is not None
        spared += asian.verdict != club.verdict

    assert spared > 0
