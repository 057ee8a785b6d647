"""Which player may act in a room, and when: the checks with which most commands begin."""

from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.state import MAX_EVENTS, Room, Status
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.kernel.aggregate.refusal import Refused, require


def seat_of(room: Room, player: str) -> Side:
    """The side `player` holds.

    Raises:
        Refused: NOT_SEATED.
    """
    side = room.seats.side_of(player)
    if side is None:
        raise Refused(RoomRefusal.NOT_SEATED)
    return side


def require_log_space(room: Room) -> None:
    """Go on unless the log is so long that it takes only moves, and the end.

    Raises:
        Refused: LOG_FULL.
    """
    require(room.event_count < MAX_EVENTS, RoomRefusal.LOG_FULL)


def require_in_time(room: Room, now_ms: int) -> None:
    """Go on unless the flag of the side to move has fallen: then only the alarm still counts.

    Raises:
        Refused: FLAG_FELL.
    """
    require(not room.flag_fell(now_ms), RoomRefusal.FLAG_FELL)


def require_playing(room: Room) -> None:
    """Go on if the game runs.

    Raises:
        Refused: NOT_STARTED or GAME_OVER.
    """
    status = room.status
    is_begun = status not in (Status.WAITING, Status.READYING)
    require(is_begun, RoomRefusal.NOT_STARTED)
    require(status is not Status.OVER, RoomRefusal.GAME_OVER)


def require_on(room: Room) -> None:
    """Go on if moves can be made: the game runs, or it waits for its players to show up.

    Raises:
        Refused: NOT_STARTED or GAME_OVER.
    """
    status = room.status
    require(status is not Status.WAITING, RoomRefusal.NOT_STARTED)
    require(status is not Status.OVER, RoomRefusal.GAME_OVER)
