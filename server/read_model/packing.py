"""Packs the logs of games that are over for a day, on any node, one at a time and again if need be.

Nothing else changes: a packed log is read, verified, exported and joined like any other.
"""

import asyncio
import logging
from typing import Final

from server.aggregate.spans import DAY_MS
from server.host.timebase import StoreClock
from server.read_model.game_rows import GAMES, WHOLE
from server.store.port import Store, StoreUnavailable
from server.store.rows import RowStore
from server.store.values import AggregateId

log = logging.getLogger(__name__)

REST_MS: Final = DAY_MS
EVERY_S: Final = 60.0
AT_ONCE: Final = 100


async def archive(store: Store, row_store: RowStore, clock: StoreClock) -> None:
    """Pack what has come to rest, now and then, until cancelled."""
    while True:
        try:
            await pack_rested(store, row_store, clock.now_ms() - REST_MS)
        except StoreUnavailable:
            log.debug("nothing packed without a store")
        await asyncio.sleep(EVERY_S)


async def pack_rested(store: Store, row_store: RowStore, until_ms: int) -> int:
    """Pack games that ended before a moment, `AT_ONCE` at most; how many.

    Raises:
        StoreUnavailable: some are left for the next time.
    """
    page = await row_store.page(GAMES, WHOLE, limit=AT_ONCE, high=until_ms)
    for room, _, body in page.rows:
        await store.pack(AggregateId("room", room))
        await row_store.leave(GAMES, room, body, [WHOLE])
    return len(page.rows)
