"""A real thinking process: it answers as the room would, and is replaced when it does not."""

import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress

from server.counsel.supervised import THINKER, SupervisedThinker
from server.room.counsel import Question, answer
from server.room.messages import Counsel, Ended
from server.room.terms import Rules
from tests.support.ruling_cases import played

CHECK_AND_CHASE = "3a1k3/4a4/3cb4/P2rp2R1/6b2/9/9/5C3/4A4/4KA3 w - - 0 1"
LAP = ("h6h9", "f9f8", "h9h6", "f8f9")
SLEEPER = (sys.executable, "-c", "import sys; sys.stdin.buffer.read(); ")
CRASHER = (sys.executable, "-c", "import sys; sys.stdin.buffer.read(1)")


def a_question(laps: int = 3) -> Question:
    game = played(CHECK_AND_CHASE, LAP * laps)
    return Question(CHECK_AND_CHASE, game.moves, Rules("cxa", 1))


@asynccontextmanager
async def a_thinker(
    command: Sequence[str] = THINKER, budget_s: float = 30.0
) -> AsyncIterator[SupervisedThinker]:
    thinker = SupervisedThinker(command, budget_s)
    running = asyncio.create_task(thinker.run())
    try:
        await until_started(thinker, 1)
        yield thinker
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running


async def until_started(thinker: SupervisedThinker, times: int) -> None:
    async with asyncio.timeout(30):
        while thinker.started < times:  # noqa: ASYNC110 - it tells nobody
            await asyncio.sleep(0.01)


async def test_the_process_answers_what_the_room_would_decide() -> None:
    async with a_thinker() as thinker:
        counsel = await thinker.answer(a_question())

    assert counsel == answer(a_question())
    assert isinstance(counsel, Counsel)
    assert isinstance(counsel.follows, Ended)
    assert (counsel.follows.winner, counsel.follows.ending) == (1, "perpetual_attack")


async def test_questions_that_come_together_are_all_answered() -> None:
    async with a_thinker() as thinker:
        counsels = await asyncio.gather(*(thinker.answer(a_question(laps)) for laps in (1, 2, 3)))

    assert counsels == [answer(a_question(laps)) for laps in (1, 2, 3)]


async def test_past_the_budget_there_is_no_answer_and_a_new_process() -> None:
    async with a_thinker(SLEEPER, budget_s=0.05) as thinker:
        assert await thinker.answer(a_question()) is None
        await until_started(thinker, 2)

    assert thinker.unanswered == 1


async def test_a_process_that_dies_leaves_no_answer_and_is_replaced() -> None:
    async with a_thinker(CRASHER) as thinker:
        assert await thinker.answer(a_question()) is None
        await until_started(thinker, 2)


async def test_a_question_waits_for_the_process_within_its_budget() -> None:
    thinker = SupervisedThinker(budget_s=30.0)
    early = asyncio.create_task(thinker.answer(a_question()))
    running = asyncio.create_task(thinker.run())

    assert await early == answer(a_question())

    running.cancel()
    with suppress(asyncio.CancelledError):
        await running
    assert await SupervisedThinker(budget_s=0.05).answer(a_question()) is None
