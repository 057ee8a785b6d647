"""What the nemesis does to nodes, their store and the lines to them, and how it is undone.

A power loss takes what the disk was not yet told to keep: the store is watched by `strace`, and
after a kill -9 of everything its append-only file is cut back to where it stood at the last
completed fdatasync.
"""

import asyncio
import os
import re
import signal
import subprocess
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Final

from tests.nemesis.line import Line
from tests.nemesis.scene import Scene
from tests.support.server_process import ServerProcess

STORE_STOPPED_S: Final = 4.0
"""Longer than a node waits for an answer."""
NODE_STOPPED_S: Final = 2.5
"""Longer than a silence that is death."""
ALONE_S: Final = 1.5
FAULTY_S: Final = 0.8
LATE_S: Final = 0.3
LOSSES: Final = 5
ATTACH_S: Final = 0.5

_WRITTEN: Final = re.compile(r"(?:write\((\d+), .*|<\.\.\. write resumed>.*) = (\d+)$")
_SYNCED: Final = re.compile(r"fdatasync\((\d+)\) += 0$|<\.\.\. fdatasync resumed>\) += 0$")


class Power:
    """Knows how much of the append-only file of a running store is on the disk."""

    def __init__(self, scene: Scene) -> None:
        store = scene.store_pid
        self.file, descriptor = _log_of(store)
        self._descriptor = str(descriptor)
        self._trace = scene.nodes[0].data_dir.parent / "store.strace"
        options = ("-f", "-qq", "-s0", "-e", "trace=write,fdatasync", "-e", "signal=none")
        self._process = subprocess.Popen(
            ["strace", *options, "-o", self._trace, "-p", str(store)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def lose(self) -> int:
        """Once the store is killed: cut off what was not synced; so many bytes."""
        self._process.wait()
        unsynced = 0
        for line in self._trace.read_text(errors="replace").splitlines():
            if (match := _WRITTEN.search(line)) and match[1] in (self._descriptor, None):
                unsynced += int(match[2])
            elif _SYNCED.search(line):
                unsynced = 0
        os.truncate(self.file, self.file.stat().st_size - unsynced)
        return unsynced


def _log_of(store: int) -> tuple[Path, int]:
    """The append-only file a store process has open, and its descriptor."""
    for descriptor in Path(f"/proc/{store}/fd").iterdir():
        target = descriptor.readlink()
        if target.name.endswith(".incr.aof"):
            return target, int(descriptor.name)
    raise AssertionError("the store has no append-only file open")


async def kill_node(scene: Scene) -> None:
    """kill -9 the first node, and start it again; the only one leaves nobody to play."""
    await _down(scene, store=False, nodes=1)


async def kill_nodes(scene: Scene) -> None:
    """kill -9 every node, and start them again."""
    await _down(scene, store=False, nodes=len(scene.nodes))


async def kill_store(scene: Scene) -> None:
    """kill -9 the store; its node or its operator brings it back."""
    scene.kill_store()
    await scene.start_store()


async def kill_all(scene: Scene) -> None:
    """kill -9 everything, and start again."""
    await _down(scene, store=True, nodes=len(scene.nodes))


async def stop_store(scene: Scene) -> None:
    """SIGSTOP the store for a while."""
    await _stop(scene.store_pid, STORE_STOPPED_S)


async def stop_node(scene: Scene) -> None:
    """SIGSTOP the first node for a while."""
    await _stop(scene.nodes[0].pid, NODE_STOPPED_S)


async def stop_one_of_two(scene: Scene) -> None:
    """SIGSTOP the last node for a while; the others serve, and its clients wait."""
    await _stop(scene.nodes[-1].pid, NODE_STOPPED_S)


async def lose_power(scene: Scene) -> None:
    """Kill everything in mid-write and forget what was not synced."""
    power = Power(scene)
    await asyncio.sleep(ATTACH_S + 1)
    await _down(scene, store=True, nodes=len(scene.nodes), power=power)


async def drop_answers(scene: Scene) -> None:
    """Commands arrive, no acknowledgement does; then the connections break."""
    await _on_lines(scene, lambda line: _set(line, drops=frozenset({"done"})))
    for line in scene.lines:
        line.cut()


async def double_commands(scene: Scene) -> None:
    """Every move arrives twice."""
    await _on_lines(scene, lambda line: _set(line, doubles=frozenset({"move", "join"})))


async def be_late(scene: Scene) -> None:
    """Everything arrives late, both ways."""
    await _on_lines(scene, lambda line: _set(line, late_s=LATE_S))


async def leave_half_open(scene: Scene) -> None:
    """The clients are cut off and come back; the nodes are not told of it."""
    for line in scene.lines:
        line.strand()


async def lose_publications(scene: Scene) -> None:
    """Whatever nodes tell each other through the store gets lost for a while."""
    if scene.store is not None:
        for _ in range(LOSSES):
            await scene.store.tell("CLIENT", "KILL", "TYPE", "pubsub")
            await asyncio.sleep(FAULTY_S / LOSSES)


async def _stop(process: int, stopped_s: float) -> None:
    os.kill(process, signal.SIGSTOP)
    try:
        await asyncio.sleep(stopped_s)
    finally:
        os.kill(process, signal.SIGCONT)


async def _down(scene: Scene, *, store: bool, nodes: int, power: Power | None = None) -> None:
    """Kill, and start again what does not start by itself."""
    if nodes == len(scene.nodes):
        scene.up.clear()
    if store:
        scene.kill_store()
    for node in scene.nodes[:nodes]:
        node.kill()
    if power is not None:
        await asyncio.to_thread(power.lose)
    if store:
        await scene.start_store()
    if nodes < len(scene.nodes):
        await asyncio.sleep(ALONE_S)  # the others serve alone

    async def start(node: ServerProcess) -> None:
        await asyncio.to_thread(node.start)
        scene.up.set()  # the first one that is back serves everybody

    await asyncio.gather(*map(start, scene.nodes[:nodes]))


def _set(
    line: Line,
    *,
    late_s: float = 0.0,
    drops: frozenset[str] = frozenset(),
    doubles: frozenset[str] = frozenset(),
) -> None:
    line.late_s, line.drops, line.doubles = late_s, drops, doubles


async def _on_lines(scene: Scene, begin: Callable[[Line], None]) -> None:
    for line in scene.lines:
        begin(line)
    await asyncio.sleep(FAULTY_S)
    for line in scene.lines:
        _set(line)


FAULTS: Final[Mapping[str, Callable[[Scene], Awaitable[None]]]] = {
    "kill -9 node": kill_node,
    "kill -9 all nodes": kill_nodes,
    "kill -9 store": kill_store,
    "kill -9 everything": kill_all,
    "SIGSTOP store": stop_store,
    "SIGSTOP node": stop_node,
    "SIGSTOP one of two nodes": stop_one_of_two,
    "power loss": lose_power,
    "answers dropped": drop_answers,
    "commands doubled": double_commands,
    "line late": be_late,
    "half-open sockets": leave_half_open,
    "publications lost": lose_publications,
}
OF_ONE_NODE: Final = frozenset({"SIGSTOP node"})
"""With two nodes these are the same as another."""
OF_SEVERAL_NODES: Final = frozenset(
    {"kill -9 all nodes", "SIGSTOP one of two nodes", "publications lost"}
)
"""These need two nodes, or are with one node the same as another."""
OURS: Final = frozenset(
    {fault for fault in FAULTS if fault.startswith(("kill", "SIGSTOP"))} | {"power loss"}
)
"""These are downtime of ours: they must cost no player time."""
