"""A node without sockets: gateway, host and store in one virtual loop, and peers that connect."""

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager
from hashlib import sha256
from typing import Any, Protocol, cast

import msgpack
from argon2 import PasswordHasher

from tests.support.faulty_store import FaultyStore
from tests.support.memory_store import MemoryStore
from tests.support.thinking import WorkerAtHand
from tests.support.virtual_time import local_ms, store_ms
from xiangqi_server.aggregates.kinds import KINDS
from xiangqi_server.aggregates.players.claim import GiveName
from xiangqi_server.aggregates.players.identity import Register
from xiangqi_server.gateway.account.passwords import Passwords
from xiangqi_server.gateway.connection.node import Node as GatewayNode
from xiangqi_server.gateway.connection.node import NodeOptions
from xiangqi_server.gateway.gateway import Gateway
from xiangqi_server.kernel.host.aggregate_host import AggregateHost
from xiangqi_server.kernel.host.domain import Domain
from xiangqi_server.kernel.host.timebase import StoreClock
from xiangqi_server.kernel.store.port import Store, StoreAccess
from xiangqi_server.kernel.store.values import AggregateId
from xiangqi_server.net.ports import Format, Membership
from xiangqi_server.net.websocket.frames import MESSAGE_HEADS
from xiangqi_server.read_model.projections import effect_handlers

Message = dict[str, Any]

CLOCK: Message = {"type": "fischer", "main_ms": 600_000, "increment_ms": 0}
TERMS: Message = {"clock": CLOCK}
OPERATORS = frozenset({"Op"})


class Served(Protocol):
    """What a peer needs of a node."""

    @property
    def gateway(self) -> Gateway:
        """What it is connected to."""
        ...

    async def settle(self) -> None:
        """Let everything under way come to its end."""
        ...


class Peer:
    """One connection as the gateway sees it, and the person at its other end.

    Attributes:
        frames: for each message the bytes it was sent with, the very objects.
        heard: the messages.
        must_take: for each of them, whether the peer may not miss it.
        closed: code and reason, once the gateway has closed the connection.
    """

    ids = itertools.count(1)

    def __init__(self, node: Served, form: Format, counted_as: str = "") -> None:
        self.format = form
        self.remote_address = "192.0.2.1"
        self.counted_as = counted_as
        self.is_behind = False
        self.session: object | None = None
        self.frames: list[bytes] = []
        self.heard: list[Message] = []
        self.must_take: list[bool] = []
        self.closed: tuple[int, str] | None = None
        self.welcome: Message = {}
        self.shown_token: object = None
        self._node = node
        self._memberships: list[Membership] = []

    # The port.

    def send(self, frame: bytes, *, droppable: bool = False) -> None:
        if self.closed is None:
            for message in _messages(frame, self.format):
                self.frames.append(frame)
                self.heard.append(message)
                self.must_take.append(not droppable)
                if message["type"] == "welcome":
                    self.welcome = message

    def close(self, code: int = 1000, reason: str = "") -> None:
        self.closed = self.closed or (code, reason)

    def enter(self, membership: Membership) -> bool:
        self._memberships.append(membership)
        return self.closed is None

    def leave(self, membership: Membership) -> None:
        self._memberships = [one for one in self._memberships if one is not membership]

    # The person.

    def say(self, kind: str, **fields: object) -> str:
        """Send a message, under an id of its own unless it has one; the id."""
        message = {"type": kind, **fields}
        if kind != "pong":
            message.setdefault("id", f"p{next(self.ids)}")
        is_json = self.format is Format.JSON
        payload = json.dumps(message).encode() if is_json else msgpack.packb(message)
        self.say_bytes(payload)
        return str(message.get("id"))

    def say_bytes(self, payload: bytes) -> None:
        """Send anything at all, unless the connection is closed."""
        if self.closed is None:
            self._node.gateway.received(self, payload)

    async def ask(self, kind: str, **fields: object) -> Message:
        """Send a message and wait for its answer: `done`, `refused` or `welcome`."""
        before = len(self.heard)
        id_ = self.say(kind, **fields)
        await self._node.settle()
        return next(m for m in self.heard[before:] if m.get("id") == id_)

    def hang_up(self) -> None:
        """Lose the connection, as the shell does it."""
        self.closed = self.closed or (1006, "")
        memberships, self._memberships = self._memberships, []
        for membership in memberships:
            membership.discard(self)
        self._node.gateway.closed(self)
        self.session = None

    def told(self, *kinds: str) -> list[Message]:
        """What came of these kinds, oldest first."""
        return [message for message in self.heard if message["type"] in kinds]

    def frames_of(self, kind: str) -> list[bytes]:
        """The frames that brought messages of a kind."""
        both = zip(self.frames, self.heard, strict=True)
        return [frame for frame, message in both if message["type"] == kind]

    def kinds(self) -> list[str]:
        """The kinds of everything that came."""
        return [message["type"] for message in self.heard]

    def forget(self) -> None:
        """Look only at what comes from now on."""
        for told in (self.frames, self.heard, self.must_take):
            told.clear()

    @property
    def node(self) -> "Node":
        """The node it is connected to, where that is a whole one."""
        return cast("Node", self._node)

    @property
    def player(self) -> str:
        """Its own id."""
        return str(self.welcome["player"])

    @property
    def token(self) -> str:
        """What proves who it is: what it was given, or came with."""
        return str(self.welcome["token"] or self.shown_token)


def a_password_keeper(cost: int = 1) -> Passwords:
    """Makes hashes that cost next to nothing, in virtual time."""

    async def at_once(work: Callable[[], str | bool]) -> str | bool:
        return work()

    return Passwords(at_once, PasswordHasher(time_cost=cost, memory_cost=8, parallelism=1))


def an_operators_choice(**chosen: Any) -> NodeOptions:
    """What the operator of a node chose, besides who the operators are."""
    return NodeOptions("tests 1.0", OPERATORS, **chosen)


class Node:
    """One node; several may share a store."""

    def __init__(
        self,
        store: FaultyStore,
        clock: StoreClock,
        name: str,
        hash_cost: int = 1,
        options: NodeOptions | None = None,
    ) -> None:
        numbers = itertools.count()

        def random_bytes(count: int) -> bytes:
            return sha256(f"{name}{next(numbers)}".encode()).digest()[:count]

        self.store = store
        self.named: set[str] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self.clock = clock
        self.worker = WorkerAtHand()
        domain = Domain(KINDS, effect_handlers(self.store, store.row_store), self.worker)
        self.host = AggregateHost(self.store, clock, domain, name)
        self.downtime = self.host.downtime
        self.gateway = Gateway(
            GatewayNode(self.host, clock, store.side, store.row_store, random_bytes),
            options or an_operators_choice(),
            a_password_keeper(hash_cost),
        )

    def connect(self, form: Format = Format.JSON, counted_as: str = "") -> Peer:
        """A new connection that has not said hello."""
        peer = Peer(self, form, counted_as)
        self.gateway.opened(peer)
        return peer

    async def guest(
        self, form: Format = Format.JSON, *, counted_as: str = "", **fields: object
    ) -> Peer:
        """A new connection that was welcomed, from an address if limits are to count it."""
        peer = self.connect(form, counted_as)
        peer.shown_token = fields.get("token")
        await peer.ask("hello", **fields)
        return peer

    async def settle(self) -> None:
        """Let everything under way come to its end."""
        await self.host.drain()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Have the node do by itself what it does by itself."""
        self.go_on()
        try:
            yield
        finally:
            await self.stand_still()

    def go_on(self) -> None:
        """Begin, or go on after it stood still."""
        work = (self.host.run(), self.downtime.run(), self.gateway.tick_loop.run())
        self._tasks = [asyncio.create_task(coroutine) for coroutine in work]

    @property
    def is_alive(self) -> bool:
        """Nothing of what it does by itself has ended."""
        return not any(task.done() for task in self._tasks)

    async def stand_still(self) -> None:
        """Do nothing by itself any more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def a_node(
    store: Store | None = None,
    name: str = "n",
    hash_cost: int = 1,
    access: StoreAccess = StoreAccess.SHARED,
    **chosen: Any,
) -> Node:
    """A node on a store, its clock set; `chosen` are fields of `NodeOptions`."""
    faulty = FaultyStore(store or MemoryStore(store_ms), access)
    clock = StoreClock(local_ms)
    await clock.measure(faulty)
    node = Node(faulty, clock, name, hash_cost, an_operators_choice(**chosen))
    await node.downtime.begin()
    return node


async def have_named(node: Node, peer: Peer, name: str) -> None:
    """A guest gets a name, as by the orders of its claim."""
    aggregate = AggregateId("player", peer.player)
    client = peer.session
    token_hash = getattr(client, "token_hash", b"")
    for command in (Register(token_hash), GiveName(f"id{name}", 1, name, "hash")):
        node.host.submit(aggregate, command, arrived_ms=node.clock.now_ms())
    await node.settle()
    node.named.add(peer.player)


async def a_game(red: Peer, black: Peer, **terms: object) -> str:
    """A room in which it is Red's turn; both have joined, and have an account if it is rated."""
    for peer in (red, black) if terms.get("rated") else ():
        if peer.player not in peer.node.named:
            await have_named(peer.node, peer, f"Player {peer.player[:5]}")
    answer = await red.ask("invite", terms={**TERMS, **terms}, side="red")
    room = str(answer["room"])
    for one in (red, black):
        await one.ask("join", room=room)
    await black.ask("sit", room=room, seat_key=answer["seat_key"])
    return room


async def join(room: str, *peers: Peer) -> None:
    """All join the room."""
    for peer in peers:
        await peer.ask("join", room=room)


async def a_full_room(node: Node) -> tuple[str, Peer, Peer, list[Peer]]:
    """A room, its players, and two spectators on each subprotocol."""
    red, black = await node.guest(), await node.guest(Format.MSGPACK)
    room = await a_game(red, black)
    watchers = [await node.guest(form) for form in MESSAGE_HEADS for _ in range(2)]
    await join(room, *watchers)
    return room, red, black, watchers


def forget(peers: Iterable[Peer]) -> None:
    """All look only at what comes from now on."""
    for peer in peers:
        peer.forget()


def _messages(frames: bytes, form: Format) -> Iterator[Message]:
    """The messages of frames sent in one piece."""
    if form is Format.LINES:
        yield from map(json.loads, frames.split(b"\r\n")[1::2])
        return
    while frames:
        size, start = frames[1], {126: 4, 127: 10}.get(frames[1], 2)
        end = start + (size if start == 2 else int.from_bytes(frames[2:start]))
        payload, frames = frames[start:end], frames[end:]
        yield json.loads(payload) if form is Format.JSON else msgpack.unpackb(payload)
