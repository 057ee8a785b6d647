"""A private note on a game: its writer reads it anywhere, and nobody else ever."""

from tests.support.gateways import a_game, a_node
from tests.support.memory_store import MemoryStore
from tests.support.virtual_time import store_ms
from xiangqi_server.wire.limits import NOTE_CHARS


async def test_a_note_is_read_by_its_writer_alone_on_any_node_and_replaces_the_one_before() -> None:
    store = MemoryStore(store_ms)
    north, south = await a_node(store, "n1"), await a_node(store, "n2")
    red, black = await north.guest(), await south.guest()
    async with north.running(), south.running():
        room = await a_game(red, black)
        for text in ("Watch the \n horse", "Secret plan"):
            await red.ask("set_note", room=room, text=text)
        elsewhere = await south.guest(token=red.token)
        await elsewhere.ask("join", room=room)
        own = await elsewhere.ask("note", room=room)
        other = await black.ask("note", room=room)
        await black.ask("join", room=room)
        log = await black.ask("log", room=room)

    assert (own["text"], other["text"]) == ("Secret plan", "")
    assert log["type"] == "log"
    assert not any(b"Secret" in frame for frame in black.frames)


async def test_a_note_is_for_players_and_has_its_longest() -> None:
    node = await a_node()
    red, black, watcher = await node.guest(), await node.guest(), await node.guest()
    room = await a_game(red, black)
    await watcher.ask("join", room=room)

    by_watcher = await watcher.ask("set_note", room=room, text="Mine")
    too_long = await red.ask("set_note", room=room, text="x" * (NOTE_CHARS + 1))
    cleared = await red.ask("set_note", room=room, text="\u202e")
    empty = await red.ask("note", room=room)

    assert (by_watcher["code"], too_long["code"]) == ("not_seated", "bad_message")
    assert (cleared["type"], empty["text"]) == ("done", "")
