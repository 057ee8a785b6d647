"""A game followed by plain HTTP is told as any spectator is, on whichever node."""

from copy import deepcopy

from tests.gateway.test_promotion import RoomsApart
from tests.support.gateways import TERMS, a_game, a_node
from tests.support.programs import Program
from tests.support.two_nodes import Pair, a_spread_game
from tests.support.virtual_time import pass_ms
from xiangqi_server.kernel.host.log_repair import HELD_MS

DELAY_MS = 30_000


async def test_a_stream_begins_with_the_room_and_goes_on_with_its_events() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)

    program = await Program(node).follow(f"/api/game/{room}/stream")
    await red.ask("move", room=room, ply=0, text="h2e2")

    first, moved = program.told("room", "moved")
    assert (first["type"], first["version"], first["you"]) == ("room", 2, None)
    assert (moved["version"], moved["uci"]) == (3, "h2e2")
    assert moved == red.told("moved")[-1]


async def test_a_stream_goes_on_from_a_version_without_telling_the_room_again() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    keeps_it_loaded = await Program(node).follow(f"/api/game/{room}/stream")
    for ply, text in enumerate(("h2e2", "h9g7", "h0g2")):
        await (black if ply % 2 else red).ask("move", room=room, ply=ply, text=text)

    program = await Program(node).follow(f"/api/game/{room}/stream?version=3")

    assert [one["version"] for one in program.told("moved")] == [4, 5]
    assert program.told("room") == []
    assert len(keeps_it_loaded.told("moved")) == 3


async def test_a_stream_ends_after_the_end_of_the_game_and_at_once_where_that_is_past() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    async with node.running():
        program = await Program(node).follow(f"/api/game/{room}/stream")
        await red.ask("move", room=room, ply=0, text="h2e2")
        await pass_ms(600)  # the news of the beginning is told, so that the end need not wait
        await black.ask("resign", room=room)
        still_open = program.closed
        await pass_ms(600)
        late = await Program(node).follow(f"/api/game/{room}/stream")
        await pass_ms(600)

        assert still_open is None
        assert program.kinds()[-1] == "ended"
        assert program.closed == (1000, "")
        assert late.told("room")[0]["status"] == "over"
        assert late.closed == (1000, "")


async def test_a_stream_whose_reader_is_behind_is_not_ended_before_all_is_told() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    async with node.running():
        program = await Program(node).follow(f"/api/game/{room}/stream")
        program.is_behind = True
        await black.ask("resign", room=room)
        await pass_ms(600)
        while_behind = program.closed
        program.is_behind = False
        await pass_ms(600)

        assert while_behind is None
        assert program.closed is not None


async def test_a_game_that_is_told_late_is_told_late_here_too() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black, delay_ms=DELAY_MS)
    async with node.running():
        program = await Program(node).follow(f"/api/game/{room}/stream")
        await red.ask("move", room=room, ply=0, text="h2e2")
        await pass_ms(DELAY_MS - 5_000)
        early = (program.told("moved"), (await Program(node).read(f"/api/game/{room}"))["moves"])
        of_red = await Program(node).read(f"/api/game/{room}", authorization=f"Bearer {red.token}")
        await pass_ms(6_000)
        late = (program.told("moved"), (await Program(node).read(f"/api/game/{room}"))["moves"])

        assert early == ([], [])
        assert len(of_red["moves"]) == 1
        assert of_red["you"] == "red"
        assert len(late[0]) == len(late[1]) == 1


async def test_a_stream_on_another_node_is_told_what_is_played(nodes: Pair) -> None:
    room, red, black = await a_spread_game(nodes)
    streams = [await Program(node).follow(f"/api/game/{room}/stream") for node in nodes]
    await pass_ms(300)
    for ply, text in enumerate(("h2e2", "h9g7")):
        await (black if ply % 2 else red).ask("move", room=room, ply=ply, text=text)
        await pass_ms(300)
    await black.ask("resign", room=room)
    await pass_ms(900)

    assert [[one["uci"] for one in stream.told("moved")] for stream in streams] == [
        ["h2e2", "h9g7"]
    ] * 2
    assert [stream.kinds()[-1] for stream in streams] == ["ended"] * 2
    assert all(stream.closed for stream in streams)


async def test_a_stream_counts_as_a_spectator_without_a_name_and_lets_go_of_everything() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    players = node.host.held("player")
    async with node.running():
        program = await Program(node).follow(f"/api/game/{room}/stream")
        await pass_ms(600)
        watched = red.told("presence")[-1]
        looked_up = node.host.held("player") - players
        program.hang_up()
        await pass_ms(600)
        left = red.told("presence")[-1]
        red.hang_up()
        black.hang_up()

        assert (watched["spectators"], watched["names"]) == (1, [])
        assert looked_up == 0
        assert left["spectators"] == 0
        assert not any(node.gateway.held)


async def test_who_reads_too_slowly_is_shown_the_game_anew() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    program = await Program(node).follow(f"/api/game/{room}/stream")
    await red.ask("move", room=room, ply=0, text="h2e2")
    program.forget()

    program.catch_up()

    assert [one["version"] for one in program.told("room")] == [3]


async def test_a_stream_that_cannot_begin_says_why_and_ends() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    stream = await Program(node).offered(f"/api/game/{room}/stream")
    red.hang_up()
    black.hang_up()
    await node.settle()
    node.store.is_away = True

    program = await Program(node).begin(stream)

    assert [one["code"] for one in program.told("refused")] == ["unavailable"]
    assert program.closed == (1000, "")
    assert node.gateway.held.streams == 0


async def test_a_stream_is_told_to_go_elsewhere_when_its_node_drains() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    program = await Program(node).follow(f"/api/game/{room}/stream")

    await node.gateway.move_on()

    assert [one["code"] for one in program.told("bye")] == ["moving"]
    assert program.closed is not None


async def test_a_stream_is_told_when_nothing_can_be_stored_and_when_it_can_again() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    async with node.running():
        early = await Program(node).follow(f"/api/game/{room}/stream")
        node.store.is_away = True
        await red.ask("seek", terms=TERMS)
        late = await Program(node).follow(f"/api/game/{room}/stream")
        node.store.is_away = False
        await pass_ms(1_000)

    assert [one["type"] for one in early.told("paused", "resumed")] == ["paused", "resumed"]
    assert [one["type"] for one in late.told("room", "paused", "resumed")] == [
        "room",
        "paused",
        "resumed",
    ]


async def test_a_stream_and_a_spectator_are_told_that_the_part_of_their_game_is_away() -> None:
    store = RoomsApart()
    node = await a_node(store)
    red, black, eve = await node.guest(), await node.guest(), await node.guest()
    async with node.running():
        room = await a_game(red, black)
        early = await Program(node).follow(f"/api/game/{room}/stream")
        store.away = {0}
        await pass_ms(1_000)
        late = await Program(node).follow(f"/api/game/{room}/stream")
        joined = await eve.ask("join", room=room)
        during = [one.kinds()[-1] for one in (early, late)]
        store.away = set()
        await pass_ms(1_000)

    assert joined["type"] == "done"
    assert during == ["paused", "paused"]
    told = [[m["type"] for m in one.told("paused", "resumed")] for one in (early, late, eve)]
    assert told == [["paused", "resumed"]] * 3


async def test_a_stream_of_a_game_that_the_store_has_lost_says_so_and_ends() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    empty = deepcopy(node.store.inner)
    room = await a_game(red, black)
    program = await Program(node).follow(f"/api/game/{room}/stream")
    async with node.running():
        for ply, (who, move) in enumerate(((red, "h2e2"), (black, "h9g7"))):
            await who.ask("move", room=room, ply=ply, text=move)
        await pass_ms(HELD_MS + 1_000)
        await a_game(await node.guest(), await node.guest())  # whatever is held goes then
        node.store.inner = empty
        await red.ask("move", room=room, ply=2, text="h0g2")
        await pass_ms(1_000)

    assert [one["code"] for one in program.told("refused")] == ["no_such_room"]
    assert program.closed == (1000, "")
