"""The last lines said at one room, as this node tells them to its readers."""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, get_args

from server.gateway.client import WIRE_FORMAT, Client
from server.net.frames import frame_message
from server.net.ports import Format
from server.session.naming import NameOf
from server.session.talk import TOLD_LINES, Said, chat_line, read_said
from server.store.notes import Line
from server.wire.codec import encode
from server.wire.server import Chat, ChatHistory
from server.wire.terms import AudienceName, Language

AUDIENCES: Final[tuple[AudienceName, ...]] = get_args(AudienceName)


class RoomTalk:
    """Both kinds of talk at one room; part of its desk.

    Args:
        names: gives what each player is called.
        hearers: gives the clients that may hear one kind, and whether each may miss a line.
    """

    def __init__(
        self,
        room: str,
        hearers: Callable[[AudienceName], Iterable[tuple[Client, bool]]],
        names: NameOf,
    ) -> None:
        self._room = room
        self._names = names
        self._hearers = hearers
        self._lines: Mapping[AudienceName, deque[tuple[Line, Said]]] = {
            to: deque(maxlen=TOLD_LINES) for to in AUDIENCES
        }

    def remember(self, to: AudienceName, lines: Sequence[Line]) -> None:
        """Know what was said before; it goes before what was heard since."""
        heard = [line for line, _ in self._lines[to]]
        known = {line.number for line in heard}
        earlier = [line for line in lines if line.number not in known]
        self._lines[to].clear()
        for line in sorted((*earlier, *heard), key=lambda one: one.number):
            self._lines[to].append((line, read_said(line.body)))

    def hear(self, to: AudienceName, line: Line) -> None:
        """Tell a line to everybody who may hear it, unless it is known."""
        lines = self._lines[to]
        if self.knows(to, line) or (lines and line.number < lines[0][0].number):
            return
        words = read_said(line.body)
        lines.append((line, words))
        frames: dict[tuple[Language, Format], bytes] = {}
        for client, may_miss in self._hearers(to):
            if words.player in client.ignored:
                continue
            form = client.connection.format
            key = (client.language, form)
            if key not in frames:
                told = chat_line(line.number, line.at_ms, words, client.language, self._names)
                payload = encode(Chat(self._room, to, told), WIRE_FORMAT[form])
                frames[key] = frame_message(payload, form)
            client.connection.send(frames[key], droppable=may_miss)

    def knows(self, to: AudienceName, line: Line) -> bool:
        """Whether a line was told already."""
        return any(line.number == known.number for known, _ in self._lines[to])

    def misses(self, to: AudienceName, line: Line) -> bool:
        """Whether something was said before `line` that is not known here."""
        lines = self._lines[to]
        return line.number > (lines[-1][0].number if lines else 0) + 1

    def tell(self, client: Client, to: AudienceName) -> None:
        """Tell a client what was said last, if anything was."""
        lines = [
            chat_line(line.number, line.at_ms, words, client.language, self._names)
            for line, words in self._lines[to]
            if words.player not in client.ignored
        ]
        if lines:
            client.send(ChatHistory(self._room, to, lines))
