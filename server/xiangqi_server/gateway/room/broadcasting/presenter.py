"""One client at a time is brought up to date with one room: what it is shown besides the events.

A client comes, takes a seat, may read more after the end, or knows a room that the store has lost.
What a crowd of newcomers sees alike is encoded once for each language and format.
"""

from collections.abc import Iterable
from functools import partial

from xiangqi_server.aggregates.room.messages import RoomEvent
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.shared_frames import SharedFrames
from xiangqi_server.gateway.room.broadcasting.chat_history import RoomChat
from xiangqi_server.gateway.room.broadcasting.knowledge import RoomKnowledge
from xiangqi_server.gateway.room.broadcasting.own_moves import OwnMoves
from xiangqi_server.gateway.room.broadcasting.presence_summary import PresenceSummary
from xiangqi_server.gateway.room.broadcasting.viewers import Viewers
from xiangqi_server.gateway.room.broadcasting.wording import RoomWording
from xiangqi_server.kernel.host.view import Change
from xiangqi_server.texts.byes import rolled_back_text
from xiangqi_server.wire.server import Presence, RolledBack
from xiangqi_server.wire.server import Room as RoomMessage


class RoomPresenter:
    """Part of the broadcaster of a room, which says when everything that happened is delivered.

    Attributes:
        shown_alike: frames that newcomers get alike; cleared when what they see has changed.
    """

    __slots__ = (
        "_chat",
        "_knowledge",
        "_own_moves",
        "_presence",
        "_viewers",
        "_wording",
        "shown_alike",
    )

    def __init__(
        self,
        knowledge: RoomKnowledge,
        wording: RoomWording,
        viewers: Viewers,
        presence: PresenceSummary,
        chat: RoomChat,
        own_moves: OwnMoves,
    ) -> None:
        self._knowledge = knowledge
        self._wording = wording
        self._viewers = viewers
        self._presence = presence
        self._chat = chat
        self._own_moves = own_moves
        self.shown_alike = SharedFrames()

    def add(self, client: Client, since: int | None) -> None:
        """Let a client look: it gets what it missed since a version, or the whole room.

        A client that knows more than the store holds learns that this was lost.
        """
        self._presence.mark_changed()
        self._admit(client)
        missed = self._knowledge.missed(client, since)
        if missed is None:
            self.show(client)
            if since is not None and since > self._knowledge.view.head.version:
                self._say_rolled_back(client)
            return
        self._send(client, missed)
        self._show_beside(client, self._knowledge.side_of(client))

    def discard(self, client: Client) -> None:
        """The client looks no longer."""
        self._presence.mark_changed()
        self._viewers.discard(client)

    def _admit(self, client: Client) -> None:
        """Send a client everything from now on; a player must not miss anything."""
        is_late, may_miss = self._knowledge.is_late(client), self._knowledge.side_of(client) is None
        self._viewers.add(client, is_late=is_late, may_miss=may_miss)

    def _send(self, client: Client, changes: Iterable[Change[Room, RoomEvent]]) -> None:
        for change in changes:
            client.send(self._wording.event(change, client))

    def show(self, client: Client) -> None:
        """Send the whole room as it stands, and what goes with it."""
        presence, side = self._presence.shown(), self._knowledge.side_of(client)
        if self._presence.is_of_crowd and side is None:
            state = (self._knowledge.head_for(client), presence)
            views = partial(self._views_for, client, presence)
            self.shown_alike.send(client, state, client.language, views)
        else:
            client.send(self._wording.room(client, presence.spectators))
            client.send(presence)
        self._show_beside(client, side)

    def _views_for(self, client: Client, presence: Presence) -> tuple[RoomMessage, Presence]:
        return self._wording.room(client, presence.spectators), presence

    def view_for(self, client: Client) -> RoomMessage:
        """The whole room as a client, which need not be a viewer, may know it."""
        return self._wording.room(client, self._presence.shown().spectators)

    def _show_beside(self, client: Client, side: Side | None) -> None:
        """Send what goes with the room but is not in its log."""
        self._chat.show_all(client)
        if side is not None:
            self._own_moves.show(client)

    def seat(self, player: str, seated: Change[Room, RoomEvent]) -> None:
        """A newly seated spectator learns everything at once from now on, as its player."""
        self._presence.mark_changed()
        for client in self._viewers.of(player):
            if self._knowledge.view.state.terms.delay_ms > 0:
                self._make_up(client, seated)
            self._admit(client)
            self._chat.show(client, "players")

    def _make_up(self, client: Client, seated: Change[Room, RoomEvent]) -> None:
        """Send a client that was late what it missed, up to its own seat."""
        backlog = self._knowledge.backlog
        known = None if backlog is None else backlog.delivered
        missed = None if known is None else self._knowledge.missed(client, known.head.version)
        if missed is None:
            self.show(client)
            return
        self._send(client, [c for c in missed if c.head.version <= seated.head.version])

    def open_chat(self) -> None:
        """After the end the players read what the spectators said."""
        for player in self._knowledge.view.state.seats.taken():
            for client in self._viewers.of(player):
                self._chat.show(client, "spectators")

    def replace(self) -> None:
        """Show every client the room again, and say why: what it saw is not what the store holds.

        A room that was opened in the lost branch does not exist any more. Clients that learn
        everything late are shown the room when it is known what they may know.
        """
        room = self._knowledge.view.aggregate.id
        for client in self._viewers:
            if self._knowledge.view.head.version == 0:
                client.refuse(None, RoomRefusal.NO_SUCH_ROOM, room=room, version=0)
                continue
            if not self._knowledge.is_late(client):
                self.show(client)
            self._say_rolled_back(client)

    def _say_rolled_back(self, client: Client) -> None:
        room = self._knowledge.view.aggregate.id
        client.send(RolledBack(room, rolled_back_text(client.language)))
