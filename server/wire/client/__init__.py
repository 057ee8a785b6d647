"""Every message a client may send. Decoding, limits and `PROTOCOL.md` are made from these types.

`id` is the client's own: the answer (`done` or `refused`) echoes it, and a repeat of an
accepted command is answered, not done again.
"""

from server.wire.client.account import *
from server.wire.client.base import *
from server.wire.client.challenges import *
from server.wire.client.connection import *
from server.wire.client.direct_messages import *
from server.wire.client.friends import *
from server.wire.client.games import *
from server.wire.client.ladder import *
from server.wire.client.lessons import *
from server.wire.client.lobby import *
from server.wire.client.moderation import *
from server.wire.client.news import *
from server.wire.client.profiles import *
from server.wire.client.ratings import *
from server.wire.client.room import *
from server.wire.client.tournaments import *
from server.wire.client.tv import *

AnyClientMessage = (
    AnyConnectionMessage
    | AnyRoomMessage
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
