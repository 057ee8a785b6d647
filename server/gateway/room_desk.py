"""One room as this node's connections see it: who looks, and what each is told.

A desk exists while somebody here looks at the room. What all may see is encoded once for
each format; what is worded for its reader is encoded once for each language and side too.
Spectators of a game with a delay are told late, from a backlog; everybody else at once.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import cast

from server.aggregate.decision import Stamped
from server.aggregate.refusal import RefusalCode
from server.gateway.backlog import Backlog, Standing
from server.gateway.client import WIRE_FORMAT, Client
from server.gateway.counts import Counts
from server.gateway.names import Names
from server.gateway.room_crowd import RoomCrowd
from server.gateway.room_talk import AUDIENCES, RoomTalk
from server.host.replica import Change, Replica
from server.net.fanout import Audience
from server.net.frames import frame_message
from server.net.ports import Format
from server.room.messages import Ended, RoomEvent, Seated, Warned
from server.room.state import Room
from server.rules.board import Side
from server.session.naming import player_ref
from server.session.premove import Premove, premove_view
from server.session.talk import may_hear
from server.session.views import event_view, legal_view, room_view
from server.store.feed import Aside
from server.wire.codec import encode
from server.wire.server import Renamed, ServerMessage
from server.wire.terms import AudienceName


class RoomDesk:
    """The watchers of one room on this node, and the room's replica they look at.

    Args:
        is_here: whether a player has a connection, to this room or elsewhere.
        premove_of: the premove of a player that stands in this room.
        names: what each player is called.
        counts: counts spectators on all nodes.
        heard: takes what was said at the room, here or on another node, and is not a number.

    Attributes:
        crowd: who is here.
        talk: what is said here.
        backlog: what spectators are not told yet; None in a game without a delay.
    """

    def __init__(
        self,
        replica: Replica,
        is_here: Callable[[str], bool],
        premove_of: Callable[[str], Premove | None],
        names: Names,
        counts: Counts,
        heard: Callable[["RoomDesk", Aside], None],
    ) -> None:
        self.replica = replica
        self._heard = heard
        self.talk = RoomTalk(replica.aggregate.id, self._hearers, names)
        self.backlog: Backlog | None = None
        self._names = names
        self._untold: deque[tuple[Change, ...]] = deque()
        self._premove_of = premove_of
        self._audience = Audience()
        self._late = Audience()
        self._clients: set[Client] = set()
        self._by_player: dict[str, set[Client]] = {}
        self.crowd = RoomCrowd(
            replica.aggregate,
            lambda: self.room.seats,
            self._clients,
            self._by_player,
            is_here,
            names,
            counts,
        )
        self._is_past_known = False

    @property
    def room(self) -> Room:
        """The room as it stands."""
        return cast("Room", self.replica.state)

    @property
    def is_empty(self) -> bool:
        """Nobody here looks at the room."""
        return not self._clients

    @property
    def needs_past(self) -> bool:
        """Spectators are told late, and it is not known what they know by now."""
        return self.room.terms.delay_ms > 0 and not self._is_past_known

    def side_of(self, client: Client) -> Side | None:
        """The side whose seat the client's player holds, None for a spectator."""
        return self.room.seats.side_of(client.player)

    def standing(self, client: Client) -> Standing:
        """The room as the client knows it."""
        if self._is_late(client) and self.backlog is not None and self.backlog.told is not None:
            return self.backlog.told
        return Standing(self.room, self.replica.head)

    def add(self, client: Client, since: int | None) -> None:
        """Let a client look: it gets what it missed since a version, or the whole room."""
        self.crowd.changed()
        self._clients.add(client)
        self._by_player.setdefault(client.player, set()).add(client)
        self._admit(client)
        missed = self._missed(client, since)
        if missed is None:
            self.show(client)
            return
        for change in missed:
            client.send(self._event(change, client))
        self._show_beside(client)

    def discard(self, client: Client) -> None:
        """The client looks no longer."""
        self.crowd.changed()
        self._clients.discard(client)
        self._audience.discard(client.connection)
        self._late.discard(client.connection)
        mine = self._by_player.get(client.player, set())
        mine.discard(client)
        if not mine:
            self._by_player.pop(client.player, None)

    def show(self, client: Client) -> None:
        """Send the whole room as it stands, and what goes with it."""
        crowd = self.crowd.view()
        room, head = self.standing(client)
        client.send(
            room_view(
                room,
                version=head.version,
                digest=head.digest.hex(),
                at_ms=head.at_ms,
                you=self.side_of(client),
                language=client.language,
                spectators=crowd.spectators,
                names=self._names,
            )
        )
        client.send(crowd)
        self._show_beside(client)

    def clients_of(self, player: str) -> tuple[Client, ...]:
        """The connections of a player that look at the room."""
        return tuple(self._by_player.get(player, ()))

    # The host calls these.

    def changed(self, changes: tuple[Change, ...]) -> None:
        """Tell everybody here what happened; a player nobody here has met is looked up first."""
        self._untold.append(changes)
        if len(self._untold) == 1:
            self._names.when_known(_newcomers(changes), self._tell_untold)

    def _tell_untold(self) -> None:
        self._tell_changes(self._untold.popleft())
        if self._untold:
            self._names.when_known(_newcomers(self._untold[0]), self._tell_untold)

    def renamed(self, player: str) -> None:
        """Tell everybody here that the holder of a seat is called something else."""
        if self.room.seats.side_of(player) is not None:
            told = Renamed(self.room.id, player_ref(player, self._names))
            for audience in (self._audience, self._late):
                audience.send(lambda form: encode(told, WIRE_FORMAT[form]))

    def _tell_changes(self, changes: tuple[Change, ...]) -> None:
        """Tell what happened, and the seat to move what it may play."""
        for change in changes:
            self._tell(change, self._audience, self._punctual())
        if self.backlog is not None:
            self.backlog.add(changes)
            self.tell_late(0)
        self._show_legal(self.clients_of(self._mover or ""))

    def replaced(self, replica: Replica) -> None:
        """Show everybody the room anew: what they saw is not what the store holds.

        A room that was opened in the lost branch is no more.
        """
        self.replica = replica
        self._is_past_known = False
        if replica.head.version == 0:
            for client in self._clients:
                code = RefusalCode.NO_SUCH_ROOM
                client.refuse(None, code, room=replica.aggregate.id, version=0)
        else:
            for client in self._punctual():
                self.show(client)

    def said(self, aside: Aside) -> None:
        """Take what was said at the room on any node."""
        self.crowd.spectators.heard(aside)
        self._heard(self, aside)

    # Those who are told late.

    def know_past(self, backlog: Backlog) -> None:
        """Take what spectators know by now, and show it to those who waited for it."""
        self.backlog = backlog
        self._is_past_known = True
        for client in self._tardy():
            self.show(client)

    def tell_late(self, now_ms: int) -> None:
        """Tell spectators what is due; called every tick."""
        if self.backlog is not None:
            for change in self.backlog.due(now_ms):
                self._tell(change, self._late, self._tardy())

    def _is_late(self, client: Client) -> bool:
        return self.room.terms.delay_ms > 0 and self.side_of(client) is None

    def _punctual(self) -> Iterator[Client]:
        """Who is told at once; worked out only where it is asked for, so never for a move."""
        for client in tuple(self._clients):
            if not self._is_late(client):
                yield client

    def _tardy(self) -> Iterator[Client]:
        for client in tuple(self._clients):
            if self._is_late(client):
                yield client

    # Telling.

    def _tell(self, change: Change, audience: Audience, clients: Iterable[Client]) -> None:
        event = cast("RoomEvent", change.stamped.event)
        if isinstance(event, Warned | Ended):
            self._tell_by_reader(change, clients)
        else:
            message = self._event(change, None)
            audience.send(lambda form: encode(message, WIRE_FORMAT[form]))
        if isinstance(event, Seated) and audience is self._audience:
            self._seat_newcomer(event.player, change)
        if isinstance(event, Ended) and audience is self._audience:
            self._open_talk()

    def _tell_by_reader(self, change: Change, clients: Iterable[Client]) -> None:
        frames: dict[tuple[str, Side | None, Format], bytes] = {}
        for client in clients:
            form = client.connection.format
            key = (client.language, self.side_of(client), form)
            if key not in frames:
                payload = encode(self._event(change, client), WIRE_FORMAT[form])
                frames[key] = frame_message(payload, form)
            client.connection.send(frames[key], droppable=self.side_of(client) is None)

    def _event(self, change: Change, client: Client | None) -> ServerMessage:
        room = cast("Room", change.state)
        language = client.language if client is not None else "en"
        stamped = cast("Stamped[RoomEvent]", change.stamped)
        side = None if client is None else self.side_of(client)
        return event_view(room, stamped, change.head.digest.hex(), language, side, self._names)

    def _missed(self, client: Client, since: int | None) -> list[Change] | None:
        """What a client has not been told since a version, or None if it needs the whole room."""
        missed = None if since is None else self.replica.missed_since(since)
        known = self.standing(client).head.version
        if missed is None or since is None or since > known:
            return None
        return [change for change in missed if change.head.version <= known]

    def _admit(self, client: Client) -> None:
        """Have a client told from now on: a player must not miss anything."""
        if self._is_late(client):
            self._late.add(client.connection, droppable=True)
        else:
            self._late.discard(client.connection)
            self._audience.add(client.connection, droppable=self.side_of(client) is None)

    def _seat_newcomer(self, player: str, seated: Change) -> None:
        """A spectator who took a seat is told as its player from now on."""
        self.crowd.changed()
        for client in self.clients_of(player):
            if self.room.terms.delay_ms > 0:
                self._make_up(client, seated)
            self._admit(client)
            self.talk.tell(client, "players")

    def _make_up(self, client: Client, seated: Change) -> None:
        """Tell one who was told late what it missed, its own seat included."""
        told = None if self.backlog is None else self.backlog.told
        missed = None if told is None else self._missed(client, told.head.version)
        if missed is None:
            self.show(client)
            return
        for change in missed:
            if change.head.version <= seated.head.version:
                client.send(self._event(change, client))

    def _show_beside(self, client: Client) -> None:
        """Send what goes with the room and is in none of its versions."""
        for to in AUDIENCES:
            if may_hear(self.room, self.side_of(client), to):
                self.talk.tell(client, to)
        premove = self._premove_of(client.player)
        if premove is not None:
            client.send(premove_view(self.room.id, premove))
        self._show_legal((client,))

    @property
    def _mover(self) -> str | None:
        return self.room.seats.of(self.room.game.to_move)

    def _show_legal(self, clients: Iterable[Client]) -> None:
        mover = self._mover
        for client in clients:
            if client.player == mover:
                legal = legal_view(self.room, self.replica.head.version, client.language)
                if legal is not None:
                    client.send(legal)

    # Talk.

    def _hearers(self, to: AudienceName) -> Iterator[tuple[Client, bool]]:
        """Who hears one kind of talk, and whether each may miss a line."""
        for client in self._clients:
            side = self.side_of(client)
            if may_hear(self.room, side, to):
                yield client, side is None

    def _open_talk(self) -> None:
        """After the end the players read what the spectators said."""
        for player in self.room.seats.taken():
            for client in self.clients_of(player):
                self.talk.tell(client, "spectators")

    def tell_crowd(self, tick: int) -> None:
        """Tell who is here, if that is news; called every tick."""
        crowd = self.crowd.news(tick)
        if crowd is not None:
            for audience in (self._audience, self._late):
                audience.send(lambda form: encode(crowd, WIRE_FORMAT[form]))


def _newcomers(changes: tuple[Change, ...]) -> list[str]:
    """The players who take a seat by these changes."""
    events = (change.stamped.event for change in changes)
    return [event.player for event in events if isinstance(event, Seated)]
