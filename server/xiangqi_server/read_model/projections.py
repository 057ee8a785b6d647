"""What takes effects without being an aggregate, given to a host that knows none of them."""

from functools import partial
from typing import assert_never

from xiangqi_server.aggregates.players.index_row import PLAYERS, read_row
from xiangqi_server.aggregates.players.ratings import BOARD, read_board
from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.messages import RoomEvent
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.aggregates.row_effects import (
    GAME_ROW,
    ROWS,
    PutGameRow,
    PutRow,
    RemoveRow,
    RowCommand,
)
from xiangqi_server.kernel.host.effect_handler import AnyEffectHandler, EffectHandler
from xiangqi_server.kernel.host.replica import rebuild
from xiangqi_server.kernel.host.view import View, key
from xiangqi_server.kernel.store.port import Store
from xiangqi_server.kernel.store.rows import RowStore
from xiangqi_server.read_model.game_rows import GAMES, GameRow, places_of, row_of, write_row


def effect_handlers(store: Store, row_store: RowStore) -> tuple[AnyEffectHandler, ...]:
    """All of them."""

    async def enter(room: str, _: PutGameRow, __: int) -> None:
        await put_game_row(store, row_store, room)

    return (
        EffectHandler(ROWS, RowCommand, partial(write_row_command, row_store)),
        EffectHandler(GAME_ROW, PutGameRow, enter),
    )


async def write_row_command(
    row_store: RowStore, collection: str, command: RowCommand, version: int
) -> None:
    """Do what is ordered of a row, by the event of that version.

    Raises:
        StoreUnavailable: it may not have been done.
    """
    match command:
        case PutRow(row, body, places, words):
            await row_store.put(collection, row, version, body, places=places, words=words)
        case RemoveRow(row):
            await row_store.remove(collection, row, version)
        case _:
            assert_never(command)


async def put_game_row(store: Store, row_store: RowStore, room: str) -> View[Room, RoomEvent]:
    """Write the row of a room's game as the log has it now, or take it away; gives the room.

    The log of a room that ended without having been a game stands in no list, so it is packed here.
    As a stream it fills ten times the memory, and anybody may open rooms and call them off.

    Raises:
        StoreUnavailable: nothing may have been written.
    """
    view = rebuild(ROOM, room, await store.logs.load(key(ROOM, room)))
    row, version = row_of(view.state), view.head.version
    if row is None:
        await row_store.remove(GAMES, room, version)
        if view.state.outcome is not None:
            await store.tiers.pack(view.aggregate)
        return view
    if row.is_live:
        row = await _placed(row_store, row)
    places = places_of(row)
    await row_store.put(GAMES, room, version, write_row(row), places=places, words={})
    return view


async def _placed(row_store: RowStore, row: GameRow) -> GameRow:
    """The row of a game that is played, with what its room does not know of its players."""
    bodies = await row_store.rows(PLAYERS, [row.red, row.black])
    players = [read_row(body) for body in bodies if body]
    if any(player.bot for player in players):
        return row.with_bot()
    if any(player.hides for player in players):
        return row.without_points()
    return row if row.rated else row.of_strength(await _strength(row_store, row))


async def _strength(row_store: RowStore, row: GameRow) -> int:
    """How strong two players are together by the leaderboards; 0 if one is not known there."""
    bodies = await row_store.rows(BOARD, [row.red, row.black])
    strengths = [read_board(body).strengths.get(row.speed) for body in bodies if body]
    points = [strength.points for strength in strengths if strength is not None]
    return round(sum(points) / 2) if len(points) == 2 else 0
