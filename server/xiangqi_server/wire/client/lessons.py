"""What you do in the lessons."""

from xiangqi_server.wire.client.base import Request
from xiangqi_server.wire.limits import LessonMoves, TaskNumber
from xiangqi_server.wire.terms import LessonName


class Lesson(Request, tag="lesson", frozen=True):
    """Move the pieces of a lesson's task; nothing of it is kept. Answer: `lesson`.

    Fields:
        lesson: its name.
        task: its number in the lesson, from 0.
        moves: all moves of your own so far, as squares. The rules are asked about the last one:
            leave a move out to take it back.
    """

    lesson: LessonName
    task: TaskNumber = 0
    moves: LessonMoves = []
