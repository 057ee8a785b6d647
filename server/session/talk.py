"""What people say to each other at a room: who may say and read it, and what is kept.

This module hides the manners of the two kinds of talk. The players' is for the seats
alone. The spectators' is theirs while the game is played, and everybody's after its end,
so that nobody advises a player.
"""

from typing import Final

import msgspec

from server.aggregate.refusal import RefusalCode, Refused, require
from server.aggregate.spans import DAY_MS
from server.room.state import Room, Status
from server.rules.board import Side
from server.session.naming import NameOf, as_guest
from server.session.part_views import side_name
from server.session.phrases import phrase_text
from server.session.plain_text import cleaned, grapheme_count
from server.wire import client
from server.wire.parts import ChatLine
from server.wire.terms import AudienceName, Language, PhraseName, SideName

LINE_GRAPHEMES: Final = 140
KEPT_LINES: Final = 200
TOLD_LINES: Final = 50
KEPT_MS: Final = 7 * DAY_MS


class Said(msgspec.Struct, frozen=True, array_like=True):
    """One line as it is kept: whose, from which seat, and the words or the phrase."""

    player: str
    seat: SideName | None
    text: str
    phrase: PhraseName | None


def may_hear(room: Room, seat: Side | None, to: AudienceName) -> bool:
    """Whether the holder of a seat (None: a spectator) reads what is said to `to`."""
    if to == "players":
        return seat is not None
    return seat is None or room.status is Status.OVER


def said(room: Room, player: str, message: client.Chat) -> Said:
    """The line of a message, fit to be kept and shown.

    Raises:
        Refused: who sent it may not say it here, or it says nothing, or too much.
    """
    seat = room.seats.side_of(player)
    _require_may_say(room, seat, message.to)
    is_clear = (message.text is None) != (message.phrase is None)
    require(is_clear, RefusalCode.BAD_MESSAGE, "Send a text or a phrase.")
    text = cleaned(message.text or "")
    require(bool(text) or message.phrase is not None, RefusalCode.EMPTY_TEXT)
    require(grapheme_count(text) <= LINE_GRAPHEMES, RefusalCode.TEXT_TOO_LONG)
    return Said(player, None if seat is None else side_name(seat), text, message.phrase)


def _require_may_say(room: Room, seat: Side | None, to: AudienceName) -> None:
    if to == "players":
        require(seat is not None, RefusalCode.NOT_SEATED)
        require(room.terms.chat, RefusalCode.CHAT_OFF)
    elif not may_hear(room, seat, to):
        raise Refused(RefusalCode.GAME_NOT_OVER)


def chat_line(
    n: int, at_ms: int, line: Said, language: Language, names: NameOf = as_guest
) -> ChatLine:
    """A kept line as its reader gets it: a phrase in the own language."""
    text = line.text if line.phrase is None else phrase_text(line.phrase, language)
    name = names(line.player).name
    return ChatLine(n, at_ms, line.player, name, line.seat, text, line.phrase)


def write_said(line: Said) -> bytes:
    """The bytes of a kept line."""
    return msgspec.msgpack.encode(line)


def read_said(body: bytes) -> Said:
    """The line of kept bytes."""
    return msgspec.msgpack.decode(body, type=Said)
