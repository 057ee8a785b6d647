"""Rulings and pairings worked out in the process of a test, as a worker works them out."""

from xiangqi_server.game.rules.cxa.move_cache import SEARCHED
from xiangqi_server.node.ruling_worker.frames import Answer, Question
from xiangqi_server.node.ruling_worker.worker import answer


def worked_out(question: Question) -> Answer:
    """The answer to a question; what is searched for it counts as searched by a worker."""
    positions = SEARCHED.positions
    try:
        return answer(question)
    finally:
        SEARCHED.positions = positions


class WorkerAtHand:
    """A worker without a process, for nodes in virtual time; see `host.offload.OffloadWorker`.

    Attributes:
        asked: how many questions there were.
        has_time: whether it answers; without time no question has an answer.
    """

    def __init__(self) -> None:
        self.asked = 0
        self.has_time = True

    async def answer(self, question: object) -> object | None:
        """The answer, at once."""
        assert isinstance(question, Question)
        self.asked += 1
        return worked_out(question) if self.has_time else None
