"""Who is here: the players behind the connections, and when one is first stored."""

from collections.abc import Callable, Iterable

from server.aggregate.refusal import RefusalCode, Refused
from server.gateway.client import Client
from server.gateway.names import Names
from server.gateway.player_desk import PlayerDesk
from server.host.aggregate_host import AggregateHost
from server.host.draft import Answer, Declined
from server.host.replica import Replica
from server.host.timebase import StoreClock
from server.players.messages import Register
from server.players.state import Player
from server.store.base import AggregateId
from server.wire import client as wire


class Visitors:
    """The players with a connection to this node. Owned by the gateway.

    Args:
        came, left: hear of a player with games of its own, when its first connection is
            here and when its last one is gone.
        named: hears of a connection whose player has just got its name.
        engaged: hears of a player here when a game of its own has just begun, or waits.
    """

    def __init__(
        self,
        host: AggregateHost,
        clock: StoreClock,
        names: Names,
        came: Callable[[str, Iterable[str]], None],
        left: Callable[[str, Iterable[str]], None],
        named: Callable[[Client], None],
        engaged: Callable[[str], None],
    ) -> None:
        self._host = host
        self._clock = clock
        self._names = names
        self._came = came
        self._left = left
        self._named = named
        self._engaged = engaged
        self._desks: dict[str, PlayerDesk] = {}

    @property
    def count(self) -> int:
        """How many players are here, each counted once."""
        return len(self._desks)

    def is_here(self, player: str) -> bool:
        """The player has a connection to this node."""
        return player in self._desks

    def player(self, player: str) -> Player | None:
        """A player here as stored; None for a new guest, of whom nothing need be known."""
        desk = self._desks.get(player)
        return None if desk is None or desk.replica is None else desk.player

    def in_games(self) -> list[str]:
        """The players here that have a game of their own."""
        return [player for player, desk in self._desks.items() if desk.has_games]

    def games_of_all(self) -> dict[str, tuple[str, ...]]:
        """The same, with the rooms of these games."""
        return {
            player: tuple(desk.player.engagement.games)
            for player, desk in self._desks.items()
            if desk.has_games
        }

    def clients_of(self, player: str) -> tuple[Client, ...]:
        """The connections of a player to this node."""
        desk = self._desks.get(player)
        return () if desk is None else tuple(desk.clients)

    def desk(self, client: Client) -> PlayerDesk:
        """The desk of the player a connection has introduced."""
        return self._desks[client.player]

    def enter(self, client: Client, player: str, token_hash: bytes, device: str) -> PlayerDesk:
        """A connection is a player's from now on; the player's desk."""
        client.player, client.token_hash, client.device = player, token_hash, device
        desk = self._desks.setdefault(player, PlayerDesk(self._named, self._engaged, self._names))
        desk.clients.add(client)
        return desk

    def follow(self, desk: PlayerDesk, replica: Replica) -> None:
        """Have the player's replica at the desk."""
        if desk.replica is None:
            desk.replica = replica
            self._host.watch(replica, desk)
            if desk.has_games:
                self._came(replica.aggregate.id, desk.player.engagement.games)
        desk.ignore()

    def gone(self, client: Client) -> None:
        """The connection is gone."""
        desk = self._desks.get(client.player)
        if desk is None:
            return
        desk.clients.discard(client)
        if not desk.clients:
            del self._desks[client.player]
            if desk.replica is not None:
                self._host.unwatch(desk.replica, desk)
            if desk.has_games:
                self._left(client.player, desk.player.engagement.games)

    def when_registered(
        self, client: Client, message: wire.Request, act: Callable[[Player], None]
    ) -> None:
        """Do `act` once the store knows the player: nothing durable is done by a stranger.

        It may refuse.
        """
        desk = self._desks[client.player]

        def known() -> None:
            try:
                act(desk.player)
            except Refused as refused:
                client.refuse(message.id, refused.code, refused.detail)

        if desk.is_registered:
            known()
        elif desk.replica is None:
            self._load(client, lambda: self._register(client, message, known))
        else:
            self._register(client, message, known)

    def _load(self, client: Client, loaded: Callable[[], None]) -> None:
        """Have the player's replica at the desk, if there is a store, then go on."""

        def seen(replica: Replica | None) -> None:
            desk = self._desks.get(client.player)
            if desk is None or client not in desk.clients:
                return
            if replica is not None:
                self.follow(desk, replica)
            loaded()

        self._host.look(AggregateId("player", client.player), seen)

    def _register(self, client: Client, message: wire.Request, act: Callable[[], None]) -> None:
        def answered(answer: Answer) -> None:
            if isinstance(answer, Declined):
                client.refuse(message.id, RefusalCode(answer.code), answer.detail)
            else:
                act()

        self._host.submit(
            AggregateId("player", client.player),
            Register(client.token_hash),
            arrived_ms=self._clock.now_ms(),
            answer=answered,
        )
