"""What all connections of one listener share, so that each holds one reference instead of eight."""

from dataclasses import dataclass

from server.faults import Faults
from server.net.connection_limits import ConnectionLimits
from server.net.flusher import Flusher
from server.net.keepalive import Keepalive, Newcomers
from server.net.limits import ListenerLimits
from server.net.ports import Handler
from server.net.refusals import Refusals
from server.net.timer_wheel import TimerWheel
from server.net.turn_budget import TurnBudget


@dataclass(frozen=True, slots=True, eq=False)
class Shared:
    """The parts of a listener that its connections use.

    Fields:
        connection_budget: how many come or go in a turn of the loop.
        message_budget: how many are read in a turn, beside those who are read for the first time.
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
