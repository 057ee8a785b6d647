"""The orders to the shelf: how an aggregate has itself shown in lists, by the append of its event.

A row on the shelf is derived: it can be made again from the logs, so it is written by an
order like any other effect, after the event it shows and at least once. An order names the
row by its own id and the collection by `Order.id`; the version it gets is the number of the
event that caused it, so a late repeat never overwrites what came after it. Hence one row
has one aggregate that writes it.
"""

from typing import Final

from msgspec import Struct

from server.aggregate.decision import Order

SHELF: Final = "shelf"
"""The `kind` of an order to the shelf, which is no aggregate."""


class Shelve(Struct, frozen=True, tag="shelve"):
    """Put a row, in place of its earlier self, and into exactly these lists.

    Fields:
        row: its id in the collection.
        body: what the row says; at most a few KB.
        places: list -> score, for lists ordered by number (whole, below 2^53 in size).
        words: list -> text, for lists searched by the beginning of a text.
    """

    row: str
    body: bytes
    places: dict[str, int] = {}
    words: dict[str, str] = {}


class Unshelve(Struct, frozen=True, tag="unshelve"):
    """Take a row away, and out of all its lists."""

    row: str


ShelfCommand = Shelve | Unshelve


def to_shelf(collection: str, command: ShelfCommand) -> Order:
    """The order that does `command` in `collection`."""
    return Order(SHELF, collection, command)


CATALOGUE: Final = "catalogue"
"""The `kind` of an order to the catalogue, which is no aggregate; `Order.id` is the room."""


class Enter(Struct, frozen=True, tag="enter"):
    """Enter a room's game into the catalogue as it stands by now."""


def to_catalogue(room: str) -> Order:
    """The order to enter a room's game."""
    return Order(CATALOGUE, room, Enter())
