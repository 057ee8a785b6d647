"""Games that are over for a day are packed, once; nobody who reads them notices."""

from server.read_model.game_rows import GAMES, WHOLE
from server.read_model.packing import REST_MS, pack_rested
from tests.support.gateways import a_game, a_node
from tests.support.virtual_time import pass_ms, store_ms


async def test_a_game_is_packed_when_it_has_rested_and_reads_as_before() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    await red.ask("move", room=room, ply=0, text="h2e2")
    await red.ask("resign", room=room)
    await node.settle()
    store, row_store = node.store, node.store.row_store
    early = await pack_rested(store, row_store, store_ms() - REST_MS)
    waiting = await row_store.count(GAMES, WHOLE)
    before = (await red.ask("export", room=room), red.told("pgn")[-1]["text"])

    await pass_ms(REST_MS)
    packed = await pack_rested(store, row_store, store_ms() - REST_MS)
    again = await pack_rested(store, row_store, store_ms() - REST_MS)

    await red.ask("export", room=room)
    assert (early, waiting, packed, again) == (0, 1, 1, 0)
    assert red.told("pgn")[-1]["text"] == before[1]
    assert [row["room"] for row in (await black.ask("games"))["rows"]] == [room]
