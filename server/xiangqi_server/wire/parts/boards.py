"""Parts of messages about games that are shown as whole positions."""

from msgspec import Struct

from xiangqi_server.wire.parts.games import GameInfo


class ShownBoard(Struct, frozen=True):
    """A board that you watch, in the order in which you asked for them.

    Fields:
        board: what it shows, as you asked for it.
        game: the game that it shows now, or null. It is null for `room:`, too: you know that game.
    """

    board: str
    game: GameInfo | None
