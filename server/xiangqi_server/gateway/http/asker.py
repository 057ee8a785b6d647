"""A client that asks one thing by plain HTTP: it lives for one message and keeps its answer."""

from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.net.ports import Format, Membership
from xiangqi_server.wire.server import ServerMessage


class NoConnection:
    """Stands for a connection that is lost already: nothing can be sent on it, no list takes it."""

    format = Format.JSON
    remote_address = ""
    is_behind = False

    def __init__(self, counted_as: str) -> None:
        self.counted_as = counted_as
        self.session: object | None = None

    def send(self, frame: bytes, *, droppable: bool = False) -> None:
        """Do nothing."""

    def close(self, code: int = 1000, reason: str = "") -> None:
        """Do nothing."""

    def enter(self, membership: Membership) -> bool:
        """Join nothing."""
        return False

    def leave(self, membership: Membership) -> None:
        """Do nothing."""


class Asker(Client):
    """A client whose answer is taken by the code that asks on its behalf.

    Attributes:
        answer: the message that was sent to it; unset before that.
    """

    __slots__ = ("answer",)

    answer: ServerMessage

    def send(self, message: ServerMessage) -> None:
        """Keep the answer; what follows it is for those who go on listening."""
        if not hasattr(self, "answer"):
            self.answer = message
