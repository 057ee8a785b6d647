"""What a node does by itself for its connections, tick by tick: pings to each, steps for all."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from xiangqi_server.gateway.connection.client import TICK_MS
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.pings import Pings
from xiangqi_server.gateway.room.broadcasters import RoomBroadcasters


class TickStep(NamedTuple):
    """Something that is done again and again.

    Fields:
        where: the name under which a bug in it is counted.
        every_ms: how often, rounded down to whole ticks.
        do: what is done; a plain call on the loop.
    """

    where: str
    every_ms: int
    do: Callable[[], None]


class TickLoop:
    """Does what is due, every `TICK_MS`, in one task. Made by `schedule`, run by `node`.

    Args:
        after_pause: what is done when the node begins, or has its store again.
    """

    def __init__(
        self,
        node: Node,
        pings: Pings,
        rooms: RoomBroadcasters,
        steps: Sequence[TickStep],
        after_pause: Sequence[Callable[[], None]],
    ) -> None:
        self._faults = node.host.faults
        self._pings = pings
        self._rooms = rooms
        self._steps = steps
        self._after_pause = after_pause
        self._tick = 0

    async def run(self) -> None:
        """Tick until cancelled."""
        self.resumed()
        while True:
            await asyncio.sleep(TICK_MS / 1000)
            self.tick()

    def tick(self) -> None:
        """Do what is due in this tick."""
        self._tick += 1
        for step in self._steps:
            if self._tick % (step.every_ms // TICK_MS) == 0:
                self._do(step.where, step.do)
        for room in self._rooms.news.due():
            if not self._do("room", partial(self._rooms.tell_presence, room)):
                self._rooms.news.again(room, 1)
        self._pings.send_due(self._tick)

    def resumed(self) -> None:
        """The node begins, or has its store again: do what waited for that."""
        for step in self._after_pause:
            self._do("resumed", step)

    def _do(self, where: str, step: Callable[[], None]) -> bool:
        """Take a step of a tick; False if it met a bug, which does not harm the others."""
        with self._faults.contained(where) as doing:
            step()
        return not doing.has_failed
