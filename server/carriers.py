"""What takes orders without being an aggregate, told to a host that knows none of them."""

from typing import assert_never

from server.aggregate.shelving import SHELF, ShelfCommand, Shelve, Unshelve
from server.host.carrier import AnyCarrier, Carrier
from server.store.shelf import Shelf


def carriers(shelf: Shelf) -> tuple[AnyCarrier, ...]:
    """All of them."""

    async def carry(collection: str, command: ShelfCommand, version: int) -> None:
        match command:
            case Shelve(row, body, places, words):
                await shelf.put(collection, row, version, body, places=places, words=words)
            case Unshelve(row):
                await shelf.remove(collection, row, version)
            case _:
                assert_never(command)

    return (Carrier(SHELF, ShelfCommand, carry).erased(),)
