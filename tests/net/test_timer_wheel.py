import asyncio

from tests.support.patience import PATIENCE_S
from tests.support.virtual_time import VirtualLoop
from xiangqi_server.net.timer_wheel import Ticker, TimerWheel


def advance(wheel: TimerWheel, ticks: int) -> None:
    for _ in range(ticks):
        for deadline in wheel.advance():
            deadline.ring()


def test_a_deadline_is_never_early_and_rings_once() -> None:
    wheel, rung = TimerWheel(tick_seconds=0.25), list[int]()
    wheel.after(1.0, lambda: rung.append(wheel.now))

    advance(wheel, 20)

    assert rung == [5]  # four whole ticks after the one that had begun


def test_deadlines_of_one_tick_ring_in_the_order_they_were_asked_for() -> None:
    wheel, rung = TimerWheel(tick_seconds=1), list[str]()
    wheel.after(2, lambda: rung.append("first"))
    wheel.after(2, lambda: rung.append("second"))
    wheel.after(1, lambda: rung.append("earlier"))

    advance(wheel, 4)

    assert rung == ["earlier", "first", "second"]


def test_a_cancelled_deadline_does_not_ring() -> None:
    wheel, rung = TimerWheel(tick_seconds=1), list[int]()
    deadline = wheel.after(1, lambda: rung.append(1))

    deadline.cancel()
    advance(wheel, 4)

    assert rung == []


def test_a_deadline_may_ask_for_the_next() -> None:
    wheel, rung = TimerWheel(tick_seconds=1), list[int]()

    def again() -> None:
        rung.append(wheel.now)
        wheel.after(0, again)

    again()
    advance(wheel, 3)

    assert rung == [0, 1, 2, 3]


class HeldLoop(VirtualLoop):
    """A virtual loop that can be held, as by a callback that takes its time."""

    held_s = 0.0

    def time(self) -> float:
        """See `VirtualLoop.time`."""
        return super().time() + self.held_s


def test_the_ticker_tells_how_late_it_is() -> None:
    loop, late = HeldLoop(), list[float]()

    async def hold_once() -> None:
        ticker = Ticker(TimerWheel(tick_seconds=0.25), late.append)
        ticker.start()
        await asyncio.sleep(0.125)
        loop.held_s = 0.225
        await asyncio.sleep(0.5)
        ticker.stop()

    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        runner.run(hold_once())

    assert [round(late_s, 6) for late_s in late[:2]] == [0.1, 0]


async def test_the_ticker_turns_the_wheel_and_one_failure_harms_no_other_deadline() -> None:
    wheel = TimerWheel(tick_seconds=0.001)
    ticker, rung, failures = Ticker(wheel), asyncio.Event(), list[str]()
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, context: failures.append(repr(context["exception"])))

    def fail() -> None:
        raise ValueError("a callback's bug")

    wheel.after(0, fail)
    wheel.after(0, rung.set)
    ticker.start()
    async with asyncio.timeout(PATIENCE_S):
        await rung.wait()
    ticker.stop()

    assert failures == ["""ValueError("a callback's bug")"""]
