"""What is said at a room: who hears it, how much may be said, and that the game knows nothing."""

from tests.support.gateways import Message, Node, Peer, a_game, a_node, forget, join
from tests.support.virtual_time import pass_ms
from xiangqi_server.api.room.chat import LINE_GRAPHEMES, TOLD_LINES
from xiangqi_server.kernel.aggregate.spans import DAY_MS
from xiangqi_server.kernel.store.values import AggregateId
from xiangqi_server.limits import CHAT_OF_ADDRESS, CHAT_PORTIONS_OF_ADDRESS, PORTION_BYTES
from xiangqi_server.net.ports import Format

REFILL_MS = 3_000
BURST = 5


async def a_watched_game(**terms: object) -> tuple[Node, str, Peer, Peer, Peer]:
    """A game and one who watches."""
    node = await a_node()
    red, black = await node.guest(), await node.guest(Format.MSGPACK)
    room = await a_game(red, black, **terms)
    watcher = await node.guest(language="vi")
    await join(room, watcher)
    forget([red, black, watcher])
    return node, room, red, black, watcher


def heard(peer: Peer) -> list[tuple[str, str]]:
    """What was said, as a peer heard it: to whom, and the words."""
    return [(message["to"], message["line"]["text"]) for message in peer.told("chat")]


def remembered(peer: Peer) -> list[tuple[str, list[str]]]:
    """What a peer was told of what had been said before."""
    return [
        (message["to"], [line["text"] for line in message["lines"]])
        for message in peer.told("chat_history")
    ]


async def say(peer: Peer, room: str, to: str, **words: str) -> Message:
    """Say something; the answer."""
    return await peer.ask("chat", room=room, to=to, **words)


async def test_players_hear_each_other_and_spectators_do_not() -> None:
    _, room, red, black, watcher = await a_watched_game()

    answer = await say(red, room, "players", text="  Good\u202e luck\u200b!  ")

    assert answer["type"] == "done"
    assert heard(red) == heard(black) == [("players", "Good luck!")]
    assert heard(watcher) == []
    line = black.told("chat")[0]["line"]
    assert (line["n"], line["seat"], line["player"]) == (1, "red", red.player)


async def test_a_spectator_with_an_account_is_heard_under_its_name() -> None:
    node, room, _, _, watcher = await a_watched_game()
    talker = await node.guest()
    await talker.ask("sign_up", name="An Nan", password="correct horse battery")
    await join(room, talker)

    await say(talker, room, "spectators", text="hello")

    line = watcher.told("chat")[0]["line"]
    assert line["name"] == "An Nan"


async def test_spectators_talk_among_themselves_until_the_game_is_over() -> None:
    node, room, red, black, watcher = await a_watched_game()
    other = await node.guest()
    await join(room, other)
    await say(watcher, room, "spectators", text="The cannon!")
    refused = [
        await say(watcher, room, "players", text="The cannon!"),
        await say(red, room, "spectators", text="What do they say?"),
    ]
    before = [heard(red), heard(black)]

    await black.ask("resign", room=room)
    await say(red, room, "spectators", text="Thanks for watching.")

    assert [answer["code"] for answer in refused] == ["not_seated", "game_not_over"]
    assert before == [[], []]
    assert remembered(red) == remembered(black) == [("spectators", ["The cannon!"])]
    assert heard(other)[-1] == heard(red)[-1] == ("spectators", "Thanks for watching.")


async def test_a_phrase_reaches_each_reader_in_the_own_language() -> None:
    node, room, _, _, watcher = await a_watched_game()
    other = await node.guest(language="zh-Hans")
    await join(room, other)

    await say(other, room, "spectators", phrase="thanks")

    assert heard(watcher) == [("spectators", "Cảm ơn.")]
    assert heard(other) == [("spectators", "谢谢。")]


async def test_what_was_said_is_told_to_who_joins_later_also_by_another_node() -> None:
    node, room, red, _, watcher = await a_watched_game()
    for n in range(3):
        await say(red, room, "players", text=f"line {n}")
    await say(watcher, room, "spectators", text="mine")
    again, late = node.connect(), await node.guest()
    other = await a_node(node.store, "m")
    far = other.connect()
    for peer in (again, far):
        await peer.ask("hello", token=red.token)

    await join(room, again, far, late)

    expected = [("players", ["line 0", "line 1", "line 2"])]
    assert remembered(again) == remembered(far) == expected
    assert remembered(late) == [("spectators", ["mine"])]


async def test_who_joins_later_is_told_the_latest_lines_and_no_more() -> None:
    node, room, _, _, watcher = await a_watched_game()
    said = [f"line {n}" for n in range(TOLD_LINES + 3)]
    for line in said:
        await pass_ms(REFILL_MS)
        await say(watcher, room, "spectators", text=line)

    late = await node.guest()
    await join(room, late)

    assert remembered(late) == [("spectators", said[-TOLD_LINES:])]


async def test_a_line_sent_again_is_said_once() -> None:
    _, room, red, black, _ = await a_watched_game()

    answers = [
        await red.ask("chat", id="once", room=room, to="players", text="Hello") for _ in range(2)
    ]

    assert [answer["type"] for answer in answers] == ["done", "done"]
    assert heard(black) == [("players", "Hello")]


async def test_a_flood_is_refused_by_player_over_all_connections_with_the_time_to_wait() -> None:
    node, room, red, black, _ = await a_watched_game()
    tab = node.connect()
    await tab.ask("hello", token=red.token)
    await join(room, tab)
    for n in range(BURST):
        await say(red if n % 2 else tab, room, "players", text=f"{n}")

    refused = await say(tab, room, "players", text="more")
    await pass_ms(refused["retry_ms"])
    passed = await say(tab, room, "players", text="later")

    assert (refused["code"], refused["retry_ms"]) == ("too_fast", REFILL_MS)
    assert passed["type"] == "done"
    assert len(heard(black)) == BURST + 1


async def test_many_guests_of_one_address_are_refused_and_others_go_on_talking() -> None:
    node, room, _, _, watcher = await a_watched_game()
    lines = CHAT_OF_ADDRESS.burst
    crowd = [await node.guest(counted_as="192.0.2.7") for _ in range(lines // BURST + 1)]
    for guest in crowd:
        await join(room, guest)

    answers = [await say(guest, room, "spectators", text="!") for guest in crowd * BURST]
    later = await say(watcher, room, "spectators", text="Hello")

    refused = [answer["code"] for answer in answers if answer["type"] == "refused"]
    assert refused == ["too_fast"] * (len(answers) - lines)
    assert later["type"] == "done"


async def test_an_address_fills_the_store_only_so_far_and_still_talks() -> None:
    node, room, _, _, _ = await a_watched_game()
    crowd = [await node.guest(counted_as="192.0.2.7") for _ in range(16)]
    for guest in crowd:
        await join(room, guest)
    longest = "𠮷\u20d0\u20d1\u20d2" * LINE_GRAPHEMES
    portions = len(longest.encode()) // PORTION_BYTES + 1
    rounds = CHAT_PORTIONS_OF_ADDRESS.burst // portions // len(crowd)

    codes = []
    for _ in range(rounds + 20):
        codes += [
            (await say(guest, room, "spectators", text=longest)).get("code") for guest in crowd
        ]
        await pass_ms(len(crowd) * CHAT_OF_ADDRESS.every_ms)
    short = await say(crowd[0], room, "spectators", text="Hello")

    assert set(codes[: rounds * len(crowd)]) == {None}
    assert codes[-len(crowd) :].count(None) <= 2
    assert short["type"] == "done"


async def test_text_that_shows_nothing_or_too_much_is_refused() -> None:
    _, room, red, black, _ = await a_watched_game()

    answers = [
        await say(red, room, "players", text="\u200b\u202e"),
        await say(red, room, "players", text="棋" * 141),
        await say(red, room, "players"),
        await say(red, room, "players", text="both", phrase="bye"),
        await say(red, room, "players", text="棋" * 140),
    ]

    assert [answer.get("code") for answer in answers] == [
        "empty_text",
        "text_too_long",
        "bad_message",
        "bad_message",
        None,
    ]
    assert heard(black) == [("players", "棋" * 140)]


async def test_the_terms_can_turn_the_players_talk_off() -> None:
    _, room, red, _, watcher = await a_watched_game(chat=False)

    answers = [
        await say(red, room, "players", phrase="hello"),
        await say(watcher, room, "spectators", phrase="hello"),
    ]

    assert [answer.get("code") for answer in answers] == ["chat_off", None]


async def test_the_log_and_the_digest_know_nothing_of_it() -> None:
    node, room, red, _, watcher = await a_watched_game()
    aggregate = AggregateId("room", room)
    before = await node.store.load(aggregate)

    await say(red, room, "players", text="secret")
    await say(watcher, room, "spectators", text="secret")

    after = await node.store.load(aggregate)
    assert after == before
    assert not any(b"secret" in event.body for event in after.tail)


async def test_without_a_store_a_line_is_refused_and_nobody_hears_it() -> None:
    node, room, red, black, _ = await a_watched_game()
    node.store.is_away = True

    answer = await say(red, room, "players", text="Hello")

    assert answer["code"] == "unavailable"
    assert heard(black) == []


async def test_what_is_said_by_days_lasts_as_long_as_the_game_and_a_month_more() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black, clock={"type": "correspondence", "days": 14})
    await say(red, room, "players", text="Good luck!")
    moves = ("b0c2", "b9c7", "c2b0", "c7b9", "b0a2", "b9a7", "a2b0", "a7b9")
    tokens = [red.token, black.token]
    for peer in (red, black):
        peer.hang_up()
    for ply, text in enumerate(moves):
        await pass_ms(13 * DAY_MS)
        mover = await node.guest(token=tokens[ply % 2])
        await join(room, mover)
        assert remembered(mover) == [("players", ["Good luck!"])], ply
        await mover.ask("move", room=room, ply=ply, text=text)
        mover.hang_up()

    loser = await node.guest(token=tokens[0])
    await join(room, loser)
    await loser.ask("resign", room=room)
    await say(loser, room, "players", text="Well played.")
    loser.hang_up()
    for days, is_kept in ((29, True), (2, False)):
        await pass_ms(days * DAY_MS)
        reader = await node.guest(token=tokens[1])
        await join(room, reader)
        assert bool(remembered(reader)) is is_kept, days
        reader.hang_up()
