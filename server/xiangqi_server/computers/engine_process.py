"""One engine in a process of its own: started, asked, killed.

The caller that waits for an engine sets the limit of the wait. An engine that was cut off in a
search, or raised `EngineError`, is not asked again but killed.

An engine that hangs does not notice that its input has ended. It has to end with us even if we are
killed. So a shell beside it, in its group of processes, waits for the end of a pipe whose other end
only we hold, and then kills the group.
"""

import asyncio
import os
import shutil
import signal
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final, Self

from xiangqi_server.computers.uci import (
    VARIANT_OPTION,
    Dialect,
    EngineOutput,
    Search,
    SearchResult,
    option_name,
    search_lines,
    settings,
)

HANDSHAKE_S: Final = 30.0
UCI_ALONE_S: Final = 3.0
"""An engine that has not answered `uci` after this time is sent `ucci` as well."""
FIRST_SETTINGS: Final = {
    VARIANT_OPTION: "xiangqi",
    "Threads": "1",
    "Hash": "16",
    "hashsize": "16",
}
"""For a game at a time and little memory; the last one is said over UCCI. Sizes are in MB."""
QUIT_S: Final = 1.0
MOST_OPTIONS: Final = 1_000
CHUNK_BYTES: Final = 65_536
SHOWN_CHARS: Final = 80
"""How much of a wrong answer stands in the log."""
ANSWERS: Final = ("bestmove", "nobestmove")
"""How the line begins that ends a search."""

GUARDED: Final = ("/bin/sh", "-c", '{ read -r _; kill -9 0; } <"$0" >/dev/null & exec "$@"')
"""Becomes the command behind the name of the pipe, when the guard is there."""


class EngineError(Exception):
    """The engine does not start, has ended, or breaks its protocol; the text is one line."""


class EngineProcess:
    """A running engine that answers one search at a time. Made by `start`, ended by `close`.

    Attributes:
        dialect: how it is spoken to.
    """

    def __init__(
        self,
        process: Process,
        lines: asyncio.StreamReader,
        to: asyncio.StreamWriter,
        leash: int,
    ) -> None:
        self._process = process
        self._lines = lines
        self._to = to
        self._leash = leash
        self._game = ""
        self._set: dict[str, str] = {}
        self.dialect = Dialect()

    @classmethod
    async def start(cls, command: Sequence[str]) -> Self:
        """Start an engine and have it ready for xiangqi.

        Raises:
            EngineError: it cannot be started, is no engine, or does not play xiangqi.
        """
        process, leash = await _started(command)
        lines, to = process.stdout, process.stdin
        if lines is None or to is None:
            raise EngineError(f"{command[0]} has no pipes")
        engine = cls(process, lines, to, leash)
        try:
            async with asyncio.timeout(HANDSHAKE_S):
                await engine._handshake()
        except TimeoutError:
            await engine.kill()
            raise EngineError(f"{command[0]} answers neither uci nor ucci") from None
        except BaseException:
            await engine.kill()
            raise
        return engine

    async def search(self, search: Search) -> SearchResult:
        """What the engine thinks of a position.

        Raises:
            EngineError: it ended, or its move is not one of those asked for.
        """
        if search.game != self._game:
            self._game = search.game
            self._write_line(self.dialect.new_game)
        for name, value in settings(search, self.dialect).items():
            if self._set.get(name) != value:
                self._set[name] = value
                self._write_line(self.dialect.setting(name, value))
        for line in search_lines(search, self.dialect):
            self._write_line(line)
        output = EngineOutput(self.dialect)
        try:
            async with asyncio.timeout(search.limits.movetime_ms / 1000):
                line = await self._answer(output)
        except TimeoutError:  # not every engine keeps a limit of time
            self._write_line("stop")
            line = await self._answer(output)
        result = output.result(line)
        if result is None or result.move not in search.among:
            raise EngineError(f"the engine answers {line[:SHOWN_CHARS]!r}")
        return replace(
            result,
            best=tuple(candidate for candidate in result.best if candidate.move in search.among),
        )

    async def close(self) -> None:
        """Ask it to end, and kill it if it does not."""
        with suppress(EngineError, OSError, TimeoutError):
            self._write_line("quit")
            async with asyncio.timeout(QUIT_S):
                await self._process.wait()
        await self.kill()

    async def kill(self) -> None:
        """End it and whatever it started, at once."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        if self._leash >= 0:
            os.close(self._leash)
            self._leash = -1
        while await self._lines.read(CHUNK_BYTES):
            pass  # `wait` waits for the end of the pipe, which lies behind what nobody has read
        await self._process.wait()

    async def _handshake(self) -> None:
        self._write_line("uci")
        try:
            async with asyncio.timeout(UCI_ALONE_S):
                line = await self._read_line()
        except TimeoutError:
            self._write_line("ucci")
            line = await self._read_line()
        names = set()
        while line not in ("uciok", "ucciok"):
            if (name := option_name(line)) is not None:
                names.add(name)
            if len(names) > MOST_OPTIONS:
                raise EngineError("the engine has options without an end")
            line = await self._read_line()
        self.dialect = Dialect(line == "ucciok", frozenset(names))
        for name, value in FIRST_SETTINGS.items():
            if name in names:
                self._write_line(self.dialect.setting(name, value))
        self._write_line("isready")
        while await self._read_line() != "readyok":
            pass

    async def _answer(self, output: EngineOutput) -> str:
        while not (line := await self._read_line()).startswith(ANSWERS):
            output.take(line)
        return line

    def _write_line(self, line: str) -> None:
        if self._to.is_closing():
            raise EngineError("the engine has ended")
        self._to.write(f"{line}\n".encode())

    async def _read_line(self) -> str:
        try:
            raw = await self._lines.readline()
        except ValueError:
            raise EngineError("the engine writes a line without an end") from None
        if not raw.endswith(b"\n"):
            raise EngineError("the engine has ended")
        return raw.decode(errors="replace").strip()


async def _started(command: Sequence[str]) -> tuple[Process, int]:
    """The process of an engine, and the end of the pipe that keeps it alive.

    Raises:
        EngineError: it cannot be started.
    """
    if shutil.which(command[0]) is None:
        raise EngineError(f"{command[0]}: there is no such program")
    guarded, leash = os.pipe()
    words = (*GUARDED, f"/dev/fd/{guarded}", *command)
    try:
        process = await asyncio.create_subprocess_exec(
            *words,
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            start_new_session=True,
            pass_fds=(guarded,),
        )
    except BaseException as error:
        os.close(leash)
        if isinstance(error, OSError):
            raise EngineError(f"{command[0]}: {error.strerror or error}") from error
        raise
    finally:
        os.close(guarded)
    return process, leash
