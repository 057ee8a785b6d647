"""What a room can be asked, what it asks of others, and what can happen in it, by topic.

Commands come from a player (`by`), from another aggregate, or from the node (presence,
downtime, the alarm). Events are numbered facts and are stored for ever: a field with a default
may be added, but none may be changed. Moments are in the store's time, in ms.
"""

from xiangqi_server.aggregates.room.messages.effects import *
from xiangqi_server.aggregates.room.messages.offers import *
from xiangqi_server.aggregates.room.messages.play import *
from xiangqi_server.aggregates.room.messages.presence import *
from xiangqi_server.aggregates.room.messages.ratings import *
from xiangqi_server.aggregates.room.messages.seats import *
from xiangqi_server.aggregates.room.messages.time import *

RoomCommand = (
    SeatCommand | PlayCommand | OfferCommand | PresenceCommand | TimeCommand | RatingCommand
)
RoomEvent = SeatEvent | PlayEvent | OfferEvent | PresenceEvent | TimeEvent | RatingEvent
