"""Hears channels of Redis or Valkey at one server, over a connection of its own.

A connection that is lost is made again, and everything followed begins anew.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Final, NamedTuple, Protocol

from redis.exceptions import MovedError

from xiangqi_server.kernel.store.client.cluster.slots import slot_of
from xiangqi_server.kernel.store.client.connecting import BROKEN, StoreConnection
from xiangqi_server.kernel.store.client.requests import pack

PING_S: Final = 5.0
SILENT_S: Final = 3 * PING_S
"""A connection on which nothing has come for this long is given up, even while it is being made."""
FIRST_PAUSE_S: Final = 0.05
LONGEST_PAUSE_S: Final = 2.0
BATCH: Final = 512

log = logging.getLogger(__name__)


class Words(NamedTuple):
    """The commands of a way to subscribe, and what its messages begin with."""

    subscribe: str
    unsubscribe: str
    message: bytes

    def batches(self, channels: Sequence[str]) -> Iterator[Sequence[str]]:
        """The channels in groups, each for one command: of one slot if sharded, `BATCH` at most."""
        groups: dict[int, list[str]] = defaultdict(list)
        for channel in channels:
            groups[slot_of(channel) if self is SHARDED else 0].append(channel)
        for group in groups.values():
            for start in range(0, len(group), BATCH):
                yield group[start : start + BATCH]


PLAIN: Final = Words("SUBSCRIBE", "UNSUBSCRIBE", b"message")
ALL: Final = Words("PSUBSCRIBE", "PUNSUBSCRIBE", b"pmessage")
SHARDED: Final = Words("SSUBSCRIBE", "SUNSUBSCRIBE", b"smessage")


class ChannelListener(Protocol):
    """Gets what a subscriber hears."""

    def on_subscribed(self, channel: str) -> None:
        """From now on a channel is heard."""
        ...

    def on_message(self, channel: str, payload: bytes) -> None:
        """Something was published."""
        ...

    def on_moved(self, subscriber: "Subscriber", slot: int) -> None:
        """A server no longer has the channels of a slot."""
        ...


class Subscriber:
    """Hears channels at one server, over one connection after another. It owns two tasks.

    Args:
        connect: makes a connection that is not open yet.
        listener: gets what is heard.

    Attributes:
        channels: what is subscribed to.
    """

    def __init__(
        self, connect: Callable[[], StoreConnection], words: Words, listener: ChannelListener
    ) -> None:
        self.channels: dict[str, None] = {}
        self._connect = connect
        self._words = words
        self._listener = listener
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
            connection = self._connect()
            try:
                async with asyncio.timeout(SILENT_S):
                    await connection.connect()
                self._changes = dict.fromkeys(self.channels, True)
                self._changed.set()
                self._heard_s = self._now_s()
                writer = asyncio.create_task(self._write_changes(connection))
                try:
                    while True:
                        await self._read_message(connection)
                        pause_s = FIRST_PAUSE_S
                finally:
                    writer.cancel()
            except BROKEN as error:
                log.info("publications interrupted", extra={"reason": str(error)})
            finally:
                with suppress(*BROKEN):
                    await connection.disconnect(nowait=True)
            await asyncio.sleep(pause_s)
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)

    async def _write_changes(self, connection: StoreConnection) -> None:
        """Subscribe, unsubscribe, and ping, so that a dead connection is noticed."""
        try:
            while True:
                with suppress(TimeoutError):
                    async with asyncio.timeout(PING_S):
                        await self._changed.wait()
                if self._changed.is_set():
                    self._changed.clear()
                    await self._subscribe(connection)
                elif self._now_s() - self._heard_s > SILENT_S:
                    await connection.disconnect(nowait=True)
                    return
                else:
                    await connection.send_packed_command(pack("PING"), check_health=False)
        except BROKEN:
            await connection.disconnect(nowait=True)  # the reader notices, and all begins anew

    async def _subscribe(self, connection: StoreConnection) -> None:
        changes, self._changes = self._changes, {}
        for command, is_wanted in (
            (self._words.subscribe, True),
            (self._words.unsubscribe, False),
        ):
            channels = [channel for channel, wanted in changes.items() if wanted is is_wanted]
            for batch in self._words.batches(channels):
                await connection.send_packed_command(pack(command, *batch), check_health=False)

    async def _read_message(self, connection: StoreConnection) -> None:
        """Take the next message."""
        try:
            reply = await connection.read_response()
        except MovedError as error:
            self._listener.on_moved(self, error.slot_id)
            return
        self._heard_s = self._now_s()
        match reply:
            case [self._words.message, *_, bytes(channel), bytes(payload)]:
                self._listener.on_message(channel.decode(), payload)
            case [b"subscribe" | b"ssubscribe", bytes(channel), _]:
                self._listener.on_subscribed(channel.decode())
            case [b"sunsubscribe", bytes(channel), _] if channel.decode() in self.channels:
                self._listener.on_moved(self, slot_of(channel.decode()))
