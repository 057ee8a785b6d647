"""A bad line between a client and the server: everything arrives late, in both directions."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


@asynccontextmanager
async def bad_link(port: int, one_way_ms: int) -> AsyncIterator[str]:
    """A proxy before the server at `port`; the address of the websocket behind it."""
    tasks: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", port)
        except BaseException:
            writer.transport.abort()
            raise
        for source, sink in ((reader, far_writer), (far_reader, writer)):
            task = asyncio.create_task(_carry(source, sink, one_way_ms / 1000))
            tasks.add(task)
            task.add_done_callback(tasks.discard)

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        own_port = server.sockets[0].getsockname()[1]
        yield f"ws://127.0.0.1:{own_port}/ws"
    finally:
        server.close()
        for task in tuple(tasks):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _carry(source: asyncio.StreamReader, sink: asyncio.StreamWriter, late_s: float) -> None:
    """Pass on what comes, in order, each piece `late_s` after it came."""
    loop = asyncio.get_running_loop()
    try:
        while data := await source.read(65_536):
            loop.call_later(late_s, sink.write, data)
        await asyncio.sleep(late_s)
    except ConnectionError:
        pass  # the other end is closed with this one
    finally:
        sink.close()
