"""Points in the host's work at which others hear of it, or are asked first."""

from collections.abc import Callable
from typing import Generic, TypeVar

from xiangqi_server.kernel.faults import Faults

A = TypeVar("A")
R = TypeVar("R")


class Hook(Generic[A, R]):
    """One such point. Listeners register by calling it; they run between two awaits.

    Args:
        where: the name under which bugs of listeners are counted; they harm nobody else.
    """

    def __init__(self, faults: Faults, where: str) -> None:
        self._faults = faults
        self._where = where
        self._calls: list[Callable[[A], R]] = []

    def __call__(self, call: Callable[[A], R]) -> None:
        """Have `call` called from now on."""
        self._calls.append(call)

    def tell(self, value: A) -> None:
        """Tell all listeners, in no order that anybody may rely on.

        All of them run in one turn of the loop, and what they begin goes on in a later one.
        """
        for call in self._calls:
            with self._faults.contained(self._where):
                call(value)

    def ask(self, value: A) -> R | None:
        """The first answer that is not None; a bug in a listener is raised.

        A hook that is asked has one listener, so there is no order here either.
        """
        for call in self._calls:
            answer = call(value)
            if answer is not None:
                return answer
        return None
