"""Tournaments as the lists have them."""

from typing import Final, NamedTuple

from xiangqi_server.aggregates.tournaments.results.index_row import (
    NOW,
    SOON,
    TOURNAMENTS,
    TournamentRow,
    read_row,
)
from xiangqi_server.aggregates.tournaments.results.place_rows import (
    PLACES,
    PlaceRow,
    entered_list,
    places_list,
    read_place,
)
from xiangqi_server.aggregates.tournaments.state import Phase
from xiangqi_server.kernel.store.rows import Page, Row, RowStore

RUNNING_AT_ONCE: Final = 200
ENTERED_AT_ONCE: Final = 50
MOST_PAGES: Final = 10
"""The most pages of a player's entries that are looked through, from the last start on."""

_OPEN: Final = (Phase.ANNOUNCED, Phase.RUNNING)


class FoundTournament(NamedTuple):
    """A tournament of a list, by its id."""

    id: str
    row: TournamentRow


class TournamentList:
    """The tournaments of all nodes. All methods raise `StoreUnavailable` without a store.

    While a part of it is away those that find what somebody looks at give what the others have.
    """

    def __init__(self, row_store: RowStore) -> None:
        self._row_store = row_store

    async def page(self, list_: str, *, limit: int, after: str | None) -> Page[FoundTournament]:
        """Tournaments of a list: the next first of those to come, else the latest first.

        Raises:
            BadCursor: `after` is not a cursor.
        """
        page = await self._row_store.page(
            TOURNAMENTS, list_, limit=limit, after=after, descending=list_ != SOON, partly=True
        )
        found = [FoundTournament(row.id, read_row(row.body)) for row in page.rows]
        return Page(found, page.next, page.is_partial)

    async def entered_by(self, player: str, *, limit: int) -> Page[FoundTournament]:
        """What a player takes part in and is not over yet, the next first."""
        is_open: list[FoundTournament] = []
        after: str | None = None
        is_partial = False
        for _ in range(MOST_PAGES):
            page = await self._row_store.page(
                PLACES,
                entered_list(player),
                limit=ENTERED_AT_ONCE,
                after=after,
                descending=True,
                partly=True,
            )
            ids = [read_place(row.body).tournament for row in page.rows]
            bodies = await self._row_store.rows(TOURNAMENTS, ids, partly=True) if ids else ()
            for entry, id_, body in zip(page.rows, ids, bodies, strict=True):
                if body is None:
                    continue
                row = read_row(body)
                if row.phase in _OPEN:
                    is_open.append(FoundTournament(id_, row))
                else:
                    await self._unlist_entry(player, entry)
            after, is_partial = page.next, is_partial or page.is_partial
            if after is None:
                break
        found = sorted(is_open, key=lambda found_row: found_row.row.starts_ms)[:limit]
        return Page(found, None, is_partial)

    async def _unlist_entry(self, player: str, entry: Row) -> None:
        """Take an entry of what is over out of a player's list, unless it is a place by now."""
        await self._row_store.unlist(PLACES, entry.id, entry.body, [entered_list(player)])

    async def places(self, player: str, *, limit: int, after: str | None) -> Page[PlaceRow]:
        """The places a player took in tournaments, the latest first.

        Raises:
            BadCursor: `after` is not a cursor.
        """
        page = await self._row_store.page(
            PLACES, places_list(player), limit=limit, after=after, descending=True, partly=True
        )
        places = [read_place(row.body) for row in page.rows]
        return Page(places, page.next, page.is_partial)

    async def running(self, until_ms: int) -> list[str]:
        """Those that run, and those that begin before a moment."""
        lists = ((NOW, None), (SOON, until_ms))
        return [
            row.id
            for list_, high in lists
            for row in (
                await self._row_store.page(TOURNAMENTS, list_, limit=RUNNING_AT_ONCE, high=high)
            ).rows
        ]
