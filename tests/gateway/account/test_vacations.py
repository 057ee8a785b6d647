"""A vacation as its player takes it: games hear of it, new ones too, and clocks stand."""

from tests.support.gateways import Message, Node, Peer, a_node
from tests.support.virtual_time import pass_ms, store_ms
from xiangqi_server.kernel.aggregate.spans import DAY_MS

TERMS: Message = {"clock": {"type": "correspondence", "days": 3}}
PASSWORD = "nine dragons and a horse"


async def a_game_by_days(red: Peer, black: Peer) -> str:
    """A game in which it is Red's turn; both are there."""
    answer = await red.ask("invite", terms=TERMS, side="red")
    room = str(answer["room"])
    for one in (red, black):
        await one.ask("join", room=room)
    await black.ask("sit", room=room, seat_key=answer["seat_key"])
    await pass_ms(300)
    return room


async def two(node: Node) -> tuple[Peer, Peer]:
    """A person with an account, and a guest."""
    red, black = await node.guest(), await node.guest()
    await red.ask("sign_up", name="Lan", password=PASSWORD)
    return red, black


async def test_the_opponent_hears_of_a_vacation_and_the_clock_stands() -> None:
    node = await a_node()
    async with node.running():
        red, black = await two(node)
        room = await a_game_by_days(red, black)
        begun_ms = store_ms()
        done = await red.ask("take_vacation", days=7)
        again = await red.ask("take_vacation", days=1)
        await pass_ms(300)
        (away,) = black.told("away_until")
        (credit,) = black.told("time_credited")
        left = await red.ask("vacation")
    await pass_ms(6 * DAY_MS)
    looker = await node.guest()
    await looker.ask("join", room=room)
    (shown,) = looker.told("room")

    assert (done["type"], again["code"]) == ("done", "on_vacation")
    assert away["side"] == "red"
    assert 0 <= away["until_ms"] - 7 * DAY_MS - begun_ms < 1_000
    assert (credit["reason"], credit["to_ms"]) == ("vacation", away["until_ms"])
    assert left["until_ms"] == away["until_ms"]
    assert left["left_ms"] // DAY_MS == 3
    assert shown["away"] == {"red": away["until_ms"], "black": None}


async def test_a_game_that_begins_meanwhile_hears_of_it_and_an_early_return_ends_it() -> None:
    node = await a_node()
    async with node.running():
        red, black = await two(node)
        await red.ask("take_vacation", days=2)
        await a_game_by_days(red, black)
        await pass_ms(500)
        (shown,) = black.told("room")
        await red.ask("end_vacation")
        await pass_ms(500)
        credits_ms = [message["ms"] for message in black.told("time_credited")]
        left = await red.ask("vacation")

    assert shown["away"]["red"] > store_ms()
    assert len(credits_ms) == 2
    assert credits_ms[0] > 0 > credits_ms[1]
    assert 0 < sum(credits_ms) < 10_000
    assert left["until_ms"] is None
    assert left["left_ms"] // DAY_MS == 9


async def test_a_guest_and_a_bot_have_no_vacation_and_nobody_has_31_days() -> None:
    node = await a_node()
    async with node.running():
        red, guest = await two(node)
        bot = await node.guest()
        await bot.ask("sign_up", name="Robo", password=PASSWORD)
        await bot.ask("become_bot", password=PASSWORD)
        answers = [
            await guest.ask("take_vacation", days=1),
            await bot.ask("take_vacation", days=1),
            await red.ask("take_vacation", days=31),
            await red.ask("take_vacation", days=0),
            await red.ask("take_vacation", days=11),
        ]

    codes = [answer["code"] for answer in answers]
    assert codes == ["no_account", "no_bots", "bad_message", "bad_message", "no_vacation_left"]
