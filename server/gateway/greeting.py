"""How a connection comes in: `hello`, the token it shows, and the welcome.

Theory of operation. The id of a guest is made from its token, so a guest who comes for the
first time asks no store. Whoever shows a token is looked up: it may be one of a device that
was signed out, and one that has been in use for long is replaced. Without a store a guest is
welcomed all the same, for nothing can be done then, and is looked up when the store is back.
"""

from collections.abc import Callable
from functools import partial
from typing import cast

from server.aggregate.refusal import RefusalCode, Refused
from server.gateway.client import Client
from server.gateway.partings import RETRY_MS, sign_out
from server.gateway.player_desk import PlayerDesk
from server.gateway.pulse import BEAT_MS
from server.gateway.turns import Turns
from server.gateway.visitors import Visitors
from server.host.aggregate_host import AggregateHost
from server.host.draft import Answer
from server.host.replica import Replica
from server.host.timebase import StoreClock
from server.players.devices import device_id, wants_rotation
from server.players.identity import Show, decide
from server.players.state import Player
from server.rules.rulesets import RULE_SET_NAMES
from server.session.naming import name_of
from server.session.part_views import side_name
from server.session.profiles import account_view, settings_view
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
from server.wire.parts import GameRef
from server.wire.server import Game, Welcome

GreetingMessage = wire.Hello | wire.Beat
"""What is taken here."""


class Greeting:
    """Lets connections in. Owned by the gateway.

    Args:
        random_bytes: gives so many random bytes.
        server_name: for `welcome`.
        is_operator: whether a player may use the operators' messages.
        welcomed: hears of a connection that has been welcomed.
    """

    def __init__(
        self,
        host: AggregateHost,
        clock: StoreClock,
        turns: Turns,
        visitors: Visitors,
        random_bytes: Callable[[int], bytes],
        server_name: str,
        is_operator: Callable[[Player | None], bool],
        welcomed: Callable[[Client], None],
    ) -> None:
        self._host = host
        self._clock = clock
        self._turns = turns
        self._visitors = visitors
        self._random_bytes = random_bytes
        self._server_name = server_name
        self._is_operator = is_operator
        self._welcomed = welcomed
        self._owed: dict[Client, str] = {}  # came without a store, and by which token

    def take(self, client: Client, message: GreetingMessage, now_ms: int) -> None:
        """Let a connection in, or take its answer to a heartbeat.

        Raises:
            Refused: the token is not one of ours.
        """
        if isinstance(message, wire.Beat):
            client.answered_beat(message.n, now_ms)
            return
        self._turns.begin(client)
        try:
            self._hello(client, message)
        except Refused:
            self._turns.end(client)
            raise

    def is_owed(self, client: Client) -> bool:
        """The client was welcomed without a store: what it may do is not known yet."""
        return client in self._owed

    def gone(self, client: Client) -> None:
        """The connection is gone."""
        self._owed.pop(client, None)

    def resumed(self) -> None:
        """The store is back: look up who came meanwhile, and tell what `welcome` could not."""
        for client, token in tuple(self._owed.items()):
            aggregate = AggregateId("player", client.player)
            self._host.look(aggregate, partial(self._look_up, client, token))

    def _hello(self, client: Client, message: wire.Hello) -> None:
        """Find out who speaks, and answer."""
        client.language = message.language
        token = message.token or mint(self._random_bytes(TOKEN_BYTES))
        player, token_hash = player_of(token), hash_of(token)
        if message.token is None:
            desk = self._visitors.enter(client, player, token_hash, device_id(token_hash))
            self._welcome(client, message, desk, token)
            return

        def seen(replica: Replica | None) -> None:
            if not client.is_gone:
                self._look_at(client, message, token, replica)

        self._host.look(AggregateId("player", player), seen)

    def _look_at(
        self, client: Client, message: wire.Hello, token: str, replica: Replica | None
    ) -> None:
        """Let in who shows a token, if it is good; None: there is no store to know."""
        token_hash = hash_of(token)
        if replica is None and not is_guest_token(token):
            client.refuse(message.id, RefusalCode.UNAVAILABLE, retry_ms=RETRY_MS)
            self._turns.end(client)
            return
        device = device_id(token_hash)
        if replica is not None:
            device = self._device(cast("Player", replica.state), token) or ""
        if not device:
            client.refuse(message.id, RefusalCode.SIGNED_OUT)
            self._turns.end(client)
            return
        desk = self._visitors.enter(client, player_of(token), token_hash, device)
        if replica is None:
            self._owed[client] = token
            self._welcome(client, message, desk, None)
            return
        self._visitors.follow(desk, replica)
        client.token_hash = desk.player.identity.token_hash or token_hash
        self._show(client, message, desk, token_hash)

    def _device(self, player: Player, token: str) -> str | None:
        """The device that shows a token, None if nobody comes in by it."""
        identity, token_hash = player.identity, hash_of(token)
        if is_guest_token(token) and identity.token_hash is None and not identity.is_deleted:
            return device_id(token_hash)
        device = identity.device_of(token_hash, self._clock.now_ms())
        return None if device is None else device.id

    def _show(
        self, client: Client, message: wire.Hello, desk: PlayerDesk, token_hash: bytes
    ) -> None:
        """Write down that a device is here, then welcome it, with the token that replaces its own.

        That is given only if it was written down.
        """
        identity, now_ms = desk.player.identity, self._clock.now_ms()
        device = identity.device(client.device)
        fresh: str | None = None
        has_account = identity.has_account
        if device is not None and has_account and wants_rotation(device, token_hash, now_ms):
            fresh = mint_device(client.player, self._random_bytes(TOKEN_BYTES))
        fresh_hash = None if fresh is None else hash_of(fresh)
        show = Show(token_hash, fresh_hash)
        if device is None or not decide(identity, show, now_ms).events:
            self._welcome(client, message, desk, None)
            return

        def answered(_: Answer) -> None:
            now = desk.player.identity.device(client.device)
            has_fresh = now is not None and now.token_hash == fresh_hash
            if not client.is_gone:
                self._welcome(client, message, desk, fresh if has_fresh else None)

        self._host.submit(
            AggregateId("player", client.player), show, arrived_ms=now_ms, answer=answered
        )

    def _welcome(
        self, client: Client, message: wire.Hello, desk: PlayerDesk, token: str | None
    ) -> None:
        """Answer a `hello`; `token` is a new one for the client to keep, if there is any."""
        player = Player.empty(client.player) if desk.replica is None else desk.player
        name, guest = name_of(player)
        games = player.engagement.games.items()
        client.send(
            Welcome(
                id=message.id,
                player=client.player,
                name=name,
                guest=guest,
                settings=settings_view(player),
                token=token,
                games=[GameRef(room, side_name(side)) for room, side in games],
                now_ms=self._clock.now_ms(),
                beat_ms=BEAT_MS,
                rules=list(RULE_SET_NAMES),
                server=self._server_name,
                operator=self._is_operator(self._visitors.player(client.player)),
            )
        )
        self._welcomed(client)
        desk.show_challenges(client)
        self._turns.end(client)

    def _look_up(self, client: Client, token: str, replica: Replica | None) -> None:
        if replica is None or client not in self._owed:
            return
        del self._owed[client]
        device = self._device(cast("Player", replica.state), token)
        if device is None:
            sign_out(client)
            return
        desk = self._visitors.desk(client)
        self._visitors.follow(desk, replica)
        client.device = device
        client.token_hash = desk.player.identity.token_hash or client.token_hash
        if desk.player.identity.has_account:
            client.send(account_view(desk.player))
        for game in desk.games:
            client.send(Game(game.room, game.side, game.live))
        desk.show_challenges(client)
