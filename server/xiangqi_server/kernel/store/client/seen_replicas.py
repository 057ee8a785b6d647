"""The replicas of a store that has one address."""

from xiangqi_server.kernel.store.client.replies import read_facts
from xiangqi_server.kernel.store.client.requests import Ask


class SeenReplicas:
    """The replicas of a store with one address: as many as were ever seen there at once.

    Nothing at such an address tells whether one that is gone could still be promoted, so none is
    left out before the node is started anew.
    """

    def __init__(self, fence: str) -> None:
        self.fence = fence
        self._seen = 0

    @property
    def primary(self) -> str:
        """See `Candidates.primary`: there is one address."""
        return ""

    @property
    def count(self) -> int:
        """See `Candidates.count`."""
        return max(1, self._seen)

    @property
    def absent(self) -> tuple[str, ...]:
        """See `Candidates.absent`: nothing tells."""
        return ()

    def take_another_fence(self) -> bool:
        """See `Candidates.take_another_fence`: nothing is moved from here."""
        return False

    async def look(self, call: Ask) -> None:
        """Count those that are connected; one that joins later counts from the next look on.

        Raises:
            StoreError: the store does not tell.
        """
        facts = read_facts(await call("INFO", "replication"))
        self._seen = max(self._seen, int(facts.get("connected_slaves", "0")))
