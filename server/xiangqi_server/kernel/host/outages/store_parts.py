"""The parts of a store of several servers: which are away, the time at each, and its outages.

Theory of operation. If a primary dies or is cut off, its shards are away until another takes its
place, and no other shards are. So a node has a heartbeat at every primary, in the first of
that primary's shards. The shards of a primary that does not take it are away: nothing is decided
about what lies there, and everything else goes on. When it takes a heartbeat again, the time since
the one before, of any node, is an outage of these shards alone. It is stored there
(`heartbeat.lua`), so that a node that was started in between learns of it. Each node adds what only
it has seen.

Each primary stamps by its own clock. A moment of an aggregate (its stamps, its deadlines, the
arrival of its commands, its outages) is in the time of the primary that has it now, and a node
translates its own moments into that time (`to_shard_time`). If the clock of some shards is found to
be ahead of what it was, because it was set, a replica was promoted or the shards have moved, the
jump ahead is an outage of them: nobody could think in that time.

A store in one piece is there or away as a whole: see `availability`. If its clock is set ahead, the
heartbeat that finds that gives the outage too, stored or, below `GAP_MS`, only known here.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from xiangqi_server.kernel.faults import Faults
from xiangqi_server.kernel.host.hooks import Hook
from xiangqi_server.kernel.host.outages.damping import Damping
from xiangqi_server.kernel.host.outages.primary_terms import PrimaryTerms
from xiangqi_server.kernel.host.outages.shard_outages import ShardOutages
from xiangqi_server.kernel.host.timebase import StoreClock
from xiangqi_server.kernel.store.port import StoreReplaced, StoreServers, StoreUnavailable
from xiangqi_server.kernel.store.values import KEPT_OUTAGES, AggregateId, HeartbeatAnswer, Outage

FRESH_S: Final = 2.0
"""Anything seen longer ago than this says nothing about now."""
PROBE_S: Final = 0.4
"""A primary that takes longer than this to answer a heartbeat is away."""
FIRST_PROBE_S: Final = 2.0
"""The same at the start, when connections have to be made first."""
GAP_MS: Final = 1_500
JOINED_MS: Final = 2_000
"""In less time than this between two outages no player comes back and moves: they are one."""
NEVER_MS: Final = 1 << 50
"""Longer than any silence."""

log = logging.getLogger(__name__)


class StoreParts:
    """The parts of one store, as one node sees them. Made by the host; `probe` runs twice a second.

    Args:
        clock: the store's time as this node knows it.
        terms: the terms of its primaries.

    Attributes:
        on_held: told which shards are held, see `primary_terms`, after each heartbeat there.
        on_away: told which shards are away from now on.
        on_back: told which shards are there again.
        away: the shards that are away, each with the moment since when, in its own time; 0 if this
            node has never seen it answer.
    """

    def __init__(
        self, servers: StoreServers, clock: StoreClock, terms: PrimaryTerms, faults: Faults
    ) -> None:
        self.on_held: Hook[frozenset[int], None] = Hook(faults, "held")
        self.on_away: Hook[frozenset[int], None] = Hook(faults, "away")
        self.on_back: Hook[frozenset[int], None] = Hook(faults, "back")
        self.away: dict[int, int] = {}
        self._servers = servers
        self._clock = clock
        self._node_ms = clock.now_ms
        self._terms = terms
        self._clocks: dict[str, StoreClock] = {}
        self._shards: list[ShardOutages] = []
        self._leaps: tuple[Outage, ...] = ()
        self._damping: dict[int, Damping] = {}
        self._now_s: Callable[[], float] = asyncio.get_running_loop().time
        self._probe_s = FIRST_PROBE_S
        self._probed_s = -FRESH_S

    @property
    def are_many(self) -> bool:
        """The store has parts that fail on their own."""
        return bool(self._shards)

    @property
    def is_any_there(self) -> bool:
        """A part has just been seen to work, so the store as a whole is not away."""
        is_fresh = self._now_s() - self._probed_s <= FRESH_S
        return is_fresh and len(self.away) < len(self._shards)

    @property
    def skew_ms(self) -> int:
        """The greatest difference between the clocks of the primaries, as far as it is known."""
        times_ms = [clock.now_ms() for clock in self._clocks.values() if clock.has_samples]
        return max(times_ms) - min(times_ms) if times_ms else 0

    @property
    def away_reason(self) -> str:
        """The primaries that are away, for the operator; "" if none is."""
        primaries = self._servers.primaries()
        names = sorted({primaries[shard] or "no primary" for shard in self.away})
        return f"{len(self.away)} shards are away: {', '.join(names)}" if names else ""

    @property
    def is_held(self) -> bool:
        """The store is in one piece, and held: see `primary_terms`."""
        return not self._shards and self._terms.is_new(0)

    def is_away(self, aggregate: AggregateId) -> bool:
        """Whether nothing can be decided about an aggregate, because its part is away."""
        return bool(self.away) and self._servers.shard_of(aggregate) in self.away

    def lost(self, aggregate: AggregateId) -> None:
        """The part of an aggregate did not answer: it is away until it is seen to work."""
        self._begin_outage({self._servers.shard_of(aggregate)})

    def is_any_in(self, aggregates: Iterable[AggregateId], shards: frozenset[int]) -> bool:
        """Whether one of these aggregates lies in one of these shards."""
        return any(self._servers.shard_of(aggregate) in shards for aggregate in aggregates)

    # The time.

    def now_ms(self, aggregate: AggregateId) -> int:
        """The time of the primary that has an aggregate, which stamps it."""
        return self._time_at(self._servers.shard_of(aggregate)) if self._shards else self._node_ms()

    def to_shard_time(self, aggregate: AggregateId, moment_ms: int) -> int:
        """A moment in the time of this node, in the time of an aggregate's primary.

        It keeps its age, so a past moment is in the past there too.
        """
        return moment_ms + self.clock_offset_ms(aggregate) if self._shards else moment_ms

    def clock_offset_ms(self, aggregate: AggregateId) -> int:
        """By how much the time of an aggregate's primary is ahead of the time of this node."""
        return self.now_ms(aggregate) - self._node_ms() if self._shards else 0

    def _time_at(self, shard: int) -> int:
        clock = self._shards[shard].clock
        return clock.now_ms() if clock.has_samples else self._node_ms()

    # Outages.

    def outages_for(self, aggregate: AggregateId, common: tuple[Outage, ...]) -> tuple[Outage, ...]:
        """The outages that concern an aggregate, oldest first: of its part, or of the store.

        The same object until there is a new one.
        """
        return self._shards[self._servers.shard_of(aggregate)].outages if self._shards else common

    def outages_of(self, aggregate: AggregateId) -> tuple[Outage, ...]:
        """The outages of the part that has an aggregate, in the time of this node.

        None if the store is in one piece: its outages concern everything alike.
        """
        if not self._shards:
            return ()
        offset_ms = self.clock_offset_ms(aggregate)
        kept = self._shards[self._servers.shard_of(aggregate)].outages
        return tuple(Outage(o.from_ms - offset_ms, o.to_ms - offset_ms) for o in kept)

    def outages_of_parts(self) -> Iterator[tuple[Outage, ...]]:
        """The outages of each part that is not away, in the time of this node."""
        for shards in self._parts().values() if self._shards else ():
            if shards[0] not in self.away:
                offset_ms = self._time_at(shards[0]) - self._node_ms()
                kept = self._shards[shards[0]].outages
                yield tuple(Outage(o.from_ms - offset_ms, o.to_ms - offset_ms) for o in kept)

    async def heartbeat(self, gap_ms: int) -> tuple[Outage, ...]:
        """Have a heartbeat at a store in one piece; gives the outages there.

        While it is held, all time is an outage, and its clock is that of another server.

        Raises:
            StoreUnavailable: there is no store.
        """
        asked_in = self._servers.terms()
        await self._terms.meet(range(len(asked_in)))
        if self._terms.is_new(0):
            gap_ms = 0
            if not self._terms.has_found(0):
                self._clock.forget()
        beat = partial(self._servers.heartbeat, gap_ms, JOINED_MS)
        answer, set_ms = await self._clock.measure_by(beat)
        held = self._terms.note_heartbeat(range(len(asked_in)), asked_in)
        if held:
            self.on_held.tell(frozenset(held))
        return self._with_leaps(answer, set_ms)

    def _with_leaps(self, answer: HeartbeatAnswer, set_ms: int) -> tuple[Outage, ...]:
        """The outages stored, and the leaps ahead of the clock that were too short to be stored."""
        leap = Outage(answer.at_ms - set_ms, answer.at_ms)
        if set_ms < 0:
            self._leaps = ()
        elif set_ms and not any(outage.to_ms > leap.from_ms for outage in answer.outages):
            self._leaps = (*self._leaps, leap)[-KEPT_OUTAGES:]
        return tuple(sorted((*answer.outages, *self._leaps))) if self._leaps else answer.outages

    async def probe(self, common: tuple[Outage, ...] = ()) -> bool:
        """Have a heartbeat at each part, and see which work; False if the store is in one piece.

        `common` outages, from the time when the store was in one piece, concern every part. A part
        that is held (see `primary_terms`) is away.

        Raises:
            StoreReplaced: a part does not belong to the store that was opened.
        """
        parts = self._parts()
        if len(parts) == 1 and not self._shards:
            return False
        if not self._shards:
            self._shards = [ShardOutages(self._clock, common) for _ in self._servers.primaries()]
        self._clocks = {name: self._clock_of(name) for name in parts}
        await self._ask(parts)
        self._probed_s, self._probe_s = self._now_s(), PROBE_S
        return True

    async def probe_away(self) -> None:
        """Have one more heartbeat at each part that is away; raises as `probe`."""
        parts = self._parts().items()
        await self._ask(
            {name: shards for name, shards in parts if not self.away.keys().isdisjoint(shards)}
        )

    async def _ask(self, parts: Mapping[str, Sequence[int]]) -> None:
        """Have a heartbeat at these primaries, and see which work."""
        asked_in = self._servers.terms()
        silent_parts = await asyncio.gather(*(self._probe_primary(*part) for part in parts.items()))
        silent = {shard for shards in silent_parts for shard in shards}
        answered = {shard for shards in parts.values() for shard in shards} - silent
        held = self._terms.note_heartbeat(answered, asked_in)
        self._begin_outage(silent | held)
        for shard in held:  # its heartbeats have just ended what was before
            self.away[shard] = self.away[shard] or self._time_at(shard)
        if held:
            self.on_held.tell(frozenset(held))
        for shard in silent | held:
            self._damping[shard].silent()
        answered -= held
        back = [shard for shard in self.away.keys() & answered if self._damping[shard].is_back()]
        for shard in back:
            self._end_outage(shard)
        for shard in answered - self.away.keys():
            self._shards[shard].worked_ms = self._time_at(shard)
        if back:
            log.warning("part of the store available again", extra={"shards": len(back)})
            self.on_back.tell(frozenset(back))

    def _parts(self) -> dict[str, list[int]]:
        """The shards of each primary, by its name."""
        parts: dict[str, list[int]] = {}
        for shard, primary in enumerate(self._servers.primaries()):
            parts.setdefault(primary, []).append(shard)
        return parts

    async def _probe_primary(self, primary: str, shards: Sequence[int]) -> Sequence[int]:
        """Have a heartbeat at a primary; gives its shards if it does not take it.

        If this node has served all the time, no silence is stored: after shards have moved, the
        heartbeats of a primary are in another shard.
        """
        clock = self._clock_of(primary)
        has_served = self._now_s() - self._probed_s <= FRESH_S and not any(
            shard in self.away or not self._shards[shard].worked_ms for shard in shards
        )
        gap_ms = NEVER_MS if has_served else GAP_MS
        beat = partial(self._servers.heartbeat, gap_ms, JOINED_MS, shards[0])
        try:
            async with asyncio.timeout(self._probe_s):
                (answer, set_ms), _ = await asyncio.gather(
                    clock.measure_by(beat), self._terms.meet(shards)
                )
        except StoreReplaced:
            raise
        except (StoreUnavailable, TimeoutError):
            return shards
        if shards[0] == 0:
            self._clock.take(clock.latest)
        for shard in shards:
            self._shards[shard].keep_time(clock, set_ms)
            self._shards[shard].learn(answer.outages)
        return ()

    def _clock_of(self, primary: str) -> StoreClock:
        return self._clocks.setdefault(primary, self._clock.sibling())

    def _begin_outage(self, shards: set[int]) -> None:
        new = frozenset(shards - self.away.keys())
        for shard in new:
            self._damping.setdefault(shard, Damping(self._now_s)).gone()
            self.away[shard] = self._shards[shard].worked_ms
        if new:
            log.warning("part of the store unavailable", extra={"reason": self.away_reason})
            self.on_away.tell(new)

    def _end_outage(self, shard: int) -> None:
        from_ms = self.away.pop(shard)
        if from_ms:  # else the heartbeats of others tell how long it was
            self._shards[shard].learn((Outage(from_ms, self._time_at(shard)),))
