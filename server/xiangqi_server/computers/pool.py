"""A few engines for many games: searches wait for one by their deadlines.

As many searches run at once as there are places, one for each core the engines may use. A place
starts an engine when it first needs it and keeps it. An engine that ends, answers nonsense or is
silent for longer than its time is killed and replaced, and the search is asked again. So is one
with an answer that raises an unforeseen exception here. A search that fails three times raises
`SearchFailed`, and the other games go on.
"""

import asyncio
import itertools
import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from xiangqi_server.computers.engine_process import EngineError, EngineProcess
from xiangqi_server.computers.uci import Search, SearchResult
from xiangqi_server.kernel.faults import Faults

log = logging.getLogger(__name__)

TRIES: Final = 3
LATE_S: Final = 2.0
PAUSE_S: Final = 0.2
"""The time before an engine is started again; it doubles with each further failure."""


class SearchFailed(Exception):
    """No engine answered a search, however often it was asked."""


@dataclass(order=True)
class _Waiting:
    """A search in the queue; the earliest deadline goes first, then the first to come."""

    deadline_s: float
    number: int
    search: Search = field(compare=False)
    command: str = field(compare=False)
    result: "asyncio.Future[SearchResult]" = field(compare=False)


class EnginePool:
    """The engines of a process; `run` owns them and ends them.

    Args:
        commands: what starts each engine, by a name that `search` is given.
        places: how many search at once.
        faults: keep a bug that an engine brings out from ending the others.
        late_s: how long after its time an engine is given up.
    """

    def __init__(
        self,
        commands: Mapping[str, Sequence[str]],
        places: int,
        faults: Faults,
        late_s: float = LATE_S,
    ) -> None:
        self._commands = commands
        self._places = places
        self._faults = faults
        self._late_s = late_s
        self._waiting: asyncio.PriorityQueue[_Waiting] = asyncio.PriorityQueue()
        self._numbers = itertools.count()

    async def run(self) -> None:
        """Answer searches until cancelled."""
        async with asyncio.TaskGroup() as group:
            for _ in range(self._places):
                group.create_task(self._work())

    async def search(self, command: str, search: Search, wait_s: float) -> SearchResult:
        """What an engine finds; the search that can wait for less long goes first.

        Raises:
            SearchFailed: engines failed it three times.
        """
        loop = asyncio.get_running_loop()
        waiting = _Waiting(
            loop.time() + wait_s, next(self._numbers), search, command, loop.create_future()
        )
        self._waiting.put_nowait(waiting)  # a game asks one thing at a time, and games are counted
        return await waiting.result

    async def _work(self) -> None:
        engines: dict[str, EngineProcess] = {}
        try:
            while True:
                waiting = await self._waiting.get()
                if waiting.result.done():  # its caller has gone
                    continue
                try:
                    result = await self._answer(engines, waiting)
                except SearchFailed as failed:
                    with suppress(asyncio.InvalidStateError):
                        waiting.result.set_exception(failed)
                else:
                    with suppress(asyncio.InvalidStateError):
                        waiting.result.set_result(result)
        finally:
            for engine in engines.values():
                await engine.kill()

    async def _answer(self, engines: dict[str, EngineProcess], waiting: _Waiting) -> SearchResult:
        search, command = waiting.search, waiting.command
        for number in range(TRIES):
            if number:
                await asyncio.sleep(PAUSE_S * 2 ** (number - 1))
            with self._faults.contained("engine", command):
                try:
                    return await self._asked(engines, search, command)
                except (EngineError, TimeoutError) as error:
                    facts = {"engine": command, "error": str(error) or "no answer in time"}
                    log.warning("engine failed", extra=facts)
            if (engine := engines.pop(command, None)) is not None:
                await engine.kill()
        raise SearchFailed

    async def _asked(
        self, engines: dict[str, EngineProcess], search: Search, command: str
    ) -> SearchResult:
        """The answer of this place's engine, which is started if it does not run."""
        if command not in engines:
            engines[command] = await EngineProcess.start(self._commands[command])
        async with asyncio.timeout(search.limits.movetime_ms / 1000 + self._late_s):
            return await engines[command].search(search)
