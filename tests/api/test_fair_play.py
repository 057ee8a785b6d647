"""What a game says of how a player played, and how it compares."""

import random
from collections.abc import Sequence

from xiangqi_server.aggregates.reviews.state import Review
from xiangqi_server.aggregates.room.score import Receipt, Score, line_of
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.api.fair_play import (
    LEAST_PEERS,
    Measured,
    compared,
    figures_of,
    percentile,
    spread,
)
from xiangqi_server.computers.decisions import pause_ms
from xiangqi_server.game.rules.board.encoding import Side, move_from_uci
from xiangqi_server.game.rules.game.game import Game

LAP = ("a0a1", "a9a8", "a1a0", "a8a9")
PLIES = 32


def a_room(times_ms: Sequence[int]) -> Room:
    """A game of 32 moves that took so long."""
    game, lines = Game.start(), []
    for ply, spent_ms in enumerate(times_ms):
        uci = LAP[ply % len(LAP)]
        game = game.play(move_from_uci(uci))
        lines.append(line_of(uci, "", "", Receipt(spent_ms, 0, 0)))
    return Room("4k2m9x7q", game=game, score=Score(lines))


def a_review(best: str, scores: Sequence[int], *, is_quick: bool = False) -> Review:
    """A review that says so of each position."""
    return Review(
        "4k2m9x7q", PLIES, scores=tuple(scores), best=best * (PLIES + 1), is_quick=is_quick
    )


def test_flat_times_have_no_spread_and_tenths_of_fast_moves_count_little() -> None:
    assert spread([1_000] * 4) == 0
    assert spread([10, 90]) == 267
    assert spread([1_000, 9_000]) == 784


def test_the_first_move_and_premoves_are_left_out() -> None:
    black = [90_000, 0, *[400, 600] * 7]
    times_ms = [ms for own in black for ms in (5_000, own)]
    figures = figures_of(a_room(times_ms), Review("4k2m9x7q"), Side.BLACK)

    assert figures == Measured({"time_spread": 167, "fast_moves": 500})


def test_a_computer_at_the_pace_of_a_person_stands_out_by_its_rhythm() -> None:
    chance = random.Random(8)
    times_ms = [pause_ms(ply, 600_000, chance.random()) for ply in range(60)]
    persons = [Measured({"time_spread": value}) for value in range(300, 1_500, 50)]

    (rhythm, _) = compared(figures_of(a_room(times_ms), Review("4k2m9x7q"), Side.RED), persons)

    assert (rhythm.name, rhythm.percentile) == ("time_spread", 0)


def test_moves_of_the_engine_are_counted_after_the_opening_where_nothing_is_decided() -> None:
    room = a_room([0] * PLIES)
    even = figures_of(room, a_review("a0a1", [0] * (PLIES + 1)), Side.RED)
    decided = figures_of(room, a_review("a0a1", [400] * (PLIES + 1)), Side.RED)
    falling = [-9 * ply for ply in range(PLIES + 1)]

    assert even == Measured({"best_moves": 500, "loss": 0})
    assert decided == Measured({})
    assert figures_of(room, a_review("a1a0", falling), Side.RED).values["loss"] == 17
    assert figures_of(room, a_review("a9a8", falling), Side.BLACK).values["loss"] == 0


def test_a_percentile_counts_lower_ones_and_half_of_the_equal() -> None:
    others = [100] * LEAST_PEERS + [300] * LEAST_PEERS
    assert [percentile(value, others) for value in (50, 100, 200, 300, 400)] == [0, 25, 50, 75, 100]
    assert percentile(50, others[1:LEAST_PEERS]) is None


def test_a_quick_review_is_compared_with_quick_ones_alone() -> None:
    own = Measured({"time_spread": 200, "best_moves": 700}, is_quick=True)
    full = [Measured({"time_spread": 300, "best_moves": 400})] * LEAST_PEERS
    told = {figure.name: figure for figure in compared(own, [*full, own])}

    assert (told["time_spread"].among, told["best_moves"].among) == (LEAST_PEERS + 1, 1)
    assert told["time_spread"].percentile == 5
    assert told["best_moves"].percentile is None
