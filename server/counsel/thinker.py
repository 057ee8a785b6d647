"""The process that thinks: questions on standard input, answers on standard output.

usage: python -m server.counsel.thinker

It ends with its input, so it never outlives the node that started it. A question that it
cannot answer by a bug of ours ends it; the node starts another one.
"""

import sys
from typing import BinaryIO

from server.counsel.frames import LENGTH_BYTES, body_length, framed, question_in
from server.room.counsel import answer


def think(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer questions one after another until there are no more."""
    while len(head := questions.read(LENGTH_BYTES)) == LENGTH_BYTES:
        body = questions.read(body_length(head))
        answers.write(framed(answer(question_in(body))))
        answers.flush()


if __name__ == "__main__":
    think(sys.stdin.buffer, sys.stdout.buffer)
