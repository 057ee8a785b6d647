"""Work on a crowd as a generator, so that whoever runs it may serve others between two steps."""

from collections.abc import Generator
from typing import TypeVar

Result = TypeVar("Result")
Steps = Generator[None, None, Result]
"""Work that takes a millisecond or two a step, and what comes of it."""


def at_once(steps: Steps[Result]) -> Result:
    """What comes of all steps, one after the other."""
    while True:
        try:
            next(steps)
        except StopIteration as done:
            result: Result = done.value
            return result
