"""What becomes of a task after some moves, by the rules that games are played by.

Nothing is kept: the same moves give the same answer, so an answer is made once.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Final

from xiangqi_server.game.lessons.obstacles import Obstacle, obstacle
from xiangqi_server.game.lessons.tasks import Goal, LessonTask
from xiangqi_server.game.rules.adjudication.adjudication import judge
from xiangqi_server.game.rules.board.encoding import (
    GENERAL,
    SQUARE_NAMES,
    Board,
    Move,
    Side,
    move_from_uci,
    role_of,
    side_of,
    target_of,
)
from xiangqi_server.game.rules.board.fen import read_fen
from xiangqi_server.game.rules.board.position import Position
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.repetition.ruling import Ruling
from xiangqi_server.game.rules.rulesets import RuleOptions, current_version

RULES: Final = "axf"
"""The rule set by which cycles are judged: the one that games have unless players choose."""
KEPT: Final = 2_048
KEPT_RULINGS: Final = 64


class TaskStatus(StrEnum):
    """How a task stands."""

    OPEN = "open"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class TaskState:
    """A task after some moves.

    Fields:
        position: as it stands, with the side to move.
        flags: the squares still to be reached.
        used: how many moves were played.
        last: the latest of them, or the one that led to the task.
        refused: why the move after them is not legal; it was not played.
        ruling: of a cycle, once a move was played: the one that completes it, and what the rules
            say of it.
    """

    position: Position
    status: TaskStatus = TaskStatus.OPEN
    flags: tuple[str, ...] = ()
    used: int = 0
    last: Move | None = None
    refused: Obstacle | None = None
    ruling: tuple[Move, Ruling] | None = None

    def legal_moves(self) -> list[Move]:
        """What may be played now: nothing once the task is decided."""
        if self.status is not TaskStatus.OPEN:
            return []
        legal = self.position.legal_moves()
        return [move for move in legal if obstacle(self.position, move) is None]


@lru_cache(maxsize=KEPT)
def state_of(task: LessonTask, moves: tuple[str, ...]) -> TaskState:
    """A task after these moves, as squares; what follows an illegal or deciding one is not played.

    Raises:
        ValueError: a move does not name two squares.
    """
    if task.goal is Goal.AVOID:
        return _avoided(task, moves)
    state = TaskState(read_fen(task.fen, composed=True), flags=task.flags)
    for text in moves:
        if state.status is not TaskStatus.OPEN or state.refused is not None:
            break
        state = _played(task.goal, state, move_from_uci(text))
    return state


def _played(goal: Goal, state: TaskState, move: Move) -> TaskState:
    refused = obstacle(state.position, move)
    if refused is not None:
        return replace(state, refused=refused)
    after = state.position.after(move)
    target = SQUARE_NAMES[target_of(move)]
    flags = tuple(flag for flag in state.flags if flag != target)
    status = _status(goal, after, flags, move)
    if status is TaskStatus.OPEN:
        after = Position(after.board, Side.RED)  # Black does not answer
    return replace(
        state, position=after, status=status, flags=flags, used=state.used + 1, last=move
    )


def _status(goal: Goal, after: Position, flags: tuple[str, ...], move: Move) -> TaskStatus:
    """What a legal move has made of a task; Black is to move in `after`."""
    is_done = False
    match goal:
        case Goal.REACH:
            is_done = not flags
        case Goal.CAPTURE:
            if any(target_of(reply) == target_of(move) for reply in after.legal_moves()):
                return TaskStatus.FAILED
            is_done = not _victims(after.board)
        case Goal.ESCAPE:
            is_done = True
        case Goal.MATE | Goal.AVOID:
            return TaskStatus.FAILED if after.has_legal_move() else TaskStatus.DONE
    return TaskStatus.DONE if is_done else TaskStatus.OPEN


def _victims(board: Board) -> bool:
    """Whether a black piece is left besides the general."""
    return any(
        piece and side_of(piece) is Side.BLACK and role_of(piece) != GENERAL for piece in board
    )


def _avoided(task: LessonTask, moves: tuple[str, ...]) -> TaskState:
    """A task in which one move of a game is to be found that completes no losing cycle."""
    game = _game(task)
    state = TaskState(game.position, last=game.moves[-1])
    if not moves:
        return state
    move = move_from_uci(moves[0])
    refused = obstacle(game.position, move)
    if refused is not None:
        return replace(state, refused=refused)
    losing, ruling = _ruling(task)
    status = TaskStatus.FAILED if move == losing else TaskStatus.DONE
    after = game.play(move).position
    return TaskState(after, status, used=1, last=move, ruling=(losing, ruling))


def _game(task: LessonTask) -> Game:
    game = Game.start(task.fen, composed=True)
    for text in task.history:
        game = game.play(move_from_uci(text))
    return game


@lru_cache(maxsize=KEPT_RULINGS)
def _ruling(task: LessonTask) -> tuple[Move, Ruling]:
    """The move that goes on with the cycle, and what the rules say of it; no other completes it."""
    game = _game(task)
    move = move_from_uci(task.cycle[task.plies % len(task.cycle)])
    ruling = judge(game.play(move), RuleOptions(RULES, current_version(RULES)))
    if ruling is None:
        raise AssertionError("the task has no losing cycle")
    return move, ruling
