"""What a store says of itself: format, number of shards, identity, cold tier, a copy under way.

Theory of operation. A hash in the store holds these, each field written once by whoever comes
first; in a cluster every shard has one, for each could be of another store. The identity is
written down beside the logs too, as a key in each shard that our scripts look for: a store that
was emptied or exchanged no longer has it, and nothing is written into that one.
"""

import asyncio
import logging
import secrets
from typing import Final

from server.store.calls import Calls, answers_of_parts
from server.store.keys import Keys
from server.store.port import StoreError, StoreMismatch, StoreUnavailable, StoreUnusable
from server.store.replies import Reply, as_bytes, as_int, as_list

KEYS_FORMAT: Final = 1
IDENTITY_BYTES: Final = 8
_IDENTITY: Final = "identity"

log = logging.getLogger(__name__)


class StoreMetadata:
    """Of one store. Made with it; `check_format` comes before anything else.

    Attributes:
        identity: of this store; no other ever had it. "" before `check_format`.
    """

    def __init__(self, calls: Calls, keys: Keys) -> None:
        self.identity = ""
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
            raise StoreMismatch("servers of different stores were joined in one cluster")
        is_whole = len(found) == len(self._keys.metas)
        if not known and not is_whole:
            raise StoreUnavailable("a new store cannot begin while a part of it is away")
        # Of two nodes that begin a new store at once, the first to write decides.
        fresh = known.pop() if known else secrets.token_hex(IDENTITY_BYTES)
        first, *others = found
        self.identity = await self._identified(first, fresh)
        await asyncio.gather(*(self._identified(meta, self.identity) for meta in others))
        # A part that is away was marked by whoever began the store: its scripts look for that.
        shards = range(self._keys.shards) if is_whole else map(self._keys.metas.index, found)
        marks = (self._keys.mark(shard, self.identity) for shard in shards)
        await asyncio.gather(*(self._calls.call("SET", mark, 1) for mark in marks))
        empty = sum(mark is None for mark, _ in found.values())
        if empty == len(found):
            log.info("the store was empty: a new one begins", extra={"store": self.identity})
        elif empty:
            log.warning("parts of the store were empty: they begin anew", extra={"parts": empty})

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

    async def _identified(self, meta: str, identity: str) -> str:
        """Mark a part of the store, unless it is marked; the identity that it has.

        Raises:
            StoreMismatch: it was made by another program, or is of another store.
        """
        shards = self._keys.shards
        for name, value in (("format", KEYS_FORMAT), ("shards", shards), (_IDENTITY, identity)):
            await self._calls.call("HSETNX", meta, name, value)
        marks = as_list(await self._calls.call("HMGET", meta, "format", "shards", _IDENTITY))
        format_number, count = (as_int(mark) for mark in marks[:2])
        if (format_number, count) != (KEYS_FORMAT, shards):
            raise StoreMismatch(
                f"this store has format {format_number} and {count} shards; "
                f"this program needs format {KEYS_FORMAT} and {shards} shards"
            )
        return as_bytes(marks[2]).decode()

    async def check_cold_tier(self, own: str) -> None:
        """Remember which one is the cold tier, by its identity ("": there is none), or compare.

        Raises:
            StoreMismatch: the logs are in another one.
        """
        known = await self._marks("cold")
        if known - {own}:
            raise StoreMismatch("its old logs are in a place that is not named by --cold")
        if own:
            metas = await self._told_by_metas("cold")
            await asyncio.gather(*(self._calls.call("HSETNX", meta, "cold", own) for meta in metas))
            if await self._marks("cold") != {own}:  # another node was first
                raise StoreMismatch("its old logs are in a place that is not named by --cold")

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
