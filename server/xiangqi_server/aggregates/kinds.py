"""The kinds of aggregates this server runs, for a host that knows none of them."""

from typing import Final

from xiangqi_server.aggregates.direct_messages.kind import MAILBOX
from xiangqi_server.aggregates.feed.kind import FEED
from xiangqi_server.aggregates.ladder.kind import LADDER
from xiangqi_server.aggregates.lobby.kind import LOBBY
from xiangqi_server.aggregates.moderation.kind import MODERATION
from xiangqi_server.aggregates.news.kind import NEWS
from xiangqi_server.aggregates.notices.kind import NOTICES
from xiangqi_server.aggregates.players.kind import NAME, PLAYER
from xiangqi_server.aggregates.reviews.kind import REVIEW
from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.tournaments.at_boards.names import TOURNAMENT_NAMES
from xiangqi_server.aggregates.tournaments.kind import TOURNAMENT
from xiangqi_server.aggregates.tournaments.password import TOURNAMENT_PASSWORD
from xiangqi_server.aggregates.tv.kind import TV
from xiangqi_server.kernel.aggregate.kind import AnyKind

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
    NOTICES,
    REVIEW,
    FEED,
    TOURNAMENT,
    TOURNAMENT_PASSWORD,
    TOURNAMENT_NAMES,
)
