"""What messages of the server are made of: seats, clocks, offers, warnings, outcomes, chat."""

from server.wire.parts.account import *
from server.wire.parts.challenges import *
from server.wire.parts.direct_messages import *
from server.wire.parts.friends import *
from server.wire.parts.games import *
from server.wire.parts.ladder import *
from server.wire.parts.lobby import *
from server.wire.parts.moderation import *
from server.wire.parts.news import *
from server.wire.parts.players import *
from server.wire.parts.ratings import *
from server.wire.parts.room import *
from server.wire.parts.rulings import *
from server.wire.parts.tournaments import *
from server.wire.parts.tv import *
