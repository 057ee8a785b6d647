"""Every message the server may send. Clients ignore types and fields they do not know.

Squares are ``a0`` to ``i9``, moves four characters, times integer milliseconds; `at_ms` and
every moment are the store's time since the Unix epoch (compare with `now_ms` of `welcome`
and `ping`). `version` numbers the events of a room without gaps from 1; `digest` is the
hash of the whole log up to that event, 64 hexadecimal digits: compare it, never compute it.
Every field is always written, except the last two of `board`.
"""

from typing import Final

from xiangqi_server.wire.message_types import any_of, types_in
from xiangqi_server.wire.server import (
    account,
    beside_room,
    boards,
    challenges,
    connection,
    direct_messages,
    feed,
    friends,
    games,
    ladder,
    lessons,
    lines,
    lobby,
    moderation,
    news,
    notices,
    offers,
    profiles,
    ratings,
    reviews,
    room,
    tournaments,
    vacations,
)
from xiangqi_server.wire.server.account import *
from xiangqi_server.wire.server.base import *
from xiangqi_server.wire.server.beside_room import *
from xiangqi_server.wire.server.boards import *
from xiangqi_server.wire.server.challenges import *
from xiangqi_server.wire.server.connection import *
from xiangqi_server.wire.server.direct_messages import *
from xiangqi_server.wire.server.feed import *
from xiangqi_server.wire.server.friends import *
from xiangqi_server.wire.server.games import *
from xiangqi_server.wire.server.ladder import *
from xiangqi_server.wire.server.lessons import *
from xiangqi_server.wire.server.lines import *
from xiangqi_server.wire.server.lobby import *
from xiangqi_server.wire.server.moderation import *
from xiangqi_server.wire.server.news import *
from xiangqi_server.wire.server.notices import *
from xiangqi_server.wire.server.offers import *
from xiangqi_server.wire.server.profiles import *
from xiangqi_server.wire.server.ratings import *
from xiangqi_server.wire.server.reviews import *
from xiangqi_server.wire.server.room import *
from xiangqi_server.wire.server.tournaments import *
from xiangqi_server.wire.server.vacations import *

_TOPICS: Final = (
    connection,
    room,
    beside_room,
    lobby,
    challenges,
    friends,
    direct_messages,
    moderation,
    news,
    account,
    profiles,
    ratings,
    games,
    boards,
    ladder,
    notices,
    tournaments,
    lessons,
    feed,
    lines,
    offers,
    reviews,
    vacations,
)

AnyServerMessage: Final = any_of(types_in(_TOPICS, ServerMessage))
"""A type of each message that these modules define."""
