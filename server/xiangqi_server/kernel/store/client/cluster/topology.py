"""Which server of a store has which slots, as the servers themselves say.

Theory of operation. One server is asked at a time: the one that answered last, then the others
known, then the seeds. What it says is taken if it is as fresh as what is known, by the epoch that
every failover raises. A server that is cut off from most of the others says so, and the next is
asked. That happens every second, and soon after a call has met a reason to: a broken
connection, a refusal, a redirection. A redirection itself is believed at once, for it comes from
the server that had the slot. Code that depends on the map waits for `next_look`.

A primary behind Sentinels is the same with one range of slots: all. But the Sentinels are asked
side by side: each hears of a failover only some seconds later, from the one that leads it. And a
replica may be elected if any of them could do so. What one server says is read by `discovery`.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from typing import Final

from xiangqi_server.kernel.store.client.address import ServerAddress, Shape, StoreAddress
from xiangqi_server.kernel.store.client.cluster.discovery import (
    AskCluster,
    AskSentinel,
    Look,
    SlotMap,
    greet_sentinel,
)
from xiangqi_server.kernel.store.client.cluster.liveness import Liveness, ended_of
from xiangqi_server.kernel.store.client.cluster.slots import SLOTS, slot_of
from xiangqi_server.kernel.store.client.connecting import StoreConnection
from xiangqi_server.kernel.store.client.group_commit import GroupedConnection
from xiangqi_server.kernel.store.port import StoreAccess, StoreError, StoreUnavailable

LOOK_S: Final = 1.0
LEAST_PAUSE_S: Final = 0.1
ANSWER_S: Final = 1.0
OTHERS_S: Final = 0.1
"""How long Sentinels may take to answer after the first one has."""
_NOT_LET_IN: Final = ("authentication required", "username-password", "no permissions")
_SENTINEL_USER: Final = (
    "a Sentinel has users of its own: ?sentinel_username=NAME&sentinel_password=WORD"
)


log = logging.getLogger(__name__)


class Topology:
    """The map of one store, kept up to date by `watch`. Made and closed with the store.

    Args:
        connect_to: makes a connection to a URL of redis-py, not open yet.

    Attributes:
        address: of the store.
        map: as it is known now; replaced, never changed.
        is_sharded: what is published stays with the servers of its slot.
        access: other nodes hear it.
        liveness: when each replica was last known to live.
        promotions: how many were found.
    """

    def __init__(self, address: StoreAddress, connect_to: Callable[[str], StoreConnection]) -> None:
        self.map = SlotMap()
        self.is_sharded = address.shape is Shape.CLUSTER
        self.access = StoreAccess.SHARED
        self.liveness = Liveness()
        self.promotions = 0
        self._promoted = [0] * SLOTS
        self._last_owners = self.map.owners
        self.address = address
        self._connect_to = connect_to
        self._look: Look = AskCluster(is_tls=address.is_tls)
        if address.shape is Shape.SENTINEL:
            self._look = AskSentinel(address.master_name, is_tls=address.is_tls)
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
        """The primary of one of our keys or channels."""
        return self.map.owners[slot_of(key)]

    def connect(self, endpoint: ServerAddress) -> StoreConnection:
        """A connection to a server that holds data, not open yet."""
        return self._connect_to(self.address.store_url(endpoint))

    def replicas(self) -> Sequence[ServerAddress]:
        """Those that are listed, of all primaries."""
        return tuple(replica for replicas in self.map.replicas.values() for replica in replicas)

    def electable(self, primary: ServerAddress) -> Sequence[ServerAddress]:
        """The replicas of a primary that could be promoted in its place, as far as is known."""
        return self.liveness.electable(primary, _now_ms())

    def promotions_of(self, slot: int) -> int:
        """How many have given a slot another primary."""
        return self._promoted[slot]

    def is_primary(self, endpoint: ServerAddress) -> bool:
        """Whether a server is known to have slots."""
        return endpoint in self.map.replicas

    def learn(self, slot: int, owner: ServerAddress) -> None:
        """Believe a server that named the present owner of a slot."""
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
        ended = await ended_of(found)
        if found.epoch >= self.map.epoch:
            self._take(found, ended)
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
        while waiting and not any(_answer_of(query) for query in asked):
            _, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        if waiting:
            _, waiting = await asyncio.wait(waiting, timeout=OTHERS_S)
        for query in waiting:
            query.cancel()
        answers = [answer for query in asked if (answer := _answer_of(query))]
        if not answers:
            raise next(error for query in asked if (error := query.exception()))
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
        except StoreUnavailable as error:
            raise StoreUnavailable(self._whose(endpoint, error)) from error
        except (LookupError, ValueError) as error:
            text = f"{endpoint} tells nothing that can be read: {error!r}"
            raise StoreError(text) from error

    def _whose(self, endpoint: ServerAddress, error: StoreUnavailable) -> str:
        """The text of an error, with the server that it is of, and how a Sentinel lets us in."""
        is_sentinel = not self.is_sharded
        text = f"{'the Sentinel' if is_sentinel else 'the server'} {endpoint}: {error}"
        if is_sentinel and any(word in str(error).lower() for word in _NOT_LET_IN):
            text += f"; {_SENTINEL_USER}"
        return text

    def _take(self, found: SlotMap, ended: Collection[ServerAddress]) -> None:
        if found.replicas.keys() != self.map.replicas.keys() and self.map.epoch >= 0:
            names = [str(primary) for primary in found.primaries]
            log.info("primaries of the store", extra={"primaries": names, "epoch": found.epoch})
        self._count_promotions(found)
        self.map = found
        self.liveness.take(found, ended, _now_ms())

    def _count_promotions(self, found: SlotMap) -> None:
        """Note which slots have a server in the place of a former primary.

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
        """The servers to ask, in order."""
        known = [] if self._answered is None else [self._answered]
        if self.is_sharded:
            for primary, replicas in self.map.replicas.items():
                known += (primary, *replicas)
        yield from dict.fromkeys((*known, *self._seeds))

    def _link(self, endpoint: ServerAddress) -> GroupedConnection:
        link = self._links.get(endpoint)
        if link is None:
            wire = self._connect_to(self.address.seed_url(endpoint))
            greet = None if self.is_sharded else greet_sentinel
            link = self._links[endpoint] = GroupedConnection(wire, ANSWER_S, greet)
        return link

    async def _let_links_go(self) -> None:
        """Keep the connection to the one that answers; all to Sentinels."""
        for endpoint in [known for known in self._links if self._is_let_go(known)]:
            await self._links[endpoint].close()
            del self._links[endpoint]

    def _is_let_go(self, endpoint: ServerAddress) -> bool:
        return self.is_sharded and endpoint != self._answered


def _now_ms() -> int:
    return int(1_000 * asyncio.get_running_loop().time())


def _answer_of(asked: asyncio.Future[SlotMap]) -> SlotMap | None:
    """What was answered; None if nothing, or not yet."""
    if not asked.done() or asked.cancelled() or asked.exception() is not None:
        return None
    return asked.result()
