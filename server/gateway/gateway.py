"""Takes every message of every connection to the door of its topic.

Theory of operation. A payload is decoded by its type, counted against the connection's
buckets and held against the guard table; what passes is taken by the door of its topic, and
becomes a command for an aggregate or a change of what the connection looks at. Answers come
from the host when the store has accepted, so `done` follows the events it acknowledges.
Nothing here waits: each step is a plain call, and what must be loaded calls back. What a
connection sends meanwhile is held, so that its messages are handled in the order they came in.

Many sockets of one player are one player: seats, seeks and queues belong to players.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from typing import Final, assert_never, cast

from server.aggregate.refusal import RefusalCode, Refused
from server.gateway.allowances import Allowances
from server.gateway.assembly import Parts
from server.gateway.client import Client, Clients
from server.gateway.errands import nothing
from server.gateway.greeting import GreetingMessage
from server.gateway.lobby_door import LobbyMessage
from server.gateway.partings import RETRY_MS, part, say_bye
from server.gateway.passwords import Passwords
from server.gateway.player_door import PlayerMessage
from server.gateway.pulse import TICKS_A_BEAT
from server.gateway.room_door import RoomMessage
from server.gateway.social_door import SocialMessage
from server.gateway.standing_door import StandingMessage
from server.gateway.turns import Turns
from server.host.aggregate_host import AggregateHost
from server.host.timebase import StoreClock
from server.net.ports import Connection
from server.session.guard import Role, check
from server.session.texts import paused_text
from server.session.throttle import Verdict, admit, charge_of, count_fault, wait_ms
from server.store.notes import Notes
from server.store.shelf import Shelf
from server.wire import client as wire
from server.wire.codec import WireError, decode
from server.wire.server import ByeCode, Paused, Resumed

log = logging.getLogger(__name__)

STRANGERS: Final = 4_096
"""So many connections may be open that have not been welcomed; more are turned away."""
MOVED_AT_ONCE: Final = 100
MOVE_EVERY_S: Final = 0.02
MOVE_WITHIN_MS: Final = 500
"""Those who are sent to other nodes come there spread over so long."""


class Gateway:
    """The one `Handler` of a node's listener. Made by `app`, which runs `pulse`.

    Args:
        notes: what is kept beside the logs.
        shelf: lists derived from the logs.
        operators: names of the accounts that may use the operators' messages.
        random_bytes: gives so many random bytes (tokens, ids, tosses).
        server_name: for `welcome`.
        passwords: makes and checks hashes.

    Attributes:
        refusals: how often each code was given to anybody.
        pulse: what the node does by itself for its connections.
        passwords: makes and checks hashes.
        exports: games as files.
    """

    def __init__(
        self,
        host: AggregateHost,
        clock: StoreClock,
        notes: Notes,
        shelf: Shelf,
        operators: frozenset[str],
        random_bytes: Callable[[int], bytes],
        server_name: str,
        passwords: Passwords,
    ) -> None:
        self._host = host
        self._clock = clock
        self._random_bytes = random_bytes
        self.refusals: Counter[str] = Counter()
        self.passwords = passwords
        self._clients = Clients(TICKS_A_BEAT)
        self._stranger_count = 0
        self._is_moving = False
        self._allowances = Allowances()
        self._turns = Turns(host, self.received)
        self._parts = Parts(
            host,
            clock,
            notes,
            shelf,
            operators,
            random_bytes,
            server_name,
            passwords,
            self._clients,
            self._turns,
            self._welcomed,
        )
        self.pulse = self._parts.pulse
        self.exports = self._parts.exports
        host.on_pause(self._pause)

    # The listener calls these.

    def opened(self, connection: Connection) -> None:
        """Expect a `hello`."""
        slot, now_ms = self._random_bytes(1)[0], self._clock.now_ms()
        client = Client(connection, slot, now_ms, self.refusals)
        connection.session = client
        self._clients.add(client)
        self._stranger_count += 1
        if self._stranger_count > STRANGERS:
            part(client, ByeCode.FULL)
        if self._is_moving:
            self._move(client)

    def received(self, connection: Connection, payload: bytes) -> None:
        """Take one message to where it belongs, or say why not."""
        client = cast("Client", connection.session)
        now_ms = self._clock.now_ms()
        if self._turns.hold(client, payload):
            return
        message = self._read(client, payload, now_ms)
        if message is None or not self._may_pass(client, message, now_ms):
            return
        try:
            self._take(client, message, now_ms)
        except Refused as refused:
            self._refuse(client, message, refused.code, refused.detail)

    def caught_up(self, connection: Connection) -> None:
        """Show a spectator who fell behind what it looks at, as it is now."""
        client = cast("Client", connection.session)
        for room in client.rooms:
            self._parts.rooms.desk(room).show(client)
        if client in self._parts.lobby:
            self._parts.lobby.show(client)

    def closed(self, connection: Connection) -> None:
        """Forget the connection; its player keeps seats, and seeks for a while."""
        client = cast("Client", connection.session)
        client.is_gone = True
        self._clients.discard(client)
        for room in client.rooms:
            self._parts.rooms.leave(client, room)
        self._parts.lobby.discard(client)
        self._parts.greeting.gone(client)
        self._parts.visitors.gone(client)
        self._parts.social_door.gone(client)
        self._parts.standing_door.gone(client)
        if not client.is_greeted:
            self._stranger_count -= 1
        else:
            lasted_ms = self._clock.now_ms() - client.opened_ms
            facts = {"player": client.player, "lasted_ms": lasted_ms, "rtt_ms": client.rtt_ms}
            log.info("session ended", extra=facts)

    # What `app` calls.

    @property
    def connection_count(self) -> int:
        """How many connections are open."""
        return len(self._clients)

    def say_bye(self) -> None:
        """Tell everybody that the node stops and that one may come back soon."""
        for client in self._clients:
            say_bye(client, ByeCode.STOPPING)
        self._parts.failover.stop()
        self._parts.errands.start(self._parts.nodes.leave(), failed=nothing)

    async def move_on(self) -> None:
        """Send everybody to the other nodes, a few at a time; whoever still comes goes at once."""
        self._is_moving = True
        left = list(self._clients)
        for start in range(0, len(left), MOVED_AT_ONCE):
            for client in left[start : start + MOVED_AT_ONCE]:
                self._move(client)
            await asyncio.sleep(MOVE_EVERY_S)

    def _move(self, client: Client) -> None:
        part(client, ByeCode.MOVING, MOVE_WITHIN_MS * self._random_bytes(1)[0] // 255)

    # One message.

    def _read(self, client: Client, payload: bytes, now_ms: int) -> wire.AnyClientMessage | None:
        """A message that can be read and comes not too fast; else it is refused, and None."""
        try:
            message = decode(payload, client.form)
        except WireError as error:
            client.throttle, verdict = count_fault(client.throttle, now_ms)
            code, id_, detail = RefusalCode.BAD_MESSAGE, error.id, str(error)
            self._fault(client, verdict, lambda: client.refuse(id_, code, detail))
            return None
        id_ = _id_of(message)
        client.throttle, verdict = admit(client.throttle, message, now_ms)
        if verdict is not Verdict.PASS:
            code, soon_ms = RefusalCode.TOO_FAST, wait_ms(client.throttle, message, now_ms)
            self._fault(client, verdict, lambda: client.refuse(id_, code, retry_ms=soon_ms))
            return None
        late_ms = self._allowances.take(client.player, client.address, charge_of(message), now_ms)
        if late_ms:
            client.refuse(id_, RefusalCode.TOO_FAST, retry_ms=late_ms)
            return None
        return message

    def _fault(self, client: Client, verdict: Verdict, refuse: Callable[[], None]) -> None:
        """Refuse what cannot be taken; one fault too many ends the connection."""
        if verdict is Verdict.CLOSE:
            part(client, ByeCode.TOO_FAST)
        else:
            refuse()

    def _may_pass(self, client: Client, message: wire.AnyClientMessage, now_ms: int) -> bool:
        """Whether who sends this may send it; else it is refused."""
        if client.is_out:
            client.refuse(_id_of(message), RefusalCode.SIGNED_OUT)
            return False
        if self._parts.greeting.is_owed(client) and not isinstance(message, wire.Beat):
            client.refuse(_id_of(message), RefusalCode.UNAVAILABLE, retry_ms=RETRY_MS)
            return False
        role = self._role(client, _room_of(message))
        code = check(message, role) or self._parts.social_door.check(client, message, now_ms)
        if code is not None:
            self._refuse(client, message, code)
        return code is None

    def _role(self, client: Client, room: str | None) -> Role:
        if not client.player:
            return Role.NEW
        return Role.GREETED if room is None else self._parts.rooms.role_in(client, room)

    def _refuse(
        self, client: Client, message: wire.ClientMessage, code: RefusalCode, detail: str = ""
    ) -> None:
        room = _room_of(message)
        version = self._parts.rooms.version_of(client, room)
        client.refuse(_id_of(message), code, detail, room=room, version=version)

    def _take(self, client: Client, message: wire.AnyClientMessage, now_ms: int) -> None:
        """Take a message to the door of its topic.

        Raises:
            Refused: what it asks is not allowed.
        """
        doors = self._parts
        if isinstance(message, RoomMessage):
            doors.room_door.take(client, message, now_ms)
        elif isinstance(message, GreetingMessage):
            doors.greeting.take(client, message, now_ms)
        elif isinstance(message, LobbyMessage):
            doors.lobby_door.take(client, message, now_ms)
        elif isinstance(message, PlayerMessage):
            doors.player_door.take(client, message)
        elif isinstance(message, SocialMessage):
            doors.social_door.take(client, message, now_ms)
        elif isinstance(message, StandingMessage):
            doors.standing_door.take(client, message)
        else:
            assert_never(message)

    # What the others tell.

    def _welcomed(self, client: Client) -> None:
        log.debug("client greeted", extra={"player": client.player})
        client.is_greeted = True
        self._stranger_count -= 1
        if self._host.is_paused:
            client.send(Paused(paused_text(client.language)))
        self._parts.social_door.greeted(client)

    def _pause(self, paused: bool) -> None:
        for client in self._clients:
            if client.is_greeted:
                client.send(Paused(paused_text(client.language)) if paused else Resumed())
        if not paused:
            self._parts.greeting.resumed()
            self.pulse.resumed()


def _id_of(message: wire.ClientMessage) -> str | None:
    return message.id if isinstance(message, wire.Request) else None


def _room_of(message: wire.ClientMessage) -> str | None:
    """The room a message names, if it is about one."""
    return getattr(message, "room", None)
