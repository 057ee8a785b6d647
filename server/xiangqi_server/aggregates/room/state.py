"""A room as a value: all there is to a live game, and nothing that only a node knows.

Only `apply` changes a room; sockets, presence and spectators are elsewhere. A room to which
nothing was ever written is *empty*. Then it waits for a friend, or starts at once; it asks both
players of a found pair whether they are there; it plays, and is over. These are the values of
`Status` below, in their order; a room never goes back to an earlier one.
"""

from enum import StrEnum
from typing import Final

from msgspec import Struct, field

from xiangqi_server.aggregates.room.messages import Warned
from xiangqi_server.aggregates.room.parts import (
    Absence,
    Away,
    BerserkSides,
    ClockFaces,
    Entry,
    Invitation,
    Offers,
    Outcome,
    ReadyCheck,
    Series,
    Timing,
)
from xiangqi_server.aggregates.room.score import Score
from xiangqi_server.aggregates.room.terms import GameTerms, NoClock, Seats
from xiangqi_server.aggregates.room.time_limits import first_move_ms
from xiangqi_server.game.rules.board.by_side import BySide
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.game.rules.game.game import Game

MAX_EVENTS: Final = 4_000
"""How many events a log may have before it takes only moves and the end."""

FIRST_MOVES: Final = 2
"""The first move of each side: until both are played, neither player is bound to the game."""


class Status(StrEnum):
    """Where a room is in its life."""

    EMPTY = "empty"
    WAITING = "waiting"
    READYING = "readying"
    PLAYING = "playing"
    OVER = "over"


class Room(Struct, frozen=True, gc=False):
    """The place of one game; a further field, with a default, comes last (see `records`).

    Fields:
        terms: what was agreed on; they mean nothing while the room is empty.
        score: the moves as people read them, one line per ply.
        absences: None for a player who is here, or a game not played.
        warning: a repetition on its way to a ruling; stands until the next move or the end.
        entries: the players' ratings; None in a casual game, and until it is known.
        berserk: which players gave up half their time, where that is allowed.
        outcome: None until the room is over.
        status: where the room is in its life; it follows from the rest, see `status_of`.
        event_count: how long its log is.
        away: until when each player is on vacation, as far as the room knows.
    """

    id: str
    terms: GameTerms = GameTerms(NoClock())
    seats: Seats = Seats()
    invitation: Invitation = Invitation()
    ready_check: ReadyCheck = ReadyCheck()
    series: Series = Series()
    timing: Timing = Timing()
    game: Game = field(default_factory=Game.start)
    score: Score = field(default_factory=Score)
    offers: Offers = Offers()
    absences: BySide[Absence | None] = BySide(None, None)
    warning: Warned | None = None
    entries: BySide[Entry | None] = BySide(None, None)
    berserk: BerserkSides = BerserkSides()
    outcome: Outcome | None = None
    status: Status = Status.EMPTY
    event_count: int = 0
    away: BySide[Away | None] = BySide(None, None)

    @classmethod
    def empty(cls, room: str) -> "Room":
        """A room that was never opened."""
        return cls(room)

    @property
    def is_on(self) -> bool:
        """Both seats are taken and the game is not over, whether its clock runs or not."""
        return self.status in (Status.READYING, Status.PLAYING)

    def used_ms(self, at_ms: int) -> int:
        """How long the turn of the side to move had lasted at a moment; 0 before the start."""
        timing, status = self.timing, self.status
        if timing.suspended is not None:
            at_ms = min(at_ms, timing.suspended.since_ms)
        if status is Status.OVER and len(self.seats.taken()) > 1:
            at_ms = min(at_ms, timing.ended_at_ms)
        elif status is not Status.PLAYING:
            return 0
        used_ms = at_ms - timing.turn_started_ms
        if timing.leave is not None:
            used_ms -= timing.stood_ms(timing.leave.since_ms, at_ms)
        return max(0, used_ms)

    def flag_at_ms(self) -> int | None:
        """When the side to move runs out of time; None without a running clock."""
        timing = self.timing
        if self.status is not Status.PLAYING or timing.suspended is not None:
            return None
        clock = timing.clock
        allowance_ms = clock.control.allowance_ms(clock.times[self.game.to_move])
        if allowance_ms is None:
            return None
        if timing.leave is not None:
            allowance_ms += timing.leave.until_ms - timing.leave.since_ms
        return max(timing.turn_started_ms + allowance_ms, timing.safe_until_ms)

    def first_move_by_ms(self) -> int | None:
        """When the side to move must have made its first move; None if it need not hurry."""
        if self.game.ply >= FIRST_MOVES or self.flag_at_ms() is None:
            return None
        within_ms = first_move_ms(self.terms.clock)
        if within_ms is None:
            return None
        return max(self.timing.turn_started_ms + within_ms, self.timing.safe_until_ms)

    def flag_fell(self, now_ms: int) -> bool:
        """Whether the side to move is out of time at a moment of the store's time."""
        flag_at_ms = self.flag_at_ms()
        return flag_at_ms is not None and now_ms >= flag_at_ms

    def faces(self, at_ms: int) -> ClockFaces:
        """What both clocks show at a moment of the store's time."""
        clock, flag_at_ms = self.timing.clock, self.flag_at_ms()
        mover, used_ms = self.game.to_move, self.used_ms(at_ms)
        red_ms, black_ms = (used_ms, 0) if mover is Side.RED else (0, used_ms)
        face, (red, black) = clock.control.face, clock.times
        return ClockFaces(
            BySide(face(red, red_ms), face(black, black_ms)),
            running=None if flag_at_ms is None else mover,
            flag_at_ms=flag_at_ms,
        )


def status_of(room: Room) -> Status:
    """Where a room is in its life, as its parts show."""
    if room.outcome is not None:
        return Status.OVER
    seats = room.seats
    if seats.red is None or seats.black is None:
        return Status.EMPTY if seats.red is seats.black else Status.WAITING
    return Status.READYING if room.ready_check.is_open else Status.PLAYING
