"""Every task can be done, in as few moves as it says, and no cycle is completed by another move."""

from collections import deque

import pytest

from xiangqi_server.game.lessons.judge import RULES, TaskState, TaskStatus, state_of
from xiangqi_server.game.lessons.tasks import TASKS, Goal, LessonTask
from xiangqi_server.game.rules.adjudication.adjudication import judge
from xiangqi_server.game.rules.board.encoding import Side, move_from_uci, uci_of
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.rulesets import RuleOptions, current_version

ALL = [
    pytest.param(task, id=f"{lesson} {number}")
    for lesson, tasks in TASKS.items()
    for number, task in enumerate(tasks)
    if task.goal is not Goal.AVOID
]
CYCLES = TASKS["repetition"]


def fewest_moves(task: LessonTask) -> int:
    """The length of the shortest way to do a task."""
    seen = set()
    ways: deque[tuple[str, ...]] = deque([()])
    while ways:
        way = ways.popleft()
        state = state_of.__wrapped__(task, way)
        if state.status is TaskStatus.DONE:
            return len(way)
        if state.status is TaskStatus.OPEN and (known := (state.position, state.flags)) not in seen:
            seen.add(known)
            ways.extend((*way, uci_of(move)) for move in state.legal_moves())
    raise AssertionError("the task cannot be done")


@pytest.mark.parametrize("task", ALL)
def test_a_task_is_open_and_done_in_as_few_moves_as_it_says(task: LessonTask) -> None:
    begun = state_of(task, ())

    assert (begun.status, begun.position.side) == (TaskStatus.OPEN, Side.RED)
    assert fewest_moves(task) == task.fewest == len(task.solution)
    assert state_of(task, task.solution).status is TaskStatus.DONE


@pytest.mark.parametrize("task", [task for task in TASKS["check"] if task.goal is Goal.ESCAPE])
def test_who_is_to_escape_stands_in_check(task: LessonTask) -> None:
    assert state_of(task, ()).position.in_check()


@pytest.mark.parametrize("task", CYCLES, ids=range(len(CYCLES)))
def test_in_a_cycle_one_move_loses_and_all_others_do_not(task: LessonTask) -> None:
    game = Game.start(task.fen, composed=True)
    for text in task.history:
        game = game.play(move_from_uci(text))
    terms = RuleOptions(RULES, current_version(RULES))
    ruled = {move: judge(game.play(move), terms) for move in game.legal_moves()}
    losing = [uci_of(move) for move, ruling in ruled.items() if ruling is not None]

    states: dict[str, TaskState] = {
        uci_of(move): state_of(task, (uci_of(move),)) for move in game.legal_moves()
    }

    assert [uci for uci, state in states.items() if state.status is TaskStatus.FAILED] == losing
    assert len(losing) == 1
    assert task.latest_cycle[0] == losing[0]
    turned = game
    for text in task.latest_cycle:
        turned = turned.play(move_from_uci(text))
    assert turned.position == game.position
    assert all(state.status is not TaskStatus.OPEN for state in states.values())
    ruling = ruled[move_from_uci(losing[0])]
    assert ruling is not None
    assert ruling.winner is Side.BLACK
    assert {state.ruling for state in states.values()} == {(move_from_uci(losing[0]), ruling)}
