"""Lessons for the connections of a node: answered at once, and nothing is kept."""

from xiangqi_server.api.views.lesson_views import lesson_view
from xiangqi_server.game.lessons.judge import state_of
from xiangqi_server.game.lessons.tasks import TASKS
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.kernel.aggregate.refusal import require
from xiangqi_server.wire import client as wire
from xiangqi_server.wire.refusals import MessageRefusal


def show_task(client: Client, message: wire.Lesson) -> None:
    """Tell how a task stands after some moves.

    Raises:
        Refused: NO_SUCH_TASK.
    """
    tasks = TASKS[message.lesson]
    require(message.task < len(tasks), MessageRefusal.NO_SUCH_TASK)
    state = state_of(tasks[message.task], tuple(message.moves))
    client.send(lesson_view(message, state, client.language))
