"""What the server sends of games that begin and end."""

from xiangqi_server.wire.parts import FeedEntry
from xiangqi_server.wire.server.base import ServerMessage


class Feed(ServerMessage, tag="feed", frozen=True):
    """The answer to `feed`.

    Fields:
        rows: the oldest first, at most 100; ask on with the number of the last one.
        last: the number of the latest entry of all.
        reset: the rows do not continue what you have: entries between are not kept any more, or
            those that you have are lost. `games` has all games that are over.
    """

    id: str
    rows: list[FeedEntry]
    last: int
    reset: bool
