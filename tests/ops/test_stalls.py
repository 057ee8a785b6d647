import asyncio

from server.ops.stalls import PERIOD_S, Stalls
from tests.support.virtual_time import VirtualLoop


class HeldLoop(VirtualLoop):
    """A virtual loop that can be held, as by a callback that takes its time."""

    held_s = 0.0

    def time(self) -> float:
        """See `VirtualLoop.time`."""
        return super().time() + self.held_s


def looking_while_held(held_s: float) -> Stalls:
    """Whoever looked at a loop that was held once for so long."""
    loop = HeldLoop()

    async def look() -> Stalls:
        stalls = Stalls()
        stalls.start()
        await asyncio.sleep(PERIOD_S / 2)
        loop.held_s = held_s
        await asyncio.sleep(2 * PERIOD_S)
        stalls.stop()
        return stalls

    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        return runner.run(look())


def test_a_free_loop_does_not_stall() -> None:
    assert round(looking_while_held(0).total_s, 6) == 0


def test_a_loop_that_was_held_is_seen_and_the_worst_is_told_once() -> None:
    stalls = looking_while_held(PERIOD_S / 2 + 0.1)

    assert round(stalls.total_s, 6) == 0.1
    assert [round(stalls.worst_s(), 6) for _ in range(2)] == [0.1, 0]
