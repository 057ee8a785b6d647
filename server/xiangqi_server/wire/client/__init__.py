"""Every message a client may send. Decoding, limits and the protocol's pages are made from these.

`id` is the client's own: the answer (`done` or `refused`) echoes it, and a repeat of an
accepted command is answered, not done again.
"""

from typing import Final

from xiangqi_server.wire.client import (
    account,
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
    notes,
    notices,
    offers,
    profiles,
    ratings,
    reviews,
    room,
    tournaments,
    vacations,
)
from xiangqi_server.wire.client.account import *
from xiangqi_server.wire.client.base import *
from xiangqi_server.wire.client.boards import *
from xiangqi_server.wire.client.challenges import *
from xiangqi_server.wire.client.connection import *
from xiangqi_server.wire.client.direct_messages import *
from xiangqi_server.wire.client.feed import *
from xiangqi_server.wire.client.friends import *
from xiangqi_server.wire.client.games import *
from xiangqi_server.wire.client.ladder import *
from xiangqi_server.wire.client.lessons import *
from xiangqi_server.wire.client.lines import *
from xiangqi_server.wire.client.lobby import *
from xiangqi_server.wire.client.moderation import *
from xiangqi_server.wire.client.news import *
from xiangqi_server.wire.client.notes import *
from xiangqi_server.wire.client.notices import *
from xiangqi_server.wire.client.offers import *
from xiangqi_server.wire.client.profiles import *
from xiangqi_server.wire.client.ratings import *
from xiangqi_server.wire.client.reviews import *
from xiangqi_server.wire.client.room import *
from xiangqi_server.wire.client.tournaments import *
from xiangqi_server.wire.client.vacations import *
from xiangqi_server.wire.message_types import any_of, types_in

_TOPICS: Final = (
    connection,
    room,
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
    notes,
    offers,
    reviews,
    vacations,
)

AnyClientMessage: Final = any_of(types_in(_TOPICS, ClientMessage))
"""A type of each message that these modules define."""
