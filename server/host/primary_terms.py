"""In which term of each primary this node decides: not before its logs and its time are known.

Theory of operation. A term is the time in which one primary has a shard; a promotion ends it, and
the next primary may lack what the one before had acknowledged last, and goes by another clock. If
a node went on there at once, on a log that is shorter than what another node has told, the log
would fork, and what was told would be lost. So a shard of a new primary is held: nothing is
appended there, and no replica is read anew from a log that has become shorter. Meanwhile every
node writes back what it still holds (`log_repair`), over and over, for what one node has written
may follow on what another one has. As long as the store says (`Store.write_back_ms`) after a node
first met with the term (`Store.term_age_ms`) all of them decide again; where nothing tells when
that was, as long after a node's own first heartbeat there. Where nothing that was acknowledged can
be lost that is at once: then the time there is known, and the outage.

A node that has just started holds nothing, but others may: it waits as they do. What was away at
its start is held as if there had been a promotion, for nobody can tell it whether there was one.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from server.store.port import Store
from server.store.values import AggregateId

UNKNOWN: Final = -1
"""The term of a primary that has never answered this node."""
HELD: Final = "another server was promoted: what it lacks is written back first"
"""Why nothing is decided for a moment, for the operator."""


class PrimaryTerms:
    """Of the primaries of one store, as one node knows them. Made by the host.

    Args:
        is_alone: no other node can be on this store, so there is nobody to wait for.
    """

    def __init__(self, store: Store, *, is_alone: bool) -> None:
        self._store = store
        self._write_back_s = 0.0 if is_alone else store.write_back_ms / 1000
        self._now_s: Callable[[], float] = asyncio.get_running_loop().time
        self._decided_in: dict[int, int] = {}
        self._met_s: dict[int, tuple[int, float]] = {}
        self._found_s: dict[int, tuple[int, float]] = {}
        self._decided_terms: object = None

    def is_held(self, aggregate: AggregateId) -> bool:
        """Whether nothing may be decided about an aggregate: its primary is a new one."""
        terms = self._store.terms()
        if terms is self._decided_terms:  # as nearly always
            return False
        shard = self._store.shard_of(aggregate)
        return self._decided_in.get(shard) != terms[shard]

    def is_new(self, shard: int) -> bool:
        """Whether the primary of a shard is another one than that which this node knows."""
        return self._decided_in.get(shard, self._store.terms()[shard]) != self._store.terms()[shard]

    def has_found(self, shard: int) -> bool:
        """Whether a heartbeat was answered there since the primary of a shard is a new one."""
        return self._is_noted(self._found_s, shard)

    async def meet(self, shards: Sequence[int]) -> None:
        """Ask the primary of some shards how old its term is, unless that is known or no matter.

        Raises:
            StoreUnavailable: it does not answer.
        """
        terms = self._store.terms()
        if not self._write_back_s or all(
            self._decided_in.get(at) == terms[at] or self._is_noted(self._met_s, at)
            for at in shards
        ):
            return
        age_s = await self._store.term_age_ms(shards[0]) / 1_000
        if age_s < self._write_back_s:  # else it is old, or nobody knows
            met_s = self._now_s() - max(0.0, age_s)
            self._met_s.update((shard, (terms[shard], met_s)) for shard in shards)

    def note_heartbeat(self, shards: Iterable[int], asked_in: tuple[int, ...]) -> set[int]:
        """Take an answered heartbeat; those of the shards that are held.

        `asked_in` are the terms before it was sent.
        """
        terms, now_s = self._store.terms(), self._now_s()
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
        return moments_s.get(shard, (UNKNOWN, 0.0))[0] == self._store.terms()[shard]
