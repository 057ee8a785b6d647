"""Where publications are heard: at one server, or at the primary of each channel's slot."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from xiangqi_server.kernel.store.client.address import ServerAddress
from xiangqi_server.kernel.store.client.connecting import StoreConnection
from xiangqi_server.kernel.store.port import StoreAccess

THE_SERVER: Final = ServerAddress("", 0)
"""Stands for the only one, whatever its address."""


class Places(Protocol):
    """The owners of channels: `OnePlace` or `cluster.topology.Topology`."""

    @property
    def is_sharded(self) -> bool:
        """Whether a channel is heard at the servers of its slot alone."""
        ...

    @property
    def access(self) -> StoreAccess:
        """Which nodes hear what is published."""
        ...

    def owner_of(self, key: str) -> ServerAddress | None:
        """The server at which a channel is heard; None while no server has it."""
        ...

    def connect(self, endpoint: ServerAddress) -> StoreConnection:
        """One more connection to a server, not open yet."""
        ...

    def replicas(self) -> Sequence[ServerAddress]:
        """The servers that could take another one's place, as far as is known where they are."""
        ...

    def look_soon(self) -> None:
        """Ask soon which server has which channels; `next_look` tells when that was done."""
        ...

    async def next_look(self) -> None:
        """Wait until the places were looked up once more."""
        ...

    async def close(self) -> None:
        """Look no more."""
        ...


class OnePlace:
    """The one server of a store: see `Places`.

    Args:
        connect: makes a connection that is not open yet.

    Attributes:
        access: see `Places.access`.
    """

    is_sharded = False

    def __init__(
        self,
        connect: Callable[[], StoreConnection],
        access: StoreAccess = StoreAccess.SHARED,
    ) -> None:
        self._connect = connect
        self.access = access

    def owner_of(self, key: str) -> ServerAddress | None:
        """See `Places.owner_of`."""
        return THE_SERVER

    def connect(self, endpoint: ServerAddress) -> StoreConnection:
        """See `Places.connect`."""
        return self._connect()

    def replicas(self) -> Sequence[ServerAddress]:
        """See `Places.replicas`: where they are is not known of a plain address."""
        return ()

    def look_soon(self) -> None:
        """See `Places.look_soon`: there is nothing to look at."""

    async def next_look(self) -> None:
        """See `Places.next_look`."""
        await asyncio.get_running_loop().create_future()

    async def close(self) -> None:
        """See `Places.close`."""
