"""How one thing is told to many: encoded and framed once a format, not once a peer."""

from collections.abc import Callable, Collection

from server.net.frames import frame_message
from server.net.ports import Connection, Format


class Audience:
    """The connections subscribed to one thing; each leaves by itself when it is lost.

    Whether a connection may miss frames (`droppable`) is settled when it is added.
    """

    __slots__ = ("_members",)

    def __init__(self) -> None:
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
            for connection, droppable in members.items():
                if connection not in but:
                    connection.send(frame, droppable=droppable)
