"""What is said in the rooms of this node: kept beside the log, sent to those that may read it."""

from collections import OrderedDict
from collections.abc import Sequence
from itertools import chain
from typing import Final

from xiangqi_server.api.room.chat import (
    KEPT_LINES,
    chat_message,
    goes_on_by_days,
    kept_ms,
    read_message,
    write_message,
)
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.inbox import Coro
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.room.broadcasting.broadcaster import RoomBroadcaster
from xiangqi_server.gateway.room.broadcasting.chat_history import AUDIENCES
from xiangqi_server.kernel.host.recent import CommandRef
from xiangqi_server.kernel.store.feed import Ephemeral
from xiangqi_server.kernel.store.side import StoredChatLine, read_line, stream_of
from xiangqi_server.limits import CHAT, CHAT_OF_ADDRESS, CHAT_PORTIONS_OF_ADDRESS, portions
from xiangqi_server.wire import client as wire
from xiangqi_server.wire.server import Done
from xiangqi_server.wire.terms import AudienceName

COUNTED: Final = 1_024
"""How many lines are remembered as counted, so that a copy is not counted again."""


class ChatHandler:
    """Takes lines of chat. Owned by the gateway."""

    def __init__(self, node: Node) -> None:
        self._names = node.names
        self._clock = node.clock
        self._store = node.side.chat
        self._tasks = node.tasks
        self._limits = node.address_limits.senders(CHAT, CHAT_OF_ADDRESS, CHAT_PORTIONS_OF_ADDRESS)
        self._counted: OrderedDict[CommandRef, None] = OrderedDict()

    def send(self, client: Client, message: wire.Chat, broadcaster: RoomBroadcaster) -> Coro:
        """Keep a line, tell it, and say that it is done.

        Raises:
            Refused: this may not be said here, or not so fast.
        """
        body = write_message(chat_message(broadcaster.room, client.player, message))
        ref = client.ref_of(message)
        if ref not in self._counted:
            self._count(ref, client.address, len(body))
        return self._keep(client, message, ref, body, broadcaster)

    def _count(self, ref: CommandRef, address: str, size_bytes: int) -> None:
        """Count a line and its size in the store, once, whatever becomes of it.

        Raises:
            Refused: it is one too many, or too much.
        """
        now_ms, amount = self._clock.now_ms(), portions(size_bytes)
        self._limits.count(ref.actor, address, now_ms, amount=amount)
        self._counted[ref] = None
        if len(self._counted) > COUNTED:
            self._counted.popitem(last=False)

    async def _keep(
        self,
        client: Client,
        message: wire.Chat,
        ref: CommandRef,
        body: bytes,
        broadcaster: RoomBroadcaster,
    ) -> None:
        await self._names.learn((client.player,))
        kept = await self._store.add(
            broadcaster.view.aggregate,
            message.to,
            f"{ref.actor}.{ref.id}",
            body,
            kept=KEPT_LINES,
            ttl_ms=kept_ms(broadcaster.room, self._clock.now_ms()),
        )
        broadcaster.chat.tell(message.to, kept)
        client.send(Done(message.id, message.room))

    async def load(self, broadcaster: RoomBroadcaster) -> None:
        """Load what was said before into a new broadcaster."""
        said = await self._lines_of(broadcaster, *AUDIENCES)
        for to, lines in zip(AUDIENCES, said, strict=True):
            broadcaster.chat.load(to, lines)
        if any(said) and goes_on_by_days(broadcaster.room):
            ttl_ms = kept_ms(broadcaster.room, self._clock.now_ms())
            self._tasks.start(self._store.keep(broadcaster.view.aggregate, AUDIENCES, ttl_ms))

    def on_ephemeral(self, broadcaster: RoomBroadcaster, ephemeral: Ephemeral) -> None:
        """Tell a line that was said on another node; this node's own come back, and are known."""
        stream = stream_of(ephemeral.topic)
        for to in AUDIENCES:
            if to == stream:
                line = read_line(ephemeral.body)
                if not broadcaster.chat.knows(to, line):
                    self._tasks.start(self._tell(broadcaster, to, line))

    async def _tell(
        self, broadcaster: RoomBroadcaster, to: AudienceName, line: StoredChatLine
    ) -> None:
        """Tell a line of another node, after those that were missed before it."""
        if broadcaster.chat.misses(to, line):
            (lines,) = await self._lines_of(broadcaster, to)
        else:
            lines = (line,)
            await self._names.learn((read_message(line.body).player,))
        for told in lines:
            broadcaster.chat.tell(to, told)

    async def _lines_of(
        self, broadcaster: RoomBroadcaster, *audiences: AudienceName
    ) -> Sequence[Sequence[StoredChatLine]]:
        """All lines kept for these audiences, once the names of their writers are known."""
        said = await self._store.lines(broadcaster.view.aggregate, audiences)
        await self._names.learn(read_message(line.body).player for line in chain(*said))
        return said
