import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from tests.support.gateways import TERMS, a_full_room, a_game, a_node, forget, join
from tests.support.virtual_time import pass_ms, store_ms
from xiangqi_server.aggregates.lobby.absence import ABSENT_MS
from xiangqi_server.api.names.tokens import guest_name
from xiangqi_server.gateway.connection.client import PING_MS
from xiangqi_server.gateway.connection.cluster_counters import REFRESH_MS
from xiangqi_server.kernel.store.port import StoreAccess

BY_DAYS = {"type": "correspondence", "days": 3}


async def test_pings_go_to_each_connection_once_a_round_with_its_rooms() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    silent = node.connect()
    room = await a_game(red, black)
    replicas = [red.told("seated")[-1][name] for name in ("version", "digest")]
    forget([red, black])

    async with node.running():
        await pass_ms(PING_MS)
    (ping,) = red.told("ping")
    red.say("pong", n=ping["n"])
    red.forget()
    async with node.running():
        await pass_ms(PING_MS)

    assert ping["rooms"] == [[room, *replicas]]
    assert ping["rtt_ms"] is None
    assert red.told("ping")[0]["rtt_ms"] is not None
    assert silent.heard == []


async def test_spectators_are_counted_by_connection_and_players_are_not() -> None:
    node = await a_node()
    room, red, black, watchers = await a_full_room(node)
    node.gateway.tick_loop.tick()
    full = red.told("presence")[-1]

    watchers[0].hang_up()
    black.hang_up()
    node.gateway.tick_loop.tick()

    assert full == {
        "type": "presence",
        "room": room,
        "spectators": 4,
        "names": [guest_name(watcher.player) for watcher in watchers],
        "red_online": True,
        "black_online": True,
        "bots": [],
    }
    assert red.told("presence")[-1] == {
        **full,
        "spectators": 3,
        "names": full["names"][1:],
        "black_online": False,
    }


async def test_the_crowd_is_told_only_when_it_changed() -> None:
    node = await a_node()
    _, red, _, _ = await a_full_room(node)
    node.gateway.tick_loop.tick()
    forget([red])

    for _ in range(5):
        node.gateway.tick_loop.tick()

    assert red.told("presence") == []


async def test_a_player_away_for_a_while_is_taken_out_and_one_who_returns_is_not() -> None:
    node = await a_node()
    ann, ben, eve = await node.guest(), await node.guest(), await node.guest()
    for one in (ann, ben):
        await one.ask("seek", terms=TERMS)
    await eve.ask("watch_lobby")

    async with node.running():
        ann.hang_up()
        ben.hang_up()
        await pass_ms(ABSENT_MS // 2)
        await node.guest(token=ben.told("welcome")[0]["token"])
        early = list(eve.told("lobby_changed"))
        await pass_ms(ABSENT_MS // 2 + 2 * PING_MS)
        closed = [seek for change in eve.told("lobby_changed") for seek in change["closed"]]
        await eve.ask("watch_lobby")

    assert [seek for change in early for seek in change["closed"]] == []
    assert len(closed) == 1
    assert [seek["player"] for seek in eve.told("lobby")[-1]["seeks"]] == [ben.player]


async def test_where_many_are_who_look_for_a_game_is_asked_at_once() -> None:
    node = await a_node()
    many = [await node.guest(counted_as=f"p{number}") for number in range(30)]
    for one in many:
        await one.ask("seek", terms=TERMS)

    async with node.running():
        for one in many:
            one.hang_up()
        node.store.side_calls.clear()
        await pass_ms(ABSENT_MS + 2 * PING_MS)
        asked = node.store.side_calls
        left = await node.guest()
        await left.ask("watch_lobby")

    assert left.told("lobby")[-1]["seeks"] == []
    assert asked["holders"] == 0
    assert 1 <= asked["holders_of"] <= 3


async def test_one_of_two_connections_is_enough_to_stay() -> None:
    node = await a_node()
    ann = await node.guest()
    phone = await node.guest(token=ann.told("welcome")[0]["token"])
    await ann.ask("seek", terms=TERMS)

    async with node.running():
        ann.hang_up()
        await pass_ms(2 * ABSENT_MS)
        await phone.ask("watch_lobby")

    assert len(phone.told("lobby")[-1]["seeks"]) == 1


WALKS = (
    "presence_summary.py",
    "viewers.py",
    "ready_checks.py",
    "cluster_counters.py",
    "tv.py",
    "memory_side.py",
    "delayed_games.py",
    "broadcasting/delay.py",
)


@contextmanager
def counted(files: tuple[str, ...]) -> Iterator[Counter[str]]:
    """How often functions in some files of ours are called in the block."""
    calls: Counter[str] = Counter()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.endswith(files):
            calls[frame.f_code.co_qualname] += 1

    sys.setprofile(note)
    try:
        yield calls
    finally:
        sys.setprofile(None)


async def work_of_a_minute(rooms: int, **terms: object) -> Counter[str]:
    """What a node does for rooms in which nothing happens."""
    node = await a_node()
    for _ in range(rooms):
        await a_game(await node.guest(), await node.guest(), clock=BY_DAYS, **terms)
    async with node.running():
        await pass_ms(10_000)
        with counted(WALKS) as calls:
            await pass_ms(60_000)
    return calls


async def test_a_quiet_room_costs_nothing_between_its_events() -> None:
    one, many = await work_of_a_minute(1), await work_of_a_minute(41)

    assert (many - one).total() < 40


async def test_a_quiet_room_whose_spectators_are_told_late_costs_nothing_either() -> None:
    one, many = [await work_of_a_minute(count, delay_ms=1_000) for count in (1, 21)]

    assert (many - one).total() < 20


async def asked_while_quiet(room_count: int, access: StoreAccess) -> Counter[str]:
    """What a node asks of the store in ten seconds in which nothing happens in its rooms."""
    node = await a_node(access=access)
    began_ms = store_ms()
    async with node.running():
        for number in range(room_count):
            red, black, watcher = [await node.guest(counted_as=f"{number}{n}") for n in range(3)]
            room = await a_game(red, black)
            await join(room, watcher)
        await pass_ms(began_ms + 12_050 - store_ms())
        store = node.store
        store.side_calls.clear()
        store.row_calls.clear()
        store.requests.clear()
        store.reads = 0
        await pass_ms(10_000)
        return store.side_calls + Counter(
            rows=len(store.row_calls), appends=len(store.requests), reads=store.reads
        )


async def test_quiet_rooms_and_players_ask_nothing_of_the_store_however_many_they_are() -> None:
    few = await asked_while_quiet(1, StoreAccess.EXCLUSIVE)
    many = await asked_while_quiet(12, StoreAccess.EXCLUSIVE)

    assert few["heartbeat"] > 0
    assert few["appends"] == 0
    assert few == many


async def test_beside_other_nodes_a_quiet_room_says_now_and_then_how_many_look_on() -> None:
    few = await asked_while_quiet(1, StoreAccess.SHARED)
    many = await asked_while_quiet(12, StoreAccess.SHARED)

    more = many - few
    assert few["put_all"] >= 10_000 // REFRESH_MS
    assert more.keys() <= {"put_all"}
    assert more["put_all"] <= 11 * few["put_all"]  # those that began in one moment share a call
