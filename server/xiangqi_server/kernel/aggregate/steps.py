"""Work on a crowd, done in steps, so that others can be served between two of them."""

from collections.abc import Callable, Generator, Iterator
from typing import Generic, ParamSpec, TypeVar

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")
Steps = Generator[None, None, Result]
"""Work that takes a millisecond or two a step, and returns its result."""


class InSteps(Generic[Result]):
    """Work whose steps are done by going through it, once.

    Attributes:
        result: what the work gives; it is there after the last step.
    """

    result: Result

    def __init__(self, steps: Steps[Result]) -> None:
        self._steps = steps

    def __iter__(self) -> Iterator[None]:
        self.result = yield from self._steps


def at_once(steps: Steps[Result]) -> Result:
    """The result of all steps, done one right after the other."""
    work = InSteps(steps)
    for _ in work:
        pass
    return work.result


def in_one_step(work: Callable[Arguments, Result]) -> Callable[Arguments, Steps[Result]]:
    """The same work where work in steps is expected: nobody is served before it is done."""

    def done(*args: Arguments.args, **keywords: Arguments.kwargs) -> Steps[Result]:
        yield from ()
        return work(*args, **keywords)

    return done
