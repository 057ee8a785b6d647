"""Players are called by their names wherever they are shown, on every node, from the first view."""

from tests.support.gateways import TERMS, a_game, a_node, have_named, join
from tests.support.memory_store import MemoryStore
from tests.support.virtual_time import pass_ms, store_ms


async def test_a_room_shows_names() -> None:
    node = await a_node()
    ann, ben = await node.guest(), await node.guest()
    await have_named(node, ann, "An Nan")

    room = await a_game(ann, ben)

    shown = ann.told("room")[-1]
    assert shown["red"] == {"player": ann.player, "name": "An Nan", "guest": False, "bot": False}
    assert ben.told("seated", "room")[-1]["room"] == room


async def test_another_node_knows_the_names_before_it_shows_a_room() -> None:
    store = MemoryStore(store_ms)
    here, there = await a_node(store, "here"), await a_node(store, "there")
    ann, ben = await here.guest(), await here.guest()
    await have_named(here, ann, "An Nan")
    room = await a_game(ann, ben)
    watcher = await there.guest()

    await join(room, watcher)

    assert watcher.told("room")[0]["red"]["name"] == "An Nan"


async def test_another_node_knows_who_was_challenged_before_it_shows_the_room() -> None:
    store = MemoryStore(store_ms)
    here, there = await a_node(store, "here"), await a_node(store, "there")
    ann, ben = await here.guest(), await here.guest()
    await have_named(here, ben, "Ben Bo")
    challenge = await ann.ask("challenge", player=ben.player, terms=TERMS)
    watcher = await there.guest()

    await join(str(challenge["room"]), watcher)

    invited = {"player": ben.player, "name": "Ben Bo", "guest": False, "bot": False}
    assert watcher.told("room")[0]["invited"] == invited


async def test_a_new_name_is_told_to_those_who_look_at_the_game() -> None:
    node = await a_node()
    ann, ben = await node.guest(), await node.guest()
    room = await a_game(ann, ben)

    await have_named(node, ann, "An Nan")

    ref = {"player": ann.player, "name": "An Nan", "guest": False, "bot": False}
    assert ben.told("renamed") == [{"type": "renamed", "room": room, "player": ref}]


async def test_a_new_name_is_told_to_those_who_have_looked_at_the_game_for_long() -> None:
    first = await a_node()
    ann, ben = await first.guest(), await first.guest()
    room = await a_game(ann, ben)
    await ann.ask("resign", room=room)
    node = await a_node(first.store, "m")
    reader = await node.guest()
    await join(room, reader)

    async with node.running():
        await pass_ms(5 * 60_000)
    await have_named(first, ann, "An Nan")
    await node.settle()

    assert [message["player"]["name"] for message in reader.told("renamed")] == ["An Nan"]


async def test_finished_games_that_were_read_leave_nothing_behind() -> None:
    first = await a_node()
    rooms = []
    for _ in range(3):
        ann, ben = await first.guest(), await first.guest()
        rooms.append(await a_game(ann, ben))
        await ann.ask("resign", room=rooms[-1])
    node = await a_node(first.store, "m")

    async with node.running():
        for room in rooms:
            reader = await node.guest()
            await join(room, reader)
            reader.hang_up()
        await node.settle()
        at_first = [node.host.held(kind) for kind in ("room", "player")]
        await pass_ms(4 * 60_000)
        left = [node.host.held(kind) for kind in ("room", "player")]

    assert at_first == [3, 6]
    assert left == [0, 0]


async def test_seeks_and_talk_show_names() -> None:
    node = await a_node()
    ann, ben = await node.guest(), await node.guest()
    await have_named(node, ann, "An Nan")
    room = await a_game(ann, ben)
    await ann.ask("chat", room=room, to="players", text="hello")
    await ann.ask("seek", terms=TERMS)

    await ben.ask("watch_lobby")

    (seek,) = ben.told("lobby")[0]["seeks"]
    assert (seek["name"], seek["guest"]) == ("An Nan", False)
    assert ben.told("chat")[0]["line"]["name"] == "An Nan"


async def test_a_seek_from_another_node_is_told_with_its_name() -> None:
    store = MemoryStore(store_ms)
    here, there = await a_node(store, "here"), await a_node(store, "there")
    ann, ben = await here.guest(), await there.guest()
    await have_named(here, ann, "An Nan")
    await ben.ask("watch_lobby")
    there.gateway.tick_loop.tick()

    await ann.ask("seek", terms=TERMS)
    await pass_ms(1_000)
    for _ in range(3):
        there.gateway.tick_loop.tick()
        await there.settle()

    opened = [seek for change in ben.told("lobby_changed") for seek in change["opened"]]
    assert [(seek["name"], seek["guest"]) for seek in opened] == [("An Nan", False)]
