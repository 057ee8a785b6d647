"""The broadcasters of this node: each is open while a client looks at its room, or is about to.

Theory of operation. A client that wants to look holds the broadcaster, waits for what it has to
wait for, is added, and lets go. The first holder opens the broadcaster and loads what is kept
beside the log of the room; the others wait for that. It is closed when it has neither holders nor
viewers, which is checked whenever a hold ends or a client leaves. So no client is ever added to a
closed broadcaster, and no broadcaster stays open without viewers, in whatever order holders go on.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from xiangqi_server.aggregates.room.messages import RoomEvent
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.api.policy_row import Role
from xiangqi_server.api.room.premove import Premove
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.cluster_counters import ClusterCounters
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.connection.online_players import OnlinePlayers
from xiangqi_server.gateway.connection.player_broadcaster import PlayerListener
from xiangqi_server.gateway.room.broadcasting.broadcaster import RoomBroadcaster
from xiangqi_server.gateway.room.broadcasting.delayed_games import DelayedGames
from xiangqi_server.gateway.room.broadcasting.legal_queue import LegalQueue
from xiangqi_server.gateway.room.broadcasting.news import RoomNews
from xiangqi_server.gateway.room.broadcasting.own_moves import OwnMoves
from xiangqi_server.gateway.room.broadcasting.presence_summary import PresenceSummary
from xiangqi_server.gateway.room.broadcasting.viewers import Viewers
from xiangqi_server.gateway.room.chat import ChatHandler
from xiangqi_server.gateway.room.premoves import Premoves
from xiangqi_server.kernel.aggregate.refusal import RefusalCode
from xiangqi_server.kernel.host.commit.draft import Answer
from xiangqi_server.kernel.host.view import View
from xiangqi_server.kernel.store.feed import Ephemeral


@dataclass(slots=True)
class _Open:
    """A broadcaster that is open.

    Fields:
        holders: how many clients wait to be added, or are just being added.
        loading: held while what is kept beside the log is loaded; None once that is done.
    """

    broadcaster: RoomBroadcaster
    holders: int = 0
    loading: asyncio.Lock | None = field(default_factory=asyncio.Lock)


class RoomBroadcasters(PlayerListener):
    """Owned by the gateway.

    Args:
        online_players: the players here.
        counters: count spectators on all nodes.

    Attributes:
        news: the rooms that have to be looked at.
    """

    def __init__(
        self,
        node: Node,
        online_players: OnlinePlayers,
        counters: ClusterCounters,
        chat: ChatHandler,
        premoves: Premoves,
    ) -> None:
        self._node = node
        self._host = node.host
        self._counters = counters
        self._online_players = online_players
        self._chat = chat
        self._premoves = premoves
        self._delayed = DelayedGames(node.host, node.tasks)
        self._legal_queue = LegalQueue(node.tasks, node.host.faults)
        self._open: dict[str, _Open] = {}
        self._premove_of, self._hear = premoves.of, self._on_ephemeral  # one for all rooms
        self.news = RoomNews()
        online_players.on_presence_change(self.news.mark_player)
        online_players.listen(self)
        node.names.on_change(self._tell_new_name)
        premoves.on_change(self._tell_premove)

    # The viewers.

    def broadcaster(self, room: str) -> RoomBroadcaster:
        """The broadcaster of a room at which somebody here looks."""
        return self._open[room].broadcaster

    def loaded(self, room: str) -> RoomBroadcaster | None:
        """The broadcaster of a room, if it is open and loaded."""
        open_ = self._open.get(room)
        return None if open_ is None or open_.loading is not None else open_.broadcaster

    @property
    def count(self) -> int:
        """The number of rooms at which somebody here looks, or is about to look."""
        return len(self._open)

    def broadcasters(self) -> tuple[RoomBroadcaster, ...]:
        """Every broadcaster of this node."""
        return tuple(open_.broadcaster for open_ in self._open.values())

    def after_delivery(self, room: str, reply: Callable[[Answer], None], answer: Answer) -> None:
        """Give the answer to a command of a room once what it caused has been delivered here.

        That may have to wait until the name of a newly seated player is known.
        """
        open_ = self._open.get(room)
        if open_ is None or not open_.broadcaster.pending.waiting:
            reply(answer)
        else:
            self._node.tasks.start(self._answer_when_flushed(open_.broadcaster, reply, answer))

    async def _answer_when_flushed(
        self, broadcaster: RoomBroadcaster, reply: Callable[[Answer], None], answer: Answer
    ) -> None:
        await broadcaster.flushed()
        reply(answer)

    def among(self, rooms: set[str]) -> tuple[RoomBroadcaster, ...]:
        """The broadcasters of these rooms; rooms without viewers are taken out of the set."""
        rooms -= {room for room in rooms if room not in self._open}
        return tuple(self._open[room].broadcaster for room in sorted(rooms))

    def role_in(self, client: Client, room: str) -> Role:
        """The role of the client in a room."""
        if room not in client.rooms:
            return Role.WELCOMED
        seats = self._open[room].broadcaster.view.state.seats
        return Role.SPECTATOR if seats.side_of(client.player) is None else Role.SEATED

    def version_of(self, client: Client, room: str | None) -> int | None:
        """The version of a room as the client knows it; None if it does not look at it."""
        if room is None or room not in client.rooms:
            return None
        return self.broadcaster(room).knowledge.head_for(client).version

    # Opening and closing.

    @asynccontextmanager
    async def hold(self, view: View[Room, RoomEvent]) -> AsyncIterator[RoomBroadcaster]:
        """The loaded broadcaster of a room, which stays open in the block.

        Raises:
            StoreUnavailable: there is no store.
        """
        open_ = self._open.get(view.aggregate.id) or self._begin(view)
        open_.holders += 1
        try:
            if open_.loading is not None:
                async with open_.loading:
                    await self._load_once(open_)
            yield open_.broadcaster
        finally:
            open_.holders -= 1
            self._close_if_unused(view.aggregate.id)

    def discard(self, client: Client, room: str) -> None:
        """The client no longer looks at a room."""
        self.broadcaster(room).presenter.discard(client)
        self._close_if_unused(room)

    def discard_board(self, client: Client, room: str) -> None:
        """The client no longer watches a room among its boards."""
        open_ = self._open.get(room)
        if open_ is not None:  # a connection that is lost has left the boards by itself
            open_.broadcaster.board.discard(client)
            self._close_if_unused(room)

    def _begin(self, view: View[Room, RoomEvent]) -> _Open:
        viewers = Viewers(self._host.faults)
        presence = PresenceSummary(view, viewers, self._online_players, self._counters, self.news)
        own_moves = OwnMoves(view, viewers, self._premove_of, self._legal_queue)
        broadcaster = RoomBroadcaster(self._node, view, viewers, presence, own_moves, self._hear)
        open_ = self._open[view.aggregate.id] = _Open(broadcaster)
        self._host.watch(view, broadcaster)
        self._host.listen(view, broadcaster)
        presence.follow()
        presence.spectators.tell()
        return open_

    async def _load_once(self, open_: _Open) -> None:
        """Load chat, premoves, and what spectators may know, unless that has been done."""
        if open_.loading is None:
            return
        broadcaster = open_.broadcaster
        await self._chat.load(broadcaster)
        await self._premoves.load(broadcaster.view)
        await self._delayed.load(broadcaster)
        open_.loading = None
        self._delayed.follow(broadcaster)

    def _close_if_unused(self, room: str) -> None:
        open_ = self._open[room]
        broadcaster = open_.broadcaster
        if not (open_.holders or broadcaster.viewers.count or len(broadcaster.board)):
            del self._open[room]
            self._delayed.forget(room)
            self.news.seat(room, ())
            self.news.tell(room)
            self._host.ignore(broadcaster.view, broadcaster)
            self._host.unwatch(broadcaster.view, broadcaster)
            broadcaster.presence.spectators.end()

    def on_renamed(self, client: Client) -> None:
        """A player here has another name: viewers that see it among the spectators get it."""
        for room in client.rooms:
            self.broadcaster(room).presence.mark_changed()

    # What viewers get besides the room's events.

    def tell_presence(self, room: str) -> None:
        """Send the presence at a room, if that has changed."""
        if room in self._open and self.broadcaster(room).tell_presence():
            self.news.tell(room)

    def _on_ephemeral(self, broadcaster: RoomBroadcaster, ephemeral: Ephemeral) -> None:
        self._premoves.on_ephemeral(broadcaster.view, ephemeral)
        self._chat.on_ephemeral(broadcaster, ephemeral)

    def _tell_new_name(self, player: str) -> None:
        for broadcaster in self.broadcasters():
            broadcaster.tell_new_name(player)

    def _tell_premove(
        self, room: str, player: str, premove: Premove | None, dropped: RefusalCode | None
    ) -> None:
        if room in self._open:
            self.broadcaster(room).own_moves.tell_premove(player, premove, dropped)
