"""Who is here: `hello`, the players behind the connections, and when one is first stored."""

from collections.abc import Callable, Iterable
from functools import partial

from server.aggregate.refusal import RefusalCode
from server.gateway.client import Client
from server.gateway.player_desk import PlayerDesk
from server.host.aggregate_host import AggregateHost
from server.host.draft import Answer, Declined
from server.host.replica import Replica
from server.host.timebase import StoreClock
from server.players.messages import Register
from server.players.state import Player
from server.session.tokens import TOKEN_BYTES, hash_of, mint, player_of
from server.session.views import side_name
from server.store.base import AggregateId
from server.wire import client as wire
from server.wire.parts import GameRef
from server.wire.server import Game, Welcome


class Visitors:
    """The players with a connection to this node. Owned by the gateway.

    Args:
        random_bytes: gives so many random bytes.
        greet: makes the answer to a `hello` from its id, its client, a new token and the games.
        came, left: hear of a player with games of its own, when its first connection is
            here and when its last one is gone.
    """

    def __init__(
        self,
        host: AggregateHost,
        clock: StoreClock,
        random_bytes: Callable[[int], bytes],
        greet: Callable[[str, Client, str | None, list[GameRef]], Welcome],
        came: Callable[[str, Iterable[str]], None],
        left: Callable[[str], None],
    ) -> None:
        self._host = host
        self._clock = clock
        self._random_bytes = random_bytes
        self._greet = greet
        self._came = came
        self._left = left
        self._desks: dict[str, PlayerDesk] = {}
        self._owed: set[Client] = set()  # came without a store: nobody has told them their games

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

    def hello(
        self, client: Client, message: wire.Hello, welcomed: Callable[[Client], None]
    ) -> None:
        """Find out who speaks, answer `welcome`, and go on with `welcomed`.

        A guest without a token is nobody's memory yet: no store is asked.

        Raises:
            Refused: the token is not one of ours.
        """
        client.language = message.language
        token = message.token or mint(self._random_bytes(TOKEN_BYTES))
        client.token_hash = hash_of(token)
        client.player = player_of(token)
        desk = self._desks.setdefault(client.player, PlayerDesk())
        desk.clients.add(client)
        if message.token is None:
            client.send(self._greet(message.id, client, token, []))
            welcomed(client)
        else:
            self._load(client, lambda: self._welcome(client, message, welcomed))

    def resumed(self) -> None:
        """The store is back: tell those who came meanwhile what `welcome` could not."""
        owed, self._owed = self._owed, set()
        for client in owed:
            self._load(client, partial(self._tell_games, client))

    def forget(self, client: Client) -> None:
        """The connection is gone."""
        self._owed.discard(client)
        desk = self._desks.get(client.player)
        if desk is None:
            return
        desk.clients.discard(client)
        if not desk.clients:
            del self._desks[client.player]
            if desk.replica is not None:
                self._host.unwatch(desk.replica, desk)
            if desk.has_games:
                self._left(client.player)

    def when_registered(self, client: Client, id_: str, act: Callable[[], None]) -> None:
        """Do `act` once the store knows the player: nothing durable is done by a stranger."""
        desk = self._desks[client.player]
        if desk.is_registered:
            act()
        elif desk.replica is None:
            self._load(client, lambda: self._register(client, id_, act))
        else:
            self._register(client, id_, act)

    def _welcome(
        self, client: Client, message: wire.Hello, welcomed: Callable[[Client], None]
    ) -> None:
        desk = self._desks[client.player]
        games = []
        if desk.replica is None:
            self._owed.add(client)
        else:
            games = [
                GameRef(room, side_name(side))
                for room, side in desk.player.engagement.games.items()
            ]
        client.send(self._greet(message.id, client, None, games))
        welcomed(client)

    def _tell_games(self, client: Client) -> None:
        desk = self._desks[client.player]
        if desk.replica is None:
            self._owed.add(client)
            return
        for room, side in desk.player.engagement.games.items():
            client.send(Game(room, side_name(side)))

    def _load(self, client: Client, loaded: Callable[[], None]) -> None:
        """Have the player's replica at the desk, if there is a store, then go on."""

        def seen(replica: Replica | None) -> None:
            desk = self._desks.get(client.player)
            if desk is None or client not in desk.clients:
                return
            if replica is not None and desk.replica is None:
                desk.replica = replica
                self._host.watch(replica, desk)
                if desk.has_games:
                    self._came(client.player, desk.player.engagement.games)
            if desk.replica is not None:
                desk.ignore()
            loaded()

        self._host.look(AggregateId("player", client.player), seen)

    def _register(self, client: Client, id_: str, act: Callable[[], None]) -> None:
        def answered(answer: Answer) -> None:
            if isinstance(answer, Declined):
                client.refuse(id_, RefusalCode(answer.code), answer.detail)
            else:
                act()

        self._host.submit(
            AggregateId("player", client.player),
            Register(client.token_hash),
            arrived_ms=self._clock.now_ms(),
            answer=answered,
        )
