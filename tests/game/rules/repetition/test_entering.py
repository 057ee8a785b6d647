"""The move that enters a loop is counted as one of it, where the terms say so."""

import pytest

from xiangqi_server.game.rules.adjudication.adjudication import banned_moves, judge, warning
from xiangqi_server.game.rules.board.encoding import move_from_uci, uci_of
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.repetition.ruling import Ending
from xiangqi_server.game.rules.rulesets import RuleOptions
from xiangqi_server.texts.rulings.telling import tell_warning

OUTSIDE = "3k5/9/R8/9/9/9/9/9/9/4K4 w"
ENTERS = "a7a9 d9d8 a9a8 d8d9"
CHECKS = "a8a9 d9d8 a9a8 d8d9"
COUNTED = [RuleOptions(name, entering=True) for name in ("axf", "wxf", "cxa", "club")]


def after(fen: str, *parts: str) -> Game:
    """The game after these moves."""
    game = Game.start(fen)
    for word in " ".join(parts).split():
        game = game.play(move_from_uci(word))
    return game


def ruled_after(fen: str, line: str, terms: RuleOptions) -> tuple[int, str] | None:
    """After how many plies a line is ruled on, and how."""
    game = Game.start(fen)
    for word in line.split():
        game = game.play(move_from_uci(word))
        if ruling := judge(game, terms):
            return game.ply, ruling.verdict
    return None


@pytest.mark.parametrize("terms", COUNTED, ids=lambda terms: terms.name)
def test_six_checks_lose_where_the_first_of_them_enters_the_loop(terms: RuleOptions) -> None:
    line = f"{ENTERS} {CHECKS} {CHECKS} {CHECKS}"

    assert ruled_after(OUTSIDE, line, terms) == (12, "red_loses")
    assert ruled_after(OUTSIDE, line, terms._replace(entering=False)) == (13, "red_loses")
    assert ruled_after(OUTSIDE, line, terms._replace(strict=True)) == (8, "red_loses")


@pytest.mark.parametrize("terms", COUNTED, ids=lambda terms: terms.name)
def test_the_last_check_is_warned_of_and_the_ruling_shows_every_lap(terms: RuleOptions) -> None:
    game = after(OUTSIDE, ENTERS, CHECKS, "a8a9 d9d8")

    told = warning(game, terms)
    ruling = judge(after(OUTSIDE, ENTERS, CHECKS, CHECKS), terms)

    assert told is not None
    assert [(uci_of(move.move), move.after_reply) for move in told.sides.red.losing] == [
        ("a9a8", True)
    ]
    assert ruling is not None
    assert (ruling.ending, ruling.occurrences) == (Ending.PERPETUAL_CHECK, 3)
    assert ruling.window == (0, 11)


def test_a_capture_that_enters_is_not_counted() -> None:
    line = f"{ENTERS} {CHECKS} {CHECKS} {CHECKS}"
    capturing = OUTSIDE.replace("3k5/9", "n2k5/9")

    assert ruled_after(capturing, line, COUNTED[0]) == (13, "red_loses")


def test_a_soldier_that_steps_into_the_loop_is_counted() -> None:
    """Its step opens the first check, and no later move undoes it."""
    fen = "9/RP1k5/9/9/9/9/9/9/9/4K4 w"
    lap = "d8d7 a8a7 d7d8 a7a8"

    assert ruled_after(fen, f"b8b9 {lap} {lap} {lap}", COUNTED[0]) == (12, "red_loses")


def test_an_entering_move_that_is_no_offence_leaves_the_count_as_it_was() -> None:
    fen = "3k5/R8/9/9/9/9/9/9/9/4K4 w"
    line = f"a8b8 d9d8 b8a8 d8d9 {CHECKS} {CHECKS} {CHECKS} {CHECKS}"

    both = [ruled_after(fen, line, COUNTED[0]._replace(entering=on)) for on in (True, False)]

    assert both[0] == both[1]


def test_what_would_be_ruled_on_is_forbidden_by_the_same_count() -> None:
    terms = RuleOptions("axf", forbid=True, entering=True)
    game = after(OUTSIDE, ENTERS, CHECKS, CHECKS)

    assert judge(game, terms) is None
    assert [uci_of(move) for move in banned_moves(game, terms)] == ["a8a9"]
    assert judge(game, terms._replace(forbid=False)) is not None


@pytest.mark.parametrize(
    ("fen", "line"),
    [
        (OUTSIDE, f"{ENTERS} {CHECKS} {CHECKS} {CHECKS}"),
        ("n2k5/9/R8/9/9/9/9/9/9/4K4 w", f"{ENTERS} {CHECKS} {CHECKS} {CHECKS}"),
        ("9/RP1k5/9/9/9/9/9/9/9/4K4 w", "b8b9" + " d8d7 a8a7 d7d8 a7a8" * 4),
        (
            "9/9/3k5/9/9/9/N3c4/9/4K4/r8 w",
            "a3c2 e3g3 c2a3 g3e3" + " e1e2 e3g3 e2e1 g3e3" * 3,
        ),
        ("3k5/9/9/9/9/9/9/9/R7r/4K4 w", "a1a2 d9d8" + " a2a3 i1i2 a3a2 i2i1" * 4),
        ("3k5/9/9/9/9/9/9/9/R7r/4K4 w", "a1a2" + " i1i2 a2a3 i2i1 a3a2" * 4),
    ],
)
@pytest.mark.parametrize("terms", COUNTED, ids=lambda terms: terms.name)
@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("entering", [False, True])
def test_a_warning_tells_the_count_that_its_ruling_will_tell(
    fen: str, line: str, terms: RuleOptions, *, strict: bool, entering: bool
) -> None:
    game = Game.start(fen)
    counts: list[int] = []
    terms = terms._replace(strict=strict, entering=entering)
    for word in line.split():
        game = game.play(move_from_uci(word))
        ruling = judge(game, terms)
        if ruling is not None:
            assert counts
            assert set(counts) == {ruling.occurrences}
            return
        told = warning(game, terms)
        if told is not None and told.sides.red.deed is not None:
            counts.append(told.occurrences + told.left)
            text = tell_warning(told, game.position, "en", None)
            assert ("before it occurs again" in text) == (told.left == 0)
    pytest.fail("the line is not ruled on")
