"""Who is here: `hello`, the players behind the connections, and when one is first stored.

Theory of operation. The id of a guest is made from its token, so a guest who comes for the
first time asks no store. Whoever shows a token is looked up: it may be one of a device that
was signed out, and one that has been in use for long is replaced. Without a store a guest is
welcomed all the same, for nothing can be done then, and is looked up when the store is back.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final, cast

from server.aggregate.refusal import RefusalCode
from server.gateway.client import Client
from server.gateway.names import Names
from server.gateway.player_desk import PlayerDesk
from server.host.aggregate_host import AggregateHost
from server.host.draft import Answer, Declined
from server.host.replica import Replica
from server.host.timebase import StoreClock
from server.players.identity import Show, decide, device_id, wants_rotation
from server.players.messages import Register
from server.players.state import Player
from server.session.profiles import account_view
from server.session.tokens import (
    TOKEN_BYTES,
    hash_of,
    is_guest_token,
    mint,
    mint_device,
    player_of,
)
from server.store.base import AggregateId
from server.wire import client as wire
from server.wire.server import Game

Greet = Callable[[str, Client, PlayerDesk, str | None], None]
"""Answers a `hello`: its id, its client, the desk of its player, a new token or None."""
RETRY_MS: Final = 1_000


class Visitors:
    """The players with a connection to this node. Owned by the gateway.

    Args:
        random_bytes: gives so many random bytes.
        greet: sends the answer to a `hello`.
        came, left: hear of a player with games of its own, when its first connection is
            here and when its last one is gone.
        sign_out: closes a connection whose device was signed out.
        named: hears of a connection whose player has just got its name.
    """

    def __init__(
        self,
        host: AggregateHost,
        clock: StoreClock,
        random_bytes: Callable[[int], bytes],
        greet: Greet,
        came: Callable[[str, Iterable[str]], None],
        left: Callable[[str, Iterable[str]], None],
        sign_out: Callable[[Client], None],
        named: Callable[[Client], None],
        names: Names,
    ) -> None:
        self._host = host
        self._clock = clock
        self._random_bytes = random_bytes
        self._greet = greet
        self._came = came
        self._left = left
        self._sign_out = sign_out
        self._named = named
        self._names = names
        self._desks: dict[str, PlayerDesk] = {}
        self._owed: dict[Client, str] = {}  # came without a store, and by which token

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

    def known(self, client: Client) -> Player:
        """The player of a connection whom the store knows."""
        return self._desks[client.player].player

    def show_challenges(self, client: Client) -> None:
        """Tell a connection of everybody who waits for its player's answer."""
        self._desks[client.player].show_challenges(client)

    def is_owed(self, client: Client) -> bool:
        """The client was welcomed without a store: what it may do is not known yet."""
        return client in self._owed

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

    def hello(
        self,
        client: Client,
        message: wire.Hello,
        welcomed: Callable[[Client], None],
        turned_away: Callable[[Client], None],
    ) -> None:
        """Find out who speaks, answer, and go on with `welcomed` or `turned_away`.

        Raises:
            Refused: the token is not one of ours.
        """
        client.language = message.language
        token = message.token or mint(self._random_bytes(TOKEN_BYTES))
        player, token_hash = player_of(token), hash_of(token)
        if message.token is None:
            desk = self._enter(client, player, token_hash, device_id(token_hash))
            self._greet(message.id, client, desk, token)
            welcomed(client)
            return

        def seen(replica: Replica | None) -> None:
            if not client.is_gone:
                self._look_at(client, message, token, replica, welcomed, turned_away)

        self._host.look(AggregateId("player", player), seen)

    def _look_at(
        self,
        client: Client,
        message: wire.Hello,
        token: str,
        replica: Replica | None,
        welcomed: Callable[[Client], None],
        turned_away: Callable[[Client], None],
    ) -> None:
        """Let in who shows a token, if it is good; None: there is no store to know."""
        token_hash = hash_of(token)
        if replica is None and not is_guest_token(token):
            client.refuse(message.id, RefusalCode.UNAVAILABLE, retry_ms=RETRY_MS)
            turned_away(client)
            return
        device = device_id(token_hash)
        if replica is not None:
            device = self._device(cast("Player", replica.state), token) or ""
        if not device:
            client.refuse(message.id, RefusalCode.SIGNED_OUT)
            turned_away(client)
            return
        desk = self._enter(client, player_of(token), token_hash, device)
        if replica is None:
            self._owed[client] = token
            self._greet(message.id, client, desk, None)
            welcomed(client)
            return
        self._follow(desk, replica)
        client.token_hash = desk.player.identity.token_hash or token_hash

        def shown(fresh: str | None) -> None:
            if not client.is_gone:
                self._greet(message.id, client, desk, fresh)
                welcomed(client)

        self._show(client, desk, token_hash, shown)

    def _device(self, player: Player, token: str) -> str | None:
        """The device that shows a token, None if nobody comes in by it."""
        identity, token_hash = player.identity, hash_of(token)
        if is_guest_token(token) and identity.token_hash is None and not identity.is_deleted:
            return device_id(token_hash)
        device = identity.device_of(token_hash, self._clock.now_ms())
        return None if device is None else device.id

    def _show(
        self,
        client: Client,
        desk: PlayerDesk,
        token_hash: bytes,
        shown: Callable[[str | None], None],
    ) -> None:
        """Write down that a device is here; `shown` gets the token that replaces its own."""
        identity, now_ms = desk.player.identity, self._clock.now_ms()
        device = identity.device(client.device)
        fresh: str | None = None
        has_account = identity.has_account
        if device is not None and has_account and wants_rotation(device, token_hash, now_ms):
            fresh = mint_device(client.player, self._random_bytes(TOKEN_BYTES))
        fresh_hash = None if fresh is None else hash_of(fresh)
        show = Show(token_hash, fresh_hash)
        if device is None or not decide(identity, show, now_ms).events:
            shown(None)
            return

        def answered(_: Answer) -> None:
            now = desk.player.identity.device(client.device)
            has_fresh = now is not None and now.token_hash == fresh_hash
            shown(fresh if has_fresh else None)

        self._host.submit(
            AggregateId("player", client.player), show, arrived_ms=now_ms, answer=answered
        )

    def resumed(self) -> None:
        """The store is back: look up who came meanwhile, and tell what `welcome` could not."""
        for client, token in tuple(self._owed.items()):
            aggregate = AggregateId("player", client.player)
            self._host.look(aggregate, partial(self._look_up, client, token))

    def _look_up(self, client: Client, token: str, replica: Replica | None) -> None:
        if replica is None or client not in self._owed:
            return
        del self._owed[client]
        desk = self._desks[client.player]
        device = self._device(cast("Player", replica.state), token)
        if device is None:
            self._sign_out(client)
            return
        self._follow(desk, replica)
        client.device = device
        client.token_hash = desk.player.identity.token_hash or client.token_hash
        if desk.player.identity.has_account:
            client.send(account_view(desk.player))
        for game in desk.games:
            client.send(Game(game.room, game.side, game.live))
        desk.show_challenges(client)

    def forget(self, client: Client) -> None:
        """The connection is gone."""
        self._owed.pop(client, None)
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

    def when_registered(self, client: Client, id_: str, act: Callable[[], None]) -> None:
        """Do `act` once the store knows the player: nothing durable is done by a stranger."""
        desk = self._desks[client.player]
        if desk.is_registered:
            act()
        elif desk.replica is None:
            self._load(client, lambda: self._register(client, id_, act))
        else:
            self._register(client, id_, act)

    def _enter(self, client: Client, player: str, token_hash: bytes, device: str) -> PlayerDesk:
        client.player, client.token_hash, client.device = player, token_hash, device
        desk = self._desks.setdefault(player, PlayerDesk(self._sign_out, self._named, self._names))
        desk.clients.add(client)
        return desk

    def _follow(self, desk: PlayerDesk, replica: Replica) -> None:
        """Have the player's replica at the desk."""
        if desk.replica is None:
            desk.replica = replica
            self._host.watch(replica, desk)
            if desk.has_games:
                self._came(replica.aggregate.id, desk.player.engagement.games)
        desk.ignore()

    def _load(self, client: Client, loaded: Callable[[], None]) -> None:
        """Have the player's replica at the desk, if there is a store, then go on."""

        def seen(replica: Replica | None) -> None:
            desk = self._desks.get(client.player)
            if desk is None or client not in desk.clients:
                return
            if replica is not None:
                self._follow(desk, replica)
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
