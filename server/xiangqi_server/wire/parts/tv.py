"""Parts of messages about the TV."""

from msgspec import Struct

from xiangqi_server.wire.parts.games import GameInfo


class Channel(Struct, frozen=True):
    """A channel of the TV.

    Fields:
        channel: a speed, or `top`: the best game of all.
        game: what it shows.
    """

    channel: str
    game: GameInfo
