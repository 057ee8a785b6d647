"""Parts of what is told of a room: clocks, seats, ratings, warnings, ends."""

from typing import Final

from server.players.rating import is_provisional
from server.room import messages
from server.room.clock.control import SideClock
from server.room.score import Line
from server.room.state import Entry, Outcome, Room, Status
from server.rules.board import Side
from server.rules.fen import write_fen
from server.rules.game import Game
from server.rules.records import warning_from_record
from server.session.naming import NameOf
from server.session.texts import ending_text
from server.wire import parts
from server.wire.terms import Language, SideName

_SIDE_NAMES: Final[tuple[SideName, SideName]] = ("red", "black")


def side_name(side: int) -> SideName:
    """The word for a side, 0 for Red."""
    return _SIDE_NAMES[side]


def move_line(line: Line) -> parts.MoveLine:
    """A move as it was written down."""
    receipt = None if line.receipt is None else parts.Receipt(*line.receipt)
    return parts.MoveLine(line.uci, line.wxf, line.chinese, receipt)


def fen_of(game: Game) -> str:
    """The present position of a game, with its counters."""
    number = game.move_number
    return write_fen(game.position, quiet_plies=game.quiet_plies, move_number=number)


def clock_view(room: Room, at_ms: int) -> parts.Clock:
    """Both clocks as they show at `at_ms`, whose goes on, and until when."""
    faces = room.faces(at_ms)
    return parts.Clock(
        red=_face(faces.red),
        black=_face(faces.black),
        running=None if faces.running is None else side_name(faces.running),
        flag_at_ms=faces.flag_at_ms,
    )


def _face(face: SideClock) -> parts.SideClock:
    return parts.SideClock(face.left_ms, face.periods, face.turn_ms)


def seat_view(player: str, names: NameOf) -> parts.Seat:
    """Who plays a side."""
    return parts.Seat(player, *names(player))


def rating_view(entry: Entry | None) -> parts.PlayerRating | None:
    """A rating as it is shown: whole points, and by how many the game changed them."""
    if entry is None:
        return None
    return parts.PlayerRating(round(entry.points), is_provisional(entry.deviation), entry.change)


def rating_of(room: Room, side: int) -> parts.PlayerRating:
    """The rating of a side that is known, as the event after which `room` stands says."""
    return rating_view(room.entries[side]) or parts.PlayerRating(0, provisional=True)


def warning_view(
    room: Room, warned: messages.Warned, you: Side | None, language: Language
) -> parts.RepetitionWarning:
    """A warning as the holder of a seat or a spectator reads it."""
    warning = warning_from_record(warned.warning)
    reader = "spectators" if you is None else side_name(you)
    at_fault = [side for side in Side if warning.sides[side].at_fault]
    first, last = warning.window or (0, -1)
    return parts.RepetitionWarning(
        text=warned.texts[reader][language],
        occurrences=warning.occurrences,
        rule_at=warning.occurrences + warning.left,
        side=side_name(at_fault[0]) if len(at_fault) == 1 else None,
        cycle=[room.score[ply].uci for ply in range(first, last + 1)],
        detail=warned.warning,
    )


def outcome_view(end: Outcome | messages.Ended, language: Language) -> parts.Outcome:
    """The end of a game; what the rules said of it stands in the event, the rest is worded here."""
    winner = None if end.winner is None else Side(end.winner)
    text = end.texts.get(language) or ending_text(end.ending, winner, language, end.reason)
    return parts.Outcome(
        winner=None if winner is None else side_name(winner),
        ending=end.ending,
        text=text,
        ruling=end.ruling,
        reason=None if end.reason is None else end.reason.value,
    )


def ready_check_view(room: Room) -> parts.ReadyCheck | None:
    """Until when both are waited for, and who has come; None when nobody is."""
    if room.status is not Status.READYING:
        return None
    return parts.ReadyCheck(room.ready_by_ms, *room.is_ready)
