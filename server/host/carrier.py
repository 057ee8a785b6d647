"""What takes orders without being an aggregate: it is done, or it is tried again.

An aggregate decides about an order and may refuse it; a carrier only does it. Orders are
carried at least once, in no order, by any node, so what it does must bear being repeated
and must not undo what a later event has ordered: it is told which event each order is of.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Generic, TypeVar, cast

C = TypeVar("C")


@dataclass(frozen=True, slots=True)
class Carrier(Generic[C]):
    """One carrier.

    Fields:
        name: the `Order.kind` of the orders it takes; no kind of aggregate has it.
        commands: the union of its commands, for reading records.
        carry: does a command for an `Order.id`, ordered by the event of the version given.
            Raises `StoreUnavailable` if that must be tried again.
    """

    name: str
    commands: object
    carry: Callable[[str, C, int], Awaitable[None]]

    def erased(self) -> "AnyCarrier":
        """This carrier for a table of many; the host never mixes their commands."""
        return cast("AnyCarrier", self)


AnyCarrier = Carrier[object]
