"""What scores say of moves."""

import pytest

from xiangqi_server.game.records.marks import (
    MATE_CP,
    chances,
    eval_text,
    marks_of,
)


def named(scores: list[int], *, black_began: bool = False, is_quick: bool = False) -> list[str]:
    moves, best = ["h2e2"] * len(scores), ["b2e2"] * len(scores)
    marks = marks_of(scores, moves, best, black_began=black_began, is_quick=is_quick)
    return [f"{mark.ply}{mark.name}" for mark in marks]


def test_a_move_is_marked_by_what_its_side_lost() -> None:
    assert named([0, -100, -100]) == ["0inaccuracy"]
    assert named([0, 0, 150]) == ["1mistake"]
    assert named([0, 0, 300]) == ["1blunder"]
    assert named([0, 300, 0]) == []  # only an engine that looks deeper at last says so
    assert named([0, 0, -300]) == []  # Black's own move helped Black
    assert named([0, -300], black_began=True) == []


def test_a_decided_game_has_few_marks() -> None:
    assert named([1_500, 1_200]) == []
    assert named([MATE_CP - 3, 2_000]) == []
    assert named([MATE_CP - 3, 100]) == ["0blunder"]


def test_a_quick_look_marks_only_what_is_sure() -> None:
    assert named([0, -100], is_quick=True) == []
    assert named([0, -210], is_quick=True) == ["0mistake"]


def test_what_the_engine_would_have_played_is_no_mistake() -> None:
    best = ["h2e2", "h9g7"]

    assert marks_of([0, -300], ["h2e2"], best, black_began=False, is_quick=False) == []


def test_the_curve_is_even_and_ends_at_one() -> None:
    assert chances(0) == 0
    assert chances(-300) == pytest.approx(-chances(300))
    assert chances(MATE_CP) == pytest.approx(1)


def test_scores_are_written_as_pgn_has_them() -> None:
    assert [eval_text(score) for score in (34, -210, MATE_CP - 3, 5 - MATE_CP)] == [
        "0.34",
        "-2.10",
        "#3",
        "#-5",
    ]
