import pytest

from tests.support.alive import alive, without_collector
from tests.support.gateways import TERMS, a_full_room, a_game, a_node, forget, join
from tests.support.memory_store import MemoryStore
from tests.support.two_nodes import Pair
from tests.support.virtual_time import pass_ms, store_ms
from xiangqi_server.gateway.room.broadcasting.presence_summary import PresenceSummary
from xiangqi_server.net.ports import Format
from xiangqi_server.net.websocket.frames import MESSAGE_HEADS
from xiangqi_server.wire.limits import ROOMS_PER_CONNECTION

# Telling.


async def test_what_looks_at_a_room_is_freed_when_the_last_one_has_left() -> None:
    node = await a_node()
    with without_collector():
        before = alive(PresenceSummary)
        _, red, black, watchers = await a_full_room(node)
        there = alive(PresenceSummary) - before
        for peer in (red, black, *watchers):
            peer.hang_up()
        await node.settle()
        left = alive(PresenceSummary) - before

    assert (there, left) == (1, 0)


async def test_a_move_is_told_to_everybody_before_it_is_acknowledged() -> None:
    node = await a_node()
    room, red, black, watchers = await a_full_room(node)
    forget([red, black, *watchers])

    done = await red.ask("move", room=room, ply=0, text="h2e2")

    (moved,) = red.told("moved")
    assert [m["type"] for m in red.heard] == ["moved", "done"]
    assert (done["version"], done["digest"]) == (moved["version"], moved["digest"])
    assert black.heard[0] == moved
    assert black.kinds() == ["moved", "legal"]
    assert [watcher.heard for watcher in watchers] == [[moved]] * 4


async def test_an_event_is_encoded_once_for_each_format() -> None:
    node = await a_node()
    room, red, black, watchers = await a_full_room(node)
    everybody = [red, black, *watchers]
    forget(everybody)

    await red.ask("move", room=room, ply=0, text="h2e2")

    for form in MESSAGE_HEADS:
        frames = [peer.frames[0] for peer in everybody if peer.format is form]
        assert len(frames) == 3
        assert all(frame is frames[0] for frame in frames)


async def test_an_ending_is_worded_once_for_each_language() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    watchers = [await node.guest(language=name) for name in ("en", "vi", "vi", "en")]
    await join(room, *watchers)
    forget(watchers)

    await red.ask("resign", room=room)

    frames = [watcher.frames[0] for watcher in watchers]
    texts = [watcher.heard[0]["outcome"]["text"] for watcher in watchers]
    assert frames[0] is frames[3]
    assert frames[1] is frames[2]
    assert texts[0] != texts[1]


@pytest.mark.parametrize("since", [None, 1])
async def test_who_joins_while_a_newcomer_is_looked_up_is_told_of_the_seat_once(
    since: int | None,
) -> None:
    store = MemoryStore(store_ms)
    here, there = await a_node(store, "here"), await a_node(store, "there")
    red, black = await there.guest(), await there.guest()
    invited = await red.ask("invite", terms=TERMS, side="red")
    await black.ask("join", room=invited["room"])
    watcher = await here.guest()

    async with here.running(), there.running():
        here.store.load_ms = 1_000
        watcher.say("join", room=invited["room"], since=since)  # the room comes at 1,000
        await pass_ms(1_500)  # Red's name at 2,000
        await black.ask("sit", room=invited["room"], seat_key=invited["seat_key"])  # that at 2,500
        await pass_ms(5_000)

    seats = [one["black"]["player"] if one["black"] else None for one in watcher.told("room")]
    seats += [one["seat"]["player"] for one in watcher.told("seated")]
    assert seats.count(black.player) == 1


async def test_who_fell_behind_while_a_newcomer_is_looked_up_is_told_of_the_seat_once() -> None:
    store = MemoryStore(store_ms)
    here, there = await a_node(store, "here"), await a_node(store, "there")
    red, black = await there.guest(), await there.guest()
    invited = await red.ask("invite", terms=TERMS, side="red")
    await black.ask("join", room=invited["room"])
    watcher = await here.guest()
    await watcher.ask("join", room=invited["room"])
    watcher.forget()

    async with here.running(), there.running():
        await pass_ms(100)
        here.store.load_ms = 1_000
        await black.ask("sit", room=invited["room"], seat_key=invited["seat_key"])
        await pass_ms(500)
        here.gateway.caught_up(watcher)
        await pass_ms(5_000)

    assert [one["black"]["player"] for one in watcher.told("room")] == [black.player]
    assert watcher.kinds().index("seated") < watcher.kinds().index("room")


async def test_only_spectators_may_miss_a_frame() -> None:
    node = await a_node()
    room, red, black, watchers = await a_full_room(node)
    forget([red, black, *watchers])

    await red.ask("move", room=room, ply=0, text="h2e2")

    assert all(red.must_take)
    assert all(black.must_take)
    assert [watcher.must_take for watcher in watchers] == [[False]] * 4


async def test_only_the_seat_to_move_is_told_what_it_may_play() -> None:
    node = await a_node()
    room, red, black, watchers = await a_full_room(node)
    second = await node.guest(token=black.told("welcome")[0]["token"])
    await second.ask("join", room=room)
    forget([red, black, second, *watchers])

    await red.ask("move", room=room, ply=0, text="h2e2")

    legal = [len(peer.told("legal")) for peer in (red, black, second, *watchers)]
    assert legal == [0, 1, 1, 0, 0, 0, 0]
    assert "h9g7" in black.told("legal")[0]["moves"].split()


async def test_it_is_told_after_everybody_heard_what_happened_and_once_a_turn() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    forget([red, black])

    await red.ask("move", room=room, ply=0, text="h2e2")
    await black.ask("offer", room=room, what="draw", ply=1)
    await node.settle()

    assert black.kinds() == ["moved", "legal", "offered", "done"]
    (legal,) = black.told("legal")
    assert (legal["ply"], legal["version"], legal["id"]) == (1, 3, None)


async def test_a_turn_that_is_over_by_then_brings_no_list() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    forget([red, black])

    node.store.gate.clear()
    red.say("offer", room=room, what="draw", ply=0)
    for ply, text in enumerate(("h2e2", "h9g7", "h0g2")):
        (red, black)[ply % 2].say("move", room=room, ply=ply, text=text)
    node.store.gate.set()
    await node.settle()

    assert [m["uci"] for m in red.told("moved")] == ["h2e2", "h9g7", "h0g2"]
    assert red.told("legal") == []
    assert [m["ply"] for m in black.told("legal")] == [3]


async def test_a_program_that_knows_the_rules_is_told_when_it_asks() -> None:
    node = await a_node()
    red, program = await node.guest(), await node.guest(features=["rules"])
    room = await a_game(red, program)
    early = await program.ask("legal", room=room)
    await red.ask("move", room=room, ply=0, text="h2e2")
    await program.ask("join", room=room)
    await node.settle()
    assert program.told("legal") == []

    program.say("legal", id="l1", room=room)
    program.say("legal", id="l1", room=room)

    told = program.told("legal")
    assert [(m["id"], m["ply"]) for m in told] == [("l1", 1), ("l1", 1)]
    assert "h9g7" in told[0]["moves"].split()
    assert early["code"] == "not_your_turn"


async def test_who_watches_or_has_ended_may_play_nothing() -> None:
    node = await a_node()
    room, red, _, watchers = await a_full_room(node)
    await red.ask("resign", room=room)

    watching = await watchers[0].ask("legal", room=room)
    over = await red.ask("legal", room=room)

    assert (watching["code"], over["code"]) == ("not_seated", "game_over")


async def test_any_socket_of_a_seat_may_move_and_all_hear_of_it() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    phone = await node.guest(Format.MSGPACK, token=red.told("welcome")[0]["token"])
    await phone.ask("join", room=room)
    forget([red, phone])

    done = await phone.ask("move", room=room, ply=0, text="h2e2")
    stale = await red.ask("move", room=room, ply=0, text="b2e2")

    assert done["type"] == "done"
    assert stale["code"] == "stale_ply"
    assert red.told("moved") == phone.told("moved")


async def test_a_repeat_is_acknowledged_like_the_first_time() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)

    first = await red.ask("move", id="m1", room=room, ply=0, text="h2e2")
    again = await red.ask("move", id="m1", room=room, ply=0, text="h2e2")
    other = await red.ask("move", id="m1", room=room, ply=0, text="b2e2")

    assert again == first
    assert other["type"] == "refused"
    assert len(black.told("moved")) == 1


# Joining.


async def test_a_join_brings_the_whole_room_or_what_was_missed() -> None:
    node = await a_node()
    room, red, _, _ = await a_full_room(node)
    await red.ask("move", room=room, ply=0, text="h2e2")
    moved = red.told("moved")[0]
    eve = await node.guest()

    await eve.ask("join", room=room)
    whole = eve.told("room")[0]
    eve.forget()
    await eve.ask("join", room=room, since=moved["version"] - 1)
    missed = list(eve.heard)
    eve.forget()
    await eve.ask("join", room=room, since=moved["version"])
    nothing = list(eve.heard)
    eve.forget()
    await eve.ask("join", room=room, since=99)

    assert (whole["version"], whole["digest"]) == (moved["version"], moved["digest"])
    assert [line[0] for line in whole["moves"]] == ["h2e2"]
    assert [m["type"] for m in missed] == ["moved", "done"]
    assert missed[0] == moved
    assert [m["type"] for m in nothing] == ["done"]
    assert eve.kinds() == ["room", "presence", "rolled_back", "done"]


async def test_the_seat_to_move_that_joins_is_told_what_it_may_play() -> None:
    node = await a_node()
    room, red, _, _ = await a_full_room(node)
    again = await node.guest(token=red.told("welcome")[0]["token"])
    again.forget()

    await again.ask("join", room=room)

    assert again.kinds() == ["room", "presence", "done", "legal"]
    assert again.heard[0]["you"] == "red"


async def test_joining_twice_is_being_there_once() -> None:
    node = await a_node()
    room, red, _, watchers = await a_full_room(node)
    await watchers[0].ask("join", room=room)
    forget(watchers)

    await red.ask("move", room=room, ply=0, text="h2e2")

    assert len(watchers[0].told("moved")) == 1


async def test_who_leaves_hears_nothing_more_and_keeps_the_seat() -> None:
    node = await a_node()
    room, red, black, watchers = await a_full_room(node)

    await black.ask("leave", room=room)
    await watchers[0].ask("leave", room=room)
    forget([black, watchers[0]])
    await red.ask("move", room=room, ply=0, text="h2e2")
    silence = [*black.heard, *watchers[0].heard]
    await black.ask("join", room=room)
    done = await black.ask("move", room=room, ply=1, text="h9g7")

    assert silence == []
    assert done["type"] == "done"


async def test_one_connection_joins_only_so_many_rooms() -> None:
    node = await a_node()
    red = await node.guest()
    invited = [
        await red.ask("invite", terms=TERMS, side="red") for _ in range(ROOMS_PER_CONNECTION + 1)
    ]
    rooms = [done["room"] for done in invited]

    answers = [await red.ask("join", room=room) for room in rooms]
    repeated = await red.ask("join", room=rooms[0])
    await red.ask("leave", room=rooms[0])
    last = await red.ask("join", room=rooms[-1])

    assert len(set(rooms)) == len(rooms)
    assert answers[-1]["code"] == "too_many_rooms"
    assert (repeated["type"], last["type"]) == ("done", "done")


async def test_a_spectator_that_fell_behind_is_shown_the_room_as_it_is() -> None:
    node = await a_node()
    room, red, _, watchers = await a_full_room(node)
    await red.ask("move", room=room, ply=0, text="h2e2")
    watchers[0].forget()

    node.gateway.caught_up(watchers[0])

    assert watchers[0].kinds() == ["room", "presence"]
    assert watchers[0].heard[0]["version"] == red.told("moved")[0]["version"]


# Invitations.


@pytest.mark.parametrize("side", ["red", "black"])
async def test_an_invitation_opens_a_room_and_tells_every_connection(side: str) -> None:
    node = await a_node()
    host = await node.guest()
    phone = await node.guest(token=host.told("welcome")[0]["token"])

    done = await host.ask("invite", terms=TERMS, side=side)

    game = {"type": "game_opened", "room": done["room"], "side": side, "live": False}
    assert (done["type"], done["version"]) == ("done", 1)
    assert host.told("game_opened") == [game]
    assert phone.told("game_opened") == [game]


async def test_an_invitation_sent_again_finds_its_room_also_after_a_restart() -> None:
    first = await a_node()
    peer = await first.guest()
    invite = {"id": "i1", "terms": TERMS, "side": "red"}

    once = await peer.ask("invite", **invite)
    twice = await peer.ask("invite", **invite)
    restarted = await a_node(first.store, "m")
    again = await restarted.guest(token=peer.told("welcome")[0]["token"])
    thrice = await again.ask("invite", **invite)
    other = await again.ask("invite", **{**invite, "id": "i2"})

    assert [twice, thrice] == [once, once]
    assert other["room"] != once["room"]


async def test_an_invitation_sent_twice_at_once_opens_one_room() -> None:
    node = await a_node()
    peer = await node.guest()

    peer.say("invite", id="i1", terms=TERMS, side="red")
    peer.say("invite", id="i1", terms=TERMS, side="red")
    await node.settle()

    assert len({done["room"] for done in peer.told("done")}) == 1
    assert len(peer.told("game_opened")) == 1


async def test_terms_that_do_not_go_together_are_refused() -> None:
    node = await a_node()
    peer = await node.guest()

    refused = await peer.ask("invite", terms={**TERMS, "rules": {"name": "homemade"}}, side="red")

    assert (refused["type"], refused["code"]) == ("refused", "unknown_rules")


async def test_a_game_in_which_nobody_moves_is_void_after_a_while() -> None:
    node = await a_node()
    async with node.running():
        red, black = await node.guest(), await node.guest()
        room = await a_game(red, black, clock={"type": "fischer", "main_ms": 900_000})
        by_ms = black.told("seated")[-1]["clock"]["first_move_by_ms"]
        await pass_ms(by_ms - store_ms())
        early = red.told("ended")

        await pass_ms(3_000)

        (ended,) = red.told("ended")
        assert early == []
        assert (ended["outcome"]["ending"], ended["outcome"]["winner"]) == ("void", None)
        assert (await red.ask("move", room=room, ply=0, text="h2e2"))["code"] == "game_over"


# What may be played.


async def test_legal_waits_for_the_event_of_its_version(nodes: Pair) -> None:
    near, far = nodes
    red, black = await near.guest(), await far.guest()
    answer = await red.ask("invite", terms=TERMS, side="red")
    room = str(answer["room"])
    await red.ask("join", room=room)
    await black.ask("join", room=room)
    near.store.load_ms = 300  # Black's name takes a while on the node of Red
    red.forget()

    await black.ask("sit", room=room, seat_key=answer["seat_key"])
    await black.ask("offer", room=room, what="draw", ply=0)
    await pass_ms(2_000)

    versions = [m["version"] for m in red.told("seated", "offered")]
    assert versions == sorted(versions)
    held = 1
    for message in red.told("seated", "offered", "legal"):
        if message["type"] == "legal":
            assert message["version"] <= held
        held = max(held, message["version"])
    assert red.told("legal")[-1]["version"] == held == versions[-1]


async def test_who_sits_down_is_told_that_it_sits_before_that_this_is_done() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    answer = await red.ask("invite", terms=TERMS, side="red")
    await black.ask("join", room=answer["room"])

    await black.ask("sit", room=answer["room"], seat_key=answer["seat_key"])

    assert [message["type"] for message in black.told("seated", "done")][-2:] == ["seated", "done"]
