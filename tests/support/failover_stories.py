"""Failovers as text: what nodes and their store did, and below each line what came of it.

A line that is not indented is an act; indented lines are what it led to::

    north is there              a node, with a line of its own to the store
    north watches a             it hears of each change of the counter `a`
    north runs                  from now on it has heartbeats and sweeps
    north adds 3 to a           a command, and the answer to it
    north misses a              the part of the store that has `a` is away for it; `finds`
    the store loses a after 1   a replica takes over that lacks what came after version 1
    +3000                       time passes, in ms
    log a                       where the log stands in the store: version, stamp and digest
    repairs                     events that each node wrote back, and branches that it found

A story is true if telling its acts again gives the same text.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Final

from tests.support.counters import COUNTER, Add
from tests.support.faulty_store import FaultyStore
from tests.support.hosts import CounterHost, Journal, a_host, ask, running
from tests.support.memory_store import MemoryStore
from tests.support.virtual_time import START_MS, pass_ms, store_ms
from xiangqi_server.kernel.host.commit.draft import Done
from xiangqi_server.kernel.host.view import key
from xiangqi_server.kernel.store.port import head_of
from xiangqi_server.kernel.store.values import AggregateId

_SHOWN_DIGITS: Final = 8


@dataclass
class _Node:
    """A node of a story, and what it heard since the last act, by counter."""

    host: CounterHost
    line: FaultyStore
    journals: dict[str, Journal] = field(default_factory=dict)

    def news(self) -> list[str]:
        heard = [
            f"{name} {line}" for name, journal in self.journals.items() for line in journal.lines
        ]
        for journal in self.journals.values():
            journal.lines.clear()
        return heard


class _Story:
    """The nodes of one story on one store."""

    def __init__(self, running_nodes: AsyncExitStack) -> None:
        self._store = MemoryStore(store_ms)
        self._nodes: dict[str, _Node] = {}
        self._running = running_nodes

    async def act(self, line: str) -> list[str]:
        """Do one act; what it led to."""
        for pattern, act in _ACTS:
            if words := re.fullmatch(pattern, line):
                answers = await act(self, *words.groups())
                await asyncio.gather(*(node.host.drain() for node in self._nodes.values()))
                return answers + [
                    f"{name}: {news}" for name, node in self._nodes.items() for news in node.news()
                ]
        raise AssertionError(f"nobody knows how to do {line!r}")

    async def come(self, name: str) -> list[str]:
        line = FaultyStore(self._store)
        self._nodes[name] = _Node(await a_host(line, name), line)
        return []

    async def run(self, name: str) -> list[str]:
        await self._running.enter_async_context(running(self._nodes[name].host))
        return []

    async def watch(self, name: str, counter: str) -> list[str]:
        node = self._nodes[name]
        journal = node.journals[counter] = Journal()
        node.host.watch(await node.host.view(key(COUNTER, counter)), journal)
        return []

    async def add(self, name: str, amount: str, counter: str) -> list[str]:
        host = self._nodes[name].host
        answer = await ask(host, Add(int(amount)), aggregate=key(COUNTER, counter))
        if isinstance(answer, Done):
            return [f"done {answer.version}"]
        return [f"refused: {answer.code}"]

    async def miss(self, name: str, counter: str) -> list[str]:
        self._nodes[name].line.away.add(AggregateId("counter", counter))
        return []

    async def find(self, name: str, counter: str) -> list[str]:
        self._nodes[name].line.away.discard(AggregateId("counter", counter))
        return []

    async def lose(self, counter: str, version: str) -> list[str]:
        self._store.roll_back(AggregateId("counter", counter), int(version))
        return []

    async def wait(self, ms: str) -> list[str]:
        await pass_ms(int(ms))
        return []

    async def log(self, counter: str) -> list[str]:
        head = await head_of(self._store, AggregateId("counter", counter))
        at_ms = head.at_ms - START_MS if head.version else 0
        return [f"version {head.version} at {at_ms}, digest {head.digest.hex()[:_SHOWN_DIGITS]}"]

    async def repairs(self) -> list[str]:
        counts = [(name, node.host.log_repair) for name, node in self._nodes.items()]
        return [f"{name}: {one.restored} events, {one.branches} branches" for name, one in counts]


_ACTS: Final[tuple[tuple[str, Callable[..., Awaitable[list[str]]]], ...]] = (
    (r"(\w+) is there", _Story.come),
    (r"(\w+) runs", _Story.run),
    (r"(\w+) watches (\w+)", _Story.watch),
    (r"(\w+) adds (\d+) to (\w+)", _Story.add),
    (r"(\w+) misses (\w+)", _Story.miss),
    (r"(\w+) finds (\w+)", _Story.find),
    (r"the store loses (\w+) after (\d+)", _Story.lose),
    (r"\+(\d+)", _Story.wait),
    (r"log (\w+)", _Story.log),
    (r"repairs", _Story.repairs),
)


async def retold(text: str) -> str:
    """The same story with what its acts lead to now; lines that begin with `#` stay."""
    told: list[str] = []
    async with AsyncExitStack() as running_nodes:
        story = _Story(running_nodes)
        for line in text.splitlines():
            if line.startswith(" "):
                continue
            told.append(line)
            if line and not line.startswith("#"):
                told += [f"    {one}" for one in await story.act(line)]
    return "\n".join([*told, ""])
