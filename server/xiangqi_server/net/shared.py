"""What all connections of one listener share, so that each holds one reference instead of eight."""

from dataclasses import dataclass

from xiangqi_server.kernel.faults import Faults
from xiangqi_server.net.connection_limits import ConnectionLimits
from xiangqi_server.net.flusher import Flusher
from xiangqi_server.net.http.bodies import Bodies
from xiangqi_server.net.keepalive import Keepalive, Newcomers
from xiangqi_server.net.limits import ListenerLimits
from xiangqi_server.net.ports import Handler
from xiangqi_server.net.refusals import Refusals
from xiangqi_server.net.timer_wheel import TimerWheel
from xiangqi_server.net.turn_budget import TurnBudget


@dataclass(frozen=True, slots=True, eq=False)
class Shared:
    """The parts of a listener that its connections use.

    Fields:
        connection_budget: those who come or go in a turn of the loop.
        message_budget: those who are read in a turn, beside those who are read for the first time.
    """

    handler: Handler
    limits: ListenerLimits
    wheel: TimerWheel
    flusher: Flusher
    keepalive: Keepalive
    newcomers: Newcomers
    connection_budget: TurnBudget
    message_budget: TurnBudget
    connection_limits: ConnectionLimits
    refusals: Refusals
    faults: Faults
    bodies: Bodies
