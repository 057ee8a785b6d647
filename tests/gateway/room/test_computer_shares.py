"""One address does not take all computer opponents, and a class may have them while there are."""

from tests.support.gateways import TERMS, Node, Peer, a_node, have_named
from tests.support.virtual_time import pass_ms
from xiangqi_server.aggregates.players.identity import BecomeBot
from xiangqi_server.kernel.store.values import AggregateId
from xiangqi_server.limits import COMPUTER_GAMES, COMPUTER_GAMES_OF_ADDRESS, with_shares

NEAR, FAR = "198.51.100.7", "192.0.2.8"


async def a_computer(node: Node) -> Peer:
    """One of the computer opponents, connected."""
    computer = await node.guest()
    await have_named(node, computer, "Computer 1")
    player = AggregateId("player", computer.player)
    node.host.submit(player, BecomeBot("hash"), arrived_ms=node.clock.now_ms())
    await node.settle()
    return computer


async def challenged(node: Node, computer: Peer, address: str, count: int) -> list[str | None]:
    """The codes of the answers to so many guests of an address who challenge it."""
    codes = []
    for _ in range(count):
        guest = await node.guest(counted_as=address)
        answer = await guest.ask("challenge", player=computer.player, terms=TERMS)
        codes.append(answer.get("code"))
        if answer["type"] == "done":
            await computer.ask("accept_challenge", room=answer["room"])
        await pass_ms(100)
    return codes


async def test_while_computers_are_scarce_an_address_has_a_few_games_with_them() -> None:
    node = await a_node()
    computer = await a_computer(node)

    near = await challenged(node, computer, NEAR, 20)
    far = await challenged(node, computer, FAR, 6)
    school = await challenged(node, computer, with_shares(FAR, 60), 6)

    assert near == [None] * COMPUTER_GAMES.most + ["limit_reached"] * (20 - COMPUTER_GAMES.most)
    few = COMPUTER_GAMES_OF_ADDRESS.most
    assert far == [None] * few + ["limit_reached"] * (6 - few)
    assert school == [None] * 6


async def test_a_game_that_is_over_counts_no_longer() -> None:
    node = await a_node()
    computer = await a_computer(node)
    await challenged(node, computer, NEAR, COMPUTER_GAMES.most)
    rooms = [message["room"] for message in computer.told("game_opened")]

    before = await challenged(node, computer, NEAR, 1)
    for room in rooms:
        await computer.ask("join", room=room)
        await computer.ask("resign", room=room)
        await computer.ask("abort", room=room)
        await computer.ask("leave", room=room)
        await pass_ms(1_000)
    after = await challenged(node, computer, NEAR, 1)

    assert (before, after) == (["limit_reached"], [None])
