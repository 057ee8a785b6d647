"""A line between a browser and the server that a test can cut and mend, and that may be slow.

Playwright's `set_offline` leaves open websockets alone, so a cut is made where it happens in
life: the bytes stop, the connections break; or only the bytes stop, as where a phone loses its
net.
"""

import asyncio
import contextlib
from types import TracebackType
from typing import Self


class Line:
    """A relay of TCP on a port of its own. `async with` opens and closes it.

    Args:
        target_port: where the server listens.
        late_ms: how much later everything arrives, each way.
    """

    def __init__(self, target_port: int, late_ms: int = 0) -> None:
        self.target_port = target_port
        self.late_ms = late_ms
        self.port = 0
        self._is_hushed = False
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()

    @property
    def url(self) -> str:
        """Where the page is, through this line."""
        return f"http://127.0.0.1:{self.port}"

    async def cut(self) -> None:
        """Break all that is connected and take nothing new until `mend`."""
        if self._server is not None:
            self._server.close()
            self._server = None
        for writer in self._writers:
            writer.transport.abort()

    def hush(self) -> None:
        """Lose all bytes from now on, with all connections open, until `mend`."""
        self._is_hushed = True

    async def drop(self) -> None:
        """Break all that is connected; whoever comes again is taken at once."""
        await self.cut()
        await self.mend()

    async def mend(self) -> None:
        """Take connections again."""
        self._is_hushed = False
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target_port)
            self._writers.add(far_writer)
            async with asyncio.TaskGroup() as both:
                both.create_task(self._copy(reader, far_writer))
                both.create_task(self._copy(far_reader, writer))
        except OSError:
            pass  # nobody serves there
        finally:
            self._close(writer)  # also where the test ends in the middle of it

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        later = asyncio.get_running_loop().call_later
        try:
            with contextlib.suppress(OSError):
                while data := await reader.read(65_536):
                    if self._is_hushed:
                        continue
                    later(self.late_ms / 1000, writer.write, data)
                    await writer.drain()
            await asyncio.sleep(self.late_ms / 1000)  # what is on its way arrives first
        finally:
            self._close(writer)

    def _close(self, writer: asyncio.StreamWriter) -> None:
        self._writers.discard(writer)
        writer.close()

    async def __aenter__(self) -> Self:
        await self.mend()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.cut()
