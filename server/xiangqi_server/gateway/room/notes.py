"""The private notes of players on their games: kept beside the log, each for its writer alone.

A note is the only line of a stream that belongs to one seat at a room. So neither the log nor its
digest shows that it exists, and no frame but its writer's holds it. It lives as long as what is
said in the room, and goes with its writer's account.
"""

from typing import Final

from xiangqi_server.aggregates.players.deletion import PRIVATE_NOTES, ForgetNotes
from xiangqi_server.aggregates.players.text.plain_text import cleaned
from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.api.room.chat import AFTER_GAME_MS, NOTE_STREAMS, PUT_OFF_MS, kept_ms
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.gateway.connection.chat_lines import line_id
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.inbox import Coro
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.kernel.aggregate.refusal import Refused
from xiangqi_server.kernel.host.effect_handler import EffectHandler
from xiangqi_server.kernel.host.view import key
from xiangqi_server.kernel.store.rows import MAX_PAGE
from xiangqi_server.kernel.store.values import AggregateId
from xiangqi_server.limits import NOTES, NOTES_OF_ADDRESS
from xiangqi_server.read_model.game_rows import GAMES, player_list, playing_list, read_row
from xiangqi_server.wire import client as wire
from xiangqi_server.wire.server import Done, Note

OLD_STREAM: Final = "memo."
"""Before the id of a player: a stream that is only read; it ends by itself."""
FORGOTTEN_MS: Final = 1_000
"""An empty note takes the place of one that is to go, and goes after so long."""


class NotesHandler:
    """Owned by the gateway; also the effect handler of `ForgetNotes`."""

    def __init__(self, node: Node) -> None:
        self._host = node.host
        self._clock = node.clock
        self._store = node.side.chat
        self._row_store = node.row_store
        self._limits = node.address_limits.senders(NOTES, NOTES_OF_ADDRESS)
        node.host.take_effects(EffectHandler(PRIVATE_NOTES, ForgetNotes, self._forget))

    async def show(self, client: Client, message: wire.Note) -> Note:
        """The note of the client's player.

        Raises:
            StoreUnavailable: there is no store.
        """
        at = key(ROOM, message.room)
        side = _seated((await self._host.view(at)).state.seats.side_of(client.player))
        return Note(message.id, message.room, await self._text(at, client.player, side))

    async def note_of(self, player: str, room: str) -> str:
        """The note of a player on a game, "" for none.

        Raises:
            StoreUnavailable: there is no store.
        """
        at = key(ROOM, room)
        side = (await self._host.view(at)).state.seats.side_of(player)
        return "" if side is None else await self._text(at, player, side)

    async def _text(self, at: AggregateId, player: str, side: Side) -> str:
        by_seat, by_player = await self._store.lines(at, _streams(player, side))
        lines = by_seat or by_player
        return lines[-1].body.decode() if lines else ""

    def keep(self, client: Client, message: wire.SetNote) -> Coro:
        """Keep a note instead of the one before.

        Raises:
            Refused: it is one too many.
        """
        self._limits.count(client.player, client.address, self._clock.now_ms())
        return self._keep(client, message)

    async def _keep(self, client: Client, message: wire.SetNote) -> None:
        at = key(ROOM, message.room)
        room = (await self._host.view(at)).state
        await self._store.add(
            at,
            NOTE_STREAMS[_seated(room.seats.side_of(client.player))],
            line_id(client.ref_of(message)),
            cleaned(message.text).encode(),
            kept=1,
            ttl_ms=kept_ms(room, self._clock.now_ms()),
        )
        client.send(Done(message.id, message.room))

    async def _forget(self, player: str, _: ForgetNotes, version: int) -> None:
        """Have the notes of a deleted account gone, where they may still be kept.

        Raises:
            StoreUnavailable: some may be left.
        """
        since_ms = self._clock.now_ms() - AFTER_GAME_MS - PUT_OFF_MS
        for list_, low in ((playing_list(player), None), (player_list(player), since_ms)):
            after = None
            while True:
                page = await self._row_store.page(
                    GAMES, list_, limit=MAX_PAGE, after=after, descending=True, low=low
                )
                for row in page.rows:
                    side = Side.RED if read_row(row.body).red == player else Side.BLACK
                    for stream in _streams(player, side):
                        await self._empty(row.id, stream, f"{player}.{version}")
                after = page.next
                if after is None:
                    break

    async def _empty(self, room: str, stream: str, ref: str) -> None:
        await self._store.add(key(ROOM, room), stream, ref, b"", kept=1, ttl_ms=FORGOTTEN_MS)


def _seated(side: Side | None) -> Side:
    if side is None:
        raise Refused(RoomRefusal.NOT_SEATED)
    return side


def _streams(player: str, side: Side) -> tuple[str, str]:
    """Where a note is, and where one of an older version may be."""
    return NOTE_STREAMS[side], f"{OLD_STREAM}{player}"
