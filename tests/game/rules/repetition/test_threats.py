import pytest

from xiangqi_server.game.rules.board.encoding import SQUARE_NAMES, Side
from xiangqi_server.game.rules.board.fen import read_fen
from xiangqi_server.game.rules.repetition.threats import (
    NOBODY,
    AttackKind,
    can_take,
    is_protected,
    may_be_chased,
    weigh,
    why_false,
)


def at(name: str) -> int:
    return SQUARE_NAMES.index(name)


def weighed(fen: str, attacker: str, victim: str, side: Side = Side.RED) -> tuple[AttackKind, str]:
    board = read_fen(fen, composed=True).board
    kind, witness = weigh(board, side, at(attacker), at(victim))
    return kind, "" if witness == NOBODY else SQUARE_NAMES[witness]


@pytest.mark.parametrize(
    ("fen", "attacker", "victim", "expected"),
    [
        pytest.param(
            "4k4/9/9/9/c8/9/9/9/R8/5K3 w", "a1", "a5", (AttackKind.FREE, ""), id="unprotected"
        ),
        pytest.param(
            "r3k4/9/9/9/c8/9/9/9/R8/5K3 w", "a1", "a5", (AttackKind.PROTECTED, "a9"), id="rooted"
        ),
        pytest.param("r3k4/9/9/9/r8/9/9/1N7/9/5K3 w", "b2", "a5", None, id="a horse out of reach"),
        pytest.param(
            "4k4/9/9/9/1r7/9/N8/1r7/9/5K3 w", "a3", "b5", (AttackKind.STRONG, ""), id="horse"
        ),
        pytest.param(
            "r3k4/9/9/9/r8/9/P8/C8/9/5K3 w", "a2", "a5", (AttackKind.STRONG, ""), id="cannon"
        ),
        pytest.param(
            "4k4/9/9/9/r8/9/9/9/R8/5K3 w", "a1", "a5", (AttackKind.EXCHANGE, "a5"), id="like"
        ),
        pytest.param(
            "2b1k4/4a4/4r4/9/9/4R4/9/9/9/3K1A3 w",
            "e4",
            "e7",
            (AttackKind.PROTECTED, "c9"),
            id="a protected chariot is no exchange but protected",
        ),
        pytest.param(
            "3k5/9/9/3N5/9/2c6/9/9/9/3K5 w",
            "d6",
            "c4",
            (AttackKind.PINNED, "d9"),
            id="leaving would open the file of the generals",
        ),
        pytest.param(
            "4k4/4r4/9/9/4R3c/9/9/9/9/4K4 w",
            "e5",
            "i5",
            (AttackKind.PINNED, "e8"),
            id="a pinned piece may not take another",
        ),
        pytest.param(
            "4k4/9/4c4/9/4n4/4R4/9/9/9/4K4 w",
            "e4",
            "e5",
            (AttackKind.PINNED, "e7"),
            id="nor along its line, under a cannon",
        ),
        pytest.param(
            "4k4/9/9/9/9/3Cp3n/9/4r4/9/4K4 w",
            "d4",
            "i4",
            (AttackKind.FREE, ""),
            id="a free cannon takes over its screen",
        ),
        pytest.param(
            "4k4/4r4/9/9/4R4/9/9/9/9/4K4 w",
            "e5",
            "e8",
            (AttackKind.EXCHANGE, "e8"),
            id="and its pinner it may take",
        ),
        pytest.param(
            "2bak4/9/4b4/9/6c2/6R2/4c4/4C4/4N4/3AKA3 w",
            "g4",
            "g5",
            (AttackKind.FREE, "e7"),
            id="a false root",
        ),
    ],
)
def test_an_attack_is_weighed_by_playing_the_capture(
    fen: str, attacker: str, victim: str, expected: tuple[AttackKind, str] | None
) -> None:
    if expected is None:
        board = read_fen(fen, composed=True).board

        assert not can_take(board, Side.RED, at(attacker), at(victim))
        return

    assert weighed(fen, attacker, victim) == expected


def test_what_bars_a_false_root_is_named() -> None:
    board = read_fen("2bak4/9/4b4/9/6c2/6R2/4c4/4C4/4N4/3AKA3 w").board

    bar = why_false(board, Side.RED, at("g4"), at("g5"), at("e7"))

    assert SQUARE_NAMES[bar] == "e2"


def test_a_check_that_was_there_before_neither_forbids_nor_unroots() -> None:
    fen = "3k5/9/9/9/c3r4/9/9/9/R8/4K4 w"  # Red stands in check and is asked all the same

    assert weighed(fen, "a1", "a5") == (AttackKind.PROTECTED, "e5")


def test_a_protected_chariot_is_spared_only_where_the_rule_set_says_so() -> None:
    board = read_fen("r3k4/9/9/9/r8/9/P8/C8/9/5K3 w", composed=True).board

    kind, _ = weigh(board, Side.RED, at("a2"), at("a5"), spare_chariot=False)

    assert kind is AttackKind.PROTECTED
    assert is_protected(board, Side.RED, at("a2"), at("a5"))


@pytest.mark.parametrize(
    ("square", "is_prey"),
    [("e9", False), ("a5", False), ("a4", True), ("i5", True), ("i4", False), ("d9", True)],
)
def test_generals_and_soldiers_at_home_are_no_victims(square: str, is_prey: bool) -> None:
    board = read_fen("3ak4/9/9/9/p7P/p7P/9/9/9/3K5 w", composed=True).board

    assert may_be_chased(board, at(square)) is is_prey
