"""The rulings on every published and constructed case, and the laws that hold for all."""

import pytest

from tests.support.ruling_cases import (
    FLIPPED_VERDICTS,
    Case,
    all_cases,
    colour_flipped,
    mirrored,
    played,
    settled_cases,
)
from xiangqi_server.game.rules.adjudication.adjudication import (
    LONGEST_GAME,
    banned_moves,
    judge,
)
from xiangqi_server.game.rules.board.encoding import Move, Side, make_move, move_from_uci, uci_of
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.repetition.inspector import Inspector
from xiangqi_server.game.rules.repetition.ruling import Ending, Ruling
from xiangqi_server.game.rules.repetition.window import repeated_part
from xiangqi_server.game.rules.rulesets import RULE_SET_NAMES, RuleOptions

CHASE = "4k4/9/9/9/c8/9/9/9/1R7/5K3 w"
LAP = ("b1a1", "a5b5", "a1b1", "b5a5")


def told(ruling: Ruling | None) -> str:
    """The verdict as the case files have it: a checkmate on the board is not a ruling."""
    if ruling is None or ruling.ending is Ending.CHECKMATE:
        return "none"
    return ruling.verdict


def verdict_on(case: Case) -> str:
    return told(judge(case.game(), RuleOptions(case.rule_set, rule_at=3)))


@pytest.mark.parametrize("case", settled_cases(), ids=lambda case: f"{case.id}-{case.rule_set}")
def test_the_published_verdict_is_ours(case: Case) -> None:
    terms = RuleOptions(case.rule_set, rule_at=3)
    banned = {uci_of(move) for move in banned_moves(case.game(), terms)}

    assert verdict_on(case) == case.verdict
    assert case.forbidden <= banned
    assert not case.allowed & banned


def test_left_and_right_make_no_difference() -> None:
    for case in all_cases():
        assert verdict_on(mirrored(case)) == verdict_on(case), case.id


def test_the_sides_make_no_difference() -> None:
    for case in all_cases():
        expected = FLIPPED_VERDICTS.get(verdict_on(case), verdict_on(case))

        assert verdict_on(colour_flipped(case)) == expected, case.id


def test_bans_are_mirrored_with_the_position() -> None:
    for case in settled_cases():
        terms = RuleOptions(case.rule_set, rule_at=3)
        for image in (mirrored(case), colour_flipped(case)):
            assert image.forbidden <= {
                uci_of(move) for move in banned_moves(image.game(), terms)
            }, case.id


def test_it_does_not_matter_where_a_cycle_is_entered() -> None:
    for case in settled_cases():
        if case.rule_set not in ("axf", "wxf", "club") or not case.cycle_plies:
            continue
        if case.verdict == "none":
            continue
        game = case.game()
        terms = RuleOptions(case.rule_set, rule_at=3)
        for ply in range(game.ply - case.cycle_plies, game.ply - 1):
            game = game.play(game.move_at(ply))

            assert told(judge(game, terms)) == case.verdict, (case.id, ply)


def test_an_idle_lap_in_the_cycle_clears_the_loser() -> None:
    cleared = 0
    for case in settled_cases():
        if case.rule_set != "axf" or case.verdict not in FLIPPED_VERDICTS:
            continue
        loser = Side.RED if case.verdict == "red_loses" else Side.BLACK
        rested = _with_idle_lap(case, loser)
        if rested is None:
            continue
        ruling = judge(rested, RuleOptions(rule_at=4))
        cleared += 1

        assert ruling is None or ruling.loser is not loser, case.id

    assert cleared > 50


def _with_idle_lap(case: Case, loser: Side) -> Game | None:
    """The line with one lap more, in which the loser does nothing that could accuse it."""
    game = case.game()
    for move in game.legal_moves():
        after = game.play(move)
        for answer in after.legal_moves():
            lap = [move, answer, _back(move), _back(answer)]
            rested = _played_on(game, lap)
            if rested is not None and _is_idle(rested, loser):
                return rested
    return None


def _is_idle(game: Game, side: Side) -> bool:
    window, inspector = repeated_part(game), Inspector()
    for index in range(len(window.moves) - 4, len(window.moves)):
        before, after = window.boards[index], window.boards[index + 1]
        if window.side_at(index) is not side or inspector.checks(after, side):
            continue
        if not any(
            inspector.chases(before, after, side, window.moves[index], square)
            for square in range(90)
            if after[square] and after[square] >> 3 != side and after[square] & 7 > 1
        ):
            return True
    return False


def _back(move: Move) -> Move:
    return make_move(move & 127, move >> 7)


def _played_on(game: Game, moves: list[Move]) -> Game | None:
    occurrences = game.occurrences
    for move in moves:
        if not game.is_legal(move) or game.position.board[move & 127]:
            return None
        game = game.play(move)
    return game if game.occurrences == occurrences + 1 else None


def test_live_play_rules_at_the_fourth_occurrence_and_strict_terms_at_the_third() -> None:
    twice, thrice = played(CHASE, LAP * 2), played(CHASE, LAP * 3)

    assert judge(twice, RuleOptions("axf")) is None
    assert told(judge(twice, RuleOptions("axf", strict=True))) == "red_loses"
    assert told(judge(thrice, RuleOptions("axf"))) == "red_loses"


def test_no_legal_move_loses() -> None:
    mate = Game.start("3k1R3/4R4/9/9/9/9/9/9/9/4K4 b")
    stuck = Game.start("3k5/4P4/9/9/9/9/9/9/9/4K4 b")

    assert judge(mate, RuleOptions()) == Ruling("axf", 1, Ending.CHECKMATE, "1", 1, Side.RED)
    assert judge(stuck, RuleOptions()) == Ruling("axf", 1, Ending.STALEMATE, "2", 1, Side.RED)


@pytest.mark.parametrize("name", RULE_SET_NAMES)
def test_generals_with_guards_alone_draw(name: str) -> None:
    ruling = judge(Game.start("3k5/4a4/9/9/9/9/9/9/4A4/4K1B2 w"), RuleOptions(name))

    assert ruling is not None
    assert (ruling.verdict, ruling.ending) == ("draw", Ending.BARE_MATERIAL)


def _quiet_game(plies: int) -> Game:
    """Two chariots that walk apart for as long as asked, and never stand as before."""
    game = Game.start("r3k4/9/9/9/9/9/9/9/9/3K4R w")
    walks = {Side.RED: 0, Side.BLACK: 0}
    while game.ply < plies:
        fresh = [move for move in game.legal_moves() if _is_fresh(game, move)]
        walks[game.to_move] += 1
        game = game.play(fresh[walks[game.to_move] % len(fresh)])
    return game


def _is_fresh(game: Game, move: Move) -> bool:
    after = game.play(move)
    return (
        after.occurrences == 1
        and not after.in_check()
        and not game.position.board[move & 127]
        and after.has_legal_move()
    )


def test_sixty_moves_without_a_capture_are_a_draw() -> None:
    assert judge(_quiet_game(119), RuleOptions()) is None

    ruling = judge(_quiet_game(120), RuleOptions())

    assert ruling == Ruling("axf", 1, Ending.NATURAL_LIMIT, "N", 1, None, (0, 119))


def test_terms_name_another_natural_limit_or_none() -> None:
    fifty, none = RuleOptions(natural_limit=50), RuleOptions("itsyourturn", natural_limit=0)
    lap = ("a8b8", "i1i2", "b8a8", "i2i1")
    long = _walks(Game.start(WITH_CHARIOTS), lap, LONGEST_GAME - 1)

    assert judge(_quiet_game(99), fifty) is None
    assert judge(_quiet_game(120), none) is None
    assert judge(long, none) is None
    rulings = [judge(_quiet_game(100), fifty), judge(_walks(long, lap[3:], 1), none)]

    assert [ruling and ruling.ending for ruling in rulings] == [Ending.NATURAL_LIMIT] * 2


@pytest.mark.parametrize(
    ("counters", "before", "after"),
    [("119 60", None, (0, 0)), ("118 60", None, None), ("120 61", (), (0, 0)), ("0 1", None, None)],
)
def test_the_limit_counts_from_the_plies_that_the_start_tells(
    counters: str, before: tuple[int, ...] | None, after: tuple[int, ...] | None
) -> None:
    start = Game.start(f"3k5/R8/9/9/9/9/9/9/8r/4K4 w - - {counters}")

    rulings = [judge(game, RuleOptions()) for game in (start, start.play(move_from_uci("a8b8")))]

    assert [ruling and (ruling.ending, ruling.window or ()) for ruling in rulings] == [
        window if window is None else (Ending.NATURAL_LIMIT, window) for window in (before, after)
    ]


def _walks(game: Game, lap: tuple[str, ...], plies: int) -> Game:
    for number in range(plies):
        game = game.play(move_from_uci(lap[number % len(lap)]))
    return game


WITH_CHARIOTS = "3k5/R8/9/9/9/9/9/9/8r/4K4 w"
RED_CHECKS = ("a8a9", "d9d8", "a9a8", "d8d9")
BLACK_CHECKS = ("i1i0", "f0f1", "i0i1", "f1f0")
IDLE = ("i1i2", "a8b8", "i2i1", "b8a8")
ONLY_THE_LIMIT = RuleOptions("itsyourturn")


def test_checks_of_one_side_put_the_limit_off_for_nobody() -> None:
    game = _walks(Game.start(WITH_CHARIOTS), RED_CHECKS, 119)

    assert judge(game, ONLY_THE_LIMIT) is None
    ruling = judge(game.play(move_from_uci("d8d9")), ONLY_THE_LIMIT)

    assert ruling is not None
    assert (ruling.ending, ruling.window) == (Ending.NATURAL_LIMIT, (0, 119))


def test_of_the_claiming_side_checks_beyond_the_tenth_do_not_count() -> None:
    game = _walks(Game.start(WITH_CHARIOTS), RED_CHECKS, 24)  # Red has checked twelve times
    game = game.play(move_from_uci("e0f0"))
    game = _walks(game, BLACK_CHECKS, 28)  # and Black fourteen times
    rest = 2 * 62 - 2 - game.ply
    before = _walks(game, IDLE, rest)

    assert judge(before, ONLY_THE_LIMIT) is None
    ruling = judge(_walks(game, IDLE, rest + 1), ONLY_THE_LIMIT)

    assert ruling is not None
    assert (ruling.ending, ruling.window) == (Ending.NATURAL_LIMIT, (0, 122))
