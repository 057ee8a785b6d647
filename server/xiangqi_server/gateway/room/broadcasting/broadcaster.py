"""One room as the connections of this node see it: what all of them get, at once or late.

Theory of operation. The broadcaster takes what the host says of a room and sends it to the viewers.
Its parts have a reason each: `knowledge` says how far a client knows the room, `wording` puts it
into messages, `presenter` brings one client up to date, `pending` waits for the names of new
players. What all viewers read alike is encoded once for each format. Spectators of a game with a
delay get it from a backlog.
"""

from collections.abc import Callable, Iterator

from xiangqi_server.aggregates.room.messages import Ended, Moved, RoomEvent, Seated, Warned
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.api.names.naming import player_ref
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.room.broadcasting.boards import RoomBoard
from xiangqi_server.gateway.room.broadcasting.chat_history import RoomChat
from xiangqi_server.gateway.room.broadcasting.delay import Backlog, TimeThere
from xiangqi_server.gateway.room.broadcasting.knowledge import RoomKnowledge
from xiangqi_server.gateway.room.broadcasting.own_moves import OwnMoves
from xiangqi_server.gateway.room.broadcasting.pending_changes import PendingChanges, RoomChanges
from xiangqi_server.gateway.room.broadcasting.presence_summary import PresenceSummary
from xiangqi_server.gateway.room.broadcasting.presenter import RoomPresenter
from xiangqi_server.gateway.room.broadcasting.viewers import Viewers
from xiangqi_server.gateway.room.broadcasting.wording import RoomWording
from xiangqi_server.kernel.host.view import Change, View
from xiangqi_server.kernel.store.feed import Ephemeral
from xiangqi_server.wire.server import Renamed


class RoomBroadcaster:
    """Sends the viewers of one room what happens there; a watcher. Made by `RoomBroadcasters`.

    Args:
        viewers: the clients that look at the room; none yet.
        on_ephemeral: hears the ephemerals on the room's channel.

    Attributes:
        viewers: the clients that look at the room.
        presence: the people who are here.
        own_moves: what each player alone gets.
        chat: what was said here.
        knowledge: how far a client knows the room.
        presenter: shows the room to one client, once everything is `flushed`.
        board: the room as a whole position, for those who watch several.
        pending: what happened and is not delivered yet.
    """

    def __init__(
        self,
        node: Node,
        view: View[Room, RoomEvent],
        viewers: Viewers,
        presence: PresenceSummary,
        own_moves: OwnMoves,
        on_ephemeral: Callable[["RoomBroadcaster", Ephemeral], None],
    ) -> None:
        self.view = view
        self.viewers = viewers
        self.presence = presence
        self.own_moves = own_moves
        self.chat = RoomChat(node, view, viewers)
        self.knowledge = RoomKnowledge(view)
        self.board = RoomBoard(node.host, self.knowledge)
        self.pending = PendingChanges(node.names)
        self._wording = RoomWording(node, self.knowledge)
        self.presenter = RoomPresenter(
            self.knowledge, self._wording, viewers, presence, self.chat, own_moves
        )
        self._node = node
        self._on_ephemeral = on_ephemeral
        self._turn_delivered = (0, 0)

    @property
    def room(self) -> Room:
        """The room as it stands."""
        return self.view.state

    def has_ended_for(self, client: Client) -> bool:
        """A client will get nothing more: it knows the end, or the store has lost the room."""
        if self.view.head.version == 0:
            return True
        return not self.pending.waiting and self.knowledge.has_ended(client)

    def show(self, client: Client) -> None:
        """Send the whole room as it stands, once everything is delivered."""
        if self.pending.waiting:
            self._node.tasks.start(self._show_when_flushed(client))
        else:
            self.presenter.show(client)

    async def _show_when_flushed(self, client: Client) -> None:
        await self.flushed()
        if client in self.viewers:
            self.presenter.show(client)

    # The host calls these.

    def changed(self, changes: RoomChanges) -> None:
        """Deliver what happened; an unknown player's name is read first."""
        is_move = len(changes) == 1 and isinstance(changes[0].stamped.event, Moved)
        self.presenter.shown_alike.clear()
        if not is_move:  # which nobody comes or goes by
            self.presence.follow()
        if (self.pending.waiting or not is_move) and self.pending.keep(changes):
            self._node.tasks.start(self.flushed())
        else:
            self._deliver(changes)

    async def flushed(self) -> None:
        """Wait until everything that happened is delivered, which needs the players' names."""
        async for changes in self.pending.named():
            self._deliver(changes)

    def _deliver(self, changes: RoomChanges) -> None:
        """Send what happened to all who may know it, and to the seat to move what it may play."""
        has_moved = False
        for change in changes:
            event = change.stamped.event
            self._send(change, late=False)
            if isinstance(event, Moved):
                has_moved = True
            elif isinstance(event, Seated):
                self.presenter.seat(event.player, change)
            elif isinstance(event, Ended):
                self.presenter.open_chat()
        if self.knowledge.backlog is not None:
            self.knowledge.backlog.add(changes)
            self.deliver_late(TimeThere(0))
        self.own_moves.tell_turn(changes[-1].head.version)
        if has_moved:
            now_ms = self._node.host.parts.now_ms(self.view.aggregate)
            self._turn_delivered = changes[-1].state.game.ply, now_ms

    def turn_delivered_ms(self, ply: int) -> int:
        """When viewers learned that a ply is to be played, in the room's time; 0 for never."""
        delivered_ply, at_ms = self._turn_delivered
        return at_ms if ply == delivered_ply else 0

    def replaced(self) -> None:
        """Show the room again to all: what they saw is not what the store holds."""
        self.presence.follow()
        self.pending.clear()
        self.presenter.shown_alike.clear()
        self.knowledge.is_past_known = False
        self.own_moves.restart()
        self.board.restart()
        self.presenter.replace()

    def on_ephemeral(self, ephemeral: Ephemeral) -> None:
        """Take an ephemeral that any node published on the room's channel."""
        self.presence.spectators.on_ephemeral(ephemeral)
        self._on_ephemeral(self, ephemeral)

    # Spectators who learn everything late.

    def take_past(self, backlog: Backlog) -> None:
        """Take what spectators may know by now, and show it to those who waited for it."""
        self.knowledge.backlog = backlog
        self.knowledge.is_past_known = self.board.is_stale = True
        for client in self._audience(late=True):
            self.presenter.show(client)

    def deliver_late(self, now: TimeThere) -> int | None:
        """Send spectators what is due; give the ms until the next is due, None if nothing waits."""
        backlog = self.knowledge.backlog
        if backlog is None:
            return None
        for change in backlog.due(now):
            self._send(change, late=True)
        return backlog.wait_ms(now)

    # Sending to many.

    def _send(self, change: Change[Room, RoomEvent], *, late: bool) -> None:
        self.board.is_stale = True
        if isinstance(change.stamped.event, Warned | Ended):
            self._wording.send_by_reader(change, self._audience(late=late))
        else:
            self.viewers.send(self._wording.event(change, None), late=late)

    def _audience(self, *, late: bool) -> Iterator[Client]:
        """The viewers that learn everything late, or all others."""
        is_late = self.knowledge.is_late
        return (client for client in self.viewers if is_late(client) is late)

    def tell_presence(self) -> bool:
        """Send who is here, if that has changed; returns whether it has."""
        summary = self.presence.to_tell()
        if summary is not None:
            self.viewers.send_all(summary)
        return summary is not None

    def tell_new_name(self, player: str) -> None:
        """Send all viewers the new name of a player, if it holds a seat."""
        self.presenter.shown_alike.clear()
        if self.room.seats.side_of(player) is not None:
            self.viewers.send_all(Renamed(self.room.id, player_ref(player, self._node.names)))
