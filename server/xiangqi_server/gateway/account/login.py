"""How a connection comes in: `hello`, the token it shows, and the welcome.

Theory of operation. The id of a guest is made from its token, so a new guest needs no store. A
client that shows a token is looked up: its device may have been signed out, and a token that has
been in use for long is replaced. Without a store a guest is welcomed anyway, and is looked up when
the store is back. If only the part that has the guest is away, the guest may look and play in rooms
of other parts: no other player can have its token, and a game does not wait for the rest. Messages
that ask for more are refused until then.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from xiangqi_server.aggregates.players.devices import device_id
from xiangqi_server.aggregates.players.identity import Show
from xiangqi_server.aggregates.players.kind import PLAYER
from xiangqi_server.aggregates.players.messages import PlayerEvent
from xiangqi_server.aggregates.players.refusals import PlayerRefusal
from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.api.names.naming import as_guest, name_of
from xiangqi_server.api.names.tokens import (
    TOKEN_BYTES,
    ShownToken,
    mint_device,
    mint_guest,
    read_token,
)
from xiangqi_server.api.room.room_part_views import side_name
from xiangqi_server.api.views.account_views import scope_name, settings_view
from xiangqi_server.game.rules.rulesets import RULE_SET_NAMES
from xiangqi_server.gateway.connection.client import IDLE_PING_MS, Client
from xiangqi_server.gateway.connection.closing import RETRY_MS, sign_out
from xiangqi_server.gateway.connection.inbox import Coro
from xiangqi_server.gateway.connection.node import Node, NodeOptions
from xiangqi_server.gateway.connection.online_players import OnlinePlayers
from xiangqi_server.gateway.social.operators import Operators
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, Refused
from xiangqi_server.kernel.host.view import View, key
from xiangqi_server.kernel.store.port import StoreUnavailable
from xiangqi_server.wire import client as wire
from xiangqi_server.wire.parts import GameRef
from xiangqi_server.wire.server import Resumed, Welcome

_DEFAULTS: Final = settings_view(Player.empty(""))
"""The settings of each new guest, made once: thousands may come at the same time."""
_RULES: Final = list(RULE_SET_NAMES)


class Login:
    """Lets connections in. Owned by the gateway.

    Args:
        operators: the players who may use the operators' messages.
        welcomed: called with each client that has been welcomed.

    Attributes:
        owed: the clients that were welcomed without a store, and by which token: what they may do
            is not known yet.
    """

    def __init__(
        self,
        node: Node,
        options: NodeOptions,
        online_players: OnlinePlayers,
        operators: Operators,
        welcomed: Callable[[Client], None],
    ) -> None:
        self._node = node
        self._options = options
        self._online_players = online_players
        self._operators = operators
        self._welcomed = welcomed
        self.owed: dict[Client, ShownToken] = {}

    def greet(self, client: Client, message: wire.Hello) -> Coro | None:
        """Let a connection in."""
        client.language = message.language
        client.has_ready_check = wire.READY_CHECK in message.features
        client.knows_rules = wire.KNOWS_RULES in message.features
        if message.token is not None:
            return self._let_in(client, message, read_token(message.token))
        token, shown = mint_guest(self._node.random_bytes(TOKEN_BYTES))
        self._enter(client, shown)
        self._welcome(client, message, token)
        return None

    def on_close(self, client: Client) -> None:
        """The connection is gone."""
        self.owed.pop(client, None)

    def resumed(self) -> None:
        """The store, or a part of it, is back: look up the clients that came meanwhile.

        Each gets what `welcome` could not say, and hears that the pause is over. Until then,
        messages that need its player are refused.
        """
        for client, token in tuple(self.owed.items()):
            self._node.tasks.start(self._look_up(client, token))

    async def _let_in(self, client: Client, message: wire.Hello, token: ShownToken) -> None:
        """Find out whose token is shown, and answer."""
        fresh: str | None = None
        view = await self._view(token.player)
        if client.is_gone:
            return
        if view is None:
            self._enter_unseen(client, token)
        else:
            self._enter_as_stored(client, token, view)
            fresh = await self._show(client, token)
        if not client.is_gone:
            self._welcome(client, message, fresh)

    async def _view(self, player: str) -> View[Player, PlayerEvent] | None:
        with suppress(StoreUnavailable):
            return await self._node.host.view(key(PLAYER, player))
        return None

    def _enter(self, client: Client, token: ShownToken, device: str | None = None) -> None:
        """Let a connection in by a token, the first one of its device unless `device` is given."""
        client.token_hash = token.hash
        if device is not None:
            client.device = device
        self._online_players.enter(client, token.player)

    def _enter_unseen(self, client: Client, token: ShownToken) -> None:
        """Let a client in whose token cannot be looked up.

        Raises:
            Refused: it is not the token of a guest.
        """
        if not token.is_guest:
            raise Refused(CommonRefusal.UNAVAILABLE, retry_ms=RETRY_MS)
        self._enter(client, token)
        self.owed[client] = token

    def _enter_as_stored(
        self, client: Client, token: ShownToken, view: View[Player, PlayerEvent]
    ) -> None:
        """Let a client in whose token is good.

        Raises:
            Refused: the token is not good any more.
        """
        device = device_by(view.state, token, self._node.clock.now_ms())
        if device is None:
            raise Refused(PlayerRefusal.SIGNED_OUT)
        client.scope = view.state.identity.scope_of(device)
        self._enter(client, token, device)
        self._online_players.follow(client, view)

    async def _show(self, client: Client, token: ShownToken) -> str | None:
        """Store that a device is here; gives the token that replaces its own, if one was stored."""
        identity, now_ms = self._online_players.own(client).identity, self._node.clock.now_ms()
        shown, fresh = token.hash, None
        if identity.wants_fresh_token(shown, now_ms):
            fresh = mint_device(client.player, self._node.random_bytes(TOKEN_BYTES))
        elif identity.is_known_here(shown, now_ms):
            return None
        fresh_hash = None if fresh is None else read_token(fresh).hash
        with suppress(Refused):
            await self._node.aggregates.tell_player(client.player, Show(shown, fresh_hash))
        if fresh is None or client.is_gone:
            return None
        device = self._online_players.own(client).identity.device(client.device)
        return fresh if device is not None and device.token_hash == fresh_hash else None

    def _welcome(self, client: Client, message: wire.Hello, token: str | None) -> None:
        """Answer a `hello`; `token` is a new one for the client to keep, if there is any."""
        broadcaster = self._online_players.broadcaster(client)
        stored = None if broadcaster.view is None else broadcaster.player
        name, guest, bot = (as_guest(client.player) if stored is None else name_of(stored)).told
        client.send(
            Welcome(
                id=message.id,
                player=client.player,
                name=name,
                guest=guest,
                settings=_DEFAULTS if stored is None else settings_view(stored),
                token=token,
                games=[] if stored is None else open_games(stored),
                now_ms=self._node.clock.now_ms(),
                ping_ms=IDLE_PING_MS,
                rules=_RULES,
                server=self._options.server_name,
                operator=self._operators.is_operator(stored),
                durability=self._options.promise.in_force.value,
                bot=bot,
                scope=scope_name(client.scope),
            )
        )
        self._welcomed(client)
        broadcaster.show_challenges(client)

    async def _look_up(self, client: Client, token: ShownToken) -> None:
        """Look up a client that was welcomed without a store, and tell it what is known now."""
        view = await self._node.host.view(key(PLAYER, client.player))
        if self.owed.pop(client, None) is None:
            return
        device = device_by(view.state, token, self._node.clock.now_ms())
        if device is None:
            sign_out(client)
            return
        client.device, client.scope = device, view.state.identity.scope_of(device)
        self._online_players.follow(client, view)
        self._online_players.presence_changed(client.player)  # it may not play by this connection
        self._online_players.broadcaster(client).tell_stored(client)
        client.send(Resumed())


def open_games(player: Player) -> list[GameRef]:
    """The games of a player that are not over, as `welcome` tells them."""
    return [GameRef(room, side_name(side)) for room, side in player.open_games.games.items()]


def device_by(player: Player, token: ShownToken, now_ms: int) -> str | None:
    """The device of a player that has a token; None if the token is not good."""
    identity = player.identity
    if token.is_guest and identity.token_hash is None and not identity.is_deleted:
        return device_id(token.hash)
    device = identity.device_of(token.hash, now_ms)
    return None if device is None else device.id
