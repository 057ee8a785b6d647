"""Which server of a store has which slots, as the servers themselves say.

Theory of operation. One server is asked at a time: the one that answered last, then the others
known, then the seeds. What it says is taken if it is as fresh as what is known, by the epoch that
every failover raises; a server that is cut off from most of the others says so, and the next is
asked. That happens every second, and soon after somebody has met a reason to: a broken
connection, a refusal, a redirection. A redirection itself is believed at once, for it comes from
the server that had the slot. Whoever depends on the map waits for `next_look`.

A primary behind Sentinels is the same with one range of slots: all. But the Sentinels are asked
side by side, for each learns of a failover when it hears of it from the one that leads it, some
seconds later; and a replica may be elected if any of them could do so. Each is told to look and to
speak more often than it does by itself: a primary that stood still is theirs to make a replica
again, and until then it could be elected without what was written meanwhile.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final, Protocol, cast

from server.store.address import ServerAddress, Shape, StoreAddress
from server.store.cluster.slots import SLOTS, slot_of
from server.store.connecting import StoreConnection
from server.store.group_commit import GroupedConnection
from server.store.port import StoreError, StoreUnavailable
from server.store.replies import Reply, as_bytes, as_list, as_number, pairs, read_facts
from server.store.requests import Ask, pack

LOOK_S: Final = 1.0
LEAST_PAUSE_S: Final = 0.1
ANSWER_S: Final = 1.0
OTHERS_S: Final = 0.1
"""How long Sentinels may take to answer after the first one has."""

_CLUSTER_INFO: Final = pack("CLUSTER", "INFO")
_CLUSTER_SLOTS: Final = pack("CLUSTER", "SLOTS")
_LOOK_OFTEN: Final = ("SENTINEL", "DEBUG", "INFO-PERIOD", 1_000, "PUBLISH-PERIOD", 500)
"""In ms. It is forgotten when a Sentinel ends, so it is said at each connection."""
_UNKNOWN: Final = b"?"
_NEVER_MS: Final = 1 << 40
_DOWN: Final = frozenset({"s_down", "o_down", "disconnected"})
"""What Sentinels say of a replica that does not answer them."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SlotMap:
    """Who has what.

    Fields:
        owners: the primary of each slot, None where nobody has it.
        replicas: of each primary, its replicas that are believed to live.
        epoch: number of the last failover that was known to whoever said this.
        is_sound: whoever said this sees most of the others, or the primary.
        lease_ms: for how long a replica that is gone may still be promoted; None: not told here.
        primaries: whoever has slots, in a fixed order.
    """

    owners: tuple[ServerAddress | None, ...] = (None,) * SLOTS
    replicas: Mapping[ServerAddress, tuple[ServerAddress, ...]] = field(default_factory=dict)
    epoch: int = -1
    is_sound: bool = False
    lease_ms: int | None = None
    primaries: tuple[ServerAddress, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Count the primaries once."""
        object.__setattr__(self, "primaries", tuple(sorted(self.replicas)))

    def with_owner(self, slot: int, owner: ServerAddress) -> "SlotMap":
        """The same, but for one slot."""
        owners = (*self.owners[:slot], owner, *self.owners[slot + 1 :])
        return replace(self, owners=owners, replicas={owner: (), **self.replicas})

    def joined_with(self, other: "SlotMap") -> "SlotMap":
        """The same, with what another one knows of the replicas of these primaries."""
        replicas = {
            primary: tuple(dict.fromkeys((*known, *other.replicas.get(primary, ()))))
            for primary, known in self.replicas.items()
        }
        return replace(self, replicas=replicas, is_sound=self.is_sound and other.is_sound)


class Look(Protocol):
    """How one server is asked."""

    async def __call__(self, link: GroupedConnection, asked: ServerAddress) -> SlotMap:
        """What a server says.

        Raises:
            StoreUnavailable: it does not answer, or knows nothing now.
            StoreError: it is not what the address says; the text names the word to use.
        """
        ...


class Topology:
    """The map of one store, kept up to date by `watch`. Made and closed with the store.

    Args:
        connect_to: makes a connection to a URL of redis-py, not open yet.

    Attributes:
        address: of the store.
        map: as it is known now; replaced, never changed.
        is_sharded: what is published stays with the servers of its slot.
        is_shared: other nodes hear it.
        lease_ms: for how long a replica that is listed no more may still be promoted; None: it is
            not known, so for ever.
        promotions: how many were found.
    """

    def __init__(self, address: StoreAddress, connect_to: Callable[[str], StoreConnection]) -> None:
        self.map = SlotMap()
        self.is_sharded = address.shape is Shape.CLUSTER
        self.is_shared = True
        self.lease_ms: int | None = None
        self.promotions = 0
        self._promoted = [0] * SLOTS
        self._last_owners = self.map.owners
        self._seen_s: dict[ServerAddress, dict[ServerAddress, float]] = {}
        self.address = address
        self._connect_to = connect_to
        self._look: Look = _AskCluster(is_tls=address.is_tls)
        if address.shape is Shape.SENTINEL:
            self._look = _AskSentinel(address.master_name, is_tls=address.is_tls)
        self._seeds = address.seeds
        self._links: dict[ServerAddress, GroupedConnection] = {}
        self._answered: ServerAddress | None = None
        self._look_wanted = asyncio.Event()
        self._looked: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._watcher: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Look for the first time, and from then on again and again, until `close`.

        Raises:
            StoreUnavailable: no server answers.
            StoreError: those that do are not what the address says.
        """
        try:
            await self.refresh()
        except StoreError:
            await self.close()
            raise
        self._watcher = asyncio.get_running_loop().create_task(self._watch())

    async def close(self) -> None:
        """Look no more."""
        if self._watcher is not None:
            self._watcher.cancel()
            with suppress(asyncio.CancelledError):
                await self._watcher
        await asyncio.gather(*(link.close() for link in self._links.values()))
        self._links.clear()

    def owner(self, slot: int) -> ServerAddress | None:
        """The primary of a slot."""
        return self.map.owners[slot]

    def owner_of(self, key: str) -> ServerAddress | None:
        """The primary of a key of ours, or of a channel."""
        return self.map.owners[slot_of(key)]

    def connect(self, endpoint: ServerAddress) -> StoreConnection:
        """A connection to a server that holds data, not open yet."""
        return self._connect_to(self.address.store_url(endpoint))

    def replicas(self) -> Sequence[ServerAddress]:
        """Those that are listed, of all primaries."""
        return tuple(one for some in self.map.replicas.values() for one in some)

    def electable(self, primary: ServerAddress) -> int:
        """How many replicas of a primary could be promoted in its place, as far as is known."""
        lease_ms, now_s = self.lease_ms, asyncio.get_running_loop().time()
        return sum(
            (lease_ms is None or 1_000 * (now_s - seen_s) <= lease_ms)
            and replica not in self.map.replicas
            for replica, seen_s in self._seen_s.get(primary, {}).items()
        )

    def promotions_of(self, slot: int) -> int:
        """How many have given a slot another primary."""
        return self._promoted[slot]

    def is_primary(self, endpoint: ServerAddress) -> bool:
        """Whether a server is known to have slots."""
        return endpoint in self.map.replicas

    def learn(self, slot: int, owner: ServerAddress) -> None:
        """Believe a server that said who has a slot now."""
        if self.map.owners[slot] != owner:
            self.map = self.map.with_owner(slot, owner)
        self.look_soon()

    def look_soon(self) -> None:
        """Look soon: something does not fit."""
        self._look_wanted.set()

    async def next_look(self) -> None:
        """Wait until the map was looked at once more, changed or not."""
        await asyncio.shield(self._looked)

    async def refresh(self) -> None:
        """Look now; raises like `open`."""
        found = await (self._one_map() if self.is_sharded else self._map_of_all())
        if found.epoch >= self.map.epoch:
            self._take(found)
        self._looked.set_result(None)
        self._looked = asyncio.get_running_loop().create_future()

    async def _one_map(self) -> SlotMap:
        """What the first server says that sees the others; raises like `open`."""
        found: SlotMap | None = None
        trouble = StoreError("no server was asked")
        for endpoint in self._candidates():
            try:
                answer = await self._ask(endpoint)
            except StoreError as error:
                trouble = error
                continue
            if found is None or (answer.is_sound, answer.epoch) > (found.is_sound, found.epoch):
                found = answer
            if answer.is_sound and answer.epoch >= self.map.epoch:
                self._answered = endpoint
                break
        if found is None:
            raise trouble
        return found

    async def _map_of_all(self) -> SlotMap:
        """What those say that know of the latest failover, put together; raises like `open`."""
        asked = [asyncio.ensure_future(self._ask(endpoint)) for endpoint in self._seeds]
        waiting: set[asyncio.Future[SlotMap]] = set(asked)
        while waiting and not any(_answer_of(one) for one in asked):
            _, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        if waiting:
            _, waiting = await asyncio.wait(waiting, timeout=OTHERS_S)
        for one in waiting:
            one.cancel()
        answers = [answer for one in asked if (answer := _answer_of(one))]
        if not answers:
            raise next(error for one in asked if (error := one.exception()))
        found = max(answers, key=lambda answer: answer.epoch)
        for other in answers:
            if other.epoch == found.epoch:
                found = found.joined_with(other)
        return found

    async def _ask(self, endpoint: ServerAddress) -> SlotMap:
        """What one server says.

        Raises:
            StoreError: nothing, or nothing that can be read.
        """
        try:
            return await self._look(self._link(endpoint), endpoint)
        except (LookupError, ValueError) as error:
            text = f"{endpoint} tells nothing that can be read: {error!r}"
            raise StoreError(text) from error

    def _take(self, found: SlotMap) -> None:
        if found.replicas.keys() != self.map.replicas.keys() and self.map.epoch >= 0:
            names = [str(primary) for primary in found.primaries]
            log.info("primaries of the store", extra={"primaries": names, "epoch": found.epoch})
        self._count_promotions(found)
        self.map = found
        if found.lease_ms is not None:
            self.lease_ms = found.lease_ms
        now_s, seen_s = asyncio.get_running_loop().time(), self._seen_s
        self._seen_s = {
            primary: seen_s.get(primary, {}) | dict.fromkeys(replicas, now_s)
            for primary, replicas in found.replicas.items()
        }

    def _count_promotions(self, found: SlotMap) -> None:
        """Note which slots have a server in the place of a primary that is none any more.

        A slot that has moved to another primary has been handed over with all that was written.
        """
        if found.owners == self._last_owners:
            return
        is_any = False
        owners = list(found.owners)
        for slot, (last, owner) in enumerate(zip(self._last_owners, owners, strict=True)):
            if owner is None:
                owners[slot] = last
            elif last is not None and owner != last and last not in found.replicas:
                self._promoted[slot] += 1
                is_any = True
        self._last_owners = tuple(owners)
        self.promotions += is_any

    async def _watch(self) -> None:
        """Look every second, soon after `look_soon`, and as long as what is known is not sound."""
        while True:
            if self.map.is_sound:
                with suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_S):
                        await self._look_wanted.wait()
            self._look_wanted.clear()
            try:
                await self.refresh()
            except StoreError as error:
                log.info("the servers of the store are not known", extra={"reason": str(error)})
            await self._let_links_go()
            await asyncio.sleep(LEAST_PAUSE_S)

    def _candidates(self) -> Iterator[ServerAddress]:
        """Whom to ask, in order."""
        known = [] if self._answered is None else [self._answered]
        if self.is_sharded:
            for primary, replicas in self.map.replicas.items():
                known += (primary, *replicas)
        yield from dict.fromkeys((*known, *self._seeds))

    def _link(self, endpoint: ServerAddress) -> GroupedConnection:
        link = self._links.get(endpoint)
        if link is None:
            wire = self._connect_to(self.address.seed_url(endpoint))
            greet = None if self.is_sharded else _greet_sentinel
            link = self._links[endpoint] = GroupedConnection(wire, ANSWER_S, greet)
        return link

    async def _let_links_go(self) -> None:
        """Keep the connection to the one that answers; all to Sentinels."""
        for endpoint in [one for one in self._links if self._is_let_go(one)]:
            await self._links[endpoint].close()
            del self._links[endpoint]

    def _is_let_go(self, endpoint: ServerAddress) -> bool:
        return self.is_sharded and endpoint != self._answered


def _answer_of(asked: asyncio.Future[SlotMap]) -> SlotMap | None:
    """What was answered; None if nothing, or not yet."""
    if not asked.done() or asked.cancelled() or asked.exception() is not None:
        return None
    return asked.result()


class _AskCluster:
    """What a server of a cluster says.

    Args:
        is_tls: whether it is asked over TLS.
    """

    def __init__(self, *, is_tls: bool) -> None:
        self._wanted = Shape.CLUSTER, is_tls

    async def __call__(self, link: GroupedConnection, asked: ServerAddress) -> SlotMap:
        """See `Look`."""
        told, ranges = await link.exchange((_CLUSTER_INFO, _CLUSTER_SLOTS), None)
        if isinstance(told, StoreError) or isinstance(ranges, StoreError):
            error = told if isinstance(told, StoreError) else ranges
            raise await _worded(cast("StoreError", error), link, asked, self._wanted)
        facts = read_facts(told)
        owners: list[ServerAddress | None] = [None] * SLOTS
        replicas: dict[ServerAddress, tuple[ServerAddress, ...]] = {}
        for one in as_list(ranges):
            first, last, *servers = as_list(one)
            primary, *others = (_server(server, asked) for server in servers)
            if primary is None:
                continue
            start, end = as_number(first), as_number(last) + 1
            owners[start:end] = [primary] * (end - start)
            replicas[primary] = tuple(other for other in others if other is not None)
        is_sound = facts.get("cluster_state") == "ok"
        epoch = int(facts.get("cluster_current_epoch", "0"))
        if not replicas:
            raise StoreUnavailable(f"{asked} is of a cluster in which nobody has slots")
        return SlotMap(tuple(owners), replicas, epoch, is_sound)


class _AskSentinel:
    """What a Sentinel says of one primary.

    Args:
        name: what it is called.
        is_tls: whether the Sentinel is asked over TLS.
    """

    def __init__(self, name: str, *, is_tls: bool) -> None:
        self._name = name
        self._wanted = Shape.SENTINEL, is_tls

    async def __call__(self, link: GroupedConnection, asked: ServerAddress) -> SlotMap:
        """See `Look`."""
        words = ("MASTER", "REPLICAS", "GET-MASTER-ADDR-BY-NAME")
        questions = [pack("SENTINEL", word, self._name) for word in words]
        told, others, current = await link.exchange(questions, None)
        if isinstance(told, StoreError) or isinstance(others, StoreError):
            if "No such master" in str(told):
                raise StoreError(f"the Sentinel {asked} knows no primary called {self._name}")
            error = told if isinstance(told, StoreError) else others
            raise await _worded(cast("StoreError", error), link, asked, self._wanted)
        facts = _named(told)
        primary = _endpoint_of(facts)
        if not isinstance(current, StoreError):  # in a failover it is the new one before that ends
            host, port = map(as_bytes, as_list(current))
            primary = ServerAddress(host.decode(), int(port))
        listed = (facts, *map(_named, as_list(others)))
        alive = [_endpoint_of(one) for one in listed if _is_electable(one)]
        replicas = tuple(one for one in alive if one != primary)
        epoch = int(facts.get("config-epoch", "0"))
        down_after_ms = facts.get("down-after-milliseconds")
        lease_ms = None if down_after_ms is None else 10 * int(down_after_ms) + 1_000
        is_sound = "s_down" not in _flags(facts)
        return SlotMap((primary,) * SLOTS, {primary: replicas}, epoch, is_sound, lease_ms)


async def _greet_sentinel(ask: Ask) -> None:
    """Have a Sentinel look and speak often, if it lets us.

    Raises:
        StoreUnavailable: it does not answer.
    """
    try:
        await ask(*_LOOK_OFTEN)
    except StoreUnavailable:
        raise
    except StoreError as error:
        log.info("a Sentinel is not told to look more often", extra={"reason": str(error)})


async def shape_at(link: GroupedConnection) -> Shape | None:
    """What a server says that it is; None if it does not say so."""
    try:
        facts = read_facts(await link.call("INFO", "server"))
    except StoreUnavailable:
        raise
    except StoreError:  # its operator does not let us ask
        return None
    mode = facts.get("redis_mode", facts.get("server_mode", ""))
    return {"standalone": Shape.SINGLE, "cluster": Shape.CLUSTER, "sentinel": Shape.SENTINEL}.get(
        mode
    )


def word_for(shape: Shape, endpoint: str, *, is_tls: bool) -> str:
    """How to write the address of what was found."""
    plain, with_tls, what, name = {
        Shape.SINGLE: ("redis", "rediss", "one server", ""),
        Shape.CLUSTER: ("cluster", "clusters", "part of a cluster", ""),
        Shape.SENTINEL: ("sentinel", "sentinels", "a Sentinel", "/NAME-OF-THE-PRIMARY"),
    }[shape]
    return f"is {what}: use {with_tls if is_tls else plain}://{endpoint}{name}"


async def _worded(
    error: StoreError, link: GroupedConnection, asked: ServerAddress, wanted: tuple[Shape, bool]
) -> StoreError:
    """An error of a server, told by the word for it if it is not of the shape that is wanted.

    With the shape comes whether the server is asked over TLS.
    """
    if isinstance(error, StoreUnavailable):
        return error
    shape, (expected, is_tls) = await shape_at(link), wanted
    if shape in (None, expected):
        return error
    return StoreError(f"{asked} {word_for(shape, str(asked), is_tls=is_tls)}")


def _server(told: Reply, asked: ServerAddress) -> ServerAddress | None:
    """A server as CLUSTER SLOTS tells it; one without an address is the one that was asked."""
    host, port, *_ = as_list(told)
    if host == _UNKNOWN:
        return None
    name = as_bytes(host).decode() if host else asked.host
    return ServerAddress(name, as_number(port))


def _named(told: Reply) -> dict[str, str]:
    return {name.decode(): fact.decode() for name, fact in pairs(told)}


def _flags(facts: Mapping[str, str]) -> set[str]:
    return set(facts.get("flags", "").split(","))


def _is_electable(facts: Mapping[str, str]) -> bool:
    """Whether a Sentinel could elect a server: it answers, and has said at least once how it is.

    Of one that has said nothing yet the Sentinel tells as the age of that 0, or the time of day.
    """
    age_ms = int(facts.get("info-refresh", "1"))
    return 0 < age_ms < _NEVER_MS and not _DOWN & _flags(facts)


def _endpoint_of(facts: Mapping[str, str]) -> ServerAddress:
    return ServerAddress(facts["ip"], int(facts["port"]))
