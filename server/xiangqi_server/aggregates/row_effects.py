"""The effects on rows: how an aggregate has itself shown in lists, by the append of its event.

A row on the row store is derived: it can be made again from the logs, so it is written by an
effect like any other, after the event it shows and at least once. An effect names the
row by its own id and the collection by `Effect.id`; the version it gets is the number of the
event that caused it, so a late repeat never overwrites what came after it. So one row
has one aggregate that writes it.
"""

from typing import Final

from msgspec import Struct

from xiangqi_server.kernel.aggregate.decision import Effect

ROWS: Final = "shelf"
"""The `kind` of an effect to the row store, which is no aggregate.

Effects are stored until they are delivered: this name and the tags of the commands below are
older than their classes.
"""


class PutRow(Struct, frozen=True, tag="shelve"):
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


class RemoveRow(Struct, frozen=True, tag="unshelve"):
    """Take a row away, and out of all its lists."""

    row: str


RowCommand = PutRow | RemoveRow


def row_effect(collection: str, command: RowCommand) -> Effect:
    """The effect that does `command` in `collection`."""
    return Effect(ROWS, collection, command)


GAME_ROW: Final = "catalogue"
"""The stored `kind` of an effect to the rows of games, no aggregate; `Effect.id` is the room."""


class PutGameRow(Struct, frozen=True, tag="enter"):
    """Put a room's game into the read model as it is by now."""


def game_row_effect(room: str) -> Effect:
    """The effect that puts a room's game there."""
    return Effect(GAME_ROW, room, PutGameRow())
