"""When each replica was last known to live, and so which of them could be promoted.

Theory of operation. Sentinels elect the server that says it is furthest, whatever it lacks. One
that stood still as the primary, and goes on, takes in first what it was sent before it stopped. So
it may say that it is further than servers that have what was written since. Nobody knows when it
goes on. So every server that Sentinels list counts for a while (the lease) after it last answered
one of them, the former primary too. Two things end that sooner: it is seen as a replica that has
caught up, or nothing listens at its address. In the second case its process has ended, and whatever
comes back there begins with nothing it could be ahead with.
"""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from xiangqi_server.kernel.store.client.address import ServerAddress
from xiangqi_server.kernel.store.client.cluster.discovery import SlotMap

PROBE_S: Final = 0.1
"""How long a silent server may take to say that nothing listens there."""


class Liveness:
    """Of the servers of one store; owned by its topology.

    Attributes:
        lease_ms: for how long a replica that is silent may still be promoted; None: it is not
            known, so for ever.
    """

    def __init__(self) -> None:
        self.lease_ms: int | None = None
        self._seen_ms: Mapping[ServerAddress, Mapping[ServerAddress, int]] = {}

    def take(self, found: SlotMap, ended: Collection[ServerAddress], now_ms: int) -> None:
        """Learn what was found, and which of the silent ones have ended for certain."""
        if found.lease_ms is not None:
            self.lease_ms = found.lease_ms
        self._seen_ms = {
            primary: self._seen_by(found, primary, ended, now_ms) for primary in found.replicas
        }

    def electable(self, primary: ServerAddress, now_ms: int) -> Sequence[ServerAddress]:
        """The replicas of a primary that could be promoted in its place, as far as is known."""
        return [
            replica
            for replica, seen_ms in self._seen_ms.get(primary, {}).items()
            if (self.lease_ms is None or now_ms - seen_ms <= self.lease_ms)
            and replica not in self._seen_ms
        ]

    def _seen_by(
        self, found: SlotMap, primary: ServerAddress, ended: Collection[ServerAddress], now_ms: int
    ) -> dict[ServerAddress, int]:
        seen_ms = dict(self._seen_ms.get(primary, {}))
        for server, silent_ms in found.silent_ms.items():
            answered_ms = now_ms - silent_ms
            seen_ms[server] = max(answered_ms, seen_ms.get(server, answered_ms))
        may_live = {server: at_ms for server, at_ms in seen_ms.items() if server not in ended}
        return may_live | dict.fromkeys(found.replicas[primary], now_ms)


async def ended_of(found: SlotMap) -> frozenset[ServerAddress]:
    """The silent servers at whose address nothing listens; of all others nobody can tell.

    One that has been silent for the lease counts no more, and is left alone.
    """
    lease_ms = found.lease_ms
    silent = [
        server
        for server, silent_ms in found.silent_ms.items()
        if lease_ms is None or silent_ms <= lease_ms
    ]
    answers = await asyncio.gather(*map(_has_ended, silent))
    return frozenset(server for server, has_ended in zip(silent, answers, strict=True) if has_ended)


async def _has_ended(server: ServerAddress) -> bool:
    try:
        async with asyncio.timeout(PROBE_S):
            _, writer = await asyncio.open_connection(server.host, server.port)
    except ConnectionRefusedError:
        return True
    except OSError:
        return False
    writer.close()
    return False
