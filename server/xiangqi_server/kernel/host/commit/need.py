"""What must be known before anything is decided on an aggregate, in one place.

Theory of operation. `Needs.need` names the first thing that is missing, in the order in which it
has to be provided. The pipeline serves what needs nothing, or only to be read for the first time;
the worker waits for everything else, one need after another. So a further condition is written
here, and nowhere else.

Whether a command asks a question that is worked out off the loop is not among them: that is known
only when the command is decided (see `aggregate.decision.Unanswered`).
"""

from collections.abc import Awaitable
from enum import Enum, auto

from xiangqi_server.kernel.host.commit.command_queue import CommandQueue
from xiangqi_server.kernel.host.hooks import Hook
from xiangqi_server.kernel.host.outages.downtime import Downtime
from xiangqi_server.kernel.host.view import AnyView
from xiangqi_server.kernel.store.port import StoreAccess


class Need(Enum):
    """One thing that is missing."""

    GATHER = auto()
    """More commands: an aggregate that many nodes write is not written too often."""
    HEARTBEAT = auto()
    """A heartbeat: this node was silent, so there may be an outage that it does not know."""
    READ = auto()
    """The log: the replica was never loaded, is not followed, or may lag behind."""
    HEAR = auto()
    """The publications that have come."""
    FIND_OUT = auto()
    """The answer to `queue.found_out`."""
    OUTAGE = auto()
    """Only that the outages it has not taken yet are applied first; all else is known."""


class Needs:
    """Tells what aggregates need. Made by the host.

    Args:
        pre_decide: asked what has to be found out before anything is decided on a replica.
        access: on an exclusive store that is found out in a moment; it is worth the wait even where
            only an outage is applied, because all of it is one append then.
    """

    def __init__(
        self,
        downtime: Downtime,
        pre_decide: Hook[AnyView, Awaitable[None] | None],
        access: StoreAccess,
    ) -> None:
        self._downtime = downtime
        self._pre_decide = pre_decide
        self._asks_for_outages = access is StoreAccess.EXCLUSIVE

    def need(self, queue: CommandQueue) -> Need | None:
        """The first thing that is missing before what waits here is decided; None for nothing.

        For `FIND_OUT`, what has to be found out is in `queue.found_out` afterwards.
        """
        replica, provided = queue.replica, queue.provided
        if replica.kind.limits.min_append_interval_ms and not provided.has_gathered:
            return Need.GATHER
        is_current = self._downtime.is_current or provided.has_heartbeat
        is_stale = queue.is_stale and not provided.has_read  # views must not hold back commands
        if is_stale or not (replica.is_fresh and (replica.watchers or queue.is_read)):
            return Need.READ if is_current else Need.HEARTBEAT  # before one every primary is new
        if queue.publications:
            return Need.HEAR
        if not is_current:
            return Need.HEARTBEAT
        is_applied = replica.applied_outages is self._downtime.outages_for(replica.aggregate)
        may_ask = queue.tasks or (self._asks_for_outages and not is_applied)
        if may_ask and provided.found_out_for != queue.tasks[-1:]:
            queue.found_out = self._pre_decide.ask(replica)
            if queue.found_out is not None:
                return Need.FIND_OUT
        return None if is_applied else Need.OUTAGE
