"""Tournaments as the lists have them."""

from typing import Final, NamedTuple

from server.store.rows import RowStore
from server.tournaments.index_row import (
    NOW,
    SOON,
    TOURNAMENTS,
    TournamentRow,
    read_row,
)
from server.tournaments.place_rows import PLACES, PlaceRow, places_list, read_place

RUNNING_AT_ONCE: Final = 200


class FoundTournament(NamedTuple):
    """A tournament of a list, by its id."""

    id: str
    row: TournamentRow


class TournamentList:
    """The tournaments of all nodes. All methods raise `StoreUnavailable` without a store."""

    def __init__(self, row_store: RowStore) -> None:
        self._row_store = row_store

    async def page(
        self, list_: str, *, limit: int, after: str | None
    ) -> tuple[list[FoundTournament], str | None]:
        """Tournaments of a list: the next first of those to come, else the latest first.

        Raises:
            BadCursor: `after` is none.
        """
        page = await self._row_store.page(
            TOURNAMENTS, list_, limit=limit, after=after, descending=list_ != SOON
        )
        return [FoundTournament(row.id, read_row(row.body)) for row in page.rows], page.next

    async def places(
        self, player: str, *, limit: int, after: str | None
    ) -> tuple[list[PlaceRow], str | None]:
        """The places a player took in tournaments, the latest first.

        Raises:
            BadCursor: `after` is none.
        """
        page = await self._row_store.page(
            PLACES, places_list(player), limit=limit, after=after, descending=True
        )
        return [read_place(row.body) for row in page.rows], page.next

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
