"""What the sockets and the application know of each other: three protocols and the formats.

The shell calls a `Handler` from the event loop, one plain call a message: no coroutine, no queue.
The handler answers by calling methods of the `Connection` it was given, at once or at any later
time on the same loop. Nothing here knows what the messages say.
"""

import enum
from typing import Final, Protocol

INTERNAL_ERROR: Final = 1011
"""The code of RFC 6455 with which a connection is closed after a bug of ours."""


class Format(enum.StrEnum):
    """How a connection's messages are written; chosen by its subprotocol, for good."""

    MSGPACK = "msgpack"
    """Binary frames."""
    JSON = "json"
    """Text frames, valid UTF-8 in both directions."""
    LINES = "lines"
    """The same JSON, one line per message, as the body of an answer; nothing comes back."""


class Membership(Protocol):
    """Something a connection belongs to and must leave when it is lost."""

    def discard(self, connection: "Connection") -> None:
        """Let go of `connection`; a connection that is no member changes nothing."""
        ...


class Connection(Protocol):
    """One open websocket or stream of lines, as the application sees it.

    All methods may be called at any time.
    """

    @property
    def format(self) -> Format:
        """The format of its messages."""
        ...

    @property
    def remote_address(self) -> str:
        """Address of the peer: its socket's, or the one a trusted proxy names."""
        ...

    @property
    def counted_as(self) -> str:
        """What limits count the peer under: its address, or the /64 of one of IPv6.

        "" for a peer that no limit by address is meant for, see `uncounted_addresses`.
        """
        ...

    @property
    def is_behind(self) -> bool:
        """True while the peer has not taken what was written to it."""
        ...

    @property
    def session(self) -> object | None:
        """What the handler keeps with the connection; the shell never looks at it."""
        ...

    @session.setter
    def session(self, value: object | None) -> None: ...

    def send(self, frame: bytes, *, droppable: bool = False) -> None:
        """Send a frame made by `frame_message`; after the connection is closed it does nothing.

        A peer that is too slow is cut when a frame it must have no longer fits its outbox.
        Droppable frames are skipped instead; `Handler.caught_up` is called when it reads again.
        """
        ...

    def close(self, code: int = 1000, reason: str = "") -> None:
        """Start the close handshake; nothing is received or sent after it."""
        ...

    def enter(self, membership: Membership) -> bool:
        """Remember to leave `membership` when lost; False if the connection is lost already."""
        ...

    def leave(self, membership: Membership) -> None:
        """Forget `membership`."""
        ...


class StreamHandler(Protocol):
    """What the application does about connections that only listen. Called on the event loop.

    An exception that escapes is logged with its traceback and closes that one connection (1011).
    """

    def opened(self, connection: Connection) -> None:
        """Greet a connection that has just been opened."""
        ...

    def caught_up(self, connection: Connection) -> None:
        """Send the latest state: the peer had missed droppable frames and reads again."""
        ...

    def closed(self, connection: Connection) -> None:
        """Say good-bye, once for each `opened`; the connection has left all its memberships."""
        ...


class Handler(StreamHandler, Protocol):
    """What the application does about websockets; nothing is called concurrently."""

    def received(self, connection: Connection, payload: bytes) -> None:
        """Handle one complete message within the size limit; UTF-8 is checked where it is text."""
        ...
