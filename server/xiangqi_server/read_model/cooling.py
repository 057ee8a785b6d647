"""Moves the packed logs of old games to the cold tier; their heads and rows stay in the store.

One node does it, going through the list of all games by their ends. How far it has come is a row,
so that another node can go on from there. To do something twice changes nothing. Nothing is taken
out of the store before the cold tier has it.
"""

import asyncio
import logging
from typing import Final

from xiangqi_server.kernel.host.sharing import Sharing
from xiangqi_server.kernel.host.timebase import StoreClock
from xiangqi_server.kernel.store.port import Store, StoreUnavailable
from xiangqi_server.kernel.store.rows import ListPlace, RowStore, write_cursor
from xiangqi_server.kernel.store.values import AggregateId
from xiangqi_server.read_model.game_rows import ALL, GAMES

log = logging.getLogger(__name__)

PROGRESS: Final = "cooling"
"""The collection of one row: how far the cooling has come."""
GAME_LOGS: Final = "games"
PAGE: Final = 100
AT_ONCE: Final = 10
EVERY_S: Final = 60.0
MORE_S: Final = 0.2


async def keep_cooling(
    store: Store, row_store: RowStore, clock: StoreClock, sharing: Sharing, after_ms: int
) -> None:
    """Cool the logs of games that ended long enough ago, from time to time, until cancelled."""
    while True:
        count = 0
        try:
            if sharing.share.of(1, sweepers=1):
                count = await cool_old(store, row_store, clock.now_ms(), after_ms)
        except StoreUnavailable:
            log.debug("nothing cooled without a store")
        except OSError as error:
            log.warning("cold tier takes nothing", extra={"reason": str(error)})
        await asyncio.sleep(MORE_S if count else EVERY_S)


async def cool_old(store: Store, row_store: RowStore, now_ms: int, after_ms: int) -> int:
    """Cool the next games of the list that are old enough, `PAGE` at most; how many were looked at.

    Raises:
        StoreUnavailable, OSError: these are for the next time.
    """
    (body,) = await row_store.rows(PROGRESS, [GAME_LOGS])
    after = None if body is None else body.decode()
    high = now_ms - after_ms
    page = await row_store.page(GAMES, ALL, limit=PAGE, after=after, high=high)
    if not page.rows:
        return 0
    for start in range(0, len(page.rows), AT_ONCE):
        rows = page.rows[start : start + AT_ONCE]
        await asyncio.gather(*(store.tiers.cool(AggregateId("room", row.id)) for row in rows))
    last = page.rows[-1]
    cursor = write_cursor(ListPlace(last.score, last.id.encode())).encode()
    await row_store.put(PROGRESS, GAME_LOGS, now_ms, cursor, places={}, words={})
    return len(page.rows)
