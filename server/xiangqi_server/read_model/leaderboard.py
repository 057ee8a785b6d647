"""The leaderboards: the strongest players of a speed, of those that still play it.

A row comes with each rated game (`aggregates/players/ratings.py`). It goes here, when a board is
read after its player has not played the speed for too long; the next game brings it back.
"""

from typing import Final, NamedTuple

from xiangqi_server.aggregates.players.ratings import (
    BOARD,
    Strength,
    active_since_ms,
    last_played_list,
    read_board,
)
from xiangqi_server.kernel.store.rows import Page, RowStore

SWEEP_MS: Final = 60_000
SWEPT_ROWS: Final = 100


class RankedPlayer(NamedTuple):
    """A player on a board; `rank` from 0."""

    rank: int
    player: str
    strength: Strength


class Leaderboard:
    """The boards of all speeds, as one node reads them.

    All methods raise `StoreUnavailable` without a store; while a part of it is away they give what
    the others have.
    """

    def __init__(self, row_store: RowStore) -> None:
        self._row_store = row_store
        self._swept_ms: dict[str, int] = {}

    async def page(
        self, speed: str, now_ms: int, *, limit: int, after: str | None
    ) -> Page[RankedPlayer]:
        """At most `limit` players behind a cursor.

        Raises:
            BadCursor: `after` is not a cursor.
        """
        await self._sweep(speed, now_ms)
        page = await self._row_store.page(
            BOARD, speed, limit=limit, after=after, descending=True, partly=True
        )
        first = await self._rank(speed, page.rows[0].id) if page.rows and after else 0
        players = [
            RankedPlayer((first or 0) + number, row.id, read_board(row.body).strengths[speed])
            for number, row in enumerate(page.rows)
        ]
        return Page(players, page.next, page.is_partial)

    async def place_of(self, speed: str, player: str) -> RankedPlayer | None:
        """Where a player stands, None if it does not, or is away."""
        rank = await self._rank(speed, player)
        (body,) = await self._row_store.rows(BOARD, [player], partly=True)
        if rank is None or body is None:
            return None
        return RankedPlayer(rank, player, read_board(body).strengths[speed])

    async def _rank(self, speed: str, player: str) -> int | None:
        return await self._row_store.rank(BOARD, speed, player, descending=True, partly=True)

    async def _sweep(self, speed: str, now_ms: int) -> None:
        """Take off players that do not play any more, now and then."""
        if now_ms - self._swept_ms.get(speed, 0) < SWEEP_MS:
            return
        self._swept_ms[speed] = now_ms
        last_played, horizon_ms = last_played_list(speed), active_since_ms(speed, now_ms)
        idle = await self._row_store.page(
            BOARD, last_played, limit=SWEPT_ROWS, high=horizon_ms, partly=True
        )
        for row in idle.rows:
            await self._row_store.unlist(BOARD, row.id, row.body, [speed, last_played])
