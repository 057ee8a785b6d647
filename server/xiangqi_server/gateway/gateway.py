"""Decides whether each message of each connection may pass, and gives it to its handler.

Theory of operation. A payload is decoded by its type, counted against the buckets of the
connection and checked against its row in `policy`. If it passes, the handler of its topic takes it,
and it becomes a command for an aggregate or a change of what the connection looks at. The host
answers when the store has accepted, so `done` follows the events that it acknowledges.
A message that can be answered now is a plain call. One that must wait is a coroutine that the
inbox runs; if its row says so, it holds up what the connection sends after it.

Before a message that starts a game or says words to others is handled, its sender is read from the
store, so that a sanction holds on every node from the moment it is stored, and so do the limits of
bots. Before a message that leaves something of its sender behind is handled, its sender is stored.
Both hold up what the connection sends next.

Many sockets of one player are one player: seats, seeks and queues belong to players.
"""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import suppress
from typing import Final, NamedTuple, cast

from xiangqi_server.aggregates.players.kind import PLAYER
from xiangqi_server.aggregates.players.messages import PlayerEvent
from xiangqi_server.aggregates.players.refusals import PlayerRefusal
from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.api.permissions import (
    ASKS_OF_SENDER,
    asks_for_game,
    asks_of_sender,
    is_held_against_sender,
    refusal,
    sender_refusal,
)
from xiangqi_server.api.policy import POLICY
from xiangqi_server.api.policy_row import Policy, Role
from xiangqi_server.gateway.account.password_line import PasswordLine
from xiangqi_server.gateway.account.passwords import Passwords
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.client_factory import ClientFactory
from xiangqi_server.gateway.connection.clients import Clients
from xiangqi_server.gateway.connection.closing import RETRY_MS, close_with, say_bye
from xiangqi_server.gateway.connection.inbox import Inbox
from xiangqi_server.gateway.connection.intake import Intake, id_of
from xiangqi_server.gateway.connection.node import Node, NodeOptions
from xiangqi_server.gateway.dispatch import handlers_by_type
from xiangqi_server.gateway.handlers import Handlers
from xiangqi_server.gateway.http.board_streams import BoardStreams
from xiangqi_server.gateway.http.program_requests import ProgramRequests
from xiangqi_server.gateway.pings import TICKS_A_ROUND
from xiangqi_server.gateway.schedule import tick_loop
from xiangqi_server.gateway.shared_parts import SharedParts
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, Refused
from xiangqi_server.kernel.host.view import View, key
from xiangqi_server.kernel.store.port import StoreUnavailable
from xiangqi_server.limits import WAITING_MESSAGES
from xiangqi_server.net.ports import Connection
from xiangqi_server.texts.byes import paused_text
from xiangqi_server.wire import client as wire
from xiangqi_server.wire.refusals import MessageRefusal
from xiangqi_server.wire.server import ByeCode, Paused, Resumed

log = logging.getLogger(__name__)

MOVED_AT_ONCE: Final = 100
MOVE_EVERY_S: Final = 0.02
NOTE_MOVED_S: Final = 1.0
"""How long the store may take to note who is sent on."""
MOVE_WITHIN_MS: Final = 500
"""Clients that are sent to other nodes arrive there spread over this time."""


class Held(NamedTuple):
    """How much a node keeps for its connections; all of it is zero when the last one has left.

    Fields:
        connections: the open connections.
        strangers: those of them that have not been welcomed.
        players: the players with at least one connection.
        rooms: the rooms at which a connection looks.
        streams: the games, and the sets of boards, that programs follow by plain HTTP.
    """

    connections: int
    strangers: int
    players: int
    rooms: int
    streams: int


class Gateway:
    """The one `Handler` of a node's listener. Made by `node`, which runs `tick_loop`.

    Args:
        passwords: makes and checks hashes.

    Attributes:
        refusals: how often each code was given to anybody.
        address_limits: what addresses may do at this node.
        tick_loop: what the node does by itself for its connections.
        passwords: makes and checks hashes.
        promise: what stands behind an acknowledged command.
        exports: games as files.
        previews: what messengers show beside links.
        tournament_exports: tournaments as files.
        lines: lines of moves, and game files that somebody sends.
        program_requests: what programs ask by plain HTTP.
        by_type: the handlers of messages.
    """

    def __init__(self, node: Node, options: NodeOptions, passwords: Passwords) -> None:
        self._host = node.host
        self._clock = node.clock
        self._random_bytes = node.random_bytes
        self._tasks = node.tasks
        self._is_moving = False
        self._clients = clients = Clients(TICKS_A_ROUND)
        self._intake = intake = Intake(node.address_limits)
        self._inbox = Inbox(node.host, self.received, self._refuse)
        self._client_factory = client_factory = ClientFactory(node, intake.repeats)
        line = PasswordLine(passwords, node.address_limits)
        self._shared = shared = SharedParts(node, options, client_factory)
        self._handlers = handlers = Handlers(shared, node, options, line, clients)
        self.by_type = handlers_by_type(handlers)
        self.tick_loop = tick_loop(node, clients, shared, handlers)
        self.refusals = client_factory.refusals
        self.passwords = passwords
        self.promise = options.promise
        self.address_limits = node.address_limits
        self.exports = shared.exports
        self.previews = handlers.previews
        self.tournament_exports = handlers.tournament_exports
        self._board_streams = BoardStreams(node, handlers.lists.boards, client_factory)
        self.lines = handlers.lines
        self.program_requests = ProgramRequests(
            node,
            intake.rate_limits,
            shared.game_streams,
            self._board_streams,
            client_factory,
            (self.by_type, handlers.forget),
        )
        node.host.availability.on_pause(self._pause)
        node.host.parts.on_away(self._pause_rooms)
        node.host.parts.on_back(self._resume_rooms)

    # The listener calls these.

    def opened(self, connection: Connection) -> None:
        """Expect a `hello`."""
        client = self._client_factory.make(Client, connection)
        connection.session = client
        leaves = self._clients.enter(client)
        if leaves is not None:
            close_with(leaves, ByeCode.FULL)
        if self._is_moving:
            self._move(client)

    def received(self, connection: Connection, payload: bytes) -> None:
        """Give one message to its handler, or say why not."""
        client: Client = connection.session  # type: ignore[assignment]  # as `opened` has set it
        if client.round_trips.unheard:
            if client.round_trips.is_silent:
                self._shared.online_players.presence_changed(client.player)
            client.round_trips.heard()
        now_ms = self._clock.now_ms()
        if client.held is not None and self._inbox.hold(client, payload):
            return
        message = self._intake.read(client, payload, now_ms)
        if message is None or not self._may_pass(client, message, len(payload), now_ms):
            return
        client.asks(message)
        if type(message) in ASKS_OF_SENDER and self._must_be_admitted(client, message):
            self._inbox.run(client, message, self._admit(client, message, now_ms), holds=True)
        else:
            self._begin(client, message, now_ms)

    def caught_up(self, connection: Connection) -> None:
        """Show a client that fell behind what it looks at, as it is now."""
        client = cast("Client", connection.session)
        for room in client.rooms:
            self._shared.rooms.broadcaster(room).show(client)
        if client in self._shared.lobby:
            self._shared.lobby.show(client)
        self._handlers.lists.boards.show(client)

    def closed(self, connection: Connection) -> None:
        """Forget the connection; its player keeps seats, and seeks for a while."""
        client = cast("Client", connection.session)
        client.is_gone = True
        self._clients.discard(client)
        self._handlers.on_close(client)
        if client.is_welcomed:
            lasted_ms = self._clock.now_ms() - client.opened_ms
            rtt_ms = client.round_trips.rtt_ms
            facts = {"player": client.player, "lasted_ms": lasted_ms, "rtt_ms": rtt_ms}
            log.info("session ended", extra=facts)

    # What `node` calls.

    @property
    def held(self) -> Held:
        """How much is kept for connections just now."""
        shared = self._shared
        players, rooms = shared.online_players.count, shared.rooms.count
        strangers = len(self._clients.strangers)
        streams = len(shared.game_streams) + len(self._board_streams)
        return Held(len(self._clients), strangers, players, rooms, streams)

    def address_of(self, player: str) -> str:
        """As whom limits by address count a player here; "" for nobody, and elsewhere."""
        return self._shared.online_players.address_of(player)

    async def operators_without_account(self) -> list[str]:
        """The operators' names that no account has.

        Raises:
            StoreUnavailable: there is no store.
        """
        return await self._shared.operators.without_account()

    def say_bye(self) -> None:
        """Tell everybody that the node stops and that they may come back soon."""
        for client in self._clients:
            say_bye(client, ByeCode.STOPPING)
        self._shared.game_streams.say_bye(ByeCode.STOPPING)
        self._board_streams.say_bye(ByeCode.STOPPING)
        self._shared.failover.stop()
        self._tasks.start(self._shared.nodes.leave())

    async def move_on(self) -> None:
        """Send everybody to the other nodes, a few at a time; newcomers are sent on at once."""
        self._is_moving = True
        with suppress(StoreUnavailable, TimeoutError):  # else the way costs their time
            async with asyncio.timeout(NOTE_MOVED_S):
                await self._shared.presence.move_on()
        self._shared.game_streams.say_bye(ByeCode.MOVING)
        self._board_streams.say_bye(ByeCode.MOVING)
        left = list(self._clients)
        for start in range(0, len(left), MOVED_AT_ONCE):
            for client in left[start : start + MOVED_AT_ONCE]:
                self._move(client)
            await asyncio.sleep(MOVE_EVERY_S)

    def _move(self, client: Client) -> None:
        close_with(client, ByeCode.MOVING, MOVE_WITHIN_MS * self._random_bytes(1)[0] // 255)

    # One message.

    def _may_pass(
        self, client: Client, message: wire.ClientMessage, size_bytes: int, now_ms: int
    ) -> bool:
        """Whether the client may send this message; if not, it is refused here.

        Last comes whether its address may fill the store by so much more.
        """
        if client.is_out:
            client.refuse(id_of(message), PlayerRefusal.SIGNED_OUT)
            return False
        is_owed = client in self._handlers.login.owed and asks_of_sender(message)
        is_full = client.waiting_count >= WAITING_MESSAGES.most
        if (is_owed or is_full) and not isinstance(message, wire.Pong):
            code = CommonRefusal.UNAVAILABLE if is_owed else MessageRefusal.TOO_FAST
            client.refuse(id_of(message), code, retry_ms=RETRY_MS)
            return False
        row = POLICY[type(message)]
        try:
            refused_as = refusal(row, client.scope, self._role(client, message, row))
            if refused_as is not None:
                raise Refused(refused_as)
            is_new = row.stores_sender and self._is_kept_of_stranger(client, message)
            if client.address:
                self._intake.stored.count(client, row, size_bytes, now_ms, stores_guest=is_new)
        except Refused as refused:
            self._refuse(client, message, refused)
            return False
        return True

    def _role(self, client: Client, message: wire.ClientMessage, row: Policy) -> Role:
        """The role of the client, as far as the row of a message asks for it."""
        if not client.player:
            return Role.NEW
        room = None if row.role <= Role.WELCOMED else getattr(message, "room", None)
        return Role.WELCOMED if room is None else self._shared.rooms.role_in(client, room)

    def _must_be_admitted(self, client: Client, message: wire.ClientMessage) -> bool:
        return is_held_against_sender(message) or self._is_kept_of_stranger(client, message)

    def _is_kept_of_stranger(self, client: Client, message: wire.ClientMessage) -> bool:
        stores_sender = POLICY[type(message)].stores_sender
        return stores_sender and not self._shared.online_players.is_registered(client)

    async def _admit(self, client: Client, message: wire.ClientMessage, now_ms: int) -> None:
        """Begin with a message once the store knows its sender, and says that it may be sent.

        Raises:
            Refused: operators have barred its sender from it, it is not for bots, or it asks for
                one game too many.
            StoreUnavailable: that cannot be known.
        """
        if is_held_against_sender(message):
            try:
                view = await self._sender_of(client, message)
            except StoreUnavailable:
                if client.is_gone or self._is_answered(client, message, now_ms):
                    return
                raise
            code = sender_refusal(view.state, message, self._clock.now_ms())
            if code is not None:
                raise Refused(code)
        if asks_for_game(message):
            self._intake.games.count(client.player, client.address, self._clock.now_ms())
        if not client.is_gone and self._is_kept_of_stranger(client, message):
            await self._shared.online_players.register(client)
        if not client.is_gone:
            self._begin(client, message, now_ms)

    def _is_answered(self, client: Client, message: wire.ClientMessage, now_ms: int) -> bool:
        """Answer a message in a pause, as far as that can be done at once.

        Nothing is decided then, so its sender need not be looked up: it is a copy, or is refused.
        """
        if not self._host.is_paused or self._is_kept_of_stranger(client, message):
            return False
        work = self.by_type[type(message)](client, message, now_ms)
        if work is not None:
            work.close()
        return work is None

    async def _sender_of(
        self, client: Client, message: wire.ClientMessage
    ) -> View[Player, PlayerEvent]:
        """The sender of a message as stored, also by other nodes.

        In a room it is enough what this node knew when the part of the store went away that has the
        sender: nothing could be stored there since.

        Raises:
            StoreUnavailable: that cannot be known.
        """
        sender = key(PLAYER, client.player)
        known = self._host.at_hand(sender) if self._host.parts.is_away(sender) else None
        if known is not None and _room_of(message) is not None:
            return known
        return await self._host.view(sender, anew=True)

    def _begin(self, client: Client, message: wire.ClientMessage, now_ms: int) -> None:
        """Answer a message, or have the inbox do what must be waited for."""
        try:
            work = self.by_type[type(message)](client, message, now_ms)
        except Refused as refused:
            self._refuse(client, message, refused)
            return
        if work is not None:
            self._inbox.run(client, message, work, holds=POLICY[type(message)].holds_next)

    def _refuse(self, client: Client, message: wire.ClientMessage, refused: Refused) -> None:
        room = _room_of(message)
        client.refuse(
            id_of(message),
            refused.code,
            refused.detail,
            room=room,
            version=self._shared.rooms.version_of(client, room),
            retry_ms=refused.retry_ms,
        )

    # What the host tells.

    def _pause_rooms(self, shards: frozenset[int]) -> None:
        """Tell the clients in rooms of these shards that nothing can be decided there for now."""
        for client in self._in_rooms_of(shards):
            client.send(Paused(paused_text(client.language)))

    def _resume_rooms(self, shards: frozenset[int]) -> None:
        parts = self._host.parts
        for client in self._in_rooms_of(shards):
            client.awaited = tuple(
                room for room in client.awaited if not parts.is_any_in((key(ROOM, room),), shards)
            )
            client.send(Resumed())
        self._handlers.login.resumed()

    def _in_rooms_of(self, shards: frozenset[int]) -> Iterator[Client]:
        parts = self._host.parts
        for client in self._clients:
            rooms = (key(ROOM, room) for room in (*client.rooms, *client.awaited))
            if client.is_welcomed and parts.is_any_in(rooms, shards):
                yield client
        for client, room in self._shared.game_streams.followed():
            if parts.is_any_in((key(ROOM, room),), shards):
                yield client

    def _pause(self, paused: bool) -> None:
        welcomed = [client for client in self._clients if client.is_welcomed]
        if not paused:  # whoever is still to be looked up is told when that is done
            welcomed = [client for client in welcomed if client not in self._handlers.login.owed]
        for client in (
            *welcomed,
            *(follower for follower, _ in self._shared.game_streams.followed()),
        ):
            client.send(Paused(paused_text(client.language)) if paused else Resumed())
        if not paused:
            self._handlers.login.resumed()
            self.tick_loop.resumed()


def _room_of(message: wire.ClientMessage) -> str | None:
    """The room a message names, if it is about one."""
    return getattr(message, "room", None)
