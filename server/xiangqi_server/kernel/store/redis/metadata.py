"""What a store says of itself: format, number of shards, identity, cold tier, a copy under way.

Theory of operation. A hash in the store holds these, each field written once by the node that comes
first. In a cluster every shard has one, for each could be of another store. The identity is
written down beside the logs too, as a key in each shard that our scripts look for. A store that
was emptied or exchanged no longer has it, and nothing is written into that one.

A node that starts writes only what is missing. For a part of the store may refuse to be written
while it can be read (it lacks a replica, is full or read-only). Such a part is away; what it lacks
is written with the first heartbeat that it takes.
"""

import asyncio
import logging
import secrets
from collections.abc import Collection, Iterable
from typing import Final

from xiangqi_server.kernel.store.client.calls import Calls, answers_of_parts
from xiangqi_server.kernel.store.client.replies import Reply, as_bytes, as_int, as_list
from xiangqi_server.kernel.store.keys import Keys
from xiangqi_server.kernel.store.port import (
    StoreError,
    StoreMismatch,
    StoreUnavailable,
    StoreUnusable,
)

KEYS_FORMAT: Final = 1
IDENTITY_BYTES: Final = 8
_IDENTITY: Final = "identity"
_JOINED: Final = "servers of different stores were joined in one cluster"
_OTHER_COLD: Final = "its old logs are in a place that is not named by --cold"

log = logging.getLogger(__name__)


class StoreMetadata:
    """Of one store. Made with it; `check_format` comes before anything else.

    Attributes:
        identity: of this store; no other ever had it. "" before `check_format`.
        unmarked: numbers of the marks that lack something and could not be written yet. Where each
            shard has marks of its own these are shards; a store in one piece has only number 0.
    """

    def __init__(self, calls: Calls, keys: Keys) -> None:
        self.identity = ""
        self.unmarked: frozenset[int] = frozenset()
        self._cold = ""
        self._calls = calls
        self._keys = keys
        self._there = keys.metas

    async def check_format(self) -> None:
        """Mark an empty store as ours, or compare the marks of one that is not.

        From now on an append, a load and a beat are for this store alone, by its identity.

        Parts of the store that are away are not asked; the scripts look for the marks there.

        Raises:
            StoreMismatch: the marks differ from what this program writes, or among each other.
            StoreUnavailable: no part is there, or not all of a store that was never begun.
        """
        self._there = self._keys.metas
        replies = await self._told_by_metas("format", _IDENTITY)
        self._there = tuple(replies)
        found = {meta: as_list(reply) for meta, reply in replies.items()}
        known = {
            as_bytes(identity).decode() for _, identity in found.values() if identity is not None
        }
        if len(known) > 1:
            raise StoreMismatch(_JOINED)
        if not known and len(found) < len(self._keys.metas):
            raise StoreUnavailable("a new store cannot begin while a part of it is away")
        # Of two nodes that begin a new store at once, the first to write decides.
        self.identity = known.pop() if known else await self._begun(self._there[0])
        await self._mark(map(self._keys.metas.index, found))
        empty = sum(mark is None for mark, _ in found.values())
        if empty == len(found):
            log.info("the store was empty: a new one begins", extra={"store": self.identity})
        elif empty:
            log.warning("parts of the store were empty: they begin anew", extra={"parts": empty})

    async def _begun(self, meta: str) -> str:
        """The identity of a store that was never begun; the first of all nodes draws it."""
        await self._calls.call("HSETNX", meta, _IDENTITY, secrets.token_hex(IDENTITY_BYTES))
        return as_bytes(await self._calls.call("HGET", meta, _IDENTITY)).decode()

    async def mark_left(self, shards: Collection[int]) -> None:
        """Write what is still missing in these shards, which are written to now.

        Raises:
            StoreUnavailable: one still refuses.
            StoreMismatch: it is of another store.
        """
        left = self.unmarked.intersection(shards)
        await asyncio.gather(*map(self._mark_one, left))
        self.unmarked -= left

    async def _mark(self, numbers: Iterable[int]) -> None:
        """Write what is missing where these marks are; a part that refuses that is `unmarked`.

        Raises:
            StoreUnusable: one must not be used, so none is.
            StoreUnavailable: all refuse.
        """
        asked = tuple(numbers)
        refused = await answers_of_parts(map(self._mark_one, asked))
        for error in refused:
            if isinstance(error, StoreUnusable):
                raise error
        self.unmarked |= {
            number
            for number, error in zip(asked, refused, strict=True)
            if isinstance(error, StoreUnavailable)
        }

    async def _mark_one(self, number: int) -> None:
        """Have one mark of the store say what it should, and the keys there that scripts look for.

        Raises:
            StoreMismatch: it was made by another program, or is of another store.
            StoreUnavailable: something is missing, and the store refuses to be written.
        """
        meta, shards = self._keys.metas[number], self._keys.shards
        wanted: dict[str, str | int] = {
            "format": KEYS_FORMAT,
            "shards": shards,
            _IDENTITY: self.identity,
        }
        if self._cold:
            wanted["cold"] = self._cold
        told = as_list(await self._calls.call("HMGET", meta, *wanted))
        if None in told:
            for name, value in wanted.items():
                await self._calls.call("HSETNX", meta, name, value)
            told = as_list(await self._calls.call("HMGET", meta, *wanted))
        self._compare(told)
        here = range(shards) if len(self._keys.metas) == 1 else (number,)
        marks = [self._keys.mark(shard, self.identity) for shard in here]
        known = await asyncio.gather(*(self._calls.call("EXISTS", mark) for mark in marks))
        missing = (mark for mark, count in zip(marks, known, strict=True) if not count)
        await asyncio.gather(*(self._calls.call("SET", mark, 1) for mark in missing))

    def _compare(self, told: list[Reply]) -> None:
        """Refuse the marks of another store.

        Raises:
            StoreMismatch: its text has what differs.
        """
        format_number, count = (as_int(mark) for mark in told[:2])
        shards = self._keys.shards
        if (format_number, count) != (KEYS_FORMAT, shards):
            raise StoreMismatch(
                f"this store has format {format_number} and {count} shards; "
                f"this program needs format {KEYS_FORMAT} and {shards} shards"
            )
        if as_bytes(told[2]).decode() != self.identity:
            raise StoreMismatch(_JOINED)
        if self._cold and as_bytes(told[3]).decode() != self._cold:
            raise StoreMismatch(_OTHER_COLD)

    async def _told_by_metas(self, *fields: str) -> dict[str, Reply]:
        """What the marks of the store say, by their keys; parts away at the start are left out.

        Raises:
            StoreUnusable: one must not be used, so none is.
            StoreUnavailable: all are away.
        """
        replies = await answers_of_parts(
            self._calls.call("HMGET", meta, *fields) for meta in self._there
        )
        for reply in replies:
            if isinstance(reply, StoreUnusable):
                raise reply
        told_by = zip(self._there, replies, strict=True)
        return {meta: reply for meta, reply in told_by if not isinstance(reply, StoreError)}

    async def check_cold_tier(self, own: str) -> None:
        """Remember which one is the cold tier, by its identity ("" without one), or compare.

        Raises:
            StoreMismatch: the logs are in another one.
        """
        if await self._marks("cold") - {own}:
            raise StoreMismatch(_OTHER_COLD)
        if own:
            self._cold = own
            await self._mark(map(self._keys.metas.index, self._there))

    async def _marks(self, field: str) -> set[str]:
        """What a mark says wherever it is written, of the parts of the store that are there."""
        replies = await self._told_by_metas(field)
        found = (mark for reply in replies.values() for mark in as_list(reply))
        return {as_bytes(mark).decode() for mark in found if mark is not None}

    async def copied_from(self) -> str | None:
        """The identity of the store that is being copied into this one; None: of none."""
        return next(iter(await self._marks("copied_from")), None)

    async def begin_copy(self, identity: str) -> None:
        """Keep nodes off this store until the copy of the store of this identity is whole."""
        metas = self._keys.metas
        sets = (self._calls.call("HSET", meta, "copied_from", identity) for meta in metas)
        await asyncio.gather(*sets)

    async def end_copy(self) -> None:
        """Let nodes serve from this store: the copy is whole."""
        metas = self._keys.metas
        await asyncio.gather(*(self._calls.call("HDEL", meta, "copied_from") for meta in metas))

    def mark(self, shard: int) -> tuple[str, ...]:
        """The key by which a script sees that the store is the one that was opened."""
        return (self._keys.mark(shard, self.identity),) if self.identity else ()
