"""The kinds of aggregates this server runs, for a host that knows none of them."""

from typing import Final

from xiangqi_server.aggregate.kind import AnyKind
from xiangqi_server.direct_messages.kind import MAILBOX
from xiangqi_server.ladder.kind import LADDER
from xiangqi_server.lobby.kind import LOBBY
from xiangqi_server.moderation.kind import MODERATION
from xiangqi_server.news.kind import NEWS
from xiangqi_server.players.kind import NAME, PLAYER
from xiangqi_server.room.kind import ROOM
from xiangqi_server.tournaments.kind import TOURNAMENT
from xiangqi_server.tournaments.lock import TOURNAMENT_LOCK
from xiangqi_server.tv.kind import TV

KINDS: Final[tuple[AnyKind, ...]] = (
    ROOM,
    LOBBY,
    PLAYER,
    NAME,
    MAILBOX,
    MODERATION,
    NEWS,
    LADDER,
    TV,
    TOURNAMENT,
    TOURNAMENT_LOCK,
)
