"""Which nodes serve, as far as this one knows: a node without heartbeats is dead.

Each node has a heartbeat about every 400 ms, under its name. After `SILENT_MS` without one its
players were not served. After `DEAD_MS` it counts as dead for as long as it is silent; that takes
nothing from it, its players are only looked for elsewhere.

A node that sends its players on says so under a second name, once. By that name it is dead from
then on, so the way to another node costs a player no more than if the node had died.
"""

from collections.abc import Collection, Iterable
from typing import Final

from xiangqi_server.gateway.cluster.shared_calls import SharedCalls
from xiangqi_server.kernel.store.port import StoreAccess
from xiangqi_server.kernel.store.side import MembershipStore

MISSED_MS: Final = 500
SILENT_MS: Final = 1_000
DEAD_MS: Final = 1_500
REMEMBERED_MS: Final = 60_000
_MOVED: Final = ".moved"
"""Ends the name under which a node has sent its players on."""


class Nodes:
    """Every node on the store. Owned by the gateway, which calls `heartbeat`.

    Args:
        name: the name of this node.

    Attributes:
        is_only: no other node can be on the store, so any other that is known there belongs to
            the past, and died at its last heartbeat.
        heard_ms: the time of the last heartbeat of each node, by the store.
    """

    def __init__(
        self, store: MembershipStore, name: str, access: StoreAccess = StoreAccess.SHARED
    ) -> None:
        self.is_only = access is StoreAccess.EXCLUSIVE
        self._store = store
        self.name = name
        self.heard_ms: dict[str, int] = {}
        self._steady_ms = 0
        self._heartbeats = SharedCalls(self._beat)

    async def heartbeat(self) -> None:
        """Say that this node serves, and learn which others do, as of now or later.

        Raises:
            StoreUnavailable: there is no store.
        """
        await self._heartbeats.ask(self.name)

    async def learn_of(self, names: Collection[str]) -> None:
        """Learn the last heartbeats of these nodes, as of now or later; raises like `heartbeat`.

        The only node need not ask twice: no other node has another heartbeat.
        """
        if not self.is_only or not self.heard_ms.keys() >= set(names):
            await self.heartbeat()

    async def _beat(self, _: Collection[str]) -> None:
        before_ms = self.heard_ms.get(self.name, 0)
        self.heard_ms = dict(await self._store.heartbeat(self.name, REMEMBERED_MS))
        now_ms = self.heard_ms[self.name]
        if now_ms - before_ms > SILENT_MS:
            self._steady_ms = now_ms

    @property
    def moved_name(self) -> str:
        """The node name under which players that were sent on are seen until they arrive."""
        return self.name + _MOVED

    async def move_on(self) -> None:
        """Say that this node sends its players on now; raises like `heartbeat`."""
        await self._store.heartbeat(self.moved_name, REMEMBERED_MS)

    async def leave(self) -> None:
        """Say that this node stops as intended, so that no node waits for it."""
        await self._store.leave(self.name)

    def dead(self) -> dict[str, int]:
        """The dead nodes, and the time of their last heartbeat.

        A node that was silent itself, or had no store, calls no node dead for a while: the others
        may have been no better off.
        """
        if self.is_only:
            return {name: at_ms for name, at_ms in self.heard_ms.items() if name != self.name}
        now_ms = self.heard_ms.get(self.name, 0)
        is_steady = now_ms - self._steady_ms >= DEAD_MS
        return {
            name: at
            for name, at in self.heard_ms.items()
            if name.endswith(_MOVED) or (is_steady and now_ms - at >= DEAD_MS)
        }

    def others(self) -> frozenset[str]:
        """The other nodes that serve, as far as this one knows."""
        if self.is_only:
            return frozenset()
        return frozenset(self.heard_ms.keys() - self.dead().keys() - {self.name})

    def silent_since(self, names: Collection[str]) -> int | None:
        """The latest heartbeat of these nodes, if that was `SILENT_MS` ago or longer; else None.

        Also None while this node has listened for less than that. For the only node, any heartbeat
        of another is its last, and so is that of a node that sent its players on. Nodes
        that left do not count.
        """
        last_ms = self._last_heartbeat_ms(names)
        if self.is_only or all(name.endswith(_MOVED) for name in names):
            return last_ms or None
        now_ms = self.heard_ms.get(self.name, 0)
        if not last_ms or now_ms - max(last_ms, self._steady_ms) <= SILENT_MS:
            return None
        return last_ms

    def may_be_dead(self, names: Iterable[str], for_ms: int) -> bool:
        """Whether each of these nodes has missed its last heartbeat, by less than `for_ms`."""
        silent_ms = self.heard_ms.get(self.name, 0) - self._last_heartbeat_ms(names)
        return MISSED_MS < silent_ms < for_ms

    def is_any_serving(self, names: Iterable[str]) -> bool:
        """Whether any of these nodes is not dead."""
        if self.is_only:
            return False
        dead_ms = self.heard_ms.get(self.name, 0) - DEAD_MS
        return any(self.heard_ms.get(name, 0) > dead_ms for name in names)

    def has_heartbeat_after(self, names: Iterable[str], after_ms: int) -> bool:
        """Whether any of these nodes has had a heartbeat after a moment."""
        return self._last_heartbeat_ms(names) > after_ms

    def _last_heartbeat_ms(self, names: Iterable[str]) -> int:
        return max((self.heard_ms.get(name, 0) for name in names), default=0)
