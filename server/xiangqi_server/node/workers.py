"""Several equal nodes behind one port, on one machine: `serve --workers N`.

The process that an operator starts owns the port, the health port and, without `--store`, the
embedded store; it serves no client. Each worker is a node of its own on that store, which is handed
the sockets of the port. The kernel keeps connections until a worker takes them, so none is refused
while a worker starts again. Workers end with their standard input, so none outlives its parent,
however that one ended.
"""

import asyncio
import json
import logging
import socket
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack, suppress
from typing import Final
from urllib.parse import urlsplit

from xiangqi_server.kernel.own_python import RUN_PROGRAM
from xiangqi_server.net.listening_sockets import port_of
from xiangqi_server.node.child import Restarts, end
from xiangqi_server.node.computers import opponents_of
from xiangqi_server.node.ending import Stop, until_requested
from xiangqi_server.node.listening import Addresses, addresses_of
from xiangqi_server.node.ops.disk import Disk
from xiangqi_server.node.ops.health import HealthListener, Readiness, State
from xiangqi_server.node.ops.metrics import CountMetric, Figure
from xiangqi_server.node.settings import OFF, ON, Settings
from xiangqi_server.node.stores import embedded_store

log = logging.getLogger(__name__)

END_S: Final = 20.0
"""How long a worker may take to end: longer than a node takes to close all its connections."""
ANSWER_S: Final = 2.0
"""How long a worker may take to report its state."""
_RANKS: Final = (State.READY, State.PARTIAL, State.PAUSED, State.DRAINING)


class WorkerFailed(Exception):
    """A worker ended before it could serve; it has said why."""


class WorkerProcess:
    """One process that serves the port; the caller of `keep_up` owns it and calls `stop`.

    Args:
        number: from 1; it stands in the log and beside the figures.
        command: starts it; the last words are added here.
        sockets: of the port.

    Attributes:
        ends: how often the process ended by itself so far.
    """

    def __init__(self, number: int, command: Sequence[str], sockets: Sequence[socket.socket]):
        self.number = number
        self.ends = 0
        self._descriptors = [bound.fileno() for bound in sockets]
        numbers = ",".join(map(str, self._descriptors))
        self._command = (*command, "--worker", f"{number}:{numbers}")
        self._process: Process | None = None
        self._health_url = ""

    async def start(self) -> None:
        """Start the process, and wait until it serves.

        Raises:
            WorkerFailed: it has ended instead, or the system starts no process.
        """
        try:
            self._process = process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=PIPE,
                stdout=PIPE,
                pass_fds=self._descriptors,
                start_new_session=True,
            )
        except OSError as error:
            raise WorkerFailed(f"worker {self.number} does not start: {error}") from error
        told = await process.stdout.readline() if process.stdout else b""
        self._health_url = told.decode().strip()
        if not self._health_url:
            await end(process, END_S)
            raise WorkerFailed(f"worker {self.number} ended with code {process.returncode}")

    async def keep_up(self) -> None:
        """Start it again whenever it ends, for ever; it was started once before."""
        restarts = Restarts()
        while True:
            restarts.begin()
            await self._until_over()
            await restarts.wait()
            with suppress(WorkerFailed):
                await self.start()

    async def stop(self) -> None:
        """End it, politely, and wait for it."""
        if self._process is not None:
            await end(self._process, END_S)

    async def _until_over(self) -> None:
        if self._process is not None:
            code = await self._process.wait()
            self.ends += 1
            log.warning("worker ended", extra={"number": self.number, "code": code})
        self._health_url = ""

    async def ask(self, path: str) -> bytes:
        """What its health port tells; nothing if it does not answer."""
        address = urlsplit(self._health_url)
        try:
            async with asyncio.timeout(ANSWER_S):
                reader, writer = await asyncio.open_connection(address.hostname, address.port)
                try:
                    writer.write(f"GET {path} HTTP/1.0\r\n\r\n".encode())
                    return (await reader.read()).partition(b"\r\n\r\n")[2]
                finally:
                    writer.close()
        except (OSError, TimeoutError, ValueError):  # the last: it has no address yet
            return b""


class WorkersFacts:
    """What the health port tells of all workers together."""

    def __init__(
        self, workers: Sequence[WorkerProcess], acknowledge: str, disk: Disk | None, stop: Stop
    ) -> None:
        self._workers = workers
        self._acknowledge = acknowledge
        self._stop = stop
        self._figures: tuple[Figure, ...] = (
            CountMetric(
                "xiangqi_worker_ends",
                "Workers that ended by themselves and were started again",
                lambda: sum(worker.ends for worker in workers),
            ),
            *(disk.figures() if disk else ()),
        )

    async def readiness(self) -> Readiness:
        """Commands are taken as soon as one worker takes them."""
        answers = await asyncio.gather(*(worker.ask("/ready") for worker in self._workers))
        told = [json.loads(body) if body else {"state": "away"} for body in answers]
        states = tuple(str(report["state"]) for report in told)
        state = next((rank for rank in _RANKS if rank.value in states), State.PAUSED)
        reason = next(
            (report["reason"] for report in told if "reason" in report), "no worker answers"
        )
        if self._stop.is_requested:
            state = State.DRAINING
        return Readiness(state, self._acknowledge, reason, states)

    async def metrics(self) -> bytes:
        """Give the figures of all, each with the number of its worker."""
        from xiangqi_server.node.ops.exposition import merged  # no start waits for the library

        answers = await asyncio.gather(*(worker.ask("/metrics") for worker in self._workers))
        texts = zip(self._workers, answers, strict=True)
        return merged(
            {worker.number: body.decode() for worker, body in texts if body}, self._figures
        )


async def serve_by_workers(
    settings: Settings,
    flags: Sequence[str],
    sockets: Sequence[socket.socket],
    announce: Callable[[Addresses], None],
    stop: Stop,
) -> None:
    """Have workers serve `sockets` until they have to stop; `announce` once all can serve.

    Args:
        flags: those the operator gave; each worker is given them too.

    Raises:
        StoreError: there is no usable store at the start.
        WorkerFailed: a worker cannot start.
        OSError: the health port cannot be had.
    """
    async with AsyncExitStack() as stack:
        ours = (
            () if settings.store else (await stack.enter_async_context(embedded_store(settings)),)
        )
        command = _command(flags, *ours)
        computer = f"--computer={ON if opponents_of(settings).levels else OFF}"
        workers = [
            WorkerProcess(n, (*command, computer if n == 1 else f"--computer={OFF}"), sockets)
            for n in range(1, settings.workers + 1)
        ]
        disk = None if settings.store else Disk(settings.data_dir)
        health = HealthListener(WorkersFacts(workers, settings.acknowledge, disk, stop))
        stack.push_async_callback(health.stop)
        stack.push_async_callback(_stop_all, workers)
        async with asyncio.TaskGroup() as group:
            for worker in workers:
                group.create_task(worker.start())
        health_port = await health.start(settings.health_host, settings.health_port)
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(worker.keep_up()) for worker in workers]
            announce(addresses_of(settings, port_of(sockets), health_port))
            await until_requested(stop, has_others=False)
            for task in tasks:
                task.cancel()


def _command(flags: Sequence[str], *ours: str) -> tuple[str, ...]:
    """What starts a worker.

    An operator's store it finds where we did, among the flags or in the environment. Its address
    holds a password, and every user of the machine can read a command line.
    """
    stores = (f"--store={address}" for address in ours)
    return (
        *(*RUN_PROGRAM, "serve", *flags, "--workers=1", *stores),
        *("--health-host=127.0.0.1", "--health-port=0"),
    )


async def _stop_all(workers: Sequence[WorkerProcess]) -> None:
    await asyncio.gather(*(worker.stop() for worker in workers))
