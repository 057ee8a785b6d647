"""How a whole room is written into a snapshot, and read back.

Moves are two bytes each and the score is two texts; the game itself is played again when
a room is read, so what it knows of repetition needs no format of its own. Records are
arrays: a field may be added at the end with a default, and nothing else may change.
"""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from xiangqi_server.aggregates.room.clock.control import SideTime
from xiangqi_server.aggregates.room.clock.pair import start
from xiangqi_server.aggregates.room.messages import Warned
from xiangqi_server.aggregates.room.parts import (
    INVITE_MS,
    Absence,
    BerserkSides,
    Entry,
    Invitation,
    Offer,
    Offers,
    Outcome,
    ReadyCheck,
    Series,
    Suspension,
    Timing,
    Wait,
)
from xiangqi_server.aggregates.room.score import MoveLine, Receipt, Score
from xiangqi_server.aggregates.room.state import Room, status_of
from xiangqi_server.aggregates.room.terms import GameTerms, Seats
from xiangqi_server.game.rules.board.by_side import BySide
from xiangqi_server.game.rules.board.encoding import Move, uci_of
from xiangqi_server.game.rules.game.game import Game

FORMAT: Final = 1

_MOVE_BYTES: Final = 2


class RoomRecord(Struct, frozen=True, array_like=True):
    """A room at one version.

    Fields:
        moves: two bytes per move, the higher first.
        wxf, chinese: the score, one word per move.
        receipts: of each move what its turn took, what was not charged, and the quota left;
            empty in records from before they were kept.
        times: left_ms and periods of Red and of Black, as they stood when the turn began.
        quotas_ms: lag of Red and of Black that may still be compensated.
        offers: what, side (0 Red, 1 Black) and ply of each.
        waits: what, side, refusals and end of each.
        suspended: since when and until when the game waits for its players.
        may_berserk, berserk: whether a side may give up half its time, and which have.
        absences: beginning and end of the countdown of Red and of Black.
    """

    terms: GameTerms
    seats: Seats
    start_fen: str
    moves: bytes
    wxf: str
    chinese: str
    times: BySide[SideTime]
    turn_started_ms: int
    quotas_ms: BySide[int]
    opened_at_ms: int
    ended_at_ms: int
    credited_to_ms: int
    safe_until_ms: int
    offers: tuple[Offer, ...]
    waits: tuple[Wait, ...]
    absences: BySide[Absence | None]
    warning: Warned | None
    outcome: Outcome | None
    previous_room: str | None
    next_room: str | None
    entries: BySide[Entry | None] = BySide(None, None)
    suspended: Suspension | None = None
    origin: str = ""
    waits_ms: int = INVITE_MS
    invited: str | None = None
    points: BySide[int] = BySide(0, 0)
    ready_ms: int = 0
    ready_by_ms: int = 0
    is_ready: BySide[bool] = BySide(red=False, black=False)
    receipts: list[Receipt | None] = []
    lock: str = ""
    event_count: int = 0
    may_berserk: bool = False
    berserk: BySide[bool] = BySide(red=False, black=False)


def to_record(room: Room) -> RoomRecord:
    """The record of a room; its id is the key it is kept under."""
    timing, score = room.timing, list(room.score)
    return RoomRecord(
        terms=room.terms,
        seats=room.seats,
        start_fen=room.game.start_fen,
        moves=b"".join([move.to_bytes(_MOVE_BYTES) for move in room.game.moves]),
        wxf=" ".join([line.wxf for line in score]),
        chinese=" ".join([line.chinese for line in score]),
        times=timing.clock.times,
        turn_started_ms=timing.turn_started_ms,
        quotas_ms=timing.quotas_ms,
        opened_at_ms=timing.opened_at_ms,
        ended_at_ms=timing.ended_at_ms,
        credited_to_ms=timing.credited_to_ms,
        safe_until_ms=timing.safe_until_ms,
        offers=room.offers.open,
        waits=room.offers.waits,
        absences=room.absences,
        warning=room.warning,
        outcome=room.outcome,
        previous_room=room.series.previous,
        next_room=room.series.next,
        entries=room.entries,
        suspended=timing.suspended,
        origin=room.series.origin,
        waits_ms=room.invitation.waits_ms,
        invited=room.invitation.invited,
        points=room.series.points,
        ready_ms=room.ready_check.lasts_ms,
        ready_by_ms=room.ready_check.by_ms,
        is_ready=room.ready_check.is_ready,
        receipts=[line.receipt for line in score],
        lock=room.invitation.lock,
        event_count=room.event_count,
        may_berserk=room.berserk.is_allowed,
        berserk=room.berserk.sides,
    )


def from_record(room: str, record: RoomRecord) -> Room:
    """The room a record was made of."""
    moves = _moves(record.moves)
    receipts = record.receipts or [None] * len(moves)
    written = zip(moves, record.wxf.split(), record.chinese.split(), receipts, strict=True)
    read = Room(
        id=room,
        terms=record.terms,
        seats=record.seats,
        invitation=Invitation(record.waits_ms, record.invited, record.lock),
        ready_check=ReadyCheck(record.ready_ms, record.ready_by_ms, record.is_ready),
        series=Series(record.origin, record.previous_room, record.next_room, record.points),
        timing=Timing(
            replace(start(record.terms.clock), times=record.times, no_increment=record.berserk),
            record.turn_started_ms,
            record.quotas_ms,
            record.opened_at_ms,
            record.ended_at_ms,
            record.credited_to_ms,
            record.safe_until_ms,
            record.suspended,
        ),
        game=_played(record.start_fen, moves),
        score=Score(
            MoveLine(uci_of(move), wxf, chinese, receipt) for move, wxf, chinese, receipt in written
        ),
        offers=Offers(record.offers, record.waits),
        absences=record.absences,
        warning=record.warning,
        entries=record.entries,
        outcome=record.outcome,
        berserk=BerserkSides(record.may_berserk, record.berserk),
        event_count=record.event_count,
    )
    return replace(read, status=status_of(read))


def _moves(packed: bytes) -> list[Move]:
    starts = range(0, len(packed), _MOVE_BYTES)
    return [Move(int.from_bytes(packed[start : start + _MOVE_BYTES])) for start in starts]


def _played(start_fen: str, moves: Iterable[Move]) -> Game:
    game = Game.start(start_fen)
    for move in moves:
        game = game.play(move)
    return game
