"""What all connections of one listener share, so that each holds one reference instead of seven."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from server.net.doorkeeper import Doorkeeper
from server.net.limits import Limits
from server.net.ports import Handler
from server.net.refusals import Refusals
from server.net.roster import Roster
from server.net.wheel import Wheel

if TYPE_CHECKING:
    from server.net.writing import Flusher  # which serves connections that have a wiring


@dataclass(frozen=True, slots=True, eq=False)
class Wiring:
    """The parts of a listener that its connections use."""

    handler: Handler
    limits: Limits
    wheel: Wheel
    flusher: "Flusher"
    roster: Roster
    doorkeeper: Doorkeeper
    refusals: Refusals
