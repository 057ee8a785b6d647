"""Games that are asked for are counted: each is kept for ever, however short it was."""

from tests.support.gateways import TERMS, Peer, a_game, a_node, have_named
from tests.support.virtual_time import pass_ms
from xiangqi_server.api.rate_limits import Charge
from xiangqi_server.gateway.connection.limits.rate_limits import ADDRESS_RATES
from xiangqi_server.limits import ASKED, ASKED_OF_ADDRESS

ADDRESS = "192.0.2.7"


async def play_out(room: str, red: Peer, black: Peer) -> None:
    """A game of two moves, which is one of those that are over."""
    await red.ask("move", room=room, ply=0, text="h2e2")
    await black.ask("move", room=room, ply=1, text="h9g7")
    await red.ask("resign", room=room)


async def rematches(room: str, red: Peer, black: Peer, count: int) -> list[str | None]:
    """The codes with which Red's player is refused when it asks for one rematch after the other."""
    codes = []
    asking, other = red, black
    for _ in range(count):
        await play_out(room, red, black)
        answer = await asking.ask("offer", room=room, what="rematch", ply=2)
        codes.append(answer.get("code"))
        if codes[-1] is not None:
            break
        await other.ask("accept", room=room, what="rematch")
        room = asking.told("rematch_opened")[-1]["next"]
        red, black = black, red
        for peer in (red, black):
            await peer.ask("join", room=room)
            await peer.ask("leave", room=asking.told("rematch_opened")[-1]["room"])
            await pass_ms(250)
    return codes


async def test_a_player_asks_for_so_many_rematches_and_the_other_one_may_still_ask() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    async with node.running():
        room = await a_game(red, black)
        codes = await rematches(room, red, black, 2 * ASKED.burst)
        last = red.told("rematch_opened")[-1]["next"]
        by_other = await black.ask("offer", room=last, what="rematch", ply=2)
        (draw,) = [one for one in codes if one is not None]

    assert ASKED.burst <= len(codes) < 1.5 * ASKED.burst
    assert (draw, by_other["type"]) == ("too_fast", "done")


async def test_who_queues_again_and_again_has_to_wait_and_may_go_on_later() -> None:
    node = await a_node()
    peer = await node.guest()
    async with node.running():
        codes = []
        for _ in range(ASKED.burst + 30):
            codes.append((await peer.ask("queue", pool="5+3")).get("code"))
            await peer.ask("unqueue")
            await pass_ms(2_000)
        await pass_ms(ASKED.every_ms)
        later = await peer.ask("queue", pool="5+3")

    assert set(codes[: ASKED.burst]) == {None}
    assert codes.count("too_fast") > 10
    assert later["type"] == "done"


async def test_the_players_of_an_address_ask_for_so_many_games_together() -> None:
    node = await a_node()
    crowd = []
    for number in range(100):
        await have_named(node, guest := await node.guest(), f"Player {number}")
        crowd.append(await node.guest(token=guest.token, counted_as=ADDRESS))
    elsewhere = await node.guest(counted_as="192.0.2.8")

    async with node.running():
        codes = []
        for _ in range(ASKED_OF_ADDRESS.burst // len(crowd) + 4):
            answers = [await peer.ask("seek", terms=TERMS) for peer in crowd]
            codes += [answer.get("code") for answer in answers]
            await pass_ms(len(crowd) * ADDRESS_RATES[Charge.START].every_ms)
        other = await elsewhere.ask("seek", terms=TERMS)

    assert "too_fast" not in codes[: ASKED_OF_ADDRESS.burst]
    assert codes[ASKED_OF_ADDRESS.burst :].count("too_fast") > len(crowd)
    assert other["type"] == "done"
