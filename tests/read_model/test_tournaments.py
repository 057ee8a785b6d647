"""What a player has entered is found however much of it was called off."""

from dataclasses import replace
from typing import cast

from tests.support.arenas import after, announced
from tests.support.memory_rows import MemoryRowStore
from xiangqi_server.aggregates.row_effects import PutRow
from xiangqi_server.aggregates.tournaments.messages import CallOff
from xiangqi_server.aggregates.tournaments.results.index_row import put_row
from xiangqi_server.aggregates.tournaments.results.place_rows import (
    PLACES,
    entered_list,
    put_entry,
    read_place,
)
from xiangqi_server.kernel.aggregate.decision import Effect
from xiangqi_server.kernel.store.rows import MAX_PAGE
from xiangqi_server.read_model.tournaments import ENTERED_AT_ONCE, TournamentList

LIVE = announced(players=["ann"])


async def put(rows: MemoryRowStore, *effects: Effect) -> None:
    """Have the rows written, as effects do."""
    for effect in effects:
        told = cast("PutRow", effect.command)
        await rows.put(effect.id, told.row, 1, told.body, places=told.places, words=told.words)


async def entered(rows: MemoryRowStore) -> list[str]:
    """What stands in the list of ann's entries."""
    page = await rows.page(PLACES, entered_list("ann"), limit=MAX_PAGE)
    return [read_place(row.body).tournament for row in page.rows]


async def test_entries_left_behind_do_not_hide_what_is_still_to_come_and_are_taken_away() -> None:
    rows = MemoryRowStore()
    off = after(LIVE, CallOff("org"))
    for number in range(2 * ENTERED_AT_ONCE):
        named = replace(off, id=f"off{number}")
        await put(rows, put_row(named), put_entry(named, "ann"))
    live = replace(LIVE, id="aaa")
    await put(rows, put_entry(live, "ann"), put_row(live))

    found = await TournamentList(rows).entered_by("ann", limit=20)

    assert [one.id for one in found.rows] == ["aaa"]
    assert await entered(rows) == ["aaa"]


async def test_the_entry_of_a_tournament_whose_row_is_not_there_stays() -> None:
    rows = MemoryRowStore()
    await put(rows, put_entry(LIVE, "ann"))

    found = await TournamentList(rows).entered_by("ann", limit=20)

    assert found.rows == []
    assert await entered(rows) == ["cup"]
