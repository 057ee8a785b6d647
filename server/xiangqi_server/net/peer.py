"""What websockets and streams of lines have in common: a place, memberships, and a supervisor."""

import logging
from collections.abc import Callable
from typing import TypeVarTuple

from xiangqi_server.net.ports import INTERNAL_ERROR, Connection, Format, Membership
from xiangqi_server.net.shared import Shared
from xiangqi_server.net.timer_wheel import Deadline
from xiangqi_server.net.writing import FrameWriter

_log = logging.getLogger(__name__)

Arguments = TypeVarTuple("Arguments")


class PeerConnection(FrameWriter):
    """See `net.ports.Connection` for what the application may do with it.

    It takes over the place in the limits of the HTTP connection it came from; it frees that, its
    entry in the keepalive and its memberships when it is lost.
    """

    __slots__ = ("_deadline", "_memberships", "format", "session")

    def __init__(self, shared: Shared, format: Format, remote_address: str) -> None:  # noqa: A002
        super().__init__(shared, remote_address)
        self.format = format
        self.session: object | None = None
        self._memberships: tuple[Membership, ...] = ()
        self._deadline: Deadline | None = None  # until which the peer may end what we have ended

    @property
    def counted_as(self) -> str:
        """What limits by address count the peer under, "" for one they leave out."""
        return self._shared.connection_limits.group_of(self.remote_address)

    def enter(self, membership: Membership) -> bool:
        """Remember to leave `membership` when lost; False if the connection is lost already."""
        if self._is_shut:
            return False
        self._memberships = (*self._memberships, membership)
        return True

    def leave(self, membership: Membership) -> None:
        """Forget `membership`."""
        self._memberships = tuple([m for m in self._memberships if m is not membership])

    def close(self, code: int = 1000, reason: str = "") -> None:
        """End the connection in the way of its kind."""
        raise NotImplementedError

    def beat(self) -> None:
        """Notice a peer that is gone. Called by the keepalive."""
        raise NotImplementedError

    def go_away(self) -> None:
        """Close, because the server stops. Called by the keepalive."""
        raise NotImplementedError

    def connection_lost(self, exc: Exception | None) -> None:
        """Take and send nothing more, and leave every list when there is time for it.

        Called by the transport, once.
        """
        self._shut()
        if self._deadline is not None:
            self._deadline.cancel()
        budget = self._shared.connection_budget
        if budget.take():
            self._leave_all()
        else:
            budget.wait(self._leave_all)

    def _leave_all(self) -> None:
        """Leave every list there is."""
        memberships, self._memberships = self._memberships, ()
        for membership in memberships:
            membership.discard(self)
        self._shared.keepalive.discard(self)
        self._shared.connection_limits.leave(self.remote_address)
        self._tell_closed()
        self.session = None  # which names this connection: a cycle

    def _tell_closed(self) -> None:
        """Notify it that the connection is lost."""
        raise NotImplementedError

    def _fail(self, code: int, reason: str) -> None:
        """End the connection for what went wrong."""
        raise NotImplementedError

    def _supervise(
        self, callback: Callable[[Connection, *Arguments], None], *arguments: *Arguments
    ) -> None:
        """Keep a handler's failure to this connection: one of the supervisors there are."""
        try:
            callback(self, *arguments)
        except Exception:
            _log.exception("handler failed", extra={"remote_address": self.remote_address})
            self._shared.faults.counts["connection"] += 1
            self._fail(INTERNAL_ERROR, "internal error")
