"""Games, past and present, as the lists have them.

A search goes through one list, `SCANS` pages of it at most for one answer. So an answer may hold
fewer rows than a page, and still have a next one.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from xiangqi_server.kernel.store.rows import ListPlace, Page, RowStore, write_cursor
from xiangqi_server.read_model.game_rows import GAMES, GameRow, read_row
from xiangqi_server.read_model.game_search import Wanted

SCANS: Final = 5
SCAN_ROWS: Final = 100


class FoundGame(NamedTuple):
    """A game of a list, by its room."""

    room: str
    row: GameRow


class Games:
    """The games of all nodes. All methods raise `StoreUnavailable` without a store.

    While a part of it is away they give what the others have.
    """

    def __init__(self, row_store: RowStore) -> None:
        self._row_store = row_store

    async def search(
        self, wanted: Wanted, *, limit: int, after: str | None, partly: bool = True
    ) -> Page[FoundGame]:
        """Games that fit, the latest first; its cursor goes on behind the last one looked at.

        Raises:
            BadCursor: `after` is not a cursor.
            StoreUnavailable: unless `partly`, also while only a part of the store is away.
        """
        found: list[FoundGame] = []
        is_partial = False
        for _ in range(SCANS):
            page = await self._row_store.page(
                GAMES,
                wanted.list_(),
                limit=SCAN_ROWS,
                after=after,
                descending=True,
                low=wanted.from_ms,
                high=wanted.to_ms,
                partly=partly,
            )
            is_partial |= page.is_partial
            for number, (room, score, body) in enumerate(page.rows, start=1):
                row = read_row(body)
                if wanted.fits(row):
                    found.append(FoundGame(room, row))
                if len(found) == limit:
                    is_last = number == len(page.rows) and page.next is None
                    place = ListPlace(score, room.encode())
                    next_ = None if is_last else write_cursor(place)
                    return Page(found, next_, is_partial)
            after = page.next
            if after is None:
                break
        return Page(found, after, is_partial)

    async def page(self, list_: str, *, limit: int, after: str | None) -> Page[FoundGame]:
        """Games of a list, the highest first.

        Raises:
            BadCursor: `after` is not a cursor.
        """
        page = await self._row_store.page(
            GAMES, list_, limit=limit, after=after, descending=True, partly=True
        )
        games = [FoundGame(row.id, read_row(row.body)) for row in page.rows]
        return Page(games, page.next, page.is_partial)

    async def of(self, rooms: Sequence[str]) -> list[FoundGame]:
        """The games of these rooms, as far as they are in lists."""
        bodies = await self._row_store.rows(GAMES, rooms, partly=True)
        found = zip(rooms, bodies, strict=True)
        return [FoundGame(room, read_row(body)) for room, body in found if body is not None]
