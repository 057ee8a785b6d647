"""Parts of the messages about a room: clocks, seats, ratings, warnings, ends."""

from typing import Final

from xiangqi_server.aggregates.players.rating import is_provisional
from xiangqi_server.aggregates.room.state import FIRST_MOVES, Room, Status
from xiangqi_server.api.names.naming import NameOf
from xiangqi_server.api.names.shown_ratings import shown_rating
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.game.rules.board.fen import write_fen
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.wire import parts
from xiangqi_server.wire.terms import SideName

_SIDE_NAMES: Final[tuple[SideName, SideName]] = ("red", "black")


def side_name(side: int) -> SideName:
    """The word for a side, 0 for Red."""
    return _SIDE_NAMES[side]


def fen_of(game: Game) -> str:
    """The present position of a game, with its counters."""
    number = game.move_number
    return write_fen(game.position, quiet_plies=game.quiet_plies, move_number=number)


def clock_view(room: Room, at_ms: int) -> parts.Clock:
    """Both clocks as they show at `at_ms`, whose goes on, and until when."""
    faces, is_young = room.faces(at_ms), room.game.ply < FIRST_MOVES
    return parts.Clock(
        red=faces.sides.red,
        black=faces.sides.black,
        running=None if faces.running is None else side_name(faces.running),
        flag_at_ms=faces.flag_at_ms,
        first_move_by_ms=room.first_move_by_ms() if is_young else None,
    )


def seat_view(player: str, names: NameOf) -> parts.Seat:
    """The player of a side."""
    return parts.Seat(player, *names(player).told)


def rating_view(room: Room, side: Side, names: NameOf) -> parts.PlayerRating | None:
    """A side's rating as it is shown: whole points, and by how many the game changed them."""
    entry, player = room.entries[side], room.seats.of(side)
    if entry is None or player is None:
        return None
    rating = parts.PlayerRating(round(entry.points), is_provisional(entry.deviation), entry.change)
    return shown_rating(rating, player, names)


def rating_of(room: Room, side: Side, names: NameOf) -> parts.PlayerRating:
    """The rating of a side, as the event after which `room` stands says; no points if hidden."""
    return rating_view(room, side, names) or parts.PlayerRating(0, provisional=True)


def ready_check_view(room: Room) -> parts.ReadyCheck | None:
    """Until when both are waited for, and which have come; None without a ready-check."""
    if room.status is not Status.READYING:
        return None
    return parts.ReadyCheck(room.ready_check.by_ms, *room.ready_check.is_ready)
