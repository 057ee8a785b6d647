"""A move that waits for its ply: when it may be set, and what is kept of it.

A premove is bound to the number of a ply, and its text is read only when that ply has come. It
is in no log and in no digest; only its owner hears of it.
"""

from enum import Enum
from typing import Final

import msgspec

from xiangqi_server.aggregates.room.decisions.preconditions import require_playing, seat_of
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.state import Room, Status
from xiangqi_server.game.rules.board.encoding import move_from_uci, uci_of
from xiangqi_server.kernel.aggregate.refusal import RefusalCode, require
from xiangqi_server.kernel.aggregate.spans import DAY_MS
from xiangqi_server.texts.refusals import refusal_text
from xiangqi_server.wire import client, server
from xiangqi_server.wire.terms import Language

KEPT_MS: Final = 30 * DAY_MS
"""Longer than any turn may last."""


class Premove(msgspec.Struct, frozen=True, array_like=True):
    """A premove as it is kept.

    Fields:
        ref: of the command that set it.
        made_at_ms: the store's time at which it arrived; the turn is charged until then.
    """

    ply: int
    text: str
    ref: str
    made_at_ms: int


def premove(room: Room, player: str, message: client.Premove, ref: str, now_ms: int) -> Premove:
    """The premove of a message: for the player's next ply, which is this one or the one after it.

    One of the present ply came a moment late; it is charged until `now_ms`, like any move.

    Raises:
        Refused: there is no such ply.
    """
    side = seat_of(room, player)
    require_playing(room)
    next_ply = room.game.ply if side is room.game.to_move else room.game.ply + 1
    require(message.ply == next_ply, RoomRefusal.STALE_PLY)
    return Premove(message.ply, message.text, ref, now_ms)


class Fate(Enum):
    """What is to be done with a premove as its room stands."""

    WAITS = 0
    IS_DUE = 1
    IS_VOID = 2


def fate_of(waiting: Premove, room: Room, player: str) -> Fate:
    """What is to be done with a player's premove: its ply is to come, has come, or cannot come."""
    is_mover = player == room.seats.of(room.game.to_move)
    is_next = waiting.ply == room.game.ply + (not is_mover)
    if room.status is not Status.PLAYING or not is_next:
        return Fate.IS_VOID
    return Fate.IS_DUE if is_mover else Fate.WAITS


def is_overtaken(code: RefusalCode) -> bool:
    """Whether a premove was refused only because the game went on without it: that is no news."""
    return code in (RoomRefusal.STALE_PLY, RoomRefusal.GAME_OVER, RoomRefusal.NOT_YOUR_TURN)


def premove_view(room: str, set_: Premove | None) -> server.Premove:
    """What its owner gets of a premove that stands, or (None) of its absence."""
    if set_ is None:
        return server.Premove(room, None, None, None)
    return server.Premove(room, set_.ply, set_.text, _squares(set_.text))


def dropped_view(
    room: str, dropped: Premove, code: RefusalCode, language: Language
) -> server.Premove:
    """What its owner gets when a premove could not be played."""
    reason = refusal_text(code, language)
    squares = _squares(dropped.text)
    return server.Premove(room, dropped.ply, dropped.text, squares, code.value, reason)


def write_premove(kept: Premove) -> bytes:
    """The bytes of a premove."""
    return msgspec.msgpack.encode(kept)


def read_premove(body: bytes) -> Premove:
    """The premove of kept bytes."""
    return msgspec.msgpack.decode(body, type=Premove)


def _squares(text: str) -> str | None:
    try:
        return uci_of(move_from_uci(text))
    except ValueError:
        return None
