"""Makes the shelf again from the logs: all rows of games, players, leaderboards and graphs.

Theory of operation. Each row carries the version of what it is made of, so whatever an order
writes meanwhile, or has written already from a later event, stands. Logs of players are
trimmed, so the days of a rating before its latest come from the player's rated games, which are
in the catalogue by then; the latest day is the rating itself. Names of lists and what rows say
stay with those who write them live.
"""

from collections import Counter
from collections.abc import AsyncIterator
from typing import NamedTuple, cast

from server.aggregate.decision import Order
from server.aggregate.shelving import ShelfCommand, Unshelve, to_shelf
from server.aggregate.spans import DAY_MS
from server.carriers import enter_game, shelve
from server.catalogue.rows import GAMES, GameRow, player_list, points_after, read_row
from server.host.replica import Replica
from server.kinds import PLAYER
from server.players.row import PLAYERS, row_of
from server.players.standing import BOARD, board_order, day_order
from server.players.state import Player
from server.store.base import AggregateId, Store
from server.store.shelf import MAX_PAGE, Shelf


class Reshelved(NamedTuple):
    """How much was read and written."""

    rooms: int
    players: int
    days: int


async def reshelve(store: Store, shelf: Shelf) -> Reshelved:
    """Write every row again; may run beside nodes that serve, and may be repeated.

    Raises:
        StoreUnavailable: some rows are written; begin again.
    """
    rooms = players = days = 0
    async for aggregate in _all(store, "player"):
        await _show(shelf, *await _player(store, aggregate))
        players += 1
    async for room in _all(store, "room"):
        await enter_game(store, shelf, room.id)
        rooms += 1
    async for aggregate in _all(store, "player"):
        days += await _show_days(shelf, *await _player(store, aggregate))
    return Reshelved(rooms, players, days)


async def _all(store: Store, kind: str) -> AsyncIterator[AggregateId]:
    """Every aggregate of a kind, some perhaps more than once."""
    after: str | None = None
    while True:
        listing = await store.listing(kind, after)
        for aggregate in listing.aggregates:
            yield aggregate
        after = listing.next
        if after is None:
            return


async def _player(store: Store, aggregate: AggregateId) -> tuple[Player, int]:
    """A player, and the version it stands at."""
    replica = Replica(aggregate, PLAYER.erased(), now_ms=0)
    replica.rebuild(await store.load(aggregate))
    return cast("Player", replica.state), replica.head.version


async def _show(shelf: Shelf, player: Player, version: int) -> None:
    """Write the rows of a player that are made of its state, or take them away."""
    row = row_of(player)
    orders = [] if row is None else [to_shelf(PLAYERS, row)]
    if player.identity.has_account:
        orders.append(board_order(player.id, player.standings))
    shown = {order.id for order in orders}
    orders += [
        to_shelf(collection, Unshelve(player.id))
        for collection in (PLAYERS, BOARD)
        if collection not in shown and await shelf.rows(collection, [player.id]) != (None,)
    ]
    for order in orders:
        await shelve(shelf, order.id, cast("ShelfCommand", order.command), version)


async def _show_days(shelf: Shelf, player: Player, version: int) -> int:
    """Write the days of a player's ratings; how many."""
    days = await _days(shelf, player)
    for order in days:
        await shelve(shelf, order.id, cast("ShelfCommand", order.command), version)
    return len(days)


async def _days(shelf: Shelf, player: Player) -> list[Order]:
    """The row of each day on which a rating of a player changed; the latest is as it stands."""
    standings = player.standings.by_speed
    days: dict[tuple[str, int], tuple[float, int]] = {}
    games: Counter[str] = Counter()
    async for row in _games(shelf, player.id):
        points = points_after(row, player.id)
        if points is not None and row.speed in standings:
            games[row.speed] += 1
            days[row.speed, row.ended_ms // DAY_MS] = (points, games[row.speed])
    for speed, standing in standings.items():
        days[speed, standing.last_ms // DAY_MS] = (standing.rating.points, standing.games)
    return [day_order(player.id, speed, day, *end) for (speed, day), end in days.items()]


async def _games(shelf: Shelf, player: str) -> AsyncIterator[GameRow]:
    """The games of a player that are over, the earliest first."""
    after: str | None = None
    while True:
        page = await shelf.page(GAMES, player_list(player), limit=MAX_PAGE, after=after)
        for row in page.rows:
            yield read_row(row.body)
        after = page.next
        if after is None:
            return
