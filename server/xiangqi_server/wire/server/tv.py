"""What the server sends about the TV."""

from xiangqi_server.wire.parts import Channel, GameInfo
from xiangqi_server.wire.server.base import ServerMessage


class TvOn(ServerMessage, tag="tv", frozen=True):
    """The answer to `watch_tv`.

    Fields:
        channels: what each shows; one that shows nothing is not among them.
    """

    id: str
    channels: list[Channel]


class TvChanged(ServerMessage, tag="tv_changed", frozen=True):
    """A channel shows something else.

    Fields:
        channel: a speed, or `top`.
        game: what it shows now, null if nothing.
    """

    channel: str
    game: GameInfo | None
