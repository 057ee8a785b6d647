"""Programs follow which games begin and end, by numbers."""

from tests.support.gateways import a_game, a_node
from tests.support.programs import Program


async def test_a_game_is_told_when_it_begins_and_when_it_ends_with_its_result() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    program = Program(node)
    async with node.running():
        room = await a_game(red, black)
        await red.ask("move", room=room, ply=0, text="h2e2")
        await black.ask("move", room=room, ply=1, text="h9g7")
        await node.settle()
        first = await program.read("/api/feed")
        await red.ask("resign", room=room)
        await node.settle()
        second = await program.read(f"/api/feed?since={first['last']}&game={room}")
        lost = await program.read("/api/feed?since=999")

    assert [row["what"] for row in first["rows"]] == ["began"]
    assert (first["last"], first["reset"]) == (1, False)
    [ended] = second["rows"]
    assert (ended["number"], ended["what"], ended["room"]) == (2, "over", room)
    assert (ended["result"], ended["ending"], ended["plies"]) == ("black", "resign", 2)
    assert ended["red"]["player"] == red.player
    assert lost["reset"]
    assert len(lost["rows"]) == 2


async def test_an_invitation_that_nobody_takes_is_no_game() -> None:
    node = await a_node()
    red = await node.guest()
    async with node.running():
        room = (await red.ask("invite", terms={"clock": {"type": "none"}}))["room"]
        await red.ask("abort", room=room)
        await node.settle()
        found = await Program(node).read("/api/feed")

    assert found["rows"] == []
