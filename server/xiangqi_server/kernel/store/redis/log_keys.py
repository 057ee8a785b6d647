"""The keys of a log: what a script that appends to it or loads it touches."""

from typing import Final

from xiangqi_server.kernel.store.keys import Keys
from xiangqi_server.kernel.store.redis.metadata import StoreMetadata
from xiangqi_server.kernel.store.values import AggregateId

KEPT_KEYS: Final = 2_048
"""For how many logs the names of the keys are kept at hand."""


class LogKeys:
    """Part of the store; the logs written to lately have their keys at hand.

    Args:
        is_silent: the script that appends publishes nothing, because there is more to wait for
            before, or no other node to hear it.

    Attributes:
        keys: every other name.
    """

    def __init__(self, keys: Keys, metadata: StoreMetadata, *, is_silent: bool) -> None:
        self.keys = keys
        self._metadata = metadata
        self._is_silent = is_silent
        self._kept: dict[AggregateId, tuple[tuple[str, str, str], tuple[str, ...]]] = {}
        self._of_shards: dict[int, tuple[str, ...]] = {}

    def to_append(self, aggregate: AggregateId) -> tuple[str, ...]:
        """The keys of an append; the first is the log itself."""
        kept = self._kept.get(aggregate)
        if kept is None:
            if len(self._kept) >= KEPT_KEYS:
                self._kept.clear()
            of_shard = self._of_shard(self.keys.shard_of(aggregate))
            kept = self._kept[aggregate] = (self.keys.of(aggregate), of_shard)
        return kept[0] + kept[1]

    def _of_shard(self, shard: int) -> tuple[str, ...]:
        """The keys of an append that all aggregates of a shard have alike: one text for all."""
        found = self._of_shards.get(shard)
        if found is None:
            mark = self._metadata.mark(shard)
            found = (self.keys.due(shard), self.keys.outbox(shard), *mark)
            if self._is_silent:  # one key more than the script needs keeps it from publishing
                found += (self.keys.fence(shard),)
            self._of_shards[shard] = found
        return found

    def to_load(self, aggregate: AggregateId) -> tuple[str, ...]:
        """The keys of a load."""
        mark = self._metadata.mark(self.keys.shard_of(aggregate))
        return (*self.to_append(aggregate)[:3], self.keys.packed(aggregate), *mark)
