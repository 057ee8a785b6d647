from tests.support.ruling_cases import played
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.game.rules.repetition.evidence import Level
from xiangqi_server.game.rules.repetition.inspector import (
    Inspector,
    acts_throughout,
    level_of,
    victims_throughout,
)
from xiangqi_server.game.rules.repetition.window import repeated_part

LAP = ["b1a1", "a5b5", "a1b1", "b5a5"]
CHASE = "4k4/9/9/9/c8/9/9/9/1R7/5K3 w"


def levels(fen: str, moves: list[str]) -> tuple[Level, Level]:
    window, inspector = repeated_part(played(fen, moves)), Inspector()
    return level_of(window, Side.RED, inspector), level_of(window, Side.BLACK, inspector)


def test_a_chariot_chases_an_unprotected_cannon_directly() -> None:
    assert levels(CHASE, LAP * 2) == (Level.DIRECT_CHASE, Level.NONE)


def test_one_idle_lap_of_the_chaser_clears_it() -> None:
    rest = ["f0f1", "e9e8", "f1f0", "e8e9"]

    assert levels(CHASE, [*LAP, *rest, *LAP]) == (Level.NONE, Level.NONE)


def test_a_cannon_protected_on_one_of_its_points_may_be_chased() -> None:
    fen = "r3k4/9/9/9/c8/9/9/9/1R7/5K3 w"

    assert levels(fen, LAP * 2) == (Level.NONE, Level.NONE)


def test_every_move_a_check_is_perpetual_check() -> None:
    fen = "4k4/9/9/9/9/9/9/9/4A4/R3K3R w"
    moves = ["a0a9", "e9e8", "a9a8", "e8e9", "a8a9", "e9e8", "a9a8", "e8e9", "a8a9"]

    assert levels(fen, moves) == (Level.PERPETUAL_CHECK, Level.NONE)


def test_taking_protection_away_is_a_root_chase() -> None:
    fen = "2ca1k3/4a4/b3b4/2P5P/6p2/1c7/9/B7N/2nR5/2BAK4 w"
    lap = ["c6b6", "e7c5", "b6c6", "c5e7"]

    assert levels(fen, lap * 2) == (Level.ROOT_CHASE, Level.NONE)


def test_an_attack_that_simply_goes_on_chases_nothing() -> None:
    fen = "3k2b2/4P4/4b4/9/8p/6Bc1/6P1P/3AB4/4pp3/1p1K3R1 w"
    lap = ["h0h1", "h4h3", "h1h0", "h3h4"]
    window = repeated_part(played(fen, lap * 2))

    assert victims_throughout(window, Side.RED, Inspector()) == {}


def test_a_side_acts_when_each_move_checks_or_chases_something() -> None:
    window = repeated_part(played(CHASE, LAP * 2))

    assert acts_throughout(window, Side.RED, Inspector())
    assert not acts_throughout(window, Side.BLACK, Inspector())
