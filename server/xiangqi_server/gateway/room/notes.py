"""The private notes of players on their games: kept beside the log, each for its writer alone.

A note is the only line of a stream that belongs to one player at a room. So neither the log nor its
digest shows that it exists, and no frame but its writer's holds it.
"""

from typing import Final

from xiangqi_server.aggregates.players.text.plain_text import cleaned
from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.gateway.connection.chat_lines import line_id
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.kernel.aggregate.spans import DAY_MS
from xiangqi_server.kernel.host.view import key
from xiangqi_server.wire import client as wire
from xiangqi_server.wire.server import Done, Note

NOTE_MS: Final = 220 * DAY_MS
"""How long a note lives after it was written last; this is the one place that decides it."""


class NotesHandler:
    """Owned by the gateway."""

    def __init__(self, node: Node) -> None:
        self._store = node.side.chat

    async def show(self, client: Client, message: wire.Note) -> Note:
        """The note of the client's player.

        Raises:
            StoreUnavailable: there is no store.
        """
        streams = (_stream_of(client.player),)
        (lines,) = await self._store.lines(key(ROOM, message.room), streams)
        return Note(message.id, message.room, lines[-1].body.decode() if lines else "")

    async def keep(self, client: Client, message: wire.SetNote) -> None:
        """Keep a note instead of the one before.

        Raises:
            StoreUnavailable: it may be sent again.
        """
        await self._store.add(
            key(ROOM, message.room),
            _stream_of(client.player),
            line_id(client.ref_of(message)),
            cleaned(message.text).encode(),
            kept=1,
            ttl_ms=NOTE_MS,
        )
        client.send(Done(message.id, message.room))


def _stream_of(player: str) -> str:
    return f"memo.{player}"
