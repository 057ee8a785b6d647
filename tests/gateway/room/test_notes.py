"""A private note on a game: its writer reads it anywhere, and nobody else ever."""

from tests.support.gateways import a_game, a_node
from tests.support.memory_store import MemoryStore
from tests.support.virtual_time import pass_ms, store_ms
from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.api.room.chat import NOTE_STREAMS
from xiangqi_server.gateway.room.notes import FORGOTTEN_MS, OLD_STREAM
from xiangqi_server.kernel.aggregate.spans import DAY_MS
from xiangqi_server.kernel.host.view import key
from xiangqi_server.limits import NOTES, NOTES_OF_ADDRESS
from xiangqi_server.wire.limits import NOTE_CHARS

PASSWORD = "nine dragons and a horse"


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


async def test_a_note_of_an_older_version_is_read_until_a_new_one_takes_its_place() -> None:
    store = MemoryStore(store_ms)
    node = await a_node(store)
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    stream = f"{OLD_STREAM}{red.player}"
    await store.side.chat.add(key(ROOM, room), stream, "old", b"Old plan", kept=1, ttl_ms=DAY_MS)

    told = [(await peer.ask("note", room=room))["text"] for peer in (red, black)]
    await red.ask("set_note", room=room, text="")

    assert told == ["Old plan", ""]
    assert (await red.ask("note", room=room))["text"] == ""


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


async def test_a_note_lives_as_long_as_what_is_said_in_the_game() -> None:
    store, days = MemoryStore(store_ms), {"type": "correspondence", "days": 14}
    node = await a_node(store)
    red, black = await node.guest(), await node.guest()
    live, slow = await a_game(red, black), await a_game(red, black, clock=days)
    for room in (live, slow):
        await red.ask("set_note", room=room, text="Watch the horse")

    await pass_ms(8 * DAY_MS)
    left = await store.side.chat.lines(key(ROOM, live), [NOTE_STREAMS.red])
    await pass_ms(60 * DAY_MS)
    kept = await store.side.chat.lines(key(ROOM, slow), [NOTE_STREAMS.red])

    assert left == [[]]
    assert [line.body for line in kept[0]] == [b"Watch the horse"]


async def test_notes_are_counted_by_player_and_address() -> None:
    node = await a_node()
    answers = []
    for _ in range(NOTES_OF_ADDRESS.burst // NOTES.burst + 1):
        red = await node.guest(counted_as="192.0.2.7")
        room = await a_game(red, await node.guest())
        notes = [await red.ask("set_note", room=room, text="x") for _ in range(NOTES.burst + 1)]
        answers.append([note.get("code", "done") for note in notes])

    assert answers[0] == ["done"] * NOTES.burst + ["too_fast"]
    assert answers[-1].count("done") < NOTES.burst / 2


async def test_notes_go_with_the_account_of_their_writer_and_no_others() -> None:
    store = MemoryStore(store_ms)
    node = await a_node(store)
    red, black = await node.guest(), await node.guest()
    await red.ask("sign_up", name="An Nan", password=PASSWORD)
    rooms = [await a_game(red, black) for _ in range(2)]
    for peer, room in ((peer, room) for peer in (red, black) for room in rooms):
        await peer.ask("set_note", room=room, text="Mine")
    await red.ask("move", room=rooms[0], ply=0, text="h2e2")
    await red.ask("resign", room=rooms[0])

    await red.ask("delete_account", password=PASSWORD)
    await node.settle()
    await pass_ms(FORGOTTEN_MS + 1)

    left = [await store.side.chat.lines(key(ROOM, room), NOTE_STREAMS) for room in rooms]
    assert [[len(lines) for lines in of_room] for of_room in left] == [[0, 1], [0, 1]]
