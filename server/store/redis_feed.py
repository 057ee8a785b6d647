"""Publications of Redis or Valkey, heard over a connection of their own.

Hides: channels, and what a publication looks like there. One subscription an aggregate,
so that a node is sent what it holds and nothing else. A message is a msgpack array made by
the script that wrote: its format, then ``e``, stamp, event id, first version, digest and
records, or ``a``, topic and body. One that cannot be read says at least that there is
something to read. A connection that is lost is made again, and everything followed begins anew.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import msgpack
from hiredis import pack_command
from redis.exceptions import RedisError

from server.store.feed import MAX_FOLLOWED, Ephemeral, FeedListener, Publication
from server.store.group_commit import Reply, StoreConnection
from server.store.keys import Keys
from server.store.values import AggregateId, StoredEvent

PING_S: Final = 5.0
"""A connection on which nothing came for three times as long is given up."""
FIRST_PAUSE_S: Final = 0.05
LONGEST_PAUSE_S: Final = 2.0
BATCH: Final = 512

_BROKEN: Final = (RedisError, OSError, RuntimeError)
_APPEND_HEAD: Final = b"\x97\x01\xa1e\xcf"
_ID_AT: Final = len(_APPEND_HEAD) + 9
_SHORT_STRING: Final = 0xA0
_SHORT_STRING_SIZES: Final = 32
_NOTHING_KNOWN: Final = Publication((), b"")

log = logging.getLogger(__name__)


class RedisFeed:
    """See `Feed`; made by the store, which closes it. It owns its connection and two tasks.

    Args:
        connect: makes a connection that is not open yet.
    """

    def __init__(
        self, connect: Callable[[], StoreConnection], keys: Keys, listener: FeedListener
    ) -> None:
        self._connect = connect
        self._keys = keys
        self._listener = listener
        self._channels: dict[AggregateId, str] = {}
        self._followed: dict[bytes, AggregateId] = {}
        self._changes: dict[str, bool] = {}
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._heard_s = 0.0

    def follow(self, aggregate: AggregateId) -> None:
        """See `Feed.follow`."""
        if aggregate in self._channels or len(self._channels) >= MAX_FOLLOWED:
            return
        channel = self._channels[aggregate] = self._keys.channel(aggregate)
        self._followed[channel.encode()] = aggregate
        self._change(channel, is_wanted=True)
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._run())

    def unfollow(self, aggregate: AggregateId) -> None:
        """See `Feed.unfollow`."""
        channel = self._channels.pop(aggregate, None)
        if channel is not None:
            del self._followed[channel.encode()]
            self._change(channel, is_wanted=False)

    async def close(self) -> None:
        """Hear nothing more and let the connection go."""
        if self._task is not None:
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
                await wire.connect()
                self._changes = dict.fromkeys(self._channels.values(), True)
                self._changed.set()
                self._heard_s = asyncio.get_running_loop().time()
                speaker = asyncio.create_task(self._speak(wire))
                try:
                    while True:
                        self._hear(await wire.read_response())
                        pause_s = FIRST_PAUSE_S
                finally:
                    speaker.cancel()
            except _BROKEN as error:
                log.info("publications interrupted", extra={"reason": str(error)})
            finally:
                with suppress(*_BROKEN):
                    await wire.disconnect(nowait=True)
            await asyncio.sleep(pause_s)
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)

    async def _speak(self, wire: StoreConnection) -> None:
        """Subscribe, unsubscribe, and see to it that the other end lives."""
        try:
            while True:
                with suppress(TimeoutError):
                    async with asyncio.timeout(PING_S):
                        await self._changed.wait()
                if self._changed.is_set():
                    self._changed.clear()
                    await self._subscribe(wire)
                elif asyncio.get_running_loop().time() - self._heard_s > 3 * PING_S:
                    await wire.disconnect(nowait=True)
                    return
                else:
                    await wire.send_packed_command(_pack("PING"), check_health=False)
        except _BROKEN:
            await wire.disconnect(nowait=True)  # the reader notices, and all begins anew

    async def _subscribe(self, wire: StoreConnection) -> None:
        changes, self._changes = self._changes, {}
        for command, is_wanted in (("SUBSCRIBE", True), ("UNSUBSCRIBE", False)):
            channels = [channel for channel, wanted in changes.items() if wanted is is_wanted]
            for start in range(0, len(channels), BATCH):
                packed = _pack(command, *channels[start : start + BATCH])
                await wire.send_packed_command(packed, check_health=False)

    def _hear(self, reply: Reply) -> None:
        self._heard_s = asyncio.get_running_loop().time()
        match reply:
            case [b"message", bytes(channel), bytes(payload)]:
                aggregate = self._followed.get(channel)
                if aggregate is not None:
                    self._tell(aggregate, payload)
            case [b"subscribe", bytes(channel), _]:
                aggregate = self._followed.get(channel)
                if aggregate is not None:
                    self._listener.on_begin(aggregate)

    def _tell(self, aggregate: AggregateId, payload: bytes) -> None:
        event_id = event_id_of(payload)
        if event_id is not None and self._listener.is_own(event_id):
            return
        publication = read_publication(payload)
        if isinstance(publication, Ephemeral):
            self._listener.on_ephemeral(aggregate, publication)
        else:
            self._listener.on_publication(aggregate, publication)


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


def _events(at_ms: int, id_: str, first: int, bodies: list[bytes]) -> tuple[StoredEvent, ...]:
    numbered = enumerate(bodies, start=first)
    return tuple(StoredEvent(version, at_ms, id_, body) for version, body in numbered)


def _pack(*words: str) -> bytes:
    packed: bytes = pack_command(words)  # type: ignore[arg-type]  # its stub means a 1-tuple
    return packed
