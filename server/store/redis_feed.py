"""Publications of Redis or Valkey, heard over a connection of their own.

There is one subscription an aggregate, so that a node is sent what it holds and nothing else. In
a cluster a channel is heard at the primary of its slot, over a connection to each; a server that
has it no more says so, and it is subscribed to anew where it is now. A message is a msgpack array
made by the script that wrote: its format, then ``e``, stamp, event id, first version, digest and
records, or ``a``, topic and body. One that cannot be read says at least that there is something
to read. A connection that is lost is made again, and everything followed begins anew.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Final, NamedTuple, Protocol

import msgpack
from redis.exceptions import MovedError, RedisError

from server.store.address import ServerAddress
from server.store.cluster.slots import slot_of
from server.store.connecting import StoreConnection
from server.store.feed import MAX_FOLLOWED, Ephemeral, FeedListener, Publication
from server.store.keys import Keys
from server.store.requests import pack
from server.store.values import AggregateId, StoredEvent

PING_S: Final = 5.0
SILENT_S: Final = 3 * PING_S
"""A connection on which nothing has come for this long is given up, even while it is being made."""
FIRST_PAUSE_S: Final = 0.05
LONGEST_PAUSE_S: Final = 2.0
BATCH: Final = 512

_THE_SERVER: Final = ServerAddress("", 0)
_BROKEN: Final = (RedisError, OSError, RuntimeError)
_APPEND_HEAD: Final = b"\x97\x01\xa1e\xcf"
_ID_AT: Final = len(_APPEND_HEAD) + 9
_SHORT_STRING: Final = 0xA0
_SHORT_STRING_SIZES: Final = 32
_NOTHING_KNOWN: Final = Publication((), b"")

log = logging.getLogger(__name__)


class Places(Protocol):
    """Where channels are heard: at one server, or at the primary of each; see `Topology`."""

    @property
    def is_sharded(self) -> bool:
        """Whether a channel is heard at the servers of its slot alone."""
        ...

    @property
    def is_shared(self) -> bool:
        """Whether other nodes hear what is published."""
        ...

    def owner_of(self, key: str) -> ServerAddress | None:
        """The server at which a channel is heard; None if there is none now."""
        ...

    def connect(self, endpoint: ServerAddress) -> StoreConnection:
        """One more connection to a server, not open yet."""
        ...

    def replicas(self) -> Sequence[ServerAddress]:
        """The servers that could take another one's place, as far as is known where they are."""
        ...

    def look_soon(self) -> None:
        """Ask soon which server has which channels; `next_look` tells when that was done."""
        ...

    async def next_look(self) -> None:
        """Wait until it was looked once more who is where."""
        ...

    async def close(self) -> None:
        """Look no more."""
        ...


class OnePlace:
    """The one server of a store: see `Places`.

    Args:
        connect: makes a connection that is not open yet.

    Attributes:
        is_shared: see `Places.is_shared`.
    """

    is_sharded = False

    def __init__(self, connect: Callable[[], StoreConnection], *, is_shared: bool = True) -> None:
        self._connect = connect
        self.is_shared = is_shared

    def owner_of(self, key: str) -> ServerAddress | None:
        """See `Places.owner_of`."""
        return _THE_SERVER

    def connect(self, endpoint: ServerAddress) -> StoreConnection:
        """See `Places.connect`."""
        return self._connect()

    def replicas(self) -> Sequence[ServerAddress]:
        """See `Places.replicas`: where they are is not known of a plain address."""
        return ()

    def look_soon(self) -> None:
        """See `Places.look_soon`: there is nothing to look at."""

    async def next_look(self) -> None:
        """See `Places.next_look`."""
        await asyncio.get_running_loop().create_future()

    async def close(self) -> None:
        """See `Places.close`."""


class RedisFeed:
    """See `Feed`; made by the store, which closes it. It owns a subscriber a server, and a task."""

    def __init__(self, places: Places, keys: Keys, listener: FeedListener) -> None:
        self._places = places
        self._keys = keys
        self._listener = listener
        self._channels: dict[AggregateId, str] = {}
        self._followed: dict[str, AggregateId] = {}
        self._subscribers: dict[ServerAddress, _Subscriber] = {}
        self._at: dict[str, _Subscriber] = {}
        self._task: asyncio.Task[None] | None = None

    def follow(self, aggregate: AggregateId) -> None:
        """See `Feed.follow`.

        On a store that one node has for itself only tools publish, and seldom: all of that is
        heard, of whatever aggregate, and a lost publication is found by comparing heads.
        """
        if not self._places.is_shared:
            if not self._subscribers:
                subscriber = self._subscribers[_THE_SERVER] = self._subscriber_at(_THE_SERVER, _ALL)
                subscriber.add(self._keys.channels)
            return
        if aggregate in self._channels or len(self._channels) >= MAX_FOLLOWED:
            return
        channel = self._channels[aggregate] = self._keys.channel(aggregate)
        self._followed[channel] = aggregate
        self._subscribe(channel)
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._arrange())

    def unfollow(self, aggregate: AggregateId) -> None:
        """See `Feed.unfollow`."""
        channel = self._channels.pop(aggregate, None)
        if channel is not None:
            del self._followed[channel]
            self._unsubscribe(channel)

    async def close(self) -> None:
        """Hear nothing more and let the connections go."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        await asyncio.gather(*(subscriber.close() for subscriber in self._subscribers.values()))

    # What a subscriber tells.

    def on_subscribed(self, channel: str) -> None:
        """From now on a channel is heard."""
        aggregate = self._followed.get(channel)
        if aggregate is not None:
            self._listener.on_begin(aggregate)

    def on_message(self, channel: str, payload: bytes) -> None:
        """Something was published."""
        is_shared = self._places.is_shared
        aggregate = self._followed.get(channel) if is_shared else self._keys.of_channel(channel)
        if aggregate is None:
            return
        event_id = event_id_of(payload)
        if event_id is not None and self._listener.is_own(event_id):
            return
        publication = read_publication(payload)
        if isinstance(publication, Ephemeral):
            self._listener.on_ephemeral(aggregate, publication)
        else:
            self._listener.on_publication(aggregate, publication)

    def on_moved(self, subscriber: "_Subscriber", slot: int) -> None:
        """A server no longer has the channels of a slot: they are subscribed to anew."""
        for channel in [one for one in subscriber.channels if slot_of(one) == slot]:
            self._unsubscribe(channel)
        self._places.look_soon()

    # Which server each channel is heard at.

    async def _arrange(self) -> None:
        """Hear each channel where it is, after each look at who has it; until cancelled."""
        while True:
            await self._places.next_look()
            for channel in self._followed:
                owner, subscriber = self._places.owner_of(channel), self._at.get(channel)
                if (
                    subscriber is None
                    or owner is None
                    or self._subscribers.get(owner) is not subscriber
                ):
                    self._unsubscribe(channel)
                    self._subscribe(channel)
            idle = [place for place, one in self._subscribers.items() if not one.channels]
            await asyncio.gather(*(self._subscribers.pop(place).close() for place in idle))

    def _subscribe(self, channel: str) -> None:
        owner = self._places.owner_of(channel)
        if owner is None:
            return  # somebody will have it, and `_arrange` finds out
        subscriber = self._subscribers.get(owner)
        if subscriber is None:
            words = _SHARDED if self._places.is_sharded else _PLAIN
            subscriber = self._subscribers[owner] = self._subscriber_at(owner, words)
        subscriber.add(channel)
        self._at[channel] = subscriber

    def _subscriber_at(self, owner: ServerAddress, words: "_Words") -> "_Subscriber":
        return _Subscriber(partial(self._places.connect, owner), words, self)

    def _unsubscribe(self, channel: str) -> None:
        subscriber = self._at.pop(channel, None)
        if subscriber is not None:
            subscriber.remove(channel)


class _Words(NamedTuple):
    """The commands of a way to subscribe, and what its messages begin with."""

    subscribe: str
    unsubscribe: str
    message: bytes

    def batches(self, channels: Sequence[str]) -> Iterator[Sequence[str]]:
        """The channels in groups, each for one command: of one slot if sharded, `BATCH` at most."""
        groups: dict[int, list[str]] = defaultdict(list)
        for channel in channels:
            groups[slot_of(channel) if self is _SHARDED else 0].append(channel)
        for group in groups.values():
            for start in range(0, len(group), BATCH):
                yield group[start : start + BATCH]


_PLAIN: Final = _Words("SUBSCRIBE", "UNSUBSCRIBE", b"message")
_ALL: Final = _Words("PSUBSCRIBE", "PUNSUBSCRIBE", b"pmessage")
_SHARDED: Final = _Words("SSUBSCRIBE", "SUNSUBSCRIBE", b"smessage")


class _Subscriber:
    """Hears channels at one server, over one connection after another. It owns two tasks.

    Args:
        connect: makes a connection that is not open yet.
        feed: is told what is heard.

    Attributes:
        channels: what is subscribed to.
    """

    def __init__(
        self, connect: Callable[[], StoreConnection], words: _Words, feed: RedisFeed
    ) -> None:
        self.channels: dict[str, None] = {}
        self._connect = connect
        self._words = words
        self._feed = feed
        self._changes: dict[str, bool] = {}
        self._changed = asyncio.Event()
        self._heard_s = 0.0
        loop = asyncio.get_running_loop()
        self._now_s: Callable[[], float] = loop.time
        self._task = loop.create_task(self._run())

    def add(self, channel: str) -> None:
        """Hear a channel."""
        self.channels[channel] = None
        self._change(channel, is_wanted=True)

    def remove(self, channel: str) -> None:
        """Hear it no more."""
        self.channels.pop(channel, None)
        self._change(channel, is_wanted=False)

    async def close(self) -> None:
        """Hear nothing more and let the connection go."""
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task

    def _change(self, channel: str, *, is_wanted: bool) -> None:
        self._changes[channel] = is_wanted
        self._changed.set()

    async def _run(self) -> None:
        """Listen on one connection after another, until cancelled."""
        pause_s = FIRST_PAUSE_S
        while True:
            wire = self._connect()
            try:
                async with asyncio.timeout(SILENT_S):
                    await wire.connect()
                self._changes = dict.fromkeys(self.channels, True)
                self._changed.set()
                self._heard_s = self._now_s()
                writer = asyncio.create_task(self._write_changes(wire))
                try:
                    while True:
                        await self._read_message(wire)
                        pause_s = FIRST_PAUSE_S
                finally:
                    writer.cancel()
            except _BROKEN as error:
                log.info("publications interrupted", extra={"reason": str(error)})
            finally:
                with suppress(*_BROKEN):
                    await wire.disconnect(nowait=True)
            await asyncio.sleep(pause_s)
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)

    async def _write_changes(self, wire: StoreConnection) -> None:
        """Subscribe, unsubscribe, and ping, so that a dead connection is noticed."""
        try:
            while True:
                with suppress(TimeoutError):
                    async with asyncio.timeout(PING_S):
                        await self._changed.wait()
                if self._changed.is_set():
                    self._changed.clear()
                    await self._subscribe(wire)
                elif self._now_s() - self._heard_s > SILENT_S:
                    await wire.disconnect(nowait=True)
                    return
                else:
                    await wire.send_packed_command(pack("PING"), check_health=False)
        except _BROKEN:
            await wire.disconnect(nowait=True)  # the reader notices, and all begins anew

    async def _subscribe(self, wire: StoreConnection) -> None:
        changes, self._changes = self._changes, {}
        for command, is_wanted in (
            (self._words.subscribe, True),
            (self._words.unsubscribe, False),
        ):
            channels = [channel for channel, wanted in changes.items() if wanted is is_wanted]
            for batch in self._words.batches(channels):
                await wire.send_packed_command(pack(command, *batch), check_health=False)

    async def _read_message(self, wire: StoreConnection) -> None:
        """Take the next message."""
        try:
            reply = await wire.read_response()
        except MovedError as error:
            self._feed.on_moved(self, error.slot_id)
            return
        self._heard_s = self._now_s()
        match reply:
            case [self._words.message, *_, bytes(channel), bytes(payload)]:
                self._feed.on_message(channel.decode(), payload)
            case [b"subscribe" | b"ssubscribe", bytes(channel), _]:
                self._feed.on_subscribed(channel.decode())
            case [b"sunsubscribe", bytes(channel), _] if channel.decode() in self.channels:
                self._feed.on_moved(self, slot_of(channel.decode()))


def event_id_of(payload: bytes) -> str | None:
    """The id of the append that a publication is of, read without the rest; None for another.

    As the script packs it, a stamp of eight bytes stands before an id of at most 31.
    """
    if not payload.startswith(_APPEND_HEAD) or len(payload) < _ID_AT:
        return None
    size = payload[_ID_AT - 1] - _SHORT_STRING
    return payload[_ID_AT : _ID_AT + size].decode() if 0 <= size < _SHORT_STRING_SIZES else None


def read_publication(payload: bytes) -> Publication | Ephemeral:
    """What a script has published; one of another program's version says nothing itself."""
    try:
        match msgpack.unpackb(payload, raw=True, max_ext_len=0):
            case [1, b"e", int(at_ms), bytes(id_), int(first), bytes(digest), [*bodies]]:
                return Publication(_events(at_ms, id_.decode(), first, bodies), digest)
            case [1, b"a", bytes(topic), bytes(body)]:
                return Ephemeral(topic.decode(), body)
    except (ValueError, TypeError):
        log.warning("a publication cannot be read")
    return _NOTHING_KNOWN


def write_publication(
    at_ms: int, id_: str, first: int, digest: bytes, bodies: Sequence[bytes]
) -> bytes:
    """What `append.lua` would publish of an append."""
    payload: bytes = msgpack.packb((1, "e", at_ms, id_, first, digest, bodies), use_bin_type=False)
    return payload


def write_ephemeral(topic: str, body: bytes) -> bytes:
    """What a script would publish of something beside the log."""
    payload: bytes = msgpack.packb((1, "a", topic, body), use_bin_type=False)
    return payload


def _events(at_ms: int, id_: str, first: int, bodies: list[bytes]) -> tuple[StoredEvent, ...]:
    numbered = enumerate(bodies, start=first)
    return tuple(StoredEvent(version, at_ms, id_, body) for version, body in numbered)
