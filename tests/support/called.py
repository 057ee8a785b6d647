"""A part of a store whose calls go another way than straight: over a bad line, or not at all."""

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar, cast

from xiangqi_server.kernel.store.side import SideStores

P = TypeVar("P")
T = TypeVar("T")


class Call(Protocol):
    """Does `act` on behalf of the method `name`, or raises what the store would."""

    def __call__(self, name: str, act: Callable[[], Awaitable[T]]) -> Awaitable[T]: ...


class _Called:
    """Passes on each call of a method of `part` by `call`."""

    def __init__(self, call: Call, part: object) -> None:
        self._call = call
        self._part = part

    def __getattr__(self, name: str) -> Callable[..., Awaitable[object]]:
        method: Callable[..., Awaitable[object]] = getattr(self._part, name)
        return lambda *args, **named: self._call(name, lambda: method(*args, **named))


def called(call: Call, part: P) -> P:
    """A port like `part`, each of whose methods is called by `call`."""
    return cast("P", _Called(call, part))


def called_side(call: Call, side: SideStores) -> SideStores:
    """The same for each port of what is beside the logs."""
    return SideStores(
        called(call, side.presence),
        called(call, side.membership),
        called(call, side.notes),
        called(call, side.counters),
        called(call, side.chat),
    )
