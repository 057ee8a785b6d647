"""A task of a lesson as it is sent."""

from xiangqi_server.game.lessons.judge import TaskState
from xiangqi_server.game.lessons.tasks import TASKS
from xiangqi_server.game.rules.board.encoding import Side, uci_of
from xiangqi_server.game.rules.board.fen import write_fen
from xiangqi_server.texts.rulings.telling import tell_ruling
from xiangqi_server.wire import client, parts, server
from xiangqi_server.wire.terms import Language, SideName

_SIDES: dict[Side, SideName] = {Side.RED: "red", Side.BLACK: "black"}


def lesson_view(asked: client.Lesson, state: TaskState, language: Language) -> server.Lesson:
    """The answer to `asked`, whose task stands so."""
    tasks = TASKS[asked.lesson]
    task = tasks[asked.task]
    position = state.position
    return server.Lesson(
        id=asked.id,
        lesson=asked.lesson,
        task=asked.task,
        tasks=len(tasks),
        goal=task.goal,
        fen=write_fen(position),
        moves=" ".join([uci_of(move) for move in state.legal_moves()]),
        status=state.status,
        flags=list(state.flags),
        used=state.used,
        fewest=task.fewest,
        solution=" ".join(task.solution),
        cycle=" ".join(task.latest_cycle),
        last=None if state.last is None else uci_of(state.last),
        refused=state.refused,
        check=_SIDES[position.side] if position.in_check() else None,
        ruling=_ruling_view(state, language),
    )


def _ruling_view(state: TaskState, language: Language) -> parts.MarkedMove | None:
    if state.ruling is None:
        return None
    move, ruling = state.ruling
    return parts.MarkedMove(uci_of(move), tell_ruling(ruling, language))
