import pytest

from tests.support.ruling_cases import Case, played, settled_cases
from xiangqi_server.game.rules.adjudication.adjudication import judge, warning
from xiangqi_server.game.rules.board.encoding import Move, Side, move_from_uci, uci_of
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.repetition.evidence import Level
from xiangqi_server.game.rules.repetition.ruling import (
    BannedMove,
    BanReason,
    Ending,
    LosingMove,
    SideWarning,
)
from xiangqi_server.game.rules.repetition.summary import DeedKind
from xiangqi_server.game.rules.rulesets import RuleOptions

CHASE = "4k4/9/9/9/c8/9/9/9/1R7/5K3 w"
LAP = ("b1a1", "a5b5", "a1b1", "b5a5")
RED_CHARIOT = 5
STRICT = RuleOptions("axf", strict=True)
FORBID = RuleOptions("axf", forbid=True)
STRICT_FORBID = RuleOptions("axf", strict=True, forbid=True)
WITH_FAULT = [
    case
    for case in settled_cases()
    if case.rule_set == "axf" and case.verdict not in ("none", "draw")
]
"""One test each: every reply to every move is judged, which takes its time."""


def red_of(moves: tuple[str, ...], terms: RuleOptions = STRICT) -> SideWarning | None:
    told = warning(played(CHASE, moves), terms)
    return None if told is None else told.sides[Side.RED]


def test_nobody_is_warned_at_the_first_occurrence() -> None:
    assert warning(played(CHASE, LAP[:3]), RuleOptions()) is None


def test_the_second_occurrence_warns_the_chaser_and_tells_the_victim() -> None:
    told = warning(played(CHASE, LAP), RuleOptions())

    assert told is not None
    red, black = told.sides
    assert (told.occurrences, told.left, told.window, told.bans) == (2, 2, (0, 3), False)
    assert (red.level, red.at_fault, red.ending) == (
        Level.DIRECT_CHASE,
        True,
        Ending.PERPETUAL_CHASE,
    )
    assert red.deed is not None
    assert red.deed.kind is DeedKind.CHASE
    assert (black.level, black.at_fault) == (Level.NONE, False)
    assert (red.losing, red.clause) == ((), "18")


def test_a_move_that_completes_the_chase_loses_at_once() -> None:
    red = red_of(LAP + LAP[:2])

    assert red is not None
    assert red.losing == (
        LosingMove(
            move_from_uci("a1b1"),
            RED_CHARIOT,
            after_reply=True,
            ending=Ending.PERPETUAL_CHASE,
            clause="18",
        ),
    )


def test_a_move_that_one_reply_turns_into_a_loss_is_marked() -> None:
    setup = ("f0f1", "e9e8", *LAP[:2])
    game = played(CHASE, (*setup, *LAP[2:], *LAP, *LAP[:2]))
    told = warning(game, STRICT)

    assert told is not None
    assert [uci_of(losing.move) for losing in told.sides[Side.RED].losing] == ["a1b1"]


@pytest.mark.parametrize("case", WITH_FAULT, ids=lambda case: case.id)
def test_the_moves_named_are_exactly_those_that_lose_at_once_or_after_a_reply(case: Case) -> None:
    game = played(case.fen, case.moves)
    for ply in range(max(0, game.ply - 3), game.ply):
        past = game.back_to(ply)
        told = warning(past, STRICT)
        expected = {move for move in past.legal_moves() if _loses(past, move)}

        named = {losing.move for losing in told.sides[past.to_move].losing} if told else set()

        assert named == expected


def _loses(game: Game, move: Move) -> bool:
    side, after = game.to_move, game.play(move)
    at_once = judge(after, STRICT)
    if at_once is not None:
        return at_once.loser is side and at_once.ending is not Ending.CHECKMATE
    replies = (judge(after.play(reply), STRICT) for reply in after.legal_moves())
    return any(
        ruling is not None and ruling.loser is side and ruling.window is not None
        for ruling in replies
    )


def test_a_losing_move_is_named_in_a_new_position_too() -> None:
    upwards, downwards = ("d8d9", "a8a9", "d9d8", "a9a8"), ("d8d7", "a8a7", "d7d8", "a7a8")
    game = played("9/R2k5/9/9/9/9/9/9/9/4K4 b", (*upwards, *downwards[:3]))

    told = warning(game, STRICT)

    assert told is not None
    assert (told.occurrences, told.window) == (1, None)
    assert [side.at_fault for side in told.sides] == [True, False]
    assert told.sides[Side.RED].losing == (
        LosingMove(
            move_from_uci("a7a8"),
            RED_CHARIOT,
            after_reply=False,
            ending=Ending.PERPETUAL_CHECK,
            clause="6",
        ),
    )


def test_a_new_position_from_which_nothing_is_lost_is_not_warned_of() -> None:
    upwards = ("d8d9", "a8a9", "d9d8", "a9a8")
    game = played("9/R2k5/9/9/9/9/9/9/9/4K4 b", (*upwards, "d8d7"))

    assert game.most_occurrences == 2
    assert warning(game, STRICT) is None


def test_what_leaves_the_cycle_is_told() -> None:
    red = red_of(LAP)
    legal = {uci_of(move) for move in played(CHASE, LAP).legal_moves()}

    assert red is not None
    assert {uci_of(move) for move in red.breaking} == legal - {"b1a1"}


def test_with_bans_a_warning_names_the_banned_move_at_its_time() -> None:
    told = warning(played(CHASE, LAP), RuleOptions("itsyourturn"))

    assert told is not None
    assert told.sides[Side.RED].banned == (
        BannedMove(move_from_uci("b1a1"), RED_CHARIOT, BanReason.RETURN_CHASE, "chase-limit"),
    )
    assert told.window == (0, 3)


PERPETUAL_CHASE_BY_18 = BannedMove(
    move_from_uci("b1a1"), RED_CHARIOT, BanReason.PERPETUAL_CHASE, "18"
)


def test_forbid_mode_announces_a_ban_instead_of_a_loss() -> None:
    for plies in range(4, 13):
        told = warning(played(CHASE, (LAP * 3)[:plies]), FORBID)

        assert told is not None
        assert told.bans
        assert [side.losing for side in told.sides] == [(), ()]


def test_forbid_mode_tells_the_ban_before_it_comes_and_by_the_same_clause() -> None:
    soon, now = (warning(played(CHASE, (LAP * 3)[:plies]), FORBID) for plies in (11, 12))

    assert soon is not None
    assert now is not None
    assert (soon.sides[Side.RED].soon, soon.sides[Side.RED].banned) == (
        (PERPETUAL_CHASE_BY_18,),
        (),
    )
    assert (now.sides[Side.RED].soon, now.sides[Side.RED].banned) == ((), (PERPETUAL_CHASE_BY_18,))
    assert now.sides[Side.RED].clause == "18"


def test_forbid_mode_tells_after_which_move_a_reply_bans_going_on() -> None:
    told = warning(played(CHASE, (LAP * 3)[:10]), FORBID)

    assert told is not None
    assert [uci_of(ban.move) for ban in told.sides[Side.RED].restricting] == ["a1b1"]
    assert move_from_uci("a1b1") not in told.sides[Side.RED].breaking


@pytest.mark.parametrize("case", WITH_FAULT, ids=lambda case: case.id)
def test_in_forbid_mode_exactly_the_moves_lose_after_which_a_reply_leaves_nothing(
    case: Case,
) -> None:
    game = played(case.fen, case.moves)
    for ply in range(max(0, game.ply - 3), game.ply):
        past = game.back_to(ply)
        told = warning(past, STRICT_FORBID)
        if told is None:
            continue
        expected = {move for move in past.legal_moves() if _is_cornered_after(past, move)}

        part = told.sides[past.to_move]

        banned = {ban.move for ban in part.banned}
        assert {losing.move for losing in part.losing} == expected - banned


def _is_cornered_after(game: Game, move: Move) -> bool:
    after = game.play(move)
    if judge(after, STRICT_FORBID) is not None:
        return False
    replies = (judge(after.play(reply), STRICT_FORBID) for reply in after.legal_moves())
    return any(
        ruling is not None and ruling.loser is game.to_move and ruling.window is not None
        for ruling in replies
    )


def test_a_move_that_loses_in_two_ways_is_named_once_and_at_once_wins() -> None:
    terms = RuleOptions("club", count_option=True, strict=True)
    checks = "4k4/9/9/9/9/9/9/9/4A4/R3K3R w"
    lap = ("a8a9", "e9e8", "a9a8", "e8e9")
    first = ("a0a9", "e9e8", "a9a8", "e8e9")

    for plies in range(11):
        told = warning(played(checks, (*first, *lap, *lap)[:plies]), terms)
        for losing in () if told is None else (side.losing for side in told.sides):
            moves = [item.move for item in losing]

            assert len(moves) == len(set(moves))


@pytest.mark.parametrize("name", ["axf", "wxf", "club"])
def test_an_idle_repetition_leads_to_a_draw_without_fault(name: str) -> None:
    fen = "r3k4/9/9/9/c8/9/9/9/1R7/5K3 w"

    told = warning(played(fen, LAP), RuleOptions(name))

    assert told is not None
    assert [side.at_fault for side in told.sides] == [False, False]
    assert {side.ending for side in told.sides} == {Ending.REPETITION}
