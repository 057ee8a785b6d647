"""A store as an operator runs one: a process on a port, durable before it answers."""

import asyncio
import os
import signal
import subprocess
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self, cast

from tests.support.certificates import Certificate
from tests.support.server_process import free_port
from tests.support.stores import RETRY_S
from xiangqi_server.kernel.store.client.group_commit import GroupedConnection
from xiangqi_server.kernel.store.client.replies import Reply
from xiangqi_server.kernel.store.client.wires import wire_to
from xiangqi_server.kernel.store.embedded.binary import find_binary
from xiangqi_server.kernel.store.port import StoreError

TELL_S = 10.0


class ValkeyProcess:
    """`valkey-server` on one directory and one port; as a context manager it is killed at the end.

    Args:
        home: an empty directory.
        program: which store program it is; the one our own store is, if None.
        certificate: with which it speaks nothing but TLS, to who has one of the same authority; it
            is Debian's redis-server then, for our own store speaks none.

    Attributes:
        environment: what it is told besides, by the environment of its process.
    """

    def __init__(
        self, home: Path, program: Path | None = None, certificate: Certificate | None = None
    ) -> None:
        self.home = home
        self.certificate = certificate
        self._program = program if certificate is None else Path("redis-server")
        self.environment: Mapping[str, str] = {}
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Its address."""
        if self.certificate is not None:
            return f"rediss://127.0.0.1:{self.port}?{self.certificate.query}"
        return f"redis://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """Its process, while it runs."""
        assert self._process is not None
        return self._process.pid

    @property
    def is_running(self) -> bool:
        """Whether it was started and not killed since."""
        return self._process is not None

    def start(self, *flags: str) -> None:
        """Start it; it may take a while until it answers."""
        options = ("--port", str(self.port), "--dir", str(self.home), "--bind", "127.0.0.1")
        durable = ("--appendonly", "yes", "--appendfsync", "always", "--save", "")
        secured = () if self.certificate is None else self.certificate.options(self.port)
        self.start_with(*options, *durable, *secured, *flags)

    def start_with(self, *arguments: str) -> None:
        """Start it with these words alone."""
        with (self.home / "log").open("ab") as output:
            self._process = subprocess.Popen(
                [self._program or find_binary(), *arguments],
                stdout=output,
                stderr=output,
                env={**os.environ, **self.environment},
            )

    def kill(self) -> None:
        """kill -9 it."""
        assert self._process is not None
        process, self._process = self._process, None
        # It may have been stopped: what is stopped can be killed all the same.
        os.kill(process.pid, signal.SIGKILL)
        process.wait()

    def kill_if_running(self) -> None:
        """End it, if that has not happened already."""
        if self.is_running:
            self.kill()

    def signal(self, signum: signal.Signals) -> None:
        """Have it stand still, or go on."""
        os.kill(self.pid, signum)

    async def tell(self, *command: str) -> Reply:
        """Its answer to a command of an operator.

        Raises:
            StoreError: it refuses, or does not answer.
        """
        connection = GroupedConnection(wire_to(self.url), TELL_S)
        try:
            return await connection.call(*command)
        finally:
            await connection.close()

    async def refusal(self, *command: str) -> str:
        """What it says against a command; nothing, if it does it."""
        try:
            await self.tell(*command)
        except StoreError as error:
            return str(error)
        return ""

    async def until_it_answers(self) -> None:
        """Wait until it has read its log; fails if it has ended."""
        while await self.refusal("PING"):
            assert self._process is None or self._process.poll() is None, "it has ended"
            await asyncio.sleep(RETRY_S)

    async def until_it_says(self, *command: str, text: bytes) -> None:
        """Wait until its answer to a command holds `text`."""
        while text not in cast("bytes", await self.tell(*command)):  # noqa: ASYNC110 - as above
            await asyncio.sleep(RETRY_S)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill_if_running()
