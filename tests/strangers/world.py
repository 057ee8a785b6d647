"""Hundreds of strangers who do permitted things in any order and at the same moment.

Each has up to two connections, on any node; each step lets a few of them do something before
anybody is answered: send any message of `actions`, connect, hang up, come back as the same
player. Beside them the store goes away and comes back, operators ban, time passes. Then
everybody leaves, and the laws of `laws` are held against what is left.
"""

import asyncio
import json
import logging
import random
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Final

from tests.strangers.actions import ACTIONS, Choice, Known, an_action
from tests.support.gateways import Node, Peer, a_node, have_named
from tests.support.kept_log import KeptLog
from tests.support.memory_store import MemoryStore
from tests.support.virtual_time import pass_ms, store_ms
from xiangqi_server.api.policy import POLICY
from xiangqi_server.game.rules.cxa.move_cache import SEARCHED
from xiangqi_server.kernel.store.port import Store
from xiangqi_server.limits import PORTION_BYTES
from xiangqi_server.net.websocket.frames import MESSAGE_HEADS
from xiangqi_server.wire.codec import Format, WireError, decode

TABS: Final = 2
AT_ONCE: Final = 6
FRIENDS: Final = 3
ADDRESSES: Final = 5
"""So few that what is counted by address is reached: most people are at the first one."""
LET_GO_MS: Final = 11 * 60_000
"""By then every absence, sighting and idle replica has run out."""
WARM_MS: Final = 11_000
"""A node that was just started waits for what came before it."""
AWAY: Final = 0.01
PAUSE: Final = 0.2
RUSH: Final = 0.3
"""How often everybody means the same room."""


def paid_for(kind: str, fields: dict[str, Any]) -> int:
    """For how many bytes of the store a message is counted."""
    payload = json.dumps({"type": kind, **fields}).encode()
    try:
        message = decode(payload, Format.JSON)
    except WireError:
        return 0
    return POLICY[type(message)].adds.of(len(payload)) * PORTION_BYTES


class LawBroken(AssertionError):
    """A law does not hold; the text holds the seed and the latest steps."""


class Stranger:
    """One person and its connections.

    Attributes:
        player: its id, "" before it was welcomed.
        is_operator: it may ban, and does not leave that right out.
    """

    def __init__(self, world: "World", number: int) -> None:
        self.world = world
        self.choice = Choice(random.Random(f"{world.seed}.{number}"), world.known)
        self.address = f"192.0.2.{max(0, number % (2 * ADDRESSES) - ADDRESSES)}"
        self.tabs: list[Peer] = []
        self.token: str | None = None
        self.is_operator = False
        self._heard: dict[int, int] = {}
        self._rooms: defaultdict[int, set[str]] = defaultdict(set)
        self._count = 0
        self._acts: dict[str, tuple[int, dict[str, Any]]] = {}

    @property
    def player(self) -> str:
        """Its id by the last welcome."""
        return next((str(tab.welcome["player"]) for tab in self.tabs if tab.welcome), "")

    def act(self) -> None:
        """Do a thing or a few, whatever is known by now."""
        self.listen()
        for _ in range(self.choice.chance.choice((1, 1, 2, 3))):
            self._act()

    def _act(self) -> None:
        chance = self.choice.chance
        self.tabs = [tab for tab in self.tabs if tab.closed is None or self._gone(tab)]
        if not self.tabs or (len(self.tabs) < TABS and chance.random() < 0.02):
            self._connect()
        elif chance.random() < 0.01:
            tab = chance.choice(self.tabs)
            self.tabs.remove(tab)
            tab.hang_up()
        else:
            kind, fields = self._sanction() or self._step_in() or an_action(self.choice)
            self.say(self._tab_for(fields), kind, fields)

    def _sanction(self) -> tuple[str, dict[str, Any]] | None:
        """An operator often does what is theirs alone."""
        if not self.is_operator or self.choice.maybe():
            return None
        return "moderate", ACTIONS["moderate"](self.choice)

    def _step_in(self) -> tuple[str, dict[str, Any]] | None:
        """Mostly, go first to a room of one's own that was found."""
        seen = set().union(*(self._rooms[id(tab)] for tab in self.tabs))
        found = [room for room in self.choice.own[-3:] if room not in seen]
        if not found or self.choice.chance.random() < 0.2:
            return None
        return self.choice.one("join", "join", "ready"), {"room": found[-1]}

    def _tab_for(self, fields: dict[str, Any]) -> Peer:
        """Mostly the connection that looks at the room the message is about."""
        looking = [tab for tab in self.tabs if fields.get("room") in self._rooms[id(tab)]]
        return self.choice.chance.choice(looking or self.tabs)

    def say(self, tab: Peer, kind: str, fields: dict[str, Any]) -> None:
        """Send a message, now and then twice at once, and now and then from two tabs."""
        chance = self.choice.chance
        self._count += 1
        named = fields if kind == "pong" else {**fields, "id": f"s{self._count}"}
        if kind == "moderate" and self.is_operator:
            self._acts[named["id"]] = (store_ms(), fields)
            if fields["sanction"] == "lift":
                self.world.lifted(fields["player"])
        self.world.note(self, kind, fields)
        self.world.paid[self.address] += paid_for(kind, named)
        for _ in range(1 + (chance.random() < 0.1)):
            chance.choice(self.tabs if chance.random() < 0.1 else [tab]).say(kind, **named)

    def listen(self) -> None:
        """Take in what came since the last time."""
        for tab in self.tabs:
            for message in tab.heard[self._heard.get(id(tab), 0) :]:
                self.choice.hear(message)
                if message["type"] == "welcome":
                    self.world.faces[message["player"]].add(self)
                if message.get("seat_key"):
                    self.world.share(self, message["room"], message["seat_key"])
                if message["type"] == "done" and message["id"] in self._acts:
                    asked_ms, sanction = self._acts.pop(message["id"])
                    self.world.acted(asked_ms, **sanction)
                if message["type"] == "room":
                    self._rooms[id(tab)].add(message["room"])
            self._heard[id(tab)] = len(tab.heard)
            if tab.welcome.get("token"):
                self.token = str(tab.welcome["token"])

    def leave(self) -> None:
        """Hang up all."""
        for tab in self.tabs:
            if tab.closed is None:
                tab.hang_up()
            else:
                self._gone(tab)
        self.tabs = []

    def _connect(self) -> None:
        chance, node = self.choice.chance, self.choice.chance.choice(self.world.nodes)
        tab = node.connect(chance.choice(list(MESSAGE_HEADS)), counted_as=self.address)
        self.tabs.append(tab)
        if chance.random() < 0.95:
            fields = {} if self.token is None else {"token": self.token}
            features = chance.choice(([], ["ready"], ["rules"], ["unheard-of"]))
            tab.say("hello", client="stranger", features=features, **fields)

    def _gone(self, tab: Peer) -> bool:
        """The node closed it; the shell tells the gateway so. Never there any more."""
        tab.hang_up()
        return False


class World:
    """Some nodes on one store, and everybody.

    Attributes:
        faces: player -> the strangers who have been it.
        holders: room -> the strangers who were given the key of its seat.
        paid: address -> the bytes of the store that what was sent from it is counted for.
        bans: player -> when it was kept from new games, store time.
        searched_before: what had been searched before anybody came.
    """

    def __init__(self, seed: int, store: Store, nodes: list[Node], strangers: int) -> None:
        self.seed = seed
        self.store = store
        self.nodes = nodes
        self.chance = random.Random(seed)
        self.known = Known()
        self.strangers = [Stranger(self, number) for number in range(strangers)]
        self.steps: list[str] = []
        self.sent: set[str] = set()
        self.messages = 0
        self.faces: defaultdict[str, set[Stranger]] = defaultdict(set)
        self.holders: defaultdict[str, set[Stranger]] = defaultdict(set)
        self.paid = Counter[str]()
        self.bans: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
        self.searched_before = SEARCHED.positions

    def share(self, host: Stranger, room: str, key: str) -> None:
        """Somebody who invites gives the key to a few friends, and to nobody else."""
        for friend in (host, *self.chance.choices(self.strangers, k=FRIENDS)):
            friend.choice.keys[room] = key
            self.holders[room].add(friend)

    def acted(self, asked_ms: int, player: str, sanction: str, for_ms: int) -> None:
        """An operator was told that a sanction holds; it began when it was asked for, or later."""
        if sanction == "ban":
            self.bans[player].append((store_ms(), asked_ms + for_ms))

    def lifted(self, player: str) -> None:
        """From now on a ban may hold no longer."""
        self.bans[player] = [(a, min(b, store_ms())) for a, b in self.bans[player]]

    def note(self, stranger: Stranger, kind: str, fields: dict[str, Any]) -> None:
        """Remember a step for whoever reads of a failure."""
        self.sent.add(kind)
        self.messages += 1
        self.steps.append(f"{self.strangers.index(stranger)} {kind} {fields}")
        del self.steps[:-60]

    async def live(self, steps: int) -> None:
        """Let so many moments pass, in each of which a few do something at once."""
        for _ in range(steps):
            rush = self.known.rooms and self.chance.random() < RUSH
            room = self.chance.choice(self.known.rooms) if rush else None
            for stranger in self.chance.choices(self.strangers, k=AT_ONCE):
                stranger.choice.rush = room
                stranger.act()
            await self._elapse()

    async def _elapse(self) -> None:
        if self.chance.random() < AWAY:
            for node in self.nodes:
                node.store.is_away = True
            await pass_ms(self.chance.randrange(4_000))
            for node in self.nodes:
                node.store.is_away = False
        await pass_ms(self.chance.randrange(1_500) if self.chance.random() < PAUSE else 5)

    async def end(self) -> None:
        """Everybody leaves, and time passes until nothing is owed to anybody."""
        for stranger in self.strangers:
            stranger.leave()
        await pass_ms(LET_GO_MS)

    def require(self, holds: bool, law: str, *facts: object) -> None:
        """Hold a law.

        Raises:
            LawBroken: it does not hold.
        """
        if not holds:
            story = "\n".join(self.steps)
            raise LawBroken(f"seed {self.seed}: {law} {facts}\n{story}")


@asynccontextmanager
async def a_world(
    seed: int, laws: Callable[[World], Awaitable[None]], *, nodes: int, strangers: int
) -> AsyncIterator[World]:
    """Nodes that run, on one store, and strangers who have not come yet; held to the laws."""
    inner, log = MemoryStore(store_ms), KeptLog(logging.ERROR)
    all_nodes = [await a_node(inner, name) for name in "nmk"[:nodes]]
    world = World(seed, inner, all_nodes, strangers)
    for name in ("xiangqi_server", "asyncio"):
        logging.getLogger(name).addHandler(log)
    try:
        async with AsyncExitStack() as stack:
            for node in all_nodes:
                await stack.enter_async_context(node.running())
            await _an_operator(world)
            yield world
            await laws(world)
    finally:
        for name in ("xiangqi_server", "asyncio"):
            logging.getLogger(name).removeHandler(log)
    await asyncio.sleep(0)
    world.require(log.lines == [], "nothing unexpected is logged", *log.lines[:3])


async def _an_operator(world: World) -> None:
    """One of them may warn, mute and ban."""
    first, node = world.strangers[0], world.nodes[0]
    await pass_ms(WARM_MS)
    tab = await node.guest(counted_as=first.address)
    await have_named(node, tab, "Op")
    first.tabs, first.token, first.is_operator = [tab], tab.token, True
