"""The parts of a store of several servers: which are away, the time at each, and its outages.

Theory of operation. A primary that dies or is cut off takes its shards along until another one
has its place, and no other shard. So a node has its heartbeat at every primary, in the first of
the shards it has. The shards of one that does not take it are away: nothing is decided about what
lies there, and all else goes on. When it takes one again, the time since the heartbeat of any node
before is an outage of these shards alone: it is written down there (`heartbeat.lua`), so that a
node learns it that was started in between. What this node alone has seen, it adds.

Each primary stamps by a clock of its own. A moment at an aggregate (its stamps, its deadlines, when
a command for it arrived, its outages) is in the time of the primary that has it now; what a node
says to a room of another moment it says in that time (`at`). Where the clock of some shards is
found to be ahead of what it was, because it was set, because a replica was promoted or because
the shards have moved, the jump ahead is an outage of them: nobody was thinking for that time.

A store in one piece is there or away as a whole: see `availability`.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from server.faults import Faults
from server.host.damping import Damping
from server.host.hooks import Hook
from server.host.primary_terms import PrimaryTerms
from server.host.shard_outages import ShardOutages
from server.host.timebase import StoreClock
from server.store.port import Store, StoreReplaced, StoreUnavailable
from server.store.values import AggregateId, Outage

FRESH_S: Final = 2.0
"""What was seen longer ago than this says nothing about now."""
PROBE_S: Final = 0.4
"""A primary that takes longer than this to answer a heartbeat is away."""
FIRST_PROBE_S: Final = 2.0
"""The same at the start, when connections have to be made first."""
GAP_MS: Final = 1_500
JOINED_MS: Final = 2_000
"""Between two outages nobody is back and has moved in less: to the players they are one."""
NEVER_MS: Final = 1 << 50
"""Longer than any silence."""

log = logging.getLogger(__name__)


class StoreParts:
    """Of one store, as one node sees them. Made by the host; `look` is called twice a second.

    Args:
        clock: the store's time as this node knows it.
        terms: of its primaries.

    Attributes:
        on_held: told which shards are held, see `primary_terms`, after each heartbeat there.
        on_away: told which shards are away from now on.
        on_back: told which shards are there again.
        away: since when each shard is away that is, in its own time; 0 if this node has never
            seen it work.
    """

    def __init__(
        self, store: Store, clock: StoreClock, terms: PrimaryTerms, faults: Faults
    ) -> None:
        self.on_held: Hook[frozenset[int], None] = Hook(faults, "held")
        self.on_away: Hook[frozenset[int], None] = Hook(faults, "away")
        self.on_back: Hook[frozenset[int], None] = Hook(faults, "back")
        self.away: dict[int, int] = {}
        self._store = store
        self._clock = clock
        self._terms = terms
        self._clocks: dict[str, StoreClock] = {}
        self._shards: list[ShardOutages] = []
        self._damping: dict[int, Damping] = {}
        self._now_s: Callable[[], float] = asyncio.get_running_loop().time
        self._probe_s = FIRST_PROBE_S
        self._looked_s = -FRESH_S

    @property
    def are_many(self) -> bool:
        """The store has parts that fail on their own."""
        return bool(self._shards)

    @property
    def is_any_there(self) -> bool:
        """Some part was seen to work just now, so the store is not away as a whole."""
        is_fresh = self._now_s() - self._looked_s <= FRESH_S
        return is_fresh and len(self.away) < len(self._shards)

    @property
    def skew_ms(self) -> int:
        """By how much the clocks of the primaries differ at most, as far as they are known."""
        times_ms = [clock.now_ms() for clock in self._clocks.values() if clock.has_samples]
        return max(times_ms) - min(times_ms) if times_ms else 0

    @property
    def away_reason(self) -> str:
        """Which primaries are away, for the operator; "" if none is."""
        primaries = self._store.primaries()
        names = sorted({primaries[shard] or "no primary" for shard in self.away})
        return f"{len(self.away)} shards are away: {', '.join(names)}" if names else ""

    @property
    def is_held(self) -> bool:
        """The store is in one piece, and held: see `primary_terms`."""
        return not self._shards and self._terms.is_new(0)

    def is_away(self, aggregate: AggregateId) -> bool:
        """Whether nothing can be decided about an aggregate, for its part of the store is away."""
        return bool(self.away) and self._store.shard_of(aggregate) in self.away

    def lost(self, aggregate: AggregateId) -> None:
        """The part of an aggregate did not answer: it is away until it is seen to work."""
        self._begin_outage({self._store.shard_of(aggregate)})

    def are_in(self, aggregates: Iterable[AggregateId], shards: frozenset[int]) -> bool:
        """Whether one of these aggregates lies in one of these shards."""
        return any(self._store.shard_of(aggregate) in shards for aggregate in aggregates)

    # The time.

    def now_ms(self, aggregate: AggregateId) -> int:
        """The time of the primary that has an aggregate, which stamps it."""
        return self._time_at(self._store.shard_of(aggregate)) if self._shards else self._node_ms()

    def at(self, aggregate: AggregateId, moment_ms: int) -> int:
        """A moment in the time of this node, in the time of an aggregate's primary.

        Its age is what is kept, so what has passed lies in no future there.
        """
        return moment_ms + self.ahead_ms(aggregate) if self._shards else moment_ms

    def ahead_ms(self, aggregate: AggregateId) -> int:
        """By how much the time of an aggregate's primary is ahead of the time of this node."""
        return self.now_ms(aggregate) - self._node_ms() if self._shards else 0

    def _time_at(self, shard: int) -> int:
        clock = self._shards[shard].clock
        return clock.now_ms() if clock.has_samples else self._node_ms()

    def _node_ms(self) -> int:
        return self._clock.now_ms()

    # Outages.

    def outages_for(self, aggregate: AggregateId, common: tuple[Outage, ...]) -> tuple[Outage, ...]:
        """The outages that concern an aggregate, oldest first: of its part, or of the whole store.

        The same object until there is a new one.
        """
        return self._shards[self._store.shard_of(aggregate)].outages if self._shards else common

    def outages_of_parts(self) -> Iterator[tuple[Outage, ...]]:
        """Of each part that is there its outages, in the time of this node."""
        for shards in self._parts().values() if self._shards else ():
            if shards[0] not in self.away:
                ahead_ms = self._time_at(shards[0]) - self._node_ms()
                kept = self._shards[shards[0]].outages
                yield tuple(Outage(o.from_ms - ahead_ms, o.to_ms - ahead_ms) for o in kept)

    async def heartbeat(self, gap_ms: int) -> tuple[Outage, ...]:
        """Have a heartbeat at a store in one piece; the outages there.

        As long as it is held all time is an outage, and its clock is that of another server.

        Raises:
            StoreUnavailable: there is no store.
        """
        asked_in = self._store.terms()
        await self._terms.meet(range(len(asked_in)))
        if self._terms.is_new(0):
            if not self._terms.has_found(0):
                self._clock.forget()
            answer, _ = await self._clock.measure_by(self._store.heartbeat(0, JOINED_MS))
        else:
            answer = await self._store.heartbeat(gap_ms, JOINED_MS)
        held = self._terms.note_heartbeat(range(len(asked_in)), asked_in)
        if held:
            self.on_held.tell(frozenset(held))
        return answer.outages

    async def look(self, common: tuple[Outage, ...] = ()) -> bool:
        """Have a heartbeat at each part, and see which work; False if the store is in one piece.

        What is known of `common` outages from when it was one is of every part. A part that is held
        (see `primary_terms`) is away.

        Raises:
            StoreReplaced: one of them is not of the store that was opened.
        """
        parts = self._parts()
        if len(parts) == 1 and not self._shards:
            return False
        if not self._shards:
            self._shards = [ShardOutages(self._clock, common) for _ in self._store.primaries()]
        self._clocks = {name: self._clock_of(name) for name in parts}
        await self._ask(parts)
        self._looked_s, self._probe_s = self._now_s(), PROBE_S
        return True

    async def look_again(self) -> None:
        """Have one more heartbeat where a part is away; raises as `look`."""
        parts = self._parts().items()
        await self._ask(
            {name: shards for name, shards in parts if not self.away.keys().isdisjoint(shards)}
        )

    async def _ask(self, parts: Mapping[str, Sequence[int]]) -> None:
        """Have a heartbeat at some primaries, by their names, and see which work."""
        asked_in = self._store.terms()
        looks = await asyncio.gather(*(self._look_at(*part) for part in parts.items()))
        silent = {shard for shards in looks for shard in shards}
        answered = {shard for shards in parts.values() for shard in shards} - silent
        held = self._terms.note_heartbeat(answered, asked_in)
        self._begin_outage(silent | held)
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
        for shard, primary in enumerate(self._store.primaries()):
            parts.setdefault(primary, []).append(shard)
        return parts

    async def _look_at(self, primary: str, shards: Sequence[int]) -> Sequence[int]:
        """Have a heartbeat at a primary; its shards if it does not take it.

        Where this node has served all the time no silence is written down: the shard in which the
        heartbeats of a primary are is another one when shards have moved.
        """
        clock = self._clock_of(primary)
        has_served = self._now_s() - self._looked_s <= FRESH_S and not any(
            shard in self.away or not self._shards[shard].worked_ms for shard in shards
        )
        beat = self._store.heartbeat(NEVER_MS if has_served else GAP_MS, JOINED_MS, shards[0])
        try:
            async with asyncio.timeout(self._probe_s):
                (answer, set_ms), _ = await asyncio.gather(
                    clock.measure_by(beat), self._terms.meet(shards)
                )
        except StoreReplaced:
            raise
        except (StoreUnavailable, TimeoutError):
            return shards
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
        if from_ms:  # else the heartbeats before this node tell how long it was
            self._shards[shard].learn((Outage(from_ms, self._time_at(shard)),))
