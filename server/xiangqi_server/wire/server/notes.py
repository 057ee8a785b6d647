"""What the server sends of your private note on a game."""

from xiangqi_server.wire.server.base import ServerMessage


class Note(ServerMessage, tag="note", frozen=True):
    """The answer to `note`.

    Fields:
        text: "" if you have none.
    """

    id: str
    room: str
    text: str
