"""How far each reader of one room knows it: the players at once, spectators perhaps late."""

from xiangqi_server.aggregates.room.messages import RoomEvent
from xiangqi_server.aggregates.room.state import Room, Status
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.room.broadcasting.delay import Backlog, ClientView
from xiangqi_server.kernel.host.view import Change, View
from xiangqi_server.kernel.store.values import Head


class RoomKnowledge:
    """Part of the broadcaster of a room.

    Attributes:
        view: the room as it is stored.
        backlog: what spectators do not know yet; None in a game without a delay.
        is_past_known: what spectators may know by now has been found; see `needs_past`.
    """

    __slots__ = ("backlog", "is_past_known", "view")

    def __init__(self, view: View[Room, RoomEvent]) -> None:
        self.view = view
        self.backlog: Backlog | None = None
        self.is_past_known = False

    @property
    def needs_past(self) -> bool:
        """Spectators learn everything late, and it is not known yet what they may know by now."""
        return self.view.state.terms.delay_ms > 0 and not self.is_past_known

    def side_of(self, client: Client) -> Side | None:
        """The side whose seat the client's player holds, None for a spectator."""
        return self.view.state.seats.side_of(client.player)

    def is_late(self, client: Client) -> bool:
        """The client learns everything late."""
        return self.view.state.terms.delay_ms > 0 and self.side_of(client) is None

    def known_to(self, client: Client) -> ClientView:
        """The room as the client knows it."""
        return self._known_late(client) or ClientView(self.view.state, self.view.head)

    def of_spectators(self) -> ClientView | None:
        """The room as its spectators know it; None while it is not known what they may know."""
        if not self.view.state.terms.delay_ms:
            return ClientView(self.view.state, self.view.head) if self.view.head.version else None
        return None if self.needs_past or self.backlog is None else self.backlog.delivered

    def head_for(self, client: Client) -> Head:
        """Where the log of the room stands as the client knows it."""
        late = None if self.backlog is None else self._known_late(client)
        return self.view.head if late is None else late.head

    def _known_late(self, client: Client) -> ClientView | None:
        """The room as a client that is late knows it; None for any other client."""
        return self.backlog.delivered if self.backlog is not None and self.is_late(client) else None

    def has_ended(self, client: Client) -> bool:
        """As far as the client knows, the game is over."""
        return self.known_to(client).room.status is Status.OVER

    def missed(self, client: Client, since: int | None) -> list[Change[Room, RoomEvent]] | None:
        """What a client may know since a version, or None if it needs the whole room."""
        missed = None if since is None else self.view.missed_since(since)
        if missed is None or since is None:
            return None
        known = self.head_for(client).version
        if since > known:
            return None
        return [change for change in missed if change.head.version <= known]
