"""The kinds of aggregates this server runs, for a host that knows none of them."""

from typing import Final

from server.aggregate.kind import AnyKind
from server.direct_messages.kind import MAILBOX
from server.ladder.kind import LADDER
from server.lobby.kind import LOBBY
from server.moderation.kind import MODERATION
from server.news.kind import NEWS
from server.players.kind import NAME, PLAYER
from server.room.kind import ROOM
from server.tournaments.kind import TOURNAMENT
from server.tournaments.lock import TOURNAMENT_LOCK
from server.tv.kind import TV

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
