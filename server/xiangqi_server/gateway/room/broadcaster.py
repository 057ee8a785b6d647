"""One room as the connections of this node see it: what each of them is told, at once or late.

What everybody sees alike is encoded once for each format; what is worded for its reader is encoded
once for each language and side as well. Spectators of a game with a delay are told late, from a
backlog; everybody else is told at once.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from xiangqi_server.aggregate.refusal import RefusalCode
from xiangqi_server.api.ids import seat_key_from
from xiangqi_server.api.moments import earlier
from xiangqi_server.api.naming import player_ref
from xiangqi_server.api.room_messages import event_view, views_by_reader
from xiangqi_server.api.room_views import room_view
from xiangqi_server.gateway.connection.client import WIRE_FORMAT, Client
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.connection.shared_frames import SharedFrames
from xiangqi_server.gateway.room.chat_history import RoomChat
from xiangqi_server.gateway.room.delay import Backlog, ClientView
from xiangqi_server.gateway.room.own_moves import OwnMoves
from xiangqi_server.gateway.room.presence_summary import PresenceSummary
from xiangqi_server.gateway.room.viewers import Viewers
from xiangqi_server.host.view import Change, View
from xiangqi_server.net.frames import frame_message
from xiangqi_server.net.ports import Format
from xiangqi_server.room.messages import Ended, Moved, RoomEvent, Seated, Warned
from xiangqi_server.room.state import Room, Status
from xiangqi_server.rules.board.encoding import Side
from xiangqi_server.store.feed import Ephemeral
from xiangqi_server.store.values import Head
from xiangqi_server.texts.byes import rolled_back_text
from xiangqi_server.wire.codec import encode
from xiangqi_server.wire.server import Presence, Renamed, RolledBack, ServerMessage
from xiangqi_server.wire.server import Room as RoomMessage


class RoomBroadcaster:
    """Tells the viewers of one room what happens there; a watcher. Made by `RoomBroadcasters`.

    Args:
        viewers: the clients that look at the room; none yet.
        on_ephemeral: is told of ephemerals on the room's channel.

    Attributes:
        presence: who is here.
        own_moves: what each player alone is told.
        chat: what was said here.
        backlog: what spectators have not been told yet; None in a game without a delay.
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
        self._viewers = viewers
        self.presence = presence
        self.own_moves = own_moves
        self.chat = RoomChat(node, view, viewers)
        self.backlog: Backlog | None = None
        self._shown_alike = SharedFrames()
        self._names = node.names
        self._tasks = node.tasks
        self._parts = node.host.parts
        self._on_ephemeral = on_ephemeral
        self._untold: list[tuple[Change[Room, RoomEvent], ...]] = []
        self._is_past_known = False
        self._turn_told = (0, 0)

    @property
    def room(self) -> Room:
        """The room as it stands."""
        return self.view.state

    @property
    def is_empty(self) -> bool:
        """Nobody here looks at the room."""
        return not self._viewers.count

    def side_of(self, client: Client) -> Side | None:
        """The side whose seat the client's player holds, None for a spectator."""
        return self.view.state.seats.side_of(client.player)

    def clients_of(self, player: str) -> tuple[Client, ...]:
        """The connections of a player that look at the room."""
        return self._viewers.of(player)

    def known_to(self, client: Client) -> ClientView:
        """The room as the client knows it."""
        return self._known_late(client) or ClientView(self.view.state, self.view.head)

    def head_for(self, client: Client) -> Head:
        """Where the log of the room stands as the client knows it."""
        late = None if self.backlog is None else self._known_late(client)
        return self.view.head if late is None else late.head

    def _known_late(self, client: Client) -> ClientView | None:
        """The room as a client that is told late knows it; None for any other client."""
        return self.backlog.told if self.backlog is not None and self._is_late(client) else None

    @property
    def is_told(self) -> bool:
        """Everything that happened has been told."""
        return not self._untold

    @property
    def is_lost(self) -> bool:
        """The store has lost the room."""
        return self.view.head.version == 0

    def has_ended(self, client: Client) -> bool:
        """The game is over, and the client was told so."""
        return not self._untold and self.known_to(client).room.status is Status.OVER

    # Who looks.

    def add(self, client: Client, since: int | None, *, beside: bool = False) -> None:
        """Let a client look: it gets what it missed since a version, or the whole room.

        Call it when everything is `told`, or the client is told some of it twice. A client that
        knows more than the store holds is told that this was lost.

        Args:
            beside: it shows the board beside other things, so it is no spectator.
        """
        self.presence.mark_changed()
        self._admit(client)
        self._viewers.place(client, beside=beside)
        missed = self._missed(client, since)
        if missed is None:
            self._show(client)
            if since is not None and since > self.view.head.version:
                self._tell_rolled_back(client)
            return
        for change in missed:
            client.send(self._event(change, client))
        self._show_beside(client, self.side_of(client))

    def discard(self, client: Client) -> None:
        """The client looks no longer."""
        self.presence.mark_changed()
        self._viewers.discard(client)

    def show(self, client: Client) -> None:
        """Send the whole room as it stands, and what goes with it, once it has been told to all."""
        if self._untold:
            self._tasks.start(self._show_when_told(client))
        else:
            self._show(client)

    async def _show_when_told(self, client: Client) -> None:
        await self.told()
        if client in self._viewers:
            self._show(client)

    def _show(self, client: Client) -> None:
        presence, side = self.presence.shown(), self.side_of(client)
        if self.presence.is_of_crowd and side is None:
            state = (self.head_for(client), presence)
            views = partial(self._views_for, client, presence)
            self._shown_alike.send(client, state, client.language, views)
        else:
            client.send(self._view_for(client, presence.spectators))
            client.send(presence)
        self._show_beside(client, side)

    def view_for(self, client: Client) -> RoomMessage:
        """The whole room as a client, which need not be a viewer, may know it."""
        return self._view_for(client, self.presence.shown().spectators)

    def _views_for(self, client: Client, presence: Presence) -> tuple[RoomMessage, Presence]:
        return self._view_for(client, presence.spectators), presence

    def _view_for(self, client: Client, spectators: int) -> RoomMessage:
        """The whole room as a client knows it; spectators of one language see it alike."""
        room, head = self.known_to(client)
        view = room_view(
            room,
            version=head.version,
            digest=head.digest.hex(),
            at_ms=head.at_ms,
            you=self.side_of(client),
            language=client.language,
            spectators=spectators,
            names=self._names,
            seat_key=self._seat_key(client),
        )
        return earlier(view, self._parts.clock_offset_ms(self.view.aggregate))

    def _admit(self, client: Client) -> None:
        """Tell a client everything from now on; a player must not miss anything."""
        is_late, may_miss = self._is_late(client), self.side_of(client) is None
        self._viewers.add(client, is_late=is_late, may_miss=may_miss)

    def _missed(self, client: Client, since: int | None) -> list[Change[Room, RoomEvent]] | None:
        """What a client has not been told since a version, or None if it needs the whole room."""
        missed = None if since is None else self.view.missed_since(since)
        if missed is None or since is None:
            return None
        known = self.head_for(client).version
        if since > known:
            return None
        return [change for change in missed if change.head.version <= known]

    def _seat_key(self, client: Client) -> str | None:
        """The key of the free seat, for the player who invites to it and nobody else."""
        room = self.room
        is_asked = room.status is Status.WAITING and bool(room.invitation.lock)
        if not is_asked or self.side_of(client) is None:
            return None
        return seat_key_from(client.token_hash, room.id)

    def _show_beside(self, client: Client, side: Side | None) -> None:
        """Send what goes with the room but is not in its log."""
        self.chat.show_all(client)
        if side is not None:
            self.own_moves.show(client)

    # The host calls these.

    def changed(self, changes: tuple[Change[Room, RoomEvent], ...]) -> None:
        """Tell everybody here what happened; an unknown player's name is looked up first."""
        self.presence.follow()
        self._shown_alike.clear()
        newcomers = _newcomers(changes)
        if not (self._untold or (newcomers and not self._names.at_hand(newcomers))):
            self._tell_changes(changes)
            return
        self._untold.append(changes)
        self._tasks.start(self.told())

    async def told(self) -> None:
        """Wait until everything that happened is told, which needs the names of its players."""
        while self._untold:
            changes = self._untold[0]
            await self._names.learn(_newcomers(changes))
            if self._untold and self._untold[0] is changes:  # nobody else has told it meanwhile
                del self._untold[0]
                self._tell_changes(changes)

    def _tell_changes(self, changes: tuple[Change[Room, RoomEvent], ...]) -> None:
        """Tell what happened, and the seat to move what it may play."""
        for change in changes:
            self._tell(change, late=False)
            if isinstance(change.stamped.event, Seated):
                self._seat_newcomer(change.stamped.event.player, change)
            elif isinstance(change.stamped.event, Ended):
                self._open_chat()
        if self.backlog is not None:
            self.backlog.add(changes)
            self.tell_late(0)
        self.own_moves.tell_turn(changes[-1].head.version)
        if any(isinstance(change.stamped.event, Moved) for change in changes):
            now_ms = self._parts.now_ms(self.view.aggregate)
            self._turn_told = changes[-1].state.game.ply, now_ms

    def turn_told_ms(self, ply: int) -> int:
        """When viewers were told that a ply is to be played, in the room's time; 0 for never."""
        told_ply, told_ms = self._turn_told
        return told_ms if ply == told_ply else 0

    def replaced(self) -> None:
        """Show everybody the room again, and say why: what they saw is not what the store holds.

        A room that was opened in the lost branch does not exist any more.
        """
        self.presence.follow()
        self._untold.clear()
        self._shown_alike.clear()
        self._is_past_known = False
        self.own_moves.restart()
        for client in self._viewers:
            if self.view.head.version == 0:
                code = RefusalCode.NO_SUCH_ROOM
                client.refuse(None, code, room=self.view.aggregate.id, version=0)
                continue
            if not self._is_late(client):
                self._show(client)
            self._tell_rolled_back(client)

    def _tell_rolled_back(self, client: Client) -> None:
        client.send(RolledBack(self.view.aggregate.id, rolled_back_text(client.language)))

    def on_ephemeral(self, ephemeral: Ephemeral) -> None:
        """Take an ephemeral that any node published on the room's channel."""
        self.presence.spectators.on_ephemeral(ephemeral)
        self._on_ephemeral(self, ephemeral)

    # Those who are told late.

    @property
    def needs_past(self) -> bool:
        """Spectators are told late, and it is not known yet what they may know by now."""
        return self.room.terms.delay_ms > 0 and not self._is_past_known

    def know_past(self, backlog: Backlog) -> None:
        """Take what spectators may know by now, and show it to those who waited for it."""
        self.backlog = backlog
        self._is_past_known = True
        for client in self._told(late=True):
            self._show(client)

    def tell_late(self, now_ms: int) -> int | None:
        """Tell spectators what is due; give the ms until the next is due, None if nothing waits."""
        if self.backlog is None:
            return None
        for change in self.backlog.due(now_ms):
            self._tell(change, late=True)
        return self.backlog.wait_ms(now_ms)

    def _is_late(self, client: Client) -> bool:
        return self.view.state.terms.delay_ms > 0 and self.side_of(client) is None

    def _told(self, *, late: bool) -> Iterator[Client]:
        """The viewers that are told late, or all others; for what is worded for each reader."""
        return (client for client in self._viewers if self._is_late(client) is late)

    # Telling.

    def _tell(self, change: Change[Room, RoomEvent], *, late: bool) -> None:
        if isinstance(change.stamped.event, Warned | Ended):
            self._tell_by_reader(change, self._told(late=late))
        else:
            self._viewers.send(self._event(change, None), late=late)

    def _tell_by_reader(self, change: Change[Room, RoomEvent], clients: Iterable[Client]) -> None:
        frames: dict[tuple[str, Side | None, Format], bytes] = {}
        digest = change.head.digest.hex()
        view_of = views_by_reader(change.state, change.stamped, digest, self._names)
        for client in clients:
            form, side = client.connection.format, self.side_of(client)
            key = (client.language, side, form)
            if key not in frames:
                view = self._by_node_time(view_of(client.language, side))
                frames[key] = frame_message(encode(view, WIRE_FORMAT[form]), form)
            client.send_frame(frames[key], droppable=side is None)

    def _event(self, change: Change[Room, RoomEvent], client: Client | None) -> ServerMessage:
        language = client.language if client is not None else "en"
        side = None if client is None else self.side_of(client)
        digest = change.head.digest.hex()
        view = event_view(change.state, change.stamped, digest, language, side, self._names)
        return self._by_node_time(view)

    def _by_node_time(self, view: ServerMessage) -> ServerMessage:
        """The view with moments in the node's own time, instead of the time of the room's part."""
        ahead_ms = self._parts.clock_offset_ms(self.view.aggregate)
        return earlier(view, ahead_ms) if ahead_ms else view

    def _seat_newcomer(self, player: str, seated: Change[Room, RoomEvent]) -> None:
        """A spectator who took a seat is told as its player from now on."""
        self.presence.mark_changed()
        for client in self.clients_of(player):
            if self.room.terms.delay_ms > 0:
                self._make_up(client, seated)
            self._admit(client)
            self.chat.show(client, "players")

    def _make_up(self, client: Client, seated: Change[Room, RoomEvent]) -> None:
        """Tell a client that was told late what it missed, up to its own seat."""
        told = None if self.backlog is None else self.backlog.told
        missed = None if told is None else self._missed(client, told.head.version)
        if missed is None:
            self._show(client)
            return
        for change in missed:
            if change.head.version <= seated.head.version:
                client.send(self._event(change, client))

    def _open_chat(self) -> None:
        """After the end the players read what the spectators said."""
        for player in self.room.seats.taken():
            for client in self.clients_of(player):
                self.chat.show(client, "spectators")

    def tell_presence(self) -> bool:
        """Tell who is here, if that has changed; returns whether it has."""
        summary = self.presence.to_tell()
        if summary is not None:
            self._viewers.send_all(summary)
        return summary is not None

    def tell_new_name(self, player: str) -> None:
        """Tell everybody here that the holder of a seat has another name."""
        self._shown_alike.clear()
        if self.room.seats.side_of(player) is not None:
            self._viewers.send_all(Renamed(self.room.id, player_ref(player, self._names)))


def _newcomers(changes: tuple[Change[Room, RoomEvent], ...]) -> list[str]:
    """The players who take a seat by these changes."""
    return [
        change.stamped.event.player
        for change in changes
        if isinstance(change.stamped.event, Seated)
    ]
