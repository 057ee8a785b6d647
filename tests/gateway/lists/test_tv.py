"""What is on TV, as connections meet it: games that two players play now."""

from typing import Any

from tests.support.gateways import Peer, a_game, a_node
from tests.support.memory_rows import MemoryRowStore
from tests.support.memory_store import MemoryStore
from tests.support.rooms import PERPETUAL_CHECK
from tests.support.tournament_peers import announce, members, until
from tests.support.two_nodes import a_pair, a_spread_game
from tests.support.virtual_time import pass_ms, store_ms
from xiangqi_server.aggregates.tv.scoring import CHANNELS
from xiangqi_server.gateway.lists.tv_games import LISTS, PAGE_ROWS
from xiangqi_server.kernel.store.rows import Page

DAYS = {"type": "correspondence", "days": 3}
CLOCK = {"type": "fischer", "main_ms": 600_000, "increment_ms": 0}
BLITZ = {"type": "fischer", "main_ms": 300_000, "increment_ms": 0}


def on(boards: list[Any]) -> dict[str, str]:
    """What boards show of the TV: channel -> room."""
    return {one["board"].removeprefix("tv:"): one["game"]["room"] for one in boards if one["game"]}


async def on_tv(peer: Peer) -> dict[str, str]:
    """What a peer is told when it looks what is on: channel -> room."""
    return on((await peer.ask("watch_boards"))["boards"])


def changed(peer: Peer) -> dict[str, str | None]:
    """What channels a peer was told of since, and what they show now."""
    told = peer.told("board_changed")
    return {CHANNELS[one["slot"]]: one["game"] and one["game"]["room"] for one in told}


async def a_begun_game(red: Peer, black: Peer, **terms: object) -> str:
    """A game in which both have moved."""
    room = await a_game(red, black, **terms)
    await red.ask("move", room=room, ply=0, text="h2e2")
    await black.ask("move", room=room, ply=1, text="h9g7")
    return room


async def test_tv_shows_the_top_game_and_another_soon_after_it_is_over() -> None:
    node = await a_node()
    red, black, eve = await node.guest(), await node.guest(), await node.guest()
    top = await a_begun_game(red, black, rated=True)
    other = await a_game(red, black, clock=BLITZ)
    await a_game(red, black, clock=DAYS)
    await node.settle()

    async with node.running():
        shown = await on_tv(eve)
        await black.ask("resign", room=top)
        await pass_ms(6_000)
        at_the_end = changed(eve)
        await pass_ms(9_000)
        later = changed(eve)
        again = await on_tv(await node.guest())

    assert shown == {"top": top, "rapid": top, "blitz": other}
    assert at_the_end == {}
    assert later == {"top": other, "rapid": None}
    assert again == {"top": other, "blitz": other}


async def test_a_rematch_follows_the_game_before_it_at_once() -> None:
    node = await a_node()
    eve, red, black, *strong = [await node.guest() for _ in range(5)]
    first = await a_begun_game(red, black)
    await node.settle()

    async with node.running():
        shown = await on_tv(eve)
        await a_game(*strong, rated=True)
        await black.ask("resign", room=first)
        await red.ask("offer", room=first, what="rematch", ply=2)
        await black.ask("accept", room=first, what="rematch")
        await pass_ms(6_000)

    (opened,) = red.told("rematch_opened")
    rematch = opened["next"]
    assert shown == {"top": first, "rapid": first}
    assert changed(eve) == {"top": rematch, "rapid": rematch}


async def test_a_game_that_both_have_left_is_off_within_twenty_seconds() -> None:
    node = await a_node()
    eve, *pairs = [await node.guest() for _ in range(5)]
    dead, alive = await a_game(*pairs[:2], rated=True), await a_game(*pairs[2:])
    await node.settle()

    async with node.running():
        shown = await on_tv(eve)
        for peer in pairs[:2]:
            peer.hang_up()
        await pass_ms(20_000)

        assert shown == {"top": dead, "rapid": dead}
        assert changed(eve) == {"top": alive, "rapid": alive}
        assert await on_tv(await node.guest()) == {"top": alive, "rapid": alive}


async def test_a_player_who_loads_the_page_anew_does_not_take_the_game_off() -> None:
    node = await a_node()
    red, black, eve = await node.guest(), await node.guest(), await node.guest()
    room = await a_game(red, black)
    await node.settle()

    async with node.running():
        await on_tv(eve)
        for _ in range(3):
            red.hang_up()
            await pass_ms(5_000)
            red = await node.guest(token=red.token)
            await pass_ms(5_000)

        assert changed(eve) == {}
        assert await on_tv(eve) == {"top": room, "rapid": room}


async def test_the_first_who_looks_after_a_quiet_hour_is_not_shown_what_was_on_before_it() -> None:
    node = await a_node()
    red, black, eve = await node.guest(), await node.guest(), await node.guest()
    room = await a_begun_game(red, black)
    await node.settle()

    async with node.running():
        before = await on_tv(eve)
        eve.hang_up()
        await black.ask("resign", room=room)
        await pass_ms(60_000)
        both = [node.connect(), node.connect()]
        for peer in both:
            peer.say("hello")
            peer.say("watch_boards", id="tv")
        await node.settle()

    assert before == {"top": room, "rapid": room}
    assert [on(peer.told("boards")[-1]["boards"]) for peer in both] == [{}, {}]


async def test_a_game_of_players_at_another_node_is_shown_while_they_are_there() -> None:
    async with a_pair() as (near, far):
        room, *players = await a_spread_game((far, far))
        eve = await near.guest()
        shown = await on_tv(eve)
        for peer in players:
            peer.hang_up()
        await pass_ms(20_000)

        assert shown == {"top": room, "rapid": room}
        assert changed(eve) == {"top": None, "rapid": None}


async def test_weak_games_are_found_behind_many_stronger_ones_that_nobody_plays() -> None:
    node = await a_node()
    eve, red, black = [await node.guest() for _ in range(3)]
    for _ in range(PAGE_ROWS + 1):
        gone = [await node.guest() for _ in range(2)]
        await a_game(*gone, rated=True)
        for peer in gone:
            peer.hang_up()
    room = await a_game(red, black)
    await node.settle()

    async with node.running():
        await pass_ms(3_000)

        assert await on_tv(eve) == {"top": room, "rapid": room}


async def test_a_game_in_which_a_warning_stands_is_on_its_channel_unless_it_has_a_delay() -> None:
    node = await a_node()
    pairs = [(await node.guest(), await node.guest()) for _ in range(2)]
    rooms = [
        await a_game(*pair, clock=CLOCK, delay_ms=delay_ms)
        for pair, delay_ms in zip(pairs, (0, 60_000), strict=True)
    ]

    async def play(plies: range) -> None:
        for ply in plies:
            for room, pair in zip(rooms, pairs, strict=True):
                await pair[ply % 2].ask("move", room=room, ply=ply, text=PERPETUAL_CHECK[ply])

    await play(range(8))
    await node.settle()
    eve = await node.guest()
    async with node.running():
        before = await on_tv(eve)
        await play(range(8, 16))
        await pass_ms(6_000)
        warned = changed(eve)

    assert "rulings" not in before
    assert warned["rulings"] == rooms[0]
    assert rooms[1] not in warned.values()


async def test_a_game_of_a_tournament_is_on_its_channel() -> None:
    node = await a_node()
    players = await members(node, "Ann", "Bea")
    cup = await announce(node, players[0])
    for peer in players:
        await peer.ask("enter_tournament", tournament=cup)
    eve = await node.guest()
    async with node.running():
        room = str((await until(players[0], "game_opened"))["room"])
        for peer in players:
            await peer.ask("join", room=room)
            await peer.ask("ready", room=room)
        other = await a_game(await node.guest(), await node.guest(), clock=BLITZ)
        await node.settle()
        await pass_ms(3_000)
        shown = await on_tv(eve)

    assert shown["tournament"] == room != other


class CountedRows(MemoryRowStore):
    """Rows, and how often pages of lists were asked for."""

    pages = 0

    async def page(self, *args: Any, **kwargs: Any) -> Page[Any]:
        """Count it, and see `MemoryRowStore.page`."""
        self.pages += 1
        return await super().page(*args, **kwargs)


async def test_however_often_it_is_asked_what_is_on_tv_the_lists_are_gone_through_once() -> None:
    store, rows = MemoryStore(store_ms), CountedRows()
    store.row_store = rows
    node = await a_node(store)
    red, black, eve = await node.guest(), await node.guest(), await node.guest()
    top = await a_game(red, black)
    async with node.running():
        await on_tv(eve)
        await node.settle()
        rows.pages = 0

        answers = [await on_tv(eve) for _ in range(30)]

        assert [one["top"] for one in answers] == [top] * 30
        assert rows.pages <= len(LISTS)
