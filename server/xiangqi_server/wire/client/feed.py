"""What programs ask of the feed: which games have begun and ended."""

from xiangqi_server.wire.client.base import Request
from xiangqi_server.wire.limits import Position, RoomId


class Feed(Request, tag="feed", frozen=True):
    """Which games have begun and ended, in numbers without gaps. Answer: `feed`.

    Fields:
        since: the number of the last entry you have; the answer has those after it. Without
            it, it has all that are kept.
        game: the room of that entry. If the server has another one there, `reset` says so: its
            store has lost what came last.
    """

    since: Position | None = None
    game: RoomId | None = None
