"""What becomes of a task, move by move."""

import pytest

from xiangqi_server.game.lessons.judge import TaskStatus, state_of
from xiangqi_server.game.lessons.obstacles import Obstacle
from xiangqi_server.game.lessons.tasks import TASKS, Goal, LessonTask
from xiangqi_server.game.rules.board.encoding import Side, uci_of

THREE_FLAGS = TASKS["horse"][1]
ALONE = "3k5/9/9/9/9/9/9/9/4K4/9 w"


def test_flags_are_taken_one_after_the_other_and_black_does_not_answer() -> None:
    begun, first, last = (
        state_of(THREE_FLAGS, moves) for moves in ((), ("e2f4",), ("e2f4", "f4g6", "g6e5"))
    )

    assert (begun.flags, begun.used) == (("f4", "g6", "e5"), 0)
    assert (first.flags, first.used, first.position.side) == (("g6", "e5"), 1, Side.RED)
    assert (last.flags, last.used, last.status) == ((), 3, TaskStatus.DONE)
    assert last.legal_moves() == []


def test_an_illegal_move_is_refused_with_its_reason_and_not_played() -> None:
    state = state_of(THREE_FLAGS, ("e2f4", "f4f5", "f4g6"))

    assert (state.refused, state.used, state.status) == (Obstacle.SHAPE, 1, TaskStatus.OPEN)
    assert state.last is not None
    assert uci_of(state.last) == "e2f4"


def test_who_takes_a_protected_piece_loses_the_own_one() -> None:
    task = LessonTask(Goal.CAPTURE, "3k5/9/3p5/9/9/9/9/9/9/3RK4 w")

    assert state_of(task, ("d0d7",)).status is TaskStatus.DONE
    guarded = LessonTask(Goal.CAPTURE, "4k4/4a4/3p5/9/9/9/9/9/9/3R1K3 w")
    assert state_of(guarded, ("d0d7",)).status is TaskStatus.FAILED


def test_a_mate_is_done_at_once_or_not() -> None:
    mate = TASKS["check"][3]

    assert state_of(mate, ("c2e2",)).status is TaskStatus.DONE
    assert state_of(mate, ("c2c9",)).status is TaskStatus.FAILED


def test_nothing_is_played_after_a_task_is_decided() -> None:
    done = state_of(THREE_FLAGS, ("e2f4", "f4g6", "g6e5"))

    assert state_of(THREE_FLAGS, ("e2f4", "f4g6", "g6e5", "e5f3")) == done


def test_a_cycle_shows_its_ruling_only_once_somebody_has_moved() -> None:
    task = TASKS["repetition"][0]

    assert state_of(task, ()).ruling is None
    assert state_of(task, ("a0a1",)).refused is Obstacle.NOT_YOURS
    assert state_of(task, ("a0a1",)).ruling is None
    assert state_of(task, ("h8h9",)).status is TaskStatus.FAILED
    other = state_of(task, ("h8g8",))
    assert (other.status, other.ruling) == (
        TaskStatus.DONE,
        state_of(task, ("h8h9",)).ruling,
    )


def test_a_general_is_not_taken_even_where_nobody_answered_a_check() -> None:
    task = LessonTask(Goal.REACH, "3k5/9/9/9/9/9/9/9/9/R3K4 w", flags=("i0",))
    state = state_of(task, ("a0d0",))

    assert "d0d9" not in [uci_of(move) for move in state.legal_moves()]
    assert state_of(task, ("a0d0", "d0d9")).refused is Obstacle.GENERAL


@pytest.mark.parametrize("text", ["zz99", ""])
def test_what_names_no_squares_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match="not a move"):
        state_of(LessonTask(Goal.REACH, ALONE, flags=("e0",)), (text,))
