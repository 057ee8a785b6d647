"""One tournament as the connections of this node see it: its standings, sent again now and then.

However many look, the head and the top of the standings are encoded once for each change and
format. A connection gets its own player's place separately, and only when that has changed.
"""

from collections.abc import Sequence
from typing import Final

from xiangqi_server.aggregates.tournaments.at_boards.names import tournament_of
from xiangqi_server.aggregates.tournaments.kind import TOURNAMENT
from xiangqi_server.aggregates.tournaments.messages import TournamentEvent
from xiangqi_server.aggregates.tournaments.results.standings import Standings
from xiangqi_server.aggregates.tournaments.state import Tournament
from xiangqi_server.api.moments import ahead_of_dates, earlier
from xiangqi_server.api.tournaments.tournament_chat import is_open, kept_ms
from xiangqi_server.api.tournaments.tournament_views import (
    OwnPlace,
    change_view,
    own_place,
    people_on,
    tournament_view,
)
from xiangqi_server.gateway.connection.chat_lines import ChatLines
from xiangqi_server.gateway.connection.client import WIRE_FORMAT, Client
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.tournaments.chat import STREAM, ToldChat
from xiangqi_server.gateway.tournaments.known_standings import KnownStandings
from xiangqi_server.kernel.host.view import Change, View, key
from xiangqi_server.kernel.store.side import StoredChatLine
from xiangqi_server.net.fanout import Subscribers
from xiangqi_server.wire.codec import encode
from xiangqi_server.wire.limits import PAGE_ROWS
from xiangqi_server.wire.server import TournamentYou

TELL_MS: Final = 1_000
CROWD: Final = 200
TELL_CROWD_MS: Final = 2_000
"""How often a crowd gets what is not urgent."""


class TournamentBroadcaster:
    """The viewers of one tournament here; a watcher of it while there are any.

    Attributes:
        chat: what is said there; it listens on the tournament's channel.
    """

    def __init__(
        self,
        node: Node,
        known: KnownStandings,
        lines: ChatLines,
        view: View[Tournament, TournamentEvent],
    ) -> None:
        self.view = view
        self._known = known
        self._names = node.names
        self._parts = node.host.parts
        self._tasks = node.tasks
        self._subscribers = Subscribers(node.host.faults)
        self._places: dict[Client, OwnPlace] = {}
        self.chat = ToldChat(node, lines, view, self._subscribers, self._places.keys())
        self._is_stale = self._is_urgent = self._is_telling = False
        self._sent_ms = 0
        self._sent_plan = view.state.plan

    def __len__(self) -> int:
        return len(self._places)

    def show(self, client: Client, id_: str, standings: Standings) -> None:
        """Send the whole tournament, by standings of a moment ago, and what changes since."""
        self._is_stale |= standings.tournament is not self.view.state
        self._places[client] = own_place(client.player, standings, self._names)
        shown = tournament_view(id_, standings, client.player, self._names, self._stands)
        client.send(earlier(shown, self._ahead_ms))
        self._subscribers.add(client.connection, droppable=True)
        self.chat.show(client)

    @property
    def _stands(self) -> tuple[int, bytes]:
        return self.view.head.version, self.view.head.digest

    @property
    def _ahead_ms(self) -> int:
        return ahead_of_dates(self._parts.clock_offset_ms(self.view.aggregate))

    def discard(self, client: Client) -> None:
        """The client looks no longer."""
        self._places.pop(client, None)
        self._subscribers.discard(client.connection)

    def tell_changes(self, now_ms: int) -> None:
        """Send everybody the standings, if they have changed and were not sent just before."""
        wait_ms = TELL_MS if len(self._places) <= CROWD else TELL_CROWD_MS
        is_due = self._is_urgent or now_ms - self._sent_ms >= wait_ms
        if not self._is_stale or not is_due or self._is_telling:
            return
        self._is_stale = self._is_urgent = False
        self._sent_ms = now_ms
        self._is_telling = True
        self._tasks.start(self._tell_when_known())

    async def _tell_when_known(self) -> None:
        try:
            standings = await self._known.of(self.view.state)
            await self._names.learn(people_on(standings, standings.page(1, PAGE_ROWS)))
        finally:
            self._is_telling = False
        self._tell(standings)

    def _tell(self, standings: Standings) -> None:
        plan = standings.tournament.plan
        is_amended = plan != self._sent_plan
        change = change_view(standings, self._names, self._stands, is_amended=is_amended)
        change = earlier(change, self._ahead_ms)
        self._sent_plan = plan
        self._subscribers.send(lambda form: encode(change, WIRE_FORMAT[form]))
        for client, known in tuple(self._places.items()):
            place = own_place(client.player, standings, self._names)
            if place != known and client in self._places:
                self._places[client] = place
                own = TournamentYou(standings.tournament.id, *place)
                client.send(earlier(own, self._ahead_ms))
                if known.room is not None and place.room is None:
                    self.chat.show(client)

    # The host calls these.

    def changed(self, changes: tuple[Change[Tournament, TournamentEvent], ...]) -> None:
        """Nothing at once: the next tick tells the sum of all changes."""
        self._is_stale = True
        self._is_urgent |= any(change.stamped.event.is_urgent for change in changes)

    def replaced(self) -> None:
        """All of it is sent again."""
        self._is_stale = True

    def renamed(self) -> None:
        """Somebody listed is called something else."""
        self._is_stale = self._is_urgent = True


class TournamentBroadcasters:
    """The tournaments that are watched here. Owned by the gateway."""

    def __init__(self, node: Node, known: KnownStandings, lines: ChatLines) -> None:
        self._node = node
        self._known = known
        self._lines = lines
        self._host = node.host
        self._clock = node.clock
        self._names = node.names
        node.names.on_change(self._renamed)
        self._by_id: dict[str, TournamentBroadcaster] = {}
        self._watched: dict[Client, str] = {}

    async def show(self, client: Client, tournament: str, id_: str) -> bool:
        """Answer with a tournament, and send what changes; False if there is no such one.

        Raises:
            StoreUnavailable: there is no store.
        """
        view = await self._host.view(key(TOURNAMENT, tournament))
        if view.state.plan is None:
            return False
        standings = await self._known.of(view.state)
        await self._names.learn(
            [*people_on(standings, standings.page(1, PAGE_ROWS)), client.player]
        )
        said = await self._said(view)
        if client.is_gone:
            return True
        if self._watched.get(client) != tournament:
            self.discard(client)
        self._broadcaster(tournament, view, said).show(client, id_, standings)
        self._watched[client] = tournament
        return True

    async def _said(self, view: View[Tournament, TournamentEvent]) -> Sequence[StoredChatLine]:
        """What was said there, for the first who comes; a visit keeps it while it is open."""
        if view.aggregate.id in self._by_id:
            return ()
        (said,) = await self._lines.of(view.aggregate, STREAM)
        if said and is_open(view.state):
            ttl_ms = kept_ms(view.state, self._clock.now_ms())
            store = self._node.side.chat
            self._node.tasks.start(store.keep(view.aggregate, (STREAM,), ttl_ms))
        return said

    def _broadcaster(
        self,
        tournament: str,
        view: View[Tournament, TournamentEvent],
        said: Sequence[StoredChatLine],
    ) -> TournamentBroadcaster:
        known = self._by_id.get(tournament)
        if known is None:
            known = TournamentBroadcaster(self._node, self._known, self._lines, view)
            self._by_id[tournament] = known
            self._host.watch(view, known)
            self._host.listen(view, known.chat)
        if said:
            known.chat.load(said)
        return known

    def watched_by(self, client: Client) -> TournamentBroadcaster | None:
        """The tournament that a client looks at."""
        return self._by_id.get(self._watched.get(client, ""))

    def discard(self, client: Client) -> None:
        """The client watches no longer."""
        tournament = self._watched.pop(client, None)
        known = None if tournament is None else self._by_id.get(tournament)
        if tournament is None or known is None:
            return
        known.discard(client)
        if not len(known):
            self._host.ignore(known.view, known.chat)
            self._host.unwatch(known.view, known)
            del self._by_id[tournament]

    def _renamed(self, player: str) -> None:
        """Listed people are called something else: all of their tournament is sent again."""
        known = self._by_id.get(tournament_of(player) or "")
        if known is not None:
            known.renamed()

    def tell_changes(self) -> None:
        """Tell what has changed in each tournament; called every tick."""
        now_ms = self._clock.now_ms()
        for broadcaster in tuple(self._by_id.values()):
            broadcaster.tell_changes(now_ms)
