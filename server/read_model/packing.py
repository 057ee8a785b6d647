"""Packs the logs of games that are over for a while, each on one of the nodes.

It may be done again. Nothing else changes: a packed log is read, verified, exported and joined like
any other. While a log is a stream with snapshots it fills some four times the memory, so it does
not stay one for longer than people look at the game that was just played.
"""

import asyncio
import logging
from math import ceil
from typing import Final

from server.aggregate.spans import MINUTE_MS
from server.host.sharing import Sharing
from server.host.timebase import StoreClock
from server.read_model.game_rows import GAMES, UNPACKED_LISTS, unpacked_lists
from server.store.port import Store, StoreUnavailable
from server.store.rows import RowStore
from server.store.share import EVERYTHING, Share
from server.store.values import AggregateId

log = logging.getLogger(__name__)

REST_MS: Final = 10 * MINUTE_MS
EVERY_S: Final = 15.0
AT_ONCE: Final = 25
"""How many games one slice packs, or a few more, because each list gets the same."""
MORE_S: Final = 0.2
"""Between two slices of many: 125 games a second and node, and the loop is never held for long."""


async def keep_packing(
    store: Store, row_store: RowStore, clock: StoreClock, sharing: Sharing
) -> None:
    """Pack the logs of games that ended `REST_MS` ago, again and again, until cancelled."""
    while True:
        count = 0
        try:
            until_ms = clock.now_ms() - REST_MS
            count = await pack_rested(store, row_store, until_ms, sharing.share)
        except StoreUnavailable:
            log.debug("nothing packed without a store")
        await asyncio.sleep(MORE_S if count else EVERY_S)


async def pack_rested(
    store: Store, row_store: RowStore, until_ms: int, share: Share = EVERYTHING
) -> int:
    """Pack games of a share that ended before a moment, about `AT_ONCE` at most; how many.

    Raises:
        StoreUnavailable: some are left for the next time.
    """
    lists, count = unpacked_lists(), 0
    own = share.of(UNPACKED_LISTS, sweepers=1)
    for number in own:
        limit = ceil(AT_ONCE / len(own))
        page = await row_store.page(GAMES, lists[number], limit=limit, high=until_ms)
        for room, _, body in page.rows:
            await store.pack(AggregateId("room", room))
            await row_store.unlist(GAMES, room, body, [lists[number]])
        count += len(page.rows)
    return count
