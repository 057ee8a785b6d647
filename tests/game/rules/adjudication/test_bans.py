"""Forbid mode: the moves refused are exactly those that would be ruled against."""

import pytest

from tests.support.ruling_cases import played, settled_cases
from xiangqi_server.game.rules.adjudication.adjudication import banned_moves, judge
from xiangqi_server.game.rules.board.encoding import uci_of
from xiangqi_server.game.rules.repetition.ruling import Ban, BanReason, Ending
from xiangqi_server.game.rules.repetition.window import repeated_part
from xiangqi_server.game.rules.rulesets import RuleOptions

CHASE = "4k4/9/9/9/c8/9/9/9/1R7/5K3 w"
LAP = ("b1a1", "a5b5", "a1b1", "b5a5")
STRICT = RuleOptions("axf", strict=True)
FORBID = RuleOptions("axf", strict=True, forbid=True)


def test_exactly_the_moves_that_would_lose_are_banned() -> None:
    for case in settled_cases():
        if case.rule_set != "axf":
            continue
        game = played(case.fen, case.moves[:-5])
        for move in case.moves[-5:]:
            losing = {
                uci_of(candidate)
                for candidate in game.legal_moves()
                if (ruling := judge(game.play(candidate), STRICT)) is not None
                and ruling.loser is game.to_move
            }
            ruled = judge(game, STRICT)
            if ruled is not None and ruled.loser is game.to_move:
                window = repeated_part(game)
                losing |= {
                    uci_of(candidate)
                    for candidate in game.legal_moves()
                    if game.play(candidate).position.board in window.boards
                }

            assert {uci_of(ban) for ban in banned_moves(game, FORBID)} == losing, case.id

            game = played(case.fen, [*(uci_of(played_) for played_ in game.moves), move])


def test_the_move_that_would_complete_the_chase_is_refused() -> None:
    game = played(CHASE, LAP * 2)
    before = game.back_to(game.ply - 2)  # Red is about to chase a third time

    assert judge(game, FORBID) is None
    assert {uci_of(move): ban for move, ban in banned_moves(game, FORBID).items()} == {
        "b1a1": Ban(BanReason.PERPETUAL_CHASE, "18")
    }
    assert banned_moves(before, RuleOptions("axf")) == {}


@pytest.mark.parametrize("plies", range(1, 12))
def test_nothing_is_banned_before_a_cycle_could_be_complete(plies: int) -> None:
    game = played(CHASE, (LAP * 3)[:plies])

    assert banned_moves(game, RuleOptions("axf", forbid=True)) == {}


def test_a_draw_by_repetition_is_not_forbidden() -> None:
    fen = "r3k4/9/9/9/c8/9/9/9/1R7/5K3 w"

    ruling = judge(played(fen, LAP * 2), FORBID)

    assert ruling is not None
    assert (ruling.verdict, ruling.ending) == ("draw", Ending.REPETITION)
