"""Answers questions about lines of moves, each worked out in another process."""

from typing import Final, TypeVar

from xiangqi_server.api.judge_questions import judge_questions
from xiangqi_server.api.lines import (
    JudgeAnswer,
    JudgeQuestion,
    LineAnswer,
    LineQuestion,
)
from xiangqi_server.api.reading import ReadAnswer, ReadQuestion
from xiangqi_server.gateway.connection.client import UNAVAILABLE_MS, Client
from xiangqi_server.gateway.connection.limits.waiting_places import WaitingPlaces
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, Refused
from xiangqi_server.limits import (
    JUDGED,
    JUDGED_OF_ADDRESS,
    LINES,
    LINES_OF_ONE,
    READ_FILES,
    READERS,
    READERS_OF_ONE,
)
from xiangqi_server.wire import client as wire
from xiangqi_server.wire import parts, server
from xiangqi_server.wire.refusals import MessageRefusal

RETRY_MS: Final = 2_000
Answer = TypeVar("Answer", LineAnswer, JudgeAnswer, ReadAnswer)


class Lines:
    """Owned by the gateway. Nothing is kept here: the worker remembers what it answered."""

    def __init__(self, node: Node) -> None:
        self._worker = node.host.offload_worker
        self._clock = node.clock
        self._judged = node.address_limits.senders(JUDGED, JUDGED_OF_ADDRESS)
        self._read_files = node.address_limits.of(READ_FILES)
        self._places = WaitingPlaces(LINES.most, LINES_OF_ONE.most, RETRY_MS)
        self._readers = WaitingPlaces(READERS.most, READERS_OF_ONE.most, RETRY_MS)

    async def line(self, client: Client, message: wire.Line) -> server.Line:
        """A position after some moves.

        Raises:
            Refused: there are too many questions, or there is no answer now.
        """
        asker = client.player or client.address
        question = LineQuestion(message.fen, message.moves, client.language, asker)
        with self._places.place(asker):
            found = await self._asked(question, LineAnswer)
        if found is None:
            raise Refused(CommonRefusal.UNAVAILABLE, retry_ms=UNAVAILABLE_MS)
        return server.Line(
            message.id,
            found.fen,
            found.moves,
            found.check,
            found.occurrences,
            found.wxf,
            found.chinese,
            found.flaw,
        )

    async def judge(self, client: Client, message: wire.JudgeLine) -> server.JudgedLine:
        """What each of some rule sets says at the end of a line.

        Raises:
            Refused: there are too many questions, or what is asked makes no sense.
        """
        asker = client.player or client.address
        questions = judge_questions(message, client.language, asker)
        with self._places.place(asker):
            self._judged.count(client.player, client.address, self._clock.now_ms())
            sets = []
            for question in questions:
                found = await self._asked(question, JudgeAnswer)
                if found is not None and found.flaw is not None:
                    return server.JudgedLine(message.id, [], found.flaw)
                judged = None if found is None else found.judged
                sets.append(judged or _no_time(question.rules))
        return server.JudgedLine(message.id, sets, None)

    async def read(self, question: ReadQuestion) -> ReadAnswer:
        """What a file says that somebody has sent.

        Raises:
            Refused: there are too many files, or this one takes too long.
        """
        asker = question.asked_by
        with self._readers.place(asker):
            wait_ms = self._read_files.take(asker, self._clock.now_ms()) if asker else 0
            if wait_ms:
                raise Refused(MessageRefusal.TOO_FAST, retry_ms=wait_ms)
            found = await self._asked(question, ReadAnswer)
        if found is None:
            raise Refused(CommonRefusal.UNAVAILABLE, retry_ms=UNAVAILABLE_MS)
        return found

    async def _asked(
        self, question: LineQuestion | JudgeQuestion | ReadQuestion, answers: type[Answer]
    ) -> Answer | None:
        if self._worker is None:
            return None
        found = await self._worker.answer(question)
        return found if isinstance(found, answers) else None


def _no_time(name: str) -> parts.JudgedSet:
    """A set that did not answer in time."""
    return parts.JudgedSet(name, "no_time", "", None, None, [])
