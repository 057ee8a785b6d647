"""What all connections of one listener share, so that each holds one reference instead of eight."""

from dataclasses import dataclass

from server.faults import Faults
from server.net.admission import Admission
from server.net.connection_limits import ConnectionLimits
from server.net.flusher import Flusher
from server.net.keepalive import Keepalive, Newcomers
from server.net.limits import ListenerLimits
from server.net.ports import Handler
from server.net.refusals import Refusals
from server.net.timer_wheel import TimerWheel


@dataclass(frozen=True, slots=True, eq=False)
class Shared:
    """The parts of a listener that its connections use."""

    handler: Handler
    limits: ListenerLimits
    wheel: TimerWheel
    flusher: Flusher
    keepalive: Keepalive
    newcomers: Newcomers
    admission: Admission
    connection_limits: ConnectionLimits
    refusals: Refusals
    faults: Faults
