"""How one thing is sent to many: encoded and framed once per format, not once per peer."""

from collections.abc import Callable, Collection

from xiangqi_server.kernel.faults import Faults
from xiangqi_server.net.ports import INTERNAL_ERROR, Connection, Format
from xiangqi_server.net.websocket.frames import frame_message


class Subscribers:
    """The connections subscribed to one thing; each leaves by itself when it is lost.

    Whether a connection may miss frames (`droppable`) is settled when it is added.

    Args:
        faults: count a connection that fails; it is closed, the others get their frame.
    """

    __slots__ = ("_faults", "_members")

    def __init__(self, faults: Faults | None = None) -> None:
        self._faults = faults or Faults()
        self._members: dict[Format, dict[Connection, bool]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._members.values()))

    def __contains__(self, connection: Connection) -> bool:
        return connection in self._members.get(connection.format, ())

    def add(self, connection: Connection, *, droppable: bool) -> None:
        """Subscribe `connection`, or change what it is subscribed as; a lost one stays out."""
        if connection in self or connection.enter(self):
            self._members.setdefault(connection.format, {})[connection] = droppable

    def discard(self, connection: Connection) -> None:
        """Unsubscribe `connection`; one that is not subscribed changes nothing."""
        members = self._members.get(connection.format, {})
        if members.pop(connection, None) is not None:
            connection.leave(self)
        if not members:
            self._members.pop(connection.format, None)

    def send(
        self, encode: Callable[[Format], bytes], but: Collection[Connection] = frozenset()
    ) -> None:
        """Send what `encode` gives to all `but` some.

        It is called once for each format that somebody listens in.
        """
        for format_, members in self._members.items():
            frame = frame_message(encode(format_), format_)
            left, has_failed = iter(tuple(members.items())), True
            while has_failed:  # one that has failed is closed and counted, and the others are told
                with self._faults.contained("send") as sending:
                    for connection, droppable in left:
                        if connection not in but:
                            connection.send(frame, droppable=droppable)
                has_failed = sending.has_failed
                if has_failed:
                    with self._faults.contained("send"):
                        connection.close(INTERNAL_ERROR, "internal error")
