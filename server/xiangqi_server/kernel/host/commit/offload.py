"""Has the hard part of a command worked out off the loop, before the command is decided.

Only the aggregate concerned waits: its commands are still received, and keep the times at which
they arrived, and all other aggregates go on. The answer travels with the command, so `decide` stays
pure, and what it decides is stored as events; a replay needs no answer. If there is no answer in
time, the kind's fallback answer is taken. If it has none, the question is asked again until there
is one: what is too hard for the loop is never decided on it.
"""

import asyncio
from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Final, Protocol

from msgspec.structs import replace

from xiangqi_server.kernel.aggregate.steps import InSteps
from xiangqi_server.kernel.host.commit.draft import Task
from xiangqi_server.kernel.host.replica import Replica

PAUSE_S: Final = 1.0
"""Before a question without a fallback answer is asked again."""


class OffloadWorker(Protocol):
    """Works questions out off the loop."""

    async def answer(self, question: object) -> object | None:
        """The answer to a question of a kind; None if there was no time for it."""
        ...


def decided_together(replica: Replica, tasks: Iterable[Task]) -> int:
    """How many of the oldest commands one append may hold; a command that may ask goes alone."""
    return max(1, min(_easy(replica, tasks), replica.kind.limits.max_batch))


def decided_in_a_round(replica: Replica, tasks: Iterable[Task]) -> int:
    """How many of the oldest commands are decided before anything else has to be known for them.

    A command that may ask follows the others at once. At a slow store credits come all the time,
    and go first, so it would never have its turn.
    """
    return min(_easy(replica, tasks) + 1, replica.kind.limits.max_batch)


def _easy(replica: Replica, tasks: Iterable[Task]) -> int:
    """How many of the oldest commands ask nothing."""
    offload = replica.kind.offload
    if offload is None or not offload.may_ask(replica.state):
        return replica.kind.limits.max_batch
    return sum(1 for _ in takewhile(lambda task: not offload.asks(task.command), tasks))


async def with_answer(
    replica: Replica, batch: Sequence[Task], worker: OffloadWorker | None
) -> Sequence[Task]:
    """The batch with the answer that a single command needs; unchanged without a worker."""
    offload = replica.kind.offload
    if offload is None or worker is None or len(batch) != 1:
        return batch
    [task] = batch
    asking = InSteps(offload.question(replica.state, task.command))
    for _ in asking:
        await asyncio.sleep(0)
    question = asking.result
    if question is None:
        return batch
    while True:
        answer = await worker.answer(question)
        if answer is None:
            answer = offload.timed_out(question)
        if answer is not None:
            return [replace(task, command=offload.with_answer(task.command, answer))]
        await asyncio.sleep(PAUSE_S)
