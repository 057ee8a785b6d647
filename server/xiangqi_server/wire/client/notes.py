"""Your private note on a game."""

from xiangqi_server.wire.client.base import Request
from xiangqi_server.wire.limits import NoteText, RoomId


class Note(Request, tag="note", frozen=True):
    """See your own note on a game in which you have a seat. Answer: `note`."""

    room: RoomId


class SetNote(Request, tag="set_note", frozen=True):
    """Keep a note on a game in which you have a seat, in place of the one before. Answer: `done`.

    It is read by you alone, on every device, and lives as long as what is said in the game.

    Fields:
        text: cleaned like all texts; "" for no note.
    """

    room: RoomId
    text: NoteText
