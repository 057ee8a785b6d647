"""What the host shows of an aggregate to others: typed by its kind, to be looked at only.

An id that knows the kind of what it names is a `Key`; by it the host gives a `View` of the state,
and tells a `Watcher` of every `Change`.
"""

from collections.abc import Sequence
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from server.aggregate.decision import Stamped
from server.aggregate.kind import E, Kind, S
from server.host.recent import CommandRef
from server.store.values import AggregateId, Head

SOut = TypeVar("SOut", covariant=True)
EOut = TypeVar("EOut", covariant=True)
SIn = TypeVar("SIn", contravariant=True)
EIn = TypeVar("EIn", contravariant=True)


class Key(AggregateId, Generic[SOut, EOut]):
    """The id of an aggregate with states S and events E; equal to the plain id."""

    __slots__ = ()


def key(kind: Kind[S, Any, E], id_: str) -> Key[S, E]:
    """The aggregate of a kind with this id."""
    return Key(kind.name, id_)


class Change(Struct, Generic[SOut, EOut], frozen=True, gc=False):
    """One accepted event as watchers see it: the log's head and the state after it."""

    stamped: Stamped[EOut]
    head: Head
    state: SOut


AnyChange = Change[Any, Any]


class View(Protocol[SOut, EOut]):
    """A loaded aggregate as it stands, now and, as long as it is watched, later."""

    @property
    def aggregate(self) -> AggregateId:
        """Its id."""
        ...

    @property
    def state(self) -> SOut:
        """Its state."""
        ...

    @property
    def head(self) -> Head:
        """Where its log stands."""
        ...

    @property
    def trail(self) -> Sequence[Change[SOut, EOut]]:
        """The latest changes, for a client that missed a few."""
        ...

    def missed_since(self, version: int) -> tuple[Change[SOut, EOut], ...] | None:
        """The changes after `version`, or None if they are no longer at hand."""
        ...

    def version_of(self, ref: CommandRef) -> int | None:
        """The version a command led to that was done lately; None if it is not remembered."""
        ...


AnyView = View[Any, Any]


class Watcher(Protocol[SIn, EIn]):
    """Who looks at an aggregate; all calls are made between two awaits of the host."""

    def changed(self, changes: tuple[Change[SIn, EIn], ...]) -> None:
        """Take the events of one append, oldest first."""
        ...

    def replaced(self) -> None:
        """The state of the view does not continue the one seen before, which the store lost."""
        ...


AnyWatcher = Watcher[Any, Any]
