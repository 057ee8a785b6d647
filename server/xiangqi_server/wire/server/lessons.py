"""What the server sends about the lessons."""

from xiangqi_server.wire.parts import MarkedMove
from xiangqi_server.wire.server.base import ServerMessage
from xiangqi_server.wire.terms import LessonGoal, LessonStatus, MoveObstacle, SideName


class Lesson(ServerMessage, tag="lesson", frozen=True):
    """The answer to `lesson`: a task as it stands after the moves. Black does not answer them.

    Fields:
        lesson, task: those that were asked for.
        tasks: how many the lesson has.
        goal: what is to be done. `reach`: every flag. `capture`: every black piece but the general
            without losing one. `escape` from check, `mate` at once, or `avoid` the move that
            completes a losing cycle.
        fen: the position.
        moves: every move that may be played now, as squares, with a space between two.
        status: `open`, `done` or `failed`.
        flags: the squares that are still to be reached.
        used: how many moves were played.
        fewest: how many are enough.
        solution: moves that do it, as squares with a space between two; "" in `avoid`.
        cycle: of `avoid`, the latest moves, which have been played again and again: from the
            position on and back to it, as squares with a space between two; else "".
        last: the latest move, in `avoid` also the one before the task; null before the first one.
        refused: why the move after them is not legal; it was not played. Else null.
        check: the side that stands in check, or null.
        ruling: of `avoid`, once a move was played: the move that loses, with what the rules say.
    """

    id: str
    lesson: str
    task: int
    tasks: int
    goal: LessonGoal
    fen: str
    moves: str
    status: LessonStatus
    flags: list[str]
    used: int
    fewest: int
    solution: str
    cycle: str
    last: str | None
    refused: MoveObstacle | None
    check: SideName | None
    ruling: MarkedMove | None
