"""A store that is each of its parts itself, as those of tests are."""

from typing import Self

from xiangqi_server.kernel.store.port import StoreAccess


class WholeStore:
    """Has all methods of the ports in `store.port`; a call reaches them by any part.

    Attributes:
        access: see `Store.access`.
    """

    access = StoreAccess.SHARED

    @property
    def logs(self) -> Self:
        """See `Store.logs`."""
        return self

    @property
    def tiers(self) -> Self:
        """See `Store.tiers`."""
        return self

    @property
    def queues(self) -> Self:
        """See `Store.queues`."""
        return self

    @property
    def servers(self) -> Self:
        """See `Store.servers`."""
        return self
