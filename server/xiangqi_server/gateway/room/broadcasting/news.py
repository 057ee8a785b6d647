"""The rooms that have to be looked at, because something has happened there or because it is time.

Theory of operation. No code goes through all rooms. A room is marked when a client comes to it or
leaves, when a player of it is connected or cut off, and when its seats or its status change. Then
it is due at the next tick. Code that has looked at a room may have it looked at again some ticks
later. A reader that looks less often has a set of its own: it finds there every room that was
marked since, and takes out those with which it is done.
"""

from collections.abc import Iterable, Sequence


class RoomNews:
    """Part of the broadcasters of a node.

    Attributes:
        tick: the number of ticks so far.
    """

    def __init__(self) -> None:
        self.tick = 0
        self._at: dict[str, int] = {}
        self._due: dict[int, dict[str, None]] = {}
        self._unread: list[set[str]] = []
        self._players: dict[str, tuple[str, ...]] = {}
        self._seated: dict[str, dict[str, None]] = {}

    def reader(self) -> set[str]:
        """A set to which every room is added that is marked from now on."""
        unread: set[str] = set()
        self._unread.append(unread)
        return unread

    def mark(self, room: str) -> None:
        """Something happened."""
        self.again(room, 1)
        self.tell(room)

    def tell(self, room: str) -> None:
        """Something happened that has been looked at already; only the readers still have to."""
        for unread in self._unread:
            unread.add(room)

    def again(self, room: str, ticks: int) -> None:
        """Have a room looked at after this many ticks, if it is not due before."""
        at = self.tick + ticks
        if self._at.get(room, at + 1) > at:
            self._at[room] = at
            self._due.setdefault(at, {})[room] = None

    def due(self) -> Sequence[str]:
        """Begin the next tick: the rooms to look at in it."""
        self.tick += 1
        rooms = [room for room in self._due.pop(self.tick, ()) if self._at.get(room) == self.tick]
        for room in rooms:
            del self._at[room]
        return rooms

    def seat(self, room: str, players: Iterable[str]) -> None:
        """The players of a room are these from now on; empty if it has no viewers here."""
        for player in self._players.pop(room, ()):
            del self._seated[player][room]
            if not self._seated[player]:
                del self._seated[player]
        seated = tuple(players)
        if seated:
            self._players[room] = seated
        for player in seated:
            self._seated.setdefault(player, {})[room] = None

    def mark_player(self, player: str) -> None:
        """A player may have been connected or cut off."""
        for room in self._seated.get(player, ()):
            self.mark(room)
