"""Every message the server may send. Clients ignore types and fields they do not know.

Squares are ``a0`` to ``i9``, moves four characters, times integer milliseconds; `at_ms` and
every moment are the store's time since the Unix epoch (compare with `now_ms` of `welcome`
and `ping`). `version` numbers the events of a room without gaps from 1; `digest` is the
hash of the whole log up to that event, 64 hexadecimal digits: compare it, never compute it.
Every field is always written.
"""

from server.wire.server.account import *
from server.wire.server.base import *
from server.wire.server.challenges import *
from server.wire.server.connection import *
from server.wire.server.direct_messages import *
from server.wire.server.friends import *
from server.wire.server.games import *
from server.wire.server.ladder import *
from server.wire.server.lessons import *
from server.wire.server.lobby import *
from server.wire.server.moderation import *
from server.wire.server.news import *
from server.wire.server.profiles import *
from server.wire.server.ratings import *
from server.wire.server.room import *
from server.wire.server.room_events import *
from server.wire.server.tournaments import *
from server.wire.server.tv import *

AnyServerMessage = (
    AnyConnectionMessage
    | AnyRoomMessage
    | AnyRoomEventMessage
    | AnyLobbyMessage
    | AnyChallengesMessage
    | AnyFriendsMessage
    | AnyDirectMessagesMessage
    | AnyModerationMessage
    | AnyNewsMessage
    | AnyAccountMessage
    | AnyProfilesMessage
    | AnyRatingsMessage
    | AnyGamesMessage
    | AnyTvMessage
    | AnyLadderMessage
    | AnyTournamentsMessage
    | AnyLessonsMessage
)
