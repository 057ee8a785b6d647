"""What is kept beside the logs, in Redis or Valkey, over the connections of the store.

Hides: which keys hold it. Per aggregate a sorted set of nodes by the end of their sighting,
a hash of notes, and a stream (entry ``number-0``) for each kind of talk; per shard a sorted
set of the aggregates that have notes, by the end of these. Every key expires.
"""

import asyncio
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Final, cast

from server.store.base import AggregateId, StoreError
from server.store.group_commit import GroupedConnection, Reply, Script
from server.store.keys import Keys, read_name, write_name
from server.store.notes import COUNTED, Line, noted, spoken

_SCRIPTS: Final = files("server.store") / "scripts"
_SEE: Final = Script((_SCRIPTS / "see.lua").read_bytes())
_SEEN: Final = Script((_SCRIPTS / "seen.lua").read_bytes())
_ATTEND: Final = Script((_SCRIPTS / "attend.lua").read_bytes())
_NOTE: Final = Script((_SCRIPTS / "note.lua").read_bytes())
_STRIKE: Final = Script((_SCRIPTS / "strike.lua").read_bytes())
_NOTED: Final = Script((_SCRIPTS / "noted.lua").read_bytes())
_COUNT: Final = Script((_SCRIPTS / "count.lua").read_bytes())
_SAY: Final = Script((_SCRIPTS / "say.lua").read_bytes())


class RedisNotes:
    """See `server.store.notes.Notes`; made by the store whose connections it shares."""

    def __init__(self, commits: GroupedConnection, reads: GroupedConnection, keys: Keys) -> None:
        self._commits = commits
        self._reads = reads
        self._keys = keys

    async def see(self, aggregate: AggregateId, node: str, ttl_ms: int) -> None:
        """See `Notes.see`."""
        await self._commits.run(_SEE, [self._keys.seen(aggregate)], (node, ttl_ms))

    async def lose_sight(self, aggregate: AggregateId, node: str) -> None:
        """See `Notes.lose_sight`."""
        await self._commits.call("ZREM", self._keys.seen(aggregate), node)

    async def seen_by(self, aggregate: AggregateId) -> frozenset[str]:
        """See `Notes.seen_by`."""
        nodes = cast("list[bytes]", await self._reads.run(_SEEN, [self._keys.seen(aggregate)]))
        return frozenset(node.decode() for node in nodes)

    async def attend(self, node: str, ttl_ms: int) -> Mapping[str, int]:
        """See `Notes.attend`."""
        reply = await self._commits.run(_ATTEND, [self._keys.nodes], (node, ttl_ms))
        heard = cast("list[bytes]", _list(reply))
        return {name.decode(): int(at) for name, at in zip(heard[::2], heard[1::2], strict=True)}

    async def dismiss(self, node: str) -> None:
        """See `Notes.dismiss`."""
        await self._commits.call("ZREM", self._keys.nodes, node)

    async def note(self, aggregate: AggregateId, field: str, body: bytes, ttl_ms: int) -> None:
        """See `Notes.note`."""
        arguments = (field, body, ttl_ms, write_name(aggregate), noted(field))
        await self._commits.run(_NOTE, self._keys.notes(aggregate), arguments)

    async def strike(self, aggregate: AggregateId, field: str, body: bytes | None = None) -> bool:
        """See `Notes.strike`."""
        expected = () if body is None else (body,)
        arguments = (field, write_name(aggregate), noted(field), *expected)
        return await self._commits.run(_STRIKE, self._keys.notes(aggregate), arguments) == 1

    async def notes(self, aggregate: AggregateId) -> Mapping[str, bytes]:
        """See `Notes.notes`."""
        fields, _, _ = self._keys.notes(aggregate)
        found = cast("list[bytes]", _list(await self._reads.call("HGETALL", fields)))
        return {name.decode(): body for name, body in zip(found[::2], found[1::2], strict=True)}

    async def noted(self, limit: int) -> tuple[AggregateId, ...]:
        """See `Notes.noted`."""
        replies = await asyncio.gather(
            *(
                self._reads.run(_NOTED, [self._keys.noted(shard)], (limit,))
                for shard in range(self._keys.shards)
            )
        )
        names = [cast("bytes", name) for reply in replies for name in _list(reply)]
        return tuple(read_name(name.decode()) for name in names)

    async def say(
        self, aggregate: AggregateId, stream: str, ref: str, body: bytes, *, kept: int, ttl_ms: int
    ) -> Line:
        """See `Notes.say`."""
        key = self._keys.talk(aggregate, stream)
        keys = [key, self._keys.channel(aggregate)]
        arguments = (ref, body, kept, ttl_ms, spoken(stream))
        return _read_line(await self._commits.run(_SAY, keys, arguments))

    async def count(self, aggregate: AggregateId, node: str, number: int, ttl_ms: int) -> int:
        """See `Notes.count`."""
        keys = [self._keys.counts(aggregate), self._keys.channel(aggregate)]
        total = await self._commits.run(_COUNT, keys, (node, number, ttl_ms, COUNTED))
        return cast("int", total)

    async def lines(self, aggregate: AggregateId, stream: str) -> Sequence[Line]:
        """See `Notes.lines`."""
        key = self._keys.talk(aggregate, stream)
        return [
            _read_line(entry) for entry in _list(await self._reads.call("XRANGE", key, "-", "+"))
        ]


def _read_line(entry: Reply) -> Line:
    """A line from a stream entry as `say.lua` writes it."""
    match entry:
        case [bytes(id_), [_, _, _, bytes(at_ms), _, bytes(body)]]:
            return Line(int(id_.removesuffix(b"-0")), int(at_ms), body)
    raise StoreError(f"not a line of ours: {entry!r}")


def _list(reply: Reply) -> list[Reply]:
    if not isinstance(reply, list):
        raise StoreError(f"a list was expected, the store answered {reply!r}")
    return reply
