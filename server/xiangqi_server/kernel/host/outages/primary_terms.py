"""When this node decides under a new primary: not before its logs and its time are known.

Theory of operation. A term is the time during which one primary has a shard. A promotion ends it.
The next primary may lack the last events that the one before had acknowledged, and it goes by
another clock. If a node went on there at once, on a log shorter than what another node has sent,
the log would fork, and what was sent would be lost. So a shard of a new primary is held: nothing is
appended there, and no replica is read again from a log that has become shorter. Meanwhile every
node writes back what it still holds (`log_repair`), repeatedly, because the events of one node
may follow on those of another. All nodes decide again `write_back_ms` of the store after a node
first noticed the term (`term_age_ms`), or, if nothing tells when that was, as long after their own
first heartbeat there. If nothing acknowledged can be lost, that is at once, as soon as the time
there and the outage are known.

A node that has just started holds nothing, but others may, so it waits as they do. A part that was
away at its start is held as if there had been a promotion, because nothing tells whether there was.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from xiangqi_server.kernel.store.port import StoreAccess, StoreServers
from xiangqi_server.kernel.store.values import AggregateId

UNKNOWN: Final = -1
"""The term of a primary that has never answered this node."""
HELD: Final = "another server was promoted: what it lacks is written back first"
"""Why nothing is decided for a moment, for the operator."""


class PrimaryTerms:
    """The terms of the primaries of one store, as one node knows them. Made by the host.

    Args:
        access: on an exclusive store there is no other node to wait for.
    """

    def __init__(self, servers: StoreServers, access: StoreAccess) -> None:
        self._servers = servers
        is_shared = access is StoreAccess.SHARED
        self._write_back_s = servers.write_back_ms / 1000 if is_shared else 0.0
        self._now_s: Callable[[], float] = asyncio.get_running_loop().time
        self._decided_in: dict[int, int] = {}
        self._met_s: dict[int, tuple[int, float]] = {}
        self._found_s: dict[int, tuple[int, float]] = {}
        self._decided_terms: object = None

    def is_held(self, aggregate: AggregateId) -> bool:
        """Whether nothing may be decided about an aggregate, because its primary is new."""
        terms = self._servers.terms()
        if terms is self._decided_terms:  # as nearly always
            return False
        shard = self._servers.shard_of(aggregate)
        return self._decided_in.get(shard) != terms[shard]

    def is_new(self, shard: int) -> bool:
        """Whether a shard has another primary than this node knows."""
        return (
            self._decided_in.get(shard, self._servers.terms()[shard])
            != self._servers.terms()[shard]
        )

    def has_found(self, shard: int) -> bool:
        """Whether the new primary of a shard has answered a heartbeat."""
        return self._is_noted(self._found_s, shard)

    async def meet(self, shards: Sequence[int]) -> None:
        """Ask the primary of these shards how old its term is, unless that is known or not needed.

        Raises:
            StoreUnavailable: it does not answer.
        """
        terms = self._servers.terms()
        if not self._write_back_s or all(
            self._decided_in.get(at) == terms[at] or self._is_noted(self._met_s, at)
            for at in shards
        ):
            return
        age_s = await self._servers.term_age_ms(shards[0]) / 1_000
        if age_s < self._write_back_s:  # else it is old, or nobody knows
            met_s = self._now_s() - max(0.0, age_s)
            self._met_s.update((shard, (terms[shard], met_s)) for shard in shards)

    def note_heartbeat(self, shards: Iterable[int], asked_in: tuple[int, ...]) -> set[int]:
        """Take an answered heartbeat; gives those of the shards that are held.

        `asked_in` are the terms before it was sent.
        """
        terms, now_s = self._servers.terms(), self._now_s()
        is_first = not self._decided_in
        held = set()
        for shard in shards:
            term = terms[shard]
            is_known = is_first and shard not in self._met_s
            if self._decided_in.setdefault(shard, term if is_known else UNKNOWN) == term:
                self._found_s.pop(shard, None)
            elif asked_in[shard] != term:
                held.add(shard)
            else:
                if not self._is_noted(self._found_s, shard):
                    self._found_s[shard] = term, now_s
                first = self._met_s if self._is_noted(self._met_s, shard) else self._found_s
                if now_s - first[shard][1] < self._write_back_s:
                    held.add(shard)
                else:
                    self._decided_in[shard] = term
                    del self._found_s[shard]
        if not held and all(self._decided_in.get(at) == term for at, term in enumerate(terms)):
            self._decided_terms = terms
        return held

    def _is_noted(self, moments_s: dict[int, tuple[int, float]], shard: int) -> bool:
        """Whether a moment of the term of a shard is known."""
        return moments_s.get(shard, (UNKNOWN, 0.0))[0] == self._servers.terms()[shard]
