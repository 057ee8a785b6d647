"""Games that rest are packed, over or not, by one node; who reads or plays them notices nothing."""

from tests.support.gateways import Node, a_game, a_node
from tests.support.virtual_time import pass_ms, store_ms
from xiangqi_server.kernel.store.rows import RowStore
from xiangqi_server.kernel.store.share import Share
from xiangqi_server.kernel.store.values import AggregateId
from xiangqi_server.read_model.game_rows import GAMES, REST_MS, SLOW_REST_MS, unpacked_lists
from xiangqi_server.read_model.packing import LONGEST_MS, pack_rested


async def played(node: Node) -> str:
    """A game of one move that Red gave up."""
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    await red.ask("move", room=room, ply=0, text="h2e2")
    await red.ask("resign", room=room)
    for peer in (red, black):
        await peer.ask("leave", room=room)
    await node.settle()
    return room


async def waiting(row_store: RowStore) -> int:
    """How many games are not packed yet."""
    return sum([await row_store.count(GAMES, list_) for list_ in unpacked_lists()])


async def test_a_game_is_packed_when_it_has_rested_and_reads_as_before() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    await red.ask("move", room=room, ply=0, text="h2e2")
    await red.ask("resign", room=room)
    await node.settle()
    store, row_store = node.store, node.store.row_store
    early = await pack_rested(store, row_store, store_ms())
    before = (await red.ask("export", room=room), red.told("pgn")[-1]["text"])
    left = await waiting(row_store)

    await pass_ms(REST_MS)
    packed = await pack_rested(store, row_store, store_ms())
    again = await pack_rested(store, row_store, store_ms())

    await red.ask("export", room=room)
    assert (early, left, packed, again) == (0, 1, 1, 0)
    assert red.told("pgn")[-1]["text"] == before[1]
    assert [row["room"] for row in (await black.ask("games"))["rows"]] == [room]


async def test_nodes_share_the_games_and_each_is_packed_by_one_of_them() -> None:
    node = await a_node()
    for moment in range(12):
        await pass_ms(1_000 + moment)
        await played(node)
    await pass_ms(REST_MS)
    store, row_store, nodes = node.store, node.store.row_store, frozenset({"north", "south"})
    total = await waiting(row_store)

    packed = []
    for name in sorted(nodes):
        share = Share(name, nodes)
        packed.append(await pack_rested(store, row_store, store_ms(), share))

    assert total == sum(packed) == 12
    assert await waiting(row_store) == 0
    assert min(packed) > 0


async def test_a_game_by_days_is_packed_a_minute_after_a_move_and_goes_on() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black, clock={"type": "correspondence", "days": 3})
    store, row_store = node.store, node.store.row_store
    await red.ask("move", room=room, ply=0, text="h2e2")

    await pass_ms(SLOW_REST_MS - 1_000)  # the players' notices were gathered meanwhile
    early = (await pack_rested(store, row_store, store_ms()), len(store.packed))
    await pass_ms(1_000)
    late = (await pack_rested(store, row_store, store_ms()), len(store.packed))
    moved = await black.ask("move", room=room, ply=1, text="h9g7")
    await pass_ms(SLOW_REST_MS)
    again = (await pack_rested(store, row_store, store_ms()), len(store.packed))

    assert (early, late, again) == ((0, 0), (1, 1), (1, 2))
    assert moved["type"] == "done"
    assert await waiting(row_store) == 1


async def test_a_game_that_is_played_is_not_packed_while_it_goes_on() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    store, row_store = node.store, node.store.row_store
    for ply, move in enumerate(("h2e2", "h9g7", "h0g2", "i9h9")):
        await pass_ms(REST_MS // 3)
        await (red, black)[ply % 2].ask("move", room=room, ply=ply, text=move)
        await pack_rested(store, row_store, store_ms())
    await pass_ms(REST_MS)

    played = list(store.packed)
    await pack_rested(store, row_store, store_ms())

    assert (played, store.packed) == ([], [AggregateId("room", room)])


async def test_a_game_that_lies_for_days_is_looked_at_twice_a_day() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    await a_game(red, black, clock={"type": "correspondence", "days": 14})
    store, row_store = node.store, node.store.row_store
    looked = 0

    for _ in range(14 * 24 * 60):
        looked += await pack_rested(store, row_store, store_ms())
        await pass_ms(60_000)

    assert looked <= 12 + 14 * 24 * 3_600_000 // LONGEST_MS


async def test_a_room_that_was_called_off_before_it_was_a_game_is_packed_at_once() -> None:
    node = await a_node()
    host = await node.guest()
    rooms = []
    for _ in range(2):
        opened = await host.ask("invite", terms={"clock": {"type": "none"}})
        await host.ask("join", room=opened["room"])
        rooms.append(opened["room"])

    await host.ask("abort", room=rooms[0])
    await node.settle()
    await host.ask("log", room=rooms[0])

    assert node.store.packed == [AggregateId("room", rooms[0])]
    assert len(host.told("log")[0]["events"]) == 2
    assert await waiting(node.store.row_store) == 0
