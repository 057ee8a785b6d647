"""Points of the host's work at which others are told, or asked first: one way for all of them."""

from collections.abc import Callable
from typing import Generic, TypeVar

from server.faults import Faults

A = TypeVar("A")
R = TypeVar("R")


class Hook(Generic[A, R]):
    """One such point. Listeners register by calling it; they run between two awaits.

    Args:
        where: under which name their bugs are counted, which concern nobody else.
    """

    def __init__(self, faults: Faults, where: str) -> None:
        self._faults = faults
        self._where = where
        self._calls: list[Callable[[A], R]] = []

    def __call__(self, call: Callable[[A], R]) -> None:
        """Have `call` called from now on."""
        self._calls.append(call)

    def tell(self, value: A) -> None:
        """Tell everybody, in the order in which they came."""
        for call in self._calls:
            with self._faults.contained(self._where):
                call(value)

    def ask(self, value: A) -> R | None:
        """The first answer that is one, or None; a bug is the asker's."""
        for call in self._calls:
            answer = call(value)
            if answer is not None:
                return answer
        return None
