"""Games on boards: one subscription, whole positions, as late as spectators of each game see it."""

from typing import Any

from tests.gateway.test_tick_loop import counted
from tests.support.gateways import CLOCK, Message, Node, Peer, a_game, a_node, have_named
from tests.support.parted_store import PartedStore
from tests.support.two_nodes import a_pair, a_spread_game, back_at, die
from tests.support.virtual_time import pass_ms
from xiangqi_server.net.ports import Format
from xiangqi_server.wire.limits import BOARDS_AT_ONCE, ROOMS_PER_CONNECTION

DELAY_MS = 30_000
TICK_MS = 500
AWAY_MS = 8_000
DAYS = {"type": "correspondence", "days": 3}
MOVES = ("h2e2", "h9g7", "h0g2", "i9h9")


async def players_of(node: Node, games: int) -> list[tuple[Peer, Peer]]:
    """Pairs of guests."""
    return [(await node.guest(), await node.guest()) for _ in range(games)]


def boards_of(peer: Peer, room: str) -> list[Message]:
    """The frames of one game that a peer got."""
    return [board for board in peer.told("board") if board["game"] == room]


def rooms_in(boards: list[Any]) -> list[str | None]:
    """The games that an answer says are shown."""
    return [one["game"] and one["game"]["room"] for one in boards]


async def test_sixteen_games_are_seen_at_once_by_a_reader_who_is_no_spectator() -> None:
    node = await a_node()
    pairs = await players_of(node, BOARDS_AT_ONCE)
    rooms = [await a_game(*pair) for pair in pairs]
    eve = await node.guest(Format.MSGPACK)
    before = len(eve.frames)

    async with node.running():
        shown = await eve.ask("watch_boards", boards=[f"room:{room}" for room in rooms])
        first = sum(map(len, {id(frame): frame for frame in eve.frames[before:]}.values()))
        await pairs[3][0].ask("move", room=rooms[3], ply=0, text="h2e2")
        await pass_ms(TICK_MS)
        spectators = pairs[3][0].told("presence")[-1]["spectators"]

    assert rooms_in(shown["boards"]) == [None] * BOARDS_AT_ONCE
    assert first <= 3_072
    assert [len(boards_of(eve, room)) for room in rooms] == [1, 1, 1, 2, *[1] * 12]
    assert boards_of(eve, rooms[3])[-1]["last"] == "h2e2"
    assert spectators == 0
    assert BOARDS_AT_ONCE > ROOMS_PER_CONNECTION


async def test_a_move_calls_nothing_of_boards_that_nobody_watches() -> None:
    node = await a_node()
    ((red, black),) = await players_of(node, 1)
    room = await a_game(red, black)

    with counted(("lists/boards.py", "broadcasting/boards.py", "views/boards.py")) as calls:
        answers = [
            await (black if ply % 2 else red).ask("move", room=room, ply=ply, text=text)
            for ply, text in enumerate(MOVES)
        ]

    assert [answer["type"] for answer in answers] == ["done"] * len(MOVES)
    assert calls == {}


async def test_however_fast_moves_come_a_board_is_sent_every_other_tick_and_may_be_missed() -> None:
    node = await a_node()
    ((red, black),) = await players_of(node, 1)
    room, eve = await a_game(red, black), await node.guest()

    async with node.running():
        await eve.ask("watch_boards", boards=[f"room:{room}"])
        for ply, text in enumerate(MOVES):
            await (black if ply % 2 else red).ask("move", room=room, ply=ply, text=text)
        await pass_ms(TICK_MS)
        told = boards_of(eve, room)
        must_take = [
            must
            for must, message in zip(eve.must_take, eve.heard, strict=True)
            if message["type"] == "board"
        ]

    assert [board["ply"] for board in told] == [0, len(MOVES)]
    assert must_take == [True, False]


async def test_a_board_of_a_game_with_a_delay_says_nothing_and_is_not_sent_before_its_time() -> (
    None
):
    node = await a_node()
    ((red, black),) = await players_of(node, 1)
    room, eve = await a_game(red, black, delay_ms=DELAY_MS), await node.guest()

    async with node.running():
        await eve.ask("watch_boards", boards=[f"room:{room}"])
        await red.ask("move", room=room, ply=0, text="h2e2")
        await pass_ms(DELAY_MS - TICK_MS)
        early = boards_of(eve, room)
        listed = (await eve.ask("live_games"))["rows"][0]["now"]
        await pass_ms(2 * TICK_MS)
        late = boards_of(eve, room)[-1]

    assert [board["ply"] for board in early] == [0]
    assert listed["ply"] == 0
    assert (late["ply"], late["last"]) == (1, "h2e2")


async def test_a_followed_player_leads_to_the_next_live_game_and_nowhere_else() -> None:
    node = await a_node()
    ann, ben, dan, eve = [await node.guest() for _ in range(4)]
    first = await a_game(ann, ben)
    slow = await a_game(ann, dan, clock=DAYS)
    await node.settle()

    async with node.running():
        shown = await eve.ask("watch_boards", boards=[f"player:{ann.player}"])
        await ben.ask("resign", room=first)
        await a_game(ben, dan)
        await pass_ms(4 * 60_000)
        between = eve.told("board_changed")
        second = await a_game(dan, ann)
        await pass_ms(TICK_MS)

    assert rooms_in(shown["boards"]) == [first]
    assert boards_of(eve, first)[-1]["over"] == "red"
    assert between == []
    assert rooms_in(eve.told("board_changed")) == [second]
    assert boards_of(eve, slow) == []
    assert boards_of(eve, second)[-1]["ply"] == 0


async def test_what_does_not_exist_is_refused_and_too_much_is_too_fast() -> None:
    node = await a_node()
    ((red, black),) = await players_of(node, 1)
    room, eve = await a_game(red, black), await node.guest()
    many = [f"room:{room}"] * BOARDS_AT_ONCE

    unknown = await eve.ask("watch_boards", boards=[f"room:{room}", "room:aaaaaaaaaaaa"])
    nobody = await eve.ask("watch_boards", boards=[f"player:{'a' * 16}"])
    odd = [await eve.ask("watch_boards", boards=boards) for boards in (["tv"], [*many, "tv:top"])]
    nothing = await eve.ask("watch_boards", boards=["tv:nosuch"])
    answers = [(await eve.ask("watch_boards", boards=many)).get("code") for _ in range(4)]

    assert (unknown["code"], nobody["code"]) == ("no_such_room", "no_such_player")
    assert [one["code"] for one in odd] == ["bad_message"] * 2
    assert rooms_in(nothing["boards"]) == [None]
    assert answers == [None, None, "too_fast", "too_fast"]


async def test_rooms_that_do_not_exist_are_asked_for_in_vain_and_nothing_is_kept_of_them() -> None:
    node = await a_node()
    eve, before = await node.guest(), node.host.held("room")

    async with node.running():
        for number in range(12):
            await eve.ask(
                "watch_boards", boards=[f"room:nosuch{number:02}{n:x}" for n in range(16)]
            )
            await pass_ms(4_000)
        await pass_ms(60_000)

        assert {one["code"] for one in eve.told("refused")} == {"no_such_room"}
        assert node.gateway.held.rooms == 0
        assert node.host.held("room") == before


async def test_boards_of_a_game_at_a_node_that_is_killed_are_right_once_it_goes_on_elsewhere() -> (
    None
):
    async with a_pair() as (near, far):
        room, red, black = await a_spread_game((far, far))
        eve = await near.guest()
        await eve.ask("watch_boards", boards=[f"room:{room}"])
        await red.ask("move", room=room, ply=0, text="h2e2")
        await pass_ms(TICK_MS)
        before = boards_of(eve, room)[-1]
        await die(far, red, black)
        players = [await back_at(near, peer.token, room) for peer in (red, black)]
        await pass_ms(3_000)
        await players[1].ask("move", room=room, ply=1, text="h9g7")
        await pass_ms(TICK_MS)

        assert (before["ply"], before["last"]) == (1, "h2e2")
        last = boards_of(eve, room)[-1]
        assert (last["ply"], last["last"], "away" in last) == (2, "h9g7", False)


async def test_a_reader_who_leaves_or_is_lost_leaves_nothing_behind() -> None:
    node = await a_node()
    ((red, black),) = await players_of(node, 1)
    room, eve, dan = await a_game(red, black), await node.guest(), await node.guest()
    await have_named(node, red, "Ann")
    wanted = [f"room:{room}", "tv:top", f"player:{red.player}"]
    for peer in (red, black):
        peer.hang_up()

    async with node.running():
        for peer in (eve, dan):
            await peer.ask("watch_boards", boards=wanted)
        held = node.gateway.held.rooms
        await eve.ask("leave_boards")
        dan.hang_up()
        await node.settle()
        left = node.gateway.held.rooms
        dan = await node.guest()
        dan.say("watch_boards", id="b", boards=wanted)
        dan.hang_up()
        await node.settle()

        assert (held, left, node.gateway.held.rooms) == (1, 0, 0)


async def test_a_new_subscription_takes_the_place_of_the_one_before() -> None:
    node = await a_node()
    pairs = await players_of(node, 3)
    one, two, three = [await a_game(*pair, clock=CLOCK) for pair in pairs]
    eve = await node.guest()

    async with node.running():
        await eve.ask("watch_boards", boards=[f"room:{one}", f"room:{two}"])
        await eve.ask("watch_boards", boards=[f"room:{two}", f"room:{three}"])
        refused = await eve.ask("watch_boards", boards=[f"room:{one}", "room:aaaaaaaaaaaa"])
        for pair, room in zip(pairs, (one, two, three), strict=True):
            await pair[0].ask("move", room=room, ply=0, text="h2e2")
        await pass_ms(TICK_MS)

    assert refused["code"] == "no_such_room"
    assert [boards_of(eve, room)[-1]["ply"] for room in (one, two, three)] == [0, 1, 1]


async def test_a_reader_who_had_to_miss_some_gets_all_boards_once_it_reads_again() -> None:
    node = await a_node()
    ((red, black),) = await players_of(node, 1)
    room, eve = await a_game(red, black), await node.guest()
    await eve.ask("watch_boards", boards=[f"room:{room}"])

    await red.ask("move", room=room, ply=0, text="h2e2")
    node.gateway.caught_up(eve)

    assert boards_of(eve, room)[-1]["ply"] == 1


async def test_boards_whose_part_of_the_store_is_away_come_later_and_the_others_at_once() -> None:
    lost: set[str] = set()
    store = PartedStore(lambda aggregate: int(aggregate.id not in lost))
    node = await a_node(store)
    [one, other] = await players_of(node, 2)
    rooms = [await a_game(*one), await a_game(*other)]
    lost.add(rooms[1])
    node = await a_node(store)  # a node that has seen neither
    eve = await node.guest()
    async with node.running():
        await pass_ms(TICK_MS)
        store.away = {0}
        await pass_ms(AWAY_MS)
        shown = await eve.ask("watch_boards", boards=[f"room:{room}" for room in rooms])
        first = [len(boards_of(eve, room)) for room in rooms]
        store.away = set()
        await pass_ms(AWAY_MS)
        later = boards_of(eve, rooms[1])

    assert shown["type"] == "boards"
    assert first == [1, 0]
    assert later[-1]["ply"] == 0
