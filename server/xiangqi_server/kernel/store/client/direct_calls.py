"""Calls to the one server at an address: whatever is asked, there is no other to ask."""

from collections.abc import Awaitable, Sequence
from typing import Final

from xiangqi_server.kernel.store.client.group_commit import GroupedConnection
from xiangqi_server.kernel.store.client.replies import Reply, Told, answer_or_raise, read_scan
from xiangqi_server.kernel.store.client.requests import LISTED, Argument, Script, packed_run
from xiangqi_server.kernel.store.port import StoreError


class DirectCalls(GroupedConnection):
    """See `store.calls.Calls`. Made by `open_store`, closed by the store.

    Attributes:
        is_moving: never: nothing is moved from the one address.
    """

    is_moving: Final = False

    async def call_at(self, key: str, *arguments: Argument) -> Reply:
        """See `Calls.call_at`."""
        return await self.call(*arguments)

    async def call_each(self, *arguments: Argument) -> list[Reply]:
        """See `Calls.call_each`; there is one primary."""
        return [await self.call(*arguments)]

    async def run(
        self, script: Script, keys: Sequence[str], arguments: Sequence[Argument] = ()
    ) -> Reply:
        """See `Calls.run`."""
        (answer,) = await self.exchange((packed_run(script, keys, arguments),), script)
        return answer_or_raise(answer)

    def run_all(
        self, script: Script | None, keys: Sequence[Sequence[str]], packed: Sequence[bytes]
    ) -> Awaitable[list[Reply | StoreError]]:
        """See `Calls.run_all`."""
        return self.exchange(packed, script)

    def run_soon(self, script: Script, keys: Sequence[str], packed: bytes, told: Told) -> None:
        """See `Calls.run_soon`."""
        self.send(packed, script, told)

    def publish(self, channel: str, payload: bytes) -> None:
        """See `Calls.publish`."""
        self.post("PUBLISH", channel, payload)

    async def scan(self, pattern: str, cursor: str | None) -> tuple[str | None, list[Reply]]:
        """See `Calls.scan`."""
        reply = await self.call("SCAN", cursor or "0", "MATCH", pattern, "COUNT", LISTED)
        return read_scan(reply)

    def dialect(self, script: Script) -> Script:
        """See `Calls.dialect`: as it is."""
        return script

    def part_of(self, key: str) -> int:
        """See `Calls.part_of`: there is one."""
        return 0

    def primary_of(self, key: str) -> str:
        """See `Calls.primary_of`: there is one address, whichever server answers there."""
        return ""

    @property
    def promotions(self) -> int:
        """See `Calls.promotions`."""
        return self._connector.promotions

    def promotions_of(self, key: str) -> int:
        """See `Calls.promotions_of`."""
        return self._connector.promotions
