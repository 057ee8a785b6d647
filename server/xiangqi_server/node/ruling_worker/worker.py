"""The process that thinks: questions on standard input, answers on standard output.

usage: python -m xiangqi_server.node.ruling_worker.worker [NICENESS]

It ends with its input, so it never outlives the node that started it. A question that it
cannot answer by a bug of ours ends it; the node starts another one. Where there is one processor
for both, it leaves that to the node: no move waits for a search.
"""

import os
import sys
from typing import BinaryIO, Final

from xiangqi_server.aggregates.room import ruling_request
from xiangqi_server.aggregates.tournaments import pairing_request
from xiangqi_server.api import lines, reading
from xiangqi_server.node.ruling_worker.frames import (
    LENGTH_BYTES,
    READY,
    Answer,
    Question,
    body_length,
    framed,
    question_in,
)

NICENESS: Final = 5


def answer(question: Question) -> Answer:
    """What there is to say to a question of any topic."""
    if isinstance(question, pairing_request.PairingRequest):
        return pairing_request.answer(question)
    if isinstance(question, lines.LineQuestion | lines.JudgeQuestion):
        return lines.answer(question)
    if isinstance(question, reading.ReadQuestion):
        return reading.read(question)
    return ruling_request.answer(question)


def think(questions: BinaryIO, answers: BinaryIO) -> None:
    """Say that we are ready, and answer questions one after another until there are no more."""
    answers.write(READY)
    answers.flush()
    while len(head := questions.read(LENGTH_BYTES)) == LENGTH_BYTES:
        body = questions.read(body_length(head))
        answers.write(framed(answer(question_in(body))))
        answers.flush()


if __name__ == "__main__":
    os.nice(int(sys.argv[1]) if len(sys.argv) > 1 else NICENESS)
    think(sys.stdin.buffer, sys.stdout.buffer)
