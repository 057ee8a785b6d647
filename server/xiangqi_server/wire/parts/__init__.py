"""What messages of the server are made of: seats, clocks, offers, warnings, outcomes, chat."""

from xiangqi_server.wire.parts.account import *
from xiangqi_server.wire.parts.boards import *
from xiangqi_server.wire.parts.challenges import *
from xiangqi_server.wire.parts.direct_messages import *
from xiangqi_server.wire.parts.feed import *
from xiangqi_server.wire.parts.friends import *
from xiangqi_server.wire.parts.games import *
from xiangqi_server.wire.parts.ladder import *
from xiangqi_server.wire.parts.lines import *
from xiangqi_server.wire.parts.lobby import *
from xiangqi_server.wire.parts.moderation import *
from xiangqi_server.wire.parts.news import *
from xiangqi_server.wire.parts.notices import *
from xiangqi_server.wire.parts.offers import *
from xiangqi_server.wire.parts.players import *
from xiangqi_server.wire.parts.ratings import *
from xiangqi_server.wire.parts.reviews import *
from xiangqi_server.wire.parts.room import *
from xiangqi_server.wire.parts.rulings import *
from xiangqi_server.wire.parts.tournaments import *
