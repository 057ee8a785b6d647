"""Lines of chat of this node, wherever they are said: counted by sender, and kept beside the log.

What a sender may say is counted over all rooms and tournaments together.
"""

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final

from xiangqi_server.api.room.chat import (
    KEPT_LINES,
    TOLD_LINES,
    ChatMessage,
    read_message,
    write_message,
)
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.kernel.host.recent import CommandRef
from xiangqi_server.kernel.store.side import StoredChatLine
from xiangqi_server.kernel.store.values import AggregateId
from xiangqi_server.limits import CHAT, CHAT_OF_ADDRESS, CHAT_PORTIONS_OF_ADDRESS, portions
from xiangqi_server.wire import client as wire
from xiangqi_server.wire.terms import AudienceName

COUNTED: Final = 1_024
"""How many lines are remembered as counted, so that a copy is not counted again."""


def line_id(ref: CommandRef) -> str:
    """By which the store knows a line that was sent twice."""
    return f"{ref.actor}.{ref.id}"


class ChatLines:
    """Counts lines, keeps them, and finds them again. Owned by the gateway."""

    def __init__(self, node: Node) -> None:
        self._names = node.names
        self._clock = node.clock
        self._store = node.side.chat
        self._limits = node.address_limits.senders(CHAT, CHAT_OF_ADDRESS, CHAT_PORTIONS_OF_ADDRESS)
        self._counted: OrderedDict[CommandRef, None] = OrderedDict()

    def count(self, client: Client, message: wire.Request, line: ChatMessage) -> None:
        """Count a line and its size in the store, once, whatever becomes of it.

        Raises:
            Refused: it is one too many, or too much.
        """
        ref = client.ref_of(message)
        if ref in self._counted:
            return
        amount = portions(len(write_message(line)))
        self._limits.count(ref.actor, client.address, self._clock.now_ms(), amount=amount)
        self._counted[ref] = None
        if len(self._counted) > COUNTED:
            self._counted.popitem(last=False)

    async def keep(
        self,
        place: AggregateId,
        to: AudienceName,
        ref: CommandRef,
        line: ChatMessage,
        *,
        ttl_ms: int,
    ) -> StoredChatLine:
        """Keep a line that was counted, once the name of its writer is known."""
        await self._names.learn((line.player,))
        return await self._store.add(
            place,
            to,
            line_id(ref),
            write_message(line),
            kept=KEPT_LINES,
            ttl_ms=ttl_ms,
        )

    async def of(
        self, place: AggregateId, *audiences: AudienceName
    ) -> Sequence[Sequence[StoredChatLine]]:
        """All lines kept for these audiences, once the names of their writers are known."""
        said = await self._store.lines(place, audiences)
        await self._names.learn(read_message(line.body).player for line in chain(*said))
        return said

    async def to_tell(
        self, place: AggregateId, to: AudienceName, line: StoredChatLine, latest: "LatestLines"
    ) -> Sequence[StoredChatLine]:
        """A line of another node, after those that were missed before it."""
        if latest.misses(line):
            (lines,) = await self.of(place, to)
            return lines
        await self._names.learn((read_message(line.body).player,))
        return (line,)


class LatestLines:
    """The last lines said to one audience, in their order, as far as this node knows them."""

    __slots__ = ("_said",)

    def __init__(self) -> None:
        self._said: list[tuple[StoredChatLine, ChatMessage]] = []

    def __iter__(self) -> Iterator[tuple[StoredChatLine, ChatMessage]]:
        return iter(self._said)

    def load(self, stored: Iterable[StoredChatLine]) -> None:
        """Take what was said before; it goes before what has been taken since."""
        known = {line.number: line for line in (*stored, *(line for line, _ in self._said))}
        latest = [known[number] for number in sorted(known)][-TOLD_LINES:]
        self._said = [(line, read_message(line.body)) for line in latest]

    def take(self, line: StoredChatLine) -> ChatMessage | None:
        """Take a new line; gives what it says, or None if it is known or too old."""
        if self.knows(line) or (self._said and line.number < self._said[0][0].number):
            return None
        words = read_message(line.body)
        self._said.append((line, words))
        self._said.sort(key=lambda said: said[0].number)
        del self._said[:-TOLD_LINES]
        return words

    def knows(self, line: StoredChatLine) -> bool:
        """Whether a line has been taken already."""
        return any(line.number == known.number for known, _ in self._said)

    def misses(self, line: StoredChatLine) -> bool:
        """Whether something was said before `line` that is not known here."""
        return line.number > (self._said[-1][0].number if self._said else 0) + 1
