"""Which entrants are connected to a node: reported to the tournaments that run or begin soon.

Theory of operation. The log of an arena must know which players wait, because the pairing is
decided there. Every node follows the tournaments that run, or begin within two minutes. It reports
each entrant that is connected here but counts as away, and each that no node has seen for some
seconds. Entrants seen elsewhere are asked for in turn, a limited number a second, in the order in
which they left this node. Where pairs are free, an entrant connected here hears of offers, whatever
page it looks at.
"""

from collections.abc import Awaitable, Callable, Collection
from typing import Final

from xiangqi_server.aggregates.tournaments.kind import TOURNAMENT
from xiangqi_server.aggregates.tournaments.messages import SeePlayers, TournamentEvent
from xiangqi_server.aggregates.tournaments.state import OpenPair, Phase, Tournament
from xiangqi_server.api.names.naming import player_ref
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.connection.online_players import OnlinePlayers
from xiangqi_server.kernel.host.view import Change, View, key
from xiangqi_server.read_model.tournaments import TournamentList
from xiangqi_server.wire.server import TournamentOffer

AHEAD_MS: Final = 120_000
AWAY_MS: Final = 5_000
ASK_AGAIN_MS: Final = 30_000
ASKED_AT_ONCE: Final = 200
TOLD_AT_ONCE: Final = 1_000


class _Followed:
    """A tournament this node follows; a watcher of it.

    Attributes:
        missed_ms: by entrant, since when it has not been connected here nor found elsewhere.
        is_asking: other nodes are just being asked for some of the entrants.
        offers_sent: the rooms of free pairs whose offer was sent here, each with the player that
            got it and how many offers the pair had made by then.
    """

    def __init__(self, view: View[Tournament, TournamentEvent]) -> None:
        self.view = view
        self.missed_ms: dict[str, int] = {}
        self.is_asking = False
        self.offers_sent: dict[str, tuple[str, int]] = {}

    def changed(self, _: tuple[Change[Tournament, TournamentEvent], ...]) -> None:
        """Nothing at once: all of them are looked at once a second."""

    def replaced(self) -> None:
        """Nothing at once either."""


class Attendance:
    """Owned by the gateway.

    Args:
        seen: gives those of the given players that any node sees.
    """

    def __init__(
        self,
        node: Node,
        online_players: OnlinePlayers,
        seen: Callable[[Collection[str]], Awaitable[frozenset[str]]],
    ) -> None:
        self._node = node
        self._online_players = online_players
        self._seen = seen
        self._list = TournamentList(node.row_store)
        self._followed: dict[str, _Followed] = {}
        self._is_finding = False

    def players(self) -> frozenset[str]:
        """The entrants connected here, for which other nodes may ask."""
        return frozenset(
            player
            for followed in self._followed.values()
            for player in followed.view.state.entrants
            if self._online_players.is_here(player)
        )

    def find(self) -> None:
        """See which tournaments there are to follow; called now and then."""
        if not self._is_finding and not self._node.host.is_paused:
            self._is_finding = True
            self._node.tasks.start(self._find())

    async def _find(self) -> None:
        try:
            now_ms = self._node.clock.now_ms()
            wanted = await self._list.running(now_ms + AHEAD_MS)
            for id_ in wanted:
                if id_ not in self._followed:
                    view = await self._node.host.view(key(TOURNAMENT, id_))
                    plan = view.state.plan
                    if plan is not None and plan.at_boards:
                        continue  # its people are in a hall, connected or not
                    followed = self._followed[id_] = _Followed(view)
                    self._node.host.watch(view, followed)
        finally:
            self._is_finding = False
        for id_, followed in tuple(self._followed.items()):
            phase = followed.view.state.phase
            if phase not in (Phase.ANNOUNCED, Phase.RUNNING):
                self._node.host.unwatch(followed.view, followed)
                del self._followed[id_]

    def look_around(self) -> None:
        """Report newcomers, and ask for those that are missing; called about once a second."""
        for followed in self._followed.values():
            self._look_at(followed)
            if followed.offers_sent or followed.view.state.open_pairs:
                self._tell_offers(followed)

    def _look_at(self, followed: _Followed) -> None:
        now_ms, missed_ms = self._node.clock.now_ms(), followed.missed_ms
        present: list[str] = []
        asked: list[str] = []
        for player, entrant in followed.view.state.entrants.items():
            if self._online_players.is_here(player):
                missed_ms.pop(player, None)
                if not entrant.is_here and not entrant.has_left:
                    present.append(player)
            elif entrant.is_here and not entrant.has_left:
                since_ms = missed_ms.setdefault(player, now_ms)
                asked += [player] if now_ms - since_ms >= AWAY_MS else []
        if present:
            self._tell(followed, SeePlayers(present=tuple(present[:TOLD_AT_ONCE])))
        if asked and not followed.is_asking:
            followed.is_asking = True
            asked.sort(key=missed_ms.__getitem__)
            self._node.tasks.start(self._ask(followed, asked[:ASKED_AT_ONCE], now_ms))

    async def _ask(self, followed: _Followed, players: list[str], now_ms: int) -> None:
        """Ask whether another node sees these players; those that no node sees are away."""
        away = []
        try:
            seen = await self._seen(players)
            for player in players:
                if player in seen:
                    followed.missed_ms[player] = now_ms + ASK_AGAIN_MS - AWAY_MS
                else:
                    away.append(player)
        finally:
            followed.is_asking = False
        if away:
            self._tell(followed, SeePlayers(away=tuple(away)))

    def _tell_offers(self, followed: _Followed) -> None:
        """Tell entrants connected here of new offers, and of those that are gone."""
        pairs = followed.view.state.open_pairs
        stand = {room: pair for room, pair in pairs.items() if pair.offered_by}
        for room, (player, _) in tuple(followed.offers_sent.items()):
            if room not in stand or not self._online_players.is_here(player):
                del followed.offers_sent[room]
                self._offer(followed, player, room, by=None)
        for room, pair in stand.items():
            player = pair.black if pair.offered_by == pair.red else pair.red
            offer = player, pair.red_asked + pair.black_asked
            if followed.offers_sent.get(room) != offer and self._online_players.is_here(player):
                followed.offers_sent[room] = offer
                self._node.tasks.start(self._offer_once_known(followed, player, room, pair))

    async def _offer_once_known(
        self, followed: _Followed, player: str, room: str, pair: OpenPair
    ) -> None:
        """Tell of an offer, if it still stands when the name of its player is known."""
        await self._node.names.learn([pair.offered_by])
        if followed.view.state.open_pairs.get(room) == pair:
            self._offer(followed, player, room, by=pair.offered_by)

    def _offer(self, followed: _Followed, player: str, room: str, *, by: str | None) -> None:
        tournament = followed.view.state
        who = None if by is None else player_ref(by, self._node.names)
        message = TournamentOffer(tournament.id, tournament.the_plan.name, room, who)
        for client in self._online_players.clients_of(player):
            client.send(message)

    def _tell(self, followed: _Followed, command: SeePlayers) -> None:
        now_ms = self._node.clock.now_ms()
        self._node.host.submit(followed.view.aggregate, command, arrived_ms=now_ms)
