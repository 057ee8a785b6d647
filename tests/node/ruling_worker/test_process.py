"""A real thinking process: it answers as the room would, and is replaced when it does not."""

import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.support.patience import PATIENCE_S
from tests.support.ruling_cases import played
from tests.support.thinking import worked_out
from xiangqi_server.aggregates.room.messages import Ended, WithRuling
from xiangqi_server.aggregates.room.ruling_request import RulingRequest
from xiangqi_server.aggregates.room.terms import RuleTerms
from xiangqi_server.aggregates.tournaments.pairing.swiss import SwissPlayer
from xiangqi_server.aggregates.tournaments.pairing_request import PairingRequest
from xiangqi_server.node.ruling_worker.process import WORKER, RulingWorker, thinking

CHECK_AND_CHASE = "3a1k3/4a4/3cb4/P2rp2R1/6b2/9/9/5C3/4A4/4KA3 w - - 0 1"
LAP = ("h6h9", "f9f8", "h9h6", "f8f9")
IS_READY = "import sys; sys.stdout.buffer.write(b'r'); sys.stdout.buffer.flush();"
SLEEPER = (sys.executable, "-c", f"{IS_READY} sys.stdin.buffer.read()")
SLOW_WORKER = """
import time
from xiangqi_server.node.ruling_worker.frames import LENGTH_BYTES, body_length, framed
from xiangqi_server.aggregates.room.messages import WithRuling
while head := sys.stdin.buffer.read(LENGTH_BYTES):
    sys.stdin.buffer.read(body_length(head))
    time.sleep(0.25)
    sys.stdout.buffer.write(framed(WithRuling()))
    sys.stdout.buffer.flush()
"""
DIES_ONCE = f"""
import os, pathlib
{IS_READY}
mark = pathlib.Path(sys.argv[1])
{SLOW_WORKER.replace("time.sleep(0.25)", "mark.exists() or (mark.touch(), os._exit(9))")}
"""
CRASHER = (sys.executable, "-c", f"{IS_READY} sys.stdin.buffer.read(1)")


def a_question(laps: int = 3) -> RulingRequest:
    game = played(CHECK_AND_CHASE, LAP * laps)
    return RulingRequest(CHECK_AND_CHASE, game.moves, RuleTerms("cxa", 1))


@asynccontextmanager
async def a_thinker(
    command: Sequence[str] = WORKER, budget_s: float = 30.0
) -> AsyncIterator[RulingWorker]:
    ruling_worker = RulingWorker(command, budget_s)
    running = asyncio.create_task(ruling_worker.run())
    try:
        yield ruling_worker
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running


async def until_started(ruling_worker: RulingWorker, times: int) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while ruling_worker.started < times:  # noqa: ASYNC110 - it tells nobody
            await asyncio.sleep(0.01)


async def test_the_process_answers_what_the_room_would_decide() -> None:
    async with a_thinker() as ruling_worker:
        counsel = await ruling_worker.answer(a_question())

    assert counsel == worked_out(a_question())
    assert isinstance(counsel, WithRuling)
    assert isinstance(counsel.follows, Ended)
    assert (counsel.follows.winner, counsel.follows.ending) == (1, "perpetual_attack")


async def test_questions_that_come_together_are_all_answered() -> None:
    async with a_thinker() as ruling_worker:
        counsels = await asyncio.gather(
            *(ruling_worker.answer(a_question(laps)) for laps in (1, 2, 3))
        )

    assert counsels == [worked_out(a_question(laps)) for laps in (1, 2, 3)]


async def test_past_the_budget_there_is_no_answer_and_a_new_process() -> None:
    async with a_thinker(SLEEPER, budget_s=0.05) as ruling_worker:
        assert await ruling_worker.answer(a_question()) is None
        await until_started(ruling_worker, 2)

    assert ruling_worker.unanswered == 1


async def test_a_question_over_which_two_processes_die_is_not_asked_again() -> None:
    async with a_thinker(CRASHER) as ruling_worker:
        assert await ruling_worker.answer(a_question()) is None
        await until_started(ruling_worker, 3)

    assert ruling_worker.unanswered == 1


async def test_a_process_that_is_killed_over_a_question_answers_it_when_it_is_back(
    tmp_path: Path,
) -> None:
    """The first of them dies when it is asked, as one that ran out of memory."""
    dies_once = (sys.executable, "-c", DIES_ONCE, str(tmp_path / "has died"))

    async with a_thinker(dies_once) as ruling_worker:
        found = await ruling_worker.answer(a_question())

    assert (found, ruling_worker.started) == (WithRuling(), 2)
    assert ruling_worker.unanswered == 0


async def test_a_question_waits_for_the_process_as_for_its_turn() -> None:
    ruling_worker = RulingWorker(budget_s=30.0)
    early = asyncio.create_task(ruling_worker.answer(a_question()))
    running = asyncio.create_task(ruling_worker.run())

    assert await early == worked_out(a_question())

    running.cancel()
    with suppress(asyncio.CancelledError):
        await running
    assert await RulingWorker(wait_s=0.05).answer(a_question()) is None


async def test_nothing_is_started_before_somebody_asks() -> None:
    async with a_thinker() as ruling_worker:
        await asyncio.sleep(0)  # it runs as far as it goes by itself
        before = ruling_worker.started
        await ruling_worker.answer(a_question())

    assert (before, ruling_worker.started) == (0, 1)


ADDRESSES = {**{f"greedy{number}": "192.0.2.1" for number in range(30)}, "other": "192.0.2.2"}


@pytest.mark.parametrize("opponent", [(), ("computer",)])
async def test_many_players_of_one_address_hold_up_another_address_by_one_question(
    opponent: tuple[str, ...],
) -> None:
    """A computer has no address: what it asks counts as asked by the person it plays with."""
    slow = (sys.executable, "-c", IS_READY + SLOW_WORKER)
    greedy = [replace(a_question(n % 7 + 1), asked_by=(*opponent, f"greedy{n}")) for n in range(7)]
    other = replace(a_question(9), asked_by=(*opponent, "other"))

    async with a_thinker(slow) as ruling_worker:
        ruling_worker.address_of = lambda player: ADDRESSES.get(player, "")
        asked = [asyncio.create_task(ruling_worker.answer(question)) for question in greedy]
        await asyncio.sleep(0)
        counsel = await ruling_worker.answer(other)
        before = sum(task.done() for task in asked)
        counsels = await asyncio.gather(*asked)

    assert (counsel, before) == (WithRuling(), 1)
    assert None not in counsels
    assert ruling_worker.unanswered == 0


async def test_what_was_answered_is_not_asked_again_whoever_asks() -> None:
    """The process is not up for the second question, and may not come up."""
    async with a_thinker() as ruling_worker:
        first = await ruling_worker.answer(replace(a_question(), asked_by=("a", "b")))

    again = await ruling_worker.answer(replace(a_question(), asked_by=("c",)))

    assert again == first == worked_out(a_question())


async def test_no_answer_is_remembered_as_one() -> None:
    ruling_worker = RulingWorker(wait_s=0.05)
    assert await ruling_worker.answer(a_question()) is None
    running = asyncio.create_task(ruling_worker.run())
    while ruling_worker.started == 0:  # noqa: ASYNC110 - it tells nobody
        await asyncio.sleep(0.01)
    found = None
    while found is None:
        found = await ruling_worker.answer(a_question())

    assert found == worked_out(a_question())

    running.cancel()
    with suppress(asyncio.CancelledError):
        await running


async def test_a_long_line_is_no_reason_to_rule_in_haste() -> None:
    """The budget is for thinking: whoever waits for a turn loses nothing of it."""
    slow = (sys.executable, "-c", IS_READY + SLOW_WORKER)

    async with a_thinker(slow, budget_s=2.0) as ruling_worker:
        counsels = await asyncio.gather(
            *(
                ruling_worker.answer(replace(a_question(n % 6 + 1), asked_by=(f"p{n}",)))
                for n in range(12)
            )
        )

    assert None not in counsels


async def test_a_large_round_is_paired_by_a_process_that_holds_up_no_ruling() -> None:
    players = [SwissPlayer(f"p{number}", number, 0) for number in range(1, 401)]
    asked = PairingRequest(players, [("p1", "p201")], None, 7, "cup")

    async with thinking() as processes:
        found, ruled = await asyncio.gather(processes.answer(asked), processes.answer(a_question()))

    assert found == worked_out(asked)
    assert ruled == worked_out(a_question())
    assert processes.unanswered == 0
