"""Packs the logs of games that rest for a while, over or not, each on one of the nodes.

Theory of operation. While a log is a stream with snapshots it fills some four times the memory. So
it stays one only as long as people look at the game that was just played, or wait for the next move
of a game by days. A game is in one of `unpacked_lists` from its beginning on. When it is
looked at and is over, it is packed, and leaves the list. While it is played, it is packed if
nothing was stored in it for a while. It is looked at again after as long as it has rested so far:
soon if it was just played, twice a day if it lies.

It may be done again. Nothing else changes: a packed log is read, verified, exported, joined and
continued like any other; what is played after it is a stream behind it until the next time.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from math import ceil
from typing import Final

from xiangqi_server.kernel.aggregate.spans import HOUR_MS
from xiangqi_server.kernel.host.sharing import Sharing
from xiangqi_server.kernel.host.timebase import StoreClock
from xiangqi_server.kernel.store.port import Store, StoreUnavailable
from xiangqi_server.kernel.store.rows import Row, RowStore
from xiangqi_server.kernel.store.share import EVERYTHING, Share
from xiangqi_server.kernel.store.values import AggregateId
from xiangqi_server.read_model.game_rows import (
    GAMES,
    REST_MS,
    UNPACKED_LISTS,
    GameRow,
    read_row,
    unpacked_lists,
)

log = logging.getLogger(__name__)

LONGEST_MS: Final = 12 * HOUR_MS
"""After this a game that is played is looked at again, however long it has rested."""
EVERY_S: Final = 15.0
AT_ONCE: Final = 25
"""How many games one slice packs, or a few more, because each list gets the same."""
MORE_S: Final = 0.2
"""Between two slices of many: 125 games a second and node, and the loop is never held for long."""


async def keep_packing(
    store: Store, row_store: RowStore, clock: StoreClock, sharing: Sharing
) -> None:
    """Pack the logs of games that rest, again and again, until cancelled."""
    while True:
        count = 0
        try:
            count = await pack_rested(store, row_store, clock.now_ms(), sharing.share)
        except StoreUnavailable:
            log.debug("nothing packed without a store")
        await asyncio.sleep(MORE_S if count else EVERY_S)


async def pack_rested(
    store: Store, row_store: RowStore, now_ms: int, share: Share = EVERYTHING
) -> int:
    """Look at games of a share whose time has come, about `AT_ONCE` at most; how many there were.

    Raises:
        StoreUnavailable: some are left for the next time.
    """
    lists, count = unpacked_lists(), 0
    own = share.of(UNPACKED_LISTS, sweepers=1)
    for number in own:
        limit = ceil(AT_ONCE / len(own))
        page = await row_store.page(GAMES, lists[number], limit=limit, high=now_ms - REST_MS)
        games = {row.id: read_row(row.body) for row in page.rows}
        rested_ms = await _rested_ms(store, games, now_ms)
        for row in page.rows:
            if games[row.id].is_live:
                await _look_at(store, row_store, lists[number], row, rested_ms.get(row.id), now_ms)
            else:
                await store.tiers.pack(AggregateId("room", row.id))
                await row_store.unlist(GAMES, row.id, row.body, [lists[number]])
        count += len(page.rows)
    return count


async def _rested_ms(store: Store, games: Mapping[str, GameRow], now_ms: int) -> Mapping[str, int]:
    """For how long nothing was stored in each of those that are played, where that is known."""
    played: Sequence[AggregateId] = [
        AggregateId("room", room) for room, game in games.items() if game.is_live
    ]
    heads = await store.logs.heads(played) if played else ()
    both = zip(played, heads, strict=True)
    return {room.id: max(0, now_ms - head.at_ms) for room, head in both if head is not None}


async def _look_at(
    store: Store, row_store: RowStore, list_: str, row: Row, rested_ms: int | None, now_ms: int
) -> None:
    """Pack a game that is played, if it rests, and say when to look at it again."""
    rest_ms = read_row(row.body).rest_ms
    if rested_ms is not None and rested_ms >= rest_ms:
        await store.tiers.pack(AggregateId("room", row.id))
    wait_ms = min(max(rested_ms or 0, rest_ms), LONGEST_MS)
    await row_store.move(GAMES, row.id, row.body, list_, now_ms + wait_ms - REST_MS)
