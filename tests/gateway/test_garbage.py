"""What connections and rooms leave to the collector of garbage when they end: nothing."""

from tests.support.alive import left_to_collector
from tests.support.gateways import TERMS, Node, a_game, a_node
from tests.support.virtual_time import pass_ms
from xiangqi_server.net.ports import Format

FORGOTTEN_MS = 180_000
"""After so long a node holds nothing any more of what nobody looks at."""


async def an_evening(node: Node) -> list[str]:
    """Two play, one looks on; one comes back, they play again, and all leave: what was answered."""
    red, black, spectator = (
        await node.guest(),
        await node.guest(Format.MSGPACK),
        await node.guest(),
    )
    room = await a_game(red, black)
    answers = [
        await spectator.ask("join", room=room),
        await spectator.ask("chat", room=room, to="spectators", text="hi"),
        await red.ask("chat", room=room, to="players", text="hi"),
        await black.ask("premove", room=room, ply=1, text="h9g7"),
        await red.ask("move", room=room, ply=0, text="h2e2"),
        await red.ask("move", room=room, ply=2, text="a0a9"),
        await red.ask("offer", room=room, what="draw", ply=2),
    ]
    black.hang_up()
    black = await node.guest(token=black.token)
    answers += [
        await black.ask("join", room=room, since=1),
        await black.ask("resign", room=room),
        await red.ask("offer", room=room, what="rematch", ply=2),
        await black.ask("accept", room=room, what="rematch"),
    ]
    (rematch,) = red.told("rematch_opened")
    answers += [
        await red.ask("leave", room=room),
        await red.ask("join", room=rematch["next"]),
        await red.ask("abort", room=rematch["next"]),
        await spectator.ask("seek", terms=TERMS),
        await spectator.ask("export", room=room),
    ]
    spectator.say_bytes(b"nonsense")
    for one in (red, black, spectator):
        one.hang_up()
    await node.settle()
    return [answer["type"] for answer in answers]


async def test_connections_and_rooms_leave_nothing_to_the_collector() -> None:
    node = await a_node()
    async with node.running():
        for _ in range(2):  # what is made once is made now, or when it is read again
            before = await an_evening(node)
            await pass_ms(FORGOTTEN_MS)
        with left_to_collector() as found:
            answers = await an_evening(node)
            await pass_ms(FORGOTTEN_MS)

    assert before == answers == [*["done"] * 5, "refused", *["done"] * 9, "pgn"]
    assert found == []


async def test_who_was_refused_for_want_of_a_store_leaves_nothing_to_the_collector() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    async with node.running():
        with left_to_collector() as found:
            node.store.is_away = True
            answers = [
                await red.ask("move", room=room, ply=0, text="h2e2"),
                await red.ask("join", room=room),
                await red.ask("seek", terms=TERMS),
            ]
            red.hang_up()
            await pass_ms(10_000)
            node.store.is_away = False
            await pass_ms(10_000)

    assert [answer["code"] for answer in answers] == ["unavailable"] * 3
    assert found == []
