"""What the host shows of an aggregate to others: typed by its kind, and read-only.

A `Key` is an id that knows the kind of the aggregate it names. For a key the host gives a `View` of
the aggregate, and tells a `Watcher` of every `Change`.
"""

from collections.abc import Sequence
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from xiangqi_server.kernel.aggregate.decision import Stamped
from xiangqi_server.kernel.aggregate.kind import E, Kind, S
from xiangqi_server.kernel.host.recent import CommandRef
from xiangqi_server.kernel.store.values import AggregateId, Head

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
    """One accepted event as watchers see it: with the head of the log and the state after it."""

    stamped: Stamped[EOut]
    head: Head
    state: SOut


AnyChange = Change[Any, Any]


class View(Protocol[SOut, EOut]):
    """A loaded aggregate as it stands now; as long as it is watched, also as it stands later."""

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
        """The version to which a recent command led; None if the command is not remembered."""
        ...


AnyView = View[Any, Any]


class Watcher(Protocol[SIn, EIn]):
    """Hears of the changes of an aggregate; the host calls it between two of its awaits."""

    def changed(self, changes: tuple[Change[SIn, EIn], ...]) -> None:
        """Take the events of one append, oldest first."""
        ...

    def replaced(self) -> None:
        """The state does not continue the one before: the store has lost what led to that."""
        ...


AnyWatcher = Watcher[Any, Any]
