"""The lists, made again from the logs, are what they were."""

from tests.support.gateways import Message, Node, Peer, a_game, a_node, have_named
from tests.support.memory_rows import MemoryRowStore
from tests.support.memory_store import MemoryStore
from tests.support.tournament_peers import announce
from tests.support.virtual_time import pass_ms, store_ms
from tests.test_architecture import PACKAGE
from xiangqi_server.aggregates.kinds import KINDS
from xiangqi_server.gateway.connection.shared_answers import KEPT_MS
from xiangqi_server.kernel.aggregate.kind import AnyKind
from xiangqi_server.read_model.rebuild import ROW_WRITERS, rebuild

DAY_MS = 24 * 60 * 60 * 1000


async def played(node: Node, red: Peer, black: Peer, *, rated: bool) -> None:
    """A game of two moves that Black gave up."""
    room = await a_game(red, black, rated=rated)
    await red.ask("move", room=room, ply=0, text="h2e2")
    await black.ask("move", room=room, ply=1, text="h9g7")
    await black.ask("resign", room=room)
    await node.settle()
    for peer in (red, black):
        await peer.ask("leave", room=room)


async def lists(peer: Peer, player: str) -> list[Message]:
    """Everything the row store is asked for, without the ids of the questions."""
    questions: list[tuple[str, dict[str, object]]] = [
        ("games", {}),
        ("games", {"player": player, "result": "lost"}),
        ("games", {"opening": "h2e2h9g7"}),
        ("live_games", {"order": "newest"}),
        ("leaderboard", {"speed": "rapid"}),
        ("rating_history", {"player": player, "speed": "rapid"}),
        ("find_players", {"prefix": "be"}),
        ("tournaments", {"of": "soon"}),
    ]
    answers = [await peer.ask(kind, **fields) for kind, fields in questions]
    return [{**answer, "id": ""} for answer in answers]


async def test_a_lost_shelf_is_made_again_and_once_more_changes_nothing() -> None:
    store = MemoryStore(store_ms)
    node = await a_node(store)
    red, black = await node.guest(), await node.guest()
    await have_named(node, red, "An Nan")
    await have_named(node, black, "Ben")
    for game in range(22):
        if game in (6, 14):
            await pass_ms(DAY_MS)
            red, black = [await node.guest(token=peer.token) for peer in (red, black)]
        await played(node, *((red, black) if game % 2 else (black, red)), rated=game != 7)
        await pass_ms(30_000)
    assert (await black.ask("reset_rating", speed="rapid"))["type"] == "done"
    await a_game(red, black)
    await announce(node, red, in_ms=DAY_MS)
    eve = await node.guest()
    before = await lists(eve, black.player)

    store.row_store = MemoryRowStore()
    other = await a_node(store, "other")
    late = await other.guest()
    lost = await lists(late, black.player)
    made = await rebuild(store, store.row_store)
    await pass_ms(KEPT_MS)
    after = await lists(late, black.player)
    again = await rebuild(store, store.row_store)

    assert [len(answer.get("rows", ())) for answer in before] == [20, 11, 20, 1, 1, 3, 0, 1]
    assert len(before[-2]["players"]) == 1
    assert not any(answer.get("rows") or answer.get("players") for answer in lost)
    assert after == before
    assert made == again
    assert (made["rooms"], made["days"], made["tournaments"]) == (23, 6, 1)
    assert await lists(late, black.player) == before


async def test_what_a_later_event_has_shown_is_not_overwritten() -> None:
    store = MemoryStore(store_ms)
    node = await a_node(store)
    red, black = await node.guest(), await node.guest()
    await played(node, red, black, rated=True)
    row = (await red.ask("games"))["rows"][0]["room"]
    await store.row_store.put("games", row, 1_000, b"later", places={"all": 1}, words={})

    await rebuild(store, store.row_store)

    assert await store.row_store.rows("games", [row]) == (b"later",)


def test_every_kind_that_has_rows_is_rebuilt() -> None:
    def package_of(kind: AnyKind) -> str:
        return kind.decide.__module__.split(".")[2]

    packages = {package_of(kind) for kind in KINDS}
    with_rows = {
        package
        for package in packages
        if any(
            "row_effects" in path.read_text()
            for path in (PACKAGE / "aggregates" / package).rglob("*.py")
        )
    }

    assert {package_of(writer.kind) for writer in ROW_WRITERS} == with_rows
