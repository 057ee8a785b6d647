"""Which nodes serve, as this one knows: each says so by name, and who falls silent is dead.

Hides: how long a silence is death. A node that was only held up is dead for as long as it is
silent; nothing is taken from it by that, its players are only looked for elsewhere.
"""

from typing import Final

from server.store.notes import Notes

DEAD_MS: Final = 1_500
SUSPECT_MS: Final = 800
REMEMBERED_MS: Final = 60_000


class Nodes:
    """Every node on the store. Owned by the gateway, which has it attend.

    Args:
        name: of this node.

    Attributes:
        heard_ms: when each was last heard of, by the store's time.
    """

    def __init__(self, notes: Notes, name: str) -> None:
        self._notes = notes
        self.name = name
        self.heard_ms: dict[str, int] = {}
        self._steady_ms = 0

    async def attend(self) -> None:
        """Say that this node serves, and learn who else does."""
        before_ms = self.heard_ms.get(self.name, 0)
        self.heard_ms = dict(await self._notes.attend(self.name, REMEMBERED_MS))
        now_ms = self.heard_ms[self.name]
        if now_ms - before_ms >= DEAD_MS:
            self._steady_ms = now_ms

    async def leave(self) -> None:
        """Say that this node stops of its own will: nobody need wait for it."""
        await self._notes.dismiss(self.name)

    def dead(self) -> dict[str, int]:
        """The nodes that are silent, and since when.

        Whoever was silent itself, or had no store, judges nobody for a while: the others may
        have been no better off.
        """
        now_ms = self.heard_ms.get(self.name, 0)
        if now_ms - self._steady_ms < DEAD_MS:
            return {}
        return {name: at for name, at in self.heard_ms.items() if now_ms - at >= DEAD_MS}

    def is_any_in_doubt(self, for_ms: int) -> bool:
        """Whether some node may just have died, or did less than `for_ms` ago."""
        now_ms = self.heard_ms.get(self.name, 0)
        return any(SUSPECT_MS <= now_ms - at < for_ms for at in self.heard_ms.values())
