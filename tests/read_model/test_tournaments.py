"""What a player has entered is found however much of it was called off."""

from dataclasses import replace
from typing import cast

from server.aggregate.decision import Effect
from server.aggregate.row_effects import PutRow
from server.read_model.tournaments import ENTERED_AT_ONCE, TournamentList
from server.tournaments.index_row import put_row
from server.tournaments.messages import CallOff
from server.tournaments.place_rows import put_entry
from tests.support.arenas import after, announced
from tests.support.memory_rows import MemoryRowStore


async def test_entries_left_behind_do_not_hide_what_is_still_to_come() -> None:
    rows = MemoryRowStore()

    async def put(effect: Effect) -> None:
        told = cast("PutRow", effect.command)
        await rows.put(effect.id, told.row, 1, told.body, places=told.places, words=told.words)

    live = announced(players=["ann"])
    off = after(live, CallOff("org"))
    for number in range(2 * ENTERED_AT_ONCE):
        named = replace(off, id=f"off{number}")
        await put(put_row(named))
        await put(put_entry(named, "ann"))
    await put(put_entry(replace(live, id="aaa"), "ann"))
    await put(put_row(replace(live, id="aaa")))

    found = await TournamentList(rows).entered_by("ann", limit=20)

    assert [one.id for one in found.rows] == ["aaa"]
