"""How a whole room is written into a snapshot, and read back.

Moves are two bytes each and the score is two texts; the game itself is played again when
a room is read, so what it knows of repetition needs no format of its own. Records are
arrays: a field may be added at the end with a default, and nothing else may change.
"""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from server.room.clock.control import SideTime
from server.room.clock.pair import start
from server.room.messages import DeclineReason, OfferKind, Warned
from server.room.score import Line, Receipt, Score
from server.room.state import (
    INVITE_MS,
    Absence,
    Entry,
    Offer,
    Outcome,
    Room,
    Suspension,
    Wait,
)
from server.room.terms import Seats, Terms
from server.rules.board import Move, Side, uci_of
from server.rules.game import Game

FORMAT: Final = 1

_MOVE_BYTES: Final = 2


class EntryRecord(Struct, frozen=True, array_like=True):
    """Points and deviation a player came with, and after the game, and points just before that."""

    points: float
    deviation: float
    after: float | None = None
    after_deviation: float | None = None
    before: float | None = None


class OutcomeRecord(Struct, frozen=True, array_like=True):
    """An outcome; `winner` is 0 for Red, 1 for Black."""

    winner: int | None
    ending: str
    ruling: dict[str, object] | None
    texts: dict[str, str]
    reason: DeclineReason | None = None


class RoomRecord(Struct, frozen=True, array_like=True):
    """A room at one version.

    Fields:
        moves: two bytes a move, the higher first.
        wxf, chinese: the score, one word a move.
        receipts: of each move what its turn took, what was not charged, and the quota left;
            empty in records from before they were kept.
        times: left_ms and periods of Red and of Black, as they stood when the turn began.
        quotas_ms: lag of Red and of Black that may still be compensated.
        offers: what, side (0 Red, 1 Black) and ply of each.
        waits: what, side, refusals and end of each.
        suspended: since when and until when the game waits for its players.
        absences: beginning and end of the countdown of Red and of Black.
    """

    terms: Terms
    seats: Seats
    start_fen: str
    moves: bytes
    wxf: str
    chinese: str
    times: tuple[tuple[int, int], tuple[int, int]]
    turn_started_ms: int
    quotas_ms: tuple[int, int]
    opened_at_ms: int
    ended_at_ms: int
    credited_to_ms: int
    safe_until_ms: int
    offers: list[tuple[OfferKind, int, int]]
    waits: list[tuple[OfferKind, int, int, int]]
    absences: tuple[tuple[int, int] | None, tuple[int, int] | None]
    warning: Warned | None
    outcome: OutcomeRecord | None
    previous_room: str | None
    next_room: str | None
    entries: tuple[EntryRecord | None, EntryRecord | None] = (None, None)
    suspended: tuple[int, int] | None = None
    origin: str = ""
    waits_ms: int = INVITE_MS
    invited: str | None = None
    points: tuple[int, int] = (0, 0)
    ready_ms: int = 0
    ready_by_ms: int = 0
    is_ready: tuple[bool, bool] = (False, False)
    receipts: list[tuple[int, int, int] | None] = []


def freeze(room: Room) -> RoomRecord:
    """The record of a room; its id is the key it is kept under."""
    return RoomRecord(
        terms=room.terms,
        seats=room.seats,
        start_fen=room.game.start_fen,
        moves=b"".join(move.to_bytes(_MOVE_BYTES) for move in room.game.moves),
        wxf=" ".join(line.wxf for line in room.score),
        chinese=" ".join(line.chinese for line in room.score),
        times=(room.clock.red, room.clock.black),
        turn_started_ms=room.turn_started_ms,
        quotas_ms=room.quotas_ms,
        opened_at_ms=room.opened_at_ms,
        ended_at_ms=room.ended_at_ms,
        credited_to_ms=room.credited_to_ms,
        safe_until_ms=room.safe_until_ms,
        offers=[(offer.what, int(offer.side), offer.ply) for offer in room.offers],
        waits=[(w.what, int(w.side), w.refusals, w.until_ms) for w in room.waits],
        absences=(_freeze_absence(room.absences[0]), _freeze_absence(room.absences[1])),
        warning=room.warning,
        outcome=_freeze_outcome(room.outcome),
        previous_room=room.previous_room,
        next_room=room.next_room,
        entries=(_freeze_entry(room.entries[0]), _freeze_entry(room.entries[1])),
        suspended=room.suspended,
        origin=room.origin,
        waits_ms=room.waits_ms,
        invited=room.invited,
        points=room.points,
        ready_ms=room.ready_ms,
        ready_by_ms=room.ready_by_ms,
        is_ready=room.is_ready,
        receipts=[line.receipt for line in room.score],
    )


def thaw(room: str, record: RoomRecord) -> Room:
    """The room a record was made of."""
    moves = _moves(record.moves)
    receipts = record.receipts or [None] * len(moves)
    written = zip(moves, record.wxf.split(), record.chinese.split(), receipts, strict=True)
    return Room(
        id=room,
        terms=record.terms,
        seats=record.seats,
        game=_played(record.start_fen, moves),
        clock=start(record.terms.clock).showing(*(SideTime(*time) for time in record.times)),
        turn_started_ms=record.turn_started_ms,
        quotas_ms=record.quotas_ms,
        score=Score(
            Line(uci_of(move), wxf, chinese, None if receipt is None else Receipt(*receipt))
            for move, wxf, chinese, receipt in written
        ),
        offers=tuple(Offer(what, Side(side), ply) for what, side, ply in record.offers),
        waits=tuple(
            Wait(what, Side(side), refusals, until_ms)
            for what, side, refusals, until_ms in record.waits
        ),
        absences=(_thaw_absence(record.absences[0]), _thaw_absence(record.absences[1])),
        warning=record.warning,
        outcome=_thaw_outcome(record.outcome),
        opened_at_ms=record.opened_at_ms,
        ended_at_ms=record.ended_at_ms,
        credited_to_ms=record.credited_to_ms,
        safe_until_ms=record.safe_until_ms,
        previous_room=record.previous_room,
        next_room=record.next_room,
        entries=(_thaw_entry(record.entries[0]), _thaw_entry(record.entries[1])),
        suspended=None if record.suspended is None else Suspension(*record.suspended),
        origin=record.origin,
        waits_ms=record.waits_ms,
        invited=record.invited,
        points=record.points,
        ready_ms=record.ready_ms,
        ready_by_ms=record.ready_by_ms,
        is_ready=record.is_ready,
    )


def _moves(packed: bytes) -> list[Move]:
    starts = range(0, len(packed), _MOVE_BYTES)
    return [Move(int.from_bytes(packed[start : start + _MOVE_BYTES])) for start in starts]


def _played(start_fen: str, moves: Iterable[Move]) -> Game:
    game = Game.start(start_fen)
    for move in moves:
        game = game.play(move)
    return game


def _freeze_absence(absence: Absence | None) -> tuple[int, int] | None:
    return None if absence is None else (absence.since_ms, absence.claimable_at_ms)


def _thaw_absence(record: tuple[int, int] | None) -> Absence | None:
    return None if record is None else Absence(*record)


def _freeze_entry(entry: Entry | None) -> EntryRecord | None:
    if entry is None:
        return None
    return EntryRecord(
        entry.points, entry.deviation, entry.after, entry.after_deviation, entry.before
    )


def _thaw_entry(record: EntryRecord | None) -> Entry | None:
    if record is None:
        return None
    return Entry(
        record.points, record.deviation, record.after, record.after_deviation, record.before
    )


def _freeze_outcome(outcome: Outcome | None) -> OutcomeRecord | None:
    if outcome is None:
        return None
    winner = None if outcome.winner is None else int(outcome.winner)
    return OutcomeRecord(winner, outcome.ending, outcome.ruling, outcome.texts, outcome.reason)


def _thaw_outcome(record: OutcomeRecord | None) -> Outcome | None:
    if record is None:
        return None
    winner = None if record.winner is None else Side(record.winner)
    return Outcome(winner, record.ending, record.ruling, record.texts, record.reason)
