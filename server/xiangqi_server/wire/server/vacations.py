"""What the server sends about your vacation."""

from xiangqi_server.wire.limits import Moment
from xiangqi_server.wire.server.base import ServerMessage


class Vacation(ServerMessage, tag="vacation", frozen=True):
    """The answer to `vacation`.

    Fields:
        left_ms: what you may still take; 30 days come in a year, and no more are kept.
        until_ms: until when you are on vacation; null if you are not.
    """

    id: str
    left_ms: int
    until_ms: Moment | None
