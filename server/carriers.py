"""What takes orders without being an aggregate, told to a host that knows none of them."""

from functools import partial
from typing import assert_never, cast

from server.aggregate.shelving import (
    CATALOGUE,
    SHELF,
    Enter,
    ShelfCommand,
    Shelve,
    Unshelve,
)
from server.catalogue.rows import GAMES, GameRow, places_of, row_of, write_row
from server.host.carrier import AnyCarrier, Carrier
from server.host.replica import Replica
from server.kinds import ROOM
from server.players.standing import BOARD, read_board
from server.room.state import Room
from server.store.base import AggregateId, Store
from server.store.shelf import Shelf


def carriers(store: Store, shelf: Shelf) -> tuple[AnyCarrier, ...]:
    """All of them."""

    async def enter(room: str, _: Enter, __: int) -> None:
        await enter_game(store, shelf, room)

    return (
        Carrier(SHELF, ShelfCommand, partial(shelve, shelf)).erased(),
        Carrier(CATALOGUE, Enter, enter).erased(),
    )


async def shelve(shelf: Shelf, collection: str, command: ShelfCommand, version: int) -> None:
    """Do what is ordered of a row, by the event of that version.

    Raises:
        StoreUnavailable: it may not have been done.
    """
    match command:
        case Shelve(row, body, places, words):
            await shelf.put(collection, row, version, body, places=places, words=words)
        case Unshelve(row):
            await shelf.remove(collection, row, version)
        case _:
            assert_never(command)


async def enter_game(store: Store, shelf: Shelf, room: str) -> None:
    """Write the row of a room's game as the log has it now, or take it away.

    Raises:
        StoreUnavailable: nothing may have been written.
    """
    aggregate = AggregateId("room", room)
    replica = Replica(aggregate, ROOM.erased(), now_ms=0)
    replica.rebuild(await store.load(aggregate))
    row, version = row_of(cast("Room", replica.state)), replica.head.version
    if row is None:
        await shelf.remove(GAMES, room, version)
        return
    if row.is_live and not row.rated:
        row = row.of_strength(await _strength(shelf, row))
    places = places_of(row)
    await shelf.put(GAMES, room, version, write_row(row), places=places, words={})


async def _strength(shelf: Shelf, row: GameRow) -> int:
    """How strong two players are together by the leaderboards; 0 if one is not known there."""
    bodies = await shelf.rows(BOARD, [row.red, row.black])
    strengths = [read_board(body).strengths.get(row.speed) for body in bodies if body]
    points = [strength.points for strength in strengths if strength is not None]
    return round(sum(points) / 2) if len(points) == 2 else 0
