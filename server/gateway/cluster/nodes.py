"""Which nodes serve, as this one knows: each says so by name, and one that falls silent is dead.

Each node says a word every 400 ms, give or take. After `SILENT_MS` without one its players were
not served; after `DEAD_MS` it is dead, or as good as dead for as long as it is silent: nothing is
taken from it by that, its players are only looked for elsewhere.
"""

from collections.abc import Collection, Iterable
from typing import Final

from server.gateway.cluster.shared_calls import SharedCalls
from server.store.side import MembershipStore

SPOKEN_MS: Final = 500
SILENT_MS: Final = 1_000
DEAD_MS: Final = 1_500
REMEMBERED_MS: Final = 60_000


class Nodes:
    """Every node on the store. Owned by the gateway, which has it say that it serves.

    Args:
        name: of this node.

    Attributes:
        is_alone: no other node can be on this store: all others there are of the past, and dead
            from their last word on.
        heard_ms: when each was last heard of, by the store's time.
    """

    def __init__(self, store: MembershipStore, name: str, *, is_alone: bool = False) -> None:
        self.is_alone = is_alone
        self._store = store
        self.name = name
        self.heard_ms: dict[str, int] = {}
        self._steady_ms = 0
        self._heartbeats = SharedCalls(self._say)

    async def heartbeat(self) -> None:
        """Say that this node serves, and learn who else does, as of now or later.

        Raises:
            StoreUnavailable: there is none.
        """
        await self._heartbeats.ask(self.name)

    async def hear_of(self, names: Collection[str]) -> None:
        """Know the last word of some nodes, as of now or later; raises like `heartbeat`.

        To a node that is alone no other says another one.
        """
        if not self.is_alone or not self.heard_ms.keys() >= set(names):
            await self.heartbeat()

    async def _say(self, _: Collection[str]) -> None:
        before_ms = self.heard_ms.get(self.name, 0)
        self.heard_ms = dict(await self._store.heartbeat(self.name, REMEMBERED_MS))
        now_ms = self.heard_ms[self.name]
        if now_ms - before_ms > SILENT_MS:
            self._steady_ms = now_ms

    async def leave(self) -> None:
        """Say that this node stops of its own will: nobody need wait for it."""
        await self._store.leave(self.name)

    def dead(self) -> dict[str, int]:
        """The nodes that are silent, and since when.

        Whoever was silent itself, or had no store, judges nobody for a while: the others may
        have been no better off.
        """
        if self.is_alone:
            return {name: at_ms for name, at_ms in self.heard_ms.items() if name != self.name}
        now_ms = self.heard_ms.get(self.name, 0)
        if now_ms - self._steady_ms < DEAD_MS:
            return {}
        return {name: at for name, at in self.heard_ms.items() if now_ms - at >= DEAD_MS}

    def others(self) -> frozenset[str]:
        """The other nodes that serve, as far as this one knows."""
        if self.is_alone:
            return frozenset()
        return frozenset(self.heard_ms.keys() - self.dead().keys() - {self.name})

    def silent_since(self, names: Iterable[str]) -> int | None:
        """The last word of any of some nodes, if none has said one for `SILENT_MS`.

        To a node that is alone the last word of any other is known to be its last. None as well
        while this node has listened for less; those that left do not count.
        """
        last_ms = self._last_word_ms(names)
        if self.is_alone:
            return last_ms or None
        now_ms = self.heard_ms.get(self.name, 0)
        if not last_ms or now_ms - max(last_ms, self._steady_ms) <= SILENT_MS:
            return None
        return last_ms

    def may_be_dead(self, names: Iterable[str], for_ms: int) -> bool:
        """Whether each of these nodes has missed its last heartbeat, but for less than `for_ms`."""
        silent_ms = self.heard_ms.get(self.name, 0) - self._last_word_ms(names)
        return SPOKEN_MS < silent_ms < for_ms

    def is_any_serving(self, names: Iterable[str]) -> bool:
        """Whether one of some nodes is not dead."""
        if self.is_alone:
            return False
        dead_ms = self.heard_ms.get(self.name, 0) - DEAD_MS
        return any(self.heard_ms.get(name, 0) > dead_ms for name in names)

    def has_spoken(self, names: Iterable[str], after_ms: int) -> bool:
        """Whether one of some nodes has said a word after a moment."""
        return self._last_word_ms(names) > after_ms

    def _last_word_ms(self, names: Iterable[str]) -> int:
        return max((self.heard_ms.get(name, 0) for name in names), default=0)
