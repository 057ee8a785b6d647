"""Chat at a room: its writers, its readers, and what is kept.

The players' chat is for the seats alone. The spectators' is theirs while the game is played, and
everybody's after its end, so that no spectator advises a player.
"""

from typing import Final, get_args

import msgspec

from xiangqi_server.aggregates.players.text.plain_text import cleaned, grapheme_count
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.state import Room, Status
from xiangqi_server.aggregates.room.terms import CorrespondenceClock
from xiangqi_server.api.names.naming import NameOf, as_guest
from xiangqi_server.api.room.room_part_views import side_name
from xiangqi_server.game.rules.board.by_side import BySide
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, Refused, require
from xiangqi_server.kernel.aggregate.spans import DAY_MS
from xiangqi_server.texts.phrases import phrase_text
from xiangqi_server.wire import client
from xiangqi_server.wire.parts import ChatLine
from xiangqi_server.wire.terms import AudienceName, Language, PhraseName, SideName

LINE_GRAPHEMES: Final = 140
KEPT_LINES: Final = 200
TOLD_LINES: Final = 50
LIVE_MS: Final = 7 * DAY_MS
"""How long what is said in a live game is kept after the last line."""
AFTER_GAME_MS: Final = 30 * DAY_MS
"""How long what is said in a game by days is kept after its end, or after the last line."""
PUT_OFF_MS: Final = 30 * DAY_MS
"""By how much a flag by days may move without a move: vacation, outages, time that is given."""


NOTE_STREAMS: Final = BySide("note.red", "note.black")
"""Where the private note of the player of a side is kept, beside what is said to audiences."""
KEPT_STREAMS: Final[tuple[str, ...]] = (*get_args(AudienceName), *NOTE_STREAMS)
"""All that is kept of what people write in a room."""


class ChatMessage(msgspec.Struct, frozen=True, array_like=True):
    """One line as it is kept: its author and seat, and the words or the phrase."""

    player: str
    seat: SideName | None
    text: str
    phrase: PhraseName | None


def goes_on_by_days(room: Room) -> bool:
    """Whether a room may be quiet for weeks and go on: what was said there has to last."""
    return isinstance(room.terms.clock, CorrespondenceClock) and room.status is not Status.OVER


def kept_ms(room: Room, now_ms: int) -> int:
    """How long what is said in a room is kept from now, unless more is said or it is opened again.

    A game by days goes on for months, and its players open it for each move. So that is as long as
    the turn may last, and the time after a game.
    """
    if not isinstance(room.terms.clock, CorrespondenceClock):
        return LIVE_MS
    if not goes_on_by_days(room):
        return AFTER_GAME_MS
    flag_at_ms = room.flag_at_ms() if room.status is Status.PLAYING else None
    left_ms = 0 if flag_at_ms is None else max(0, flag_at_ms - now_ms)
    return left_ms + PUT_OFF_MS + AFTER_GAME_MS


def can_read(room: Room, seat: Side | None, to: AudienceName) -> bool:
    """Whether the holder of a seat (None: a spectator) reads what is said to `to`."""
    if to == "players":
        return seat is not None
    return seat is None or room.status is Status.OVER


def chat_message(room: Room, player: str, message: client.Chat) -> ChatMessage:
    """The line of a message, fit to be kept and shown.

    Raises:
        Refused: the sender may not say it here, or it says nothing, or too much.
    """
    seat = room.seats.side_of(player)
    _require_can_send(room, seat, message.to)
    is_clear = (message.text is None) != (message.phrase is None)
    require(is_clear, CommonRefusal.BAD_MESSAGE, "Send a text or a phrase.")
    text = "" if message.text is None else line_text(message.text)
    return ChatMessage(player, None if seat is None else side_name(seat), text, message.phrase)


def line_text(sent: str) -> str:
    """The words of a line, fit to be kept and shown.

    Raises:
        Refused: it says nothing, or too much.
    """
    text = cleaned(sent)
    require(bool(text), CommonRefusal.EMPTY_TEXT)
    is_short = grapheme_count(text) <= LINE_GRAPHEMES
    require(is_short, CommonRefusal.TEXT_TOO_LONG, f"At most {LINE_GRAPHEMES} characters.")
    return text


def _require_can_send(room: Room, seat: Side | None, to: AudienceName) -> None:
    if to == "players":
        require(seat is not None, RoomRefusal.NOT_SEATED)
        require(room.terms.chat, RoomRefusal.CHAT_OFF)
    elif not can_read(room, seat, to):
        raise Refused(RoomRefusal.GAME_NOT_OVER)


def chat_line(
    n: int, at_ms: int, line: ChatMessage, language: Language, names: NameOf = as_guest
) -> ChatLine:
    """A kept line as its reader gets it: a phrase in the reader's language."""
    text = line.text if line.phrase is None else phrase_text(line.phrase, language)
    name, _, bot = names(line.player).told
    return ChatLine(n, at_ms, line.player, name, line.seat, text, line.phrase, bot)


def write_message(line: ChatMessage) -> bytes:
    """The bytes of a kept line."""
    return msgspec.msgpack.encode(line)


def read_message(body: bytes) -> ChatMessage:
    """The line of kept bytes."""
    return msgspec.msgpack.decode(body, type=ChatMessage)
