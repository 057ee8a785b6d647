"""Processes that we start and keep up: how soon one is started again, and how it is ended."""

import asyncio
from asyncio.subprocess import Process
from contextlib import suppress
from typing import Final, TextIO

FIRST_PAUSE_S: Final = 0.5
LONGEST_PAUSE_S: Final = 30.0
STEADY_S: Final = 60.0


class Restarts:
    """The pauses between the runs of a process.

    One that ran for long is started again soon; one that ends at once, ever later.
    """

    def __init__(self) -> None:
        self._pause_s = FIRST_PAUSE_S
        self._began_s = 0.0

    def begin(self) -> None:
        """A run begins."""
        self._began_s = asyncio.get_running_loop().time()

    async def wait(self) -> None:
        """The run is over: wait before the next."""
        if asyncio.get_running_loop().time() - self._began_s > STEADY_S:
            self._pause_s = FIRST_PAUSE_S
        await asyncio.sleep(self._pause_s)
        self._pause_s = min(2 * self._pause_s, LONGEST_PAUSE_S)


async def end(process: Process, wait_s: float) -> None:
    """End a process that ends with its input, and wait for it; what it started ends with it."""
    if process.stdin is not None:
        process.stdin.close()
    try:
        async with asyncio.timeout(wait_s):
            await process.wait()
    except TimeoutError:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def until_eof(stream: TextIO) -> None:
    """Wait until an input ends, to which nothing is written: then our parent has ended."""
    reader = asyncio.StreamReader()
    protocol = asyncio.StreamReaderProtocol(reader)
    await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, stream)
    await reader.read()
