"""Whether the servers of a store can keep what we put there: commands, memory and settings."""

import asyncio
from math import inf
from typing import Final

from xiangqi_server.kernel.store.client.address import ServerAddress
from xiangqi_server.kernel.store.client.calls import DEADLINE_S, Calls
from xiangqi_server.kernel.store.client.group_commit import GroupedConnection
from xiangqi_server.kernel.store.client.places import Places
from xiangqi_server.kernel.store.client.replies import Reply, read_facts
from xiangqi_server.kernel.store.client.requests import Ask
from xiangqi_server.kernel.store.durability import (
    weakness_of_priority,
    weakness_of_replica,
    weaknesses,
)
from xiangqi_server.kernel.store.keys import Keys
from xiangqi_server.kernel.store.memory import Memory
from xiangqi_server.kernel.store.port import StoreError

_EVERYWHERE: Final = ("EVALSHA", "HRANDFIELD", "XTRIM", "WAIT")
_IN_A_CLUSTER: Final = ("SPUBLISH", "SSUBSCRIBE", "SUNSUBSCRIBE")


async def require_commands(call: Ask, *, is_cluster: bool) -> None:
    """Go on if the engine has what we use, or does not say so.

    Raises:
        StoreError: it lacks some; the text names them.
    """
    names = _EVERYWHERE + (_IN_A_CLUSTER if is_cluster else ())
    try:
        reply = await call("COMMAND", "INFO", *names)
    except StoreError:  # away, or its operator does not let us ask
        return
    if not isinstance(reply, list) or len(reply) != len(names):
        return
    missing = [name for name, told in zip(names, reply, strict=True) if not told]
    if missing:
        raise StoreError(
            f"this engine lacks {', '.join(missing)}: it must be Valkey, or Redis 7.0 or newer"
        )


class RedisHealth:
    """Part of the store, for the node and its operator."""

    def __init__(self, reads: Calls, keys: Keys, places: Places) -> None:
        self._reads = reads
        self._keys = keys
        self._places = places

    async def check_commands(self) -> None:
        """See `require_commands`, which this does and raises."""
        await require_commands(self._ask, is_cluster=self._places.is_sharded)

    async def _ask(self, *words: str) -> Reply:
        return await self._reads.call_at(self._keys.fence(0), *words)

    async def memory(self) -> Memory:
        """How full the store is: of several servers, the fullest one.

        Raises:
            StoreError: it does not say so.
        """
        facts = map(read_facts, await self._reads.call_each("INFO", "memory"))
        seen = [Memory(int(told["used_memory"]), int(told["maxmemory"])) for told in facts]
        return max(
            seen, key=lambda memory: (memory.used_bytes / (memory.limit_bytes or inf), memory)
        )

    async def weaknesses(self) -> tuple[str, ...]:
        """What the settings of a store with replicas could do better, in one line each."""
        of_primary = await weaknesses(self._ask, is_cluster=self._places.is_sharded)
        of_replicas = await asyncio.gather(*map(self._weakness_at, self._places.replicas()))
        return (*of_primary, *filter(None, of_replicas))

    async def _weakness_at(self, replica: ServerAddress) -> str:
        link = GroupedConnection(self._places.connect(replica), DEADLINE_S)
        try:
            weakness = await weakness_of_replica(link.call)
            if not weakness and not self._places.is_sharded:
                weakness = await weakness_of_priority(self._ask, link.call)
        finally:
            await link.close()
        return weakness and f"the replica {replica}: {weakness}"
