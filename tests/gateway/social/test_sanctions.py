"""What operators do about a player holds on every node once they are told so, whoever races it."""

import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.support.gateways import TERMS, Node, Peer, a_game, have_named, join
from tests.support.two_nodes import Pair
from tests.support.virtual_time import pass_ms
from xiangqi_server.kernel.aggregate.spans import DAY_MS

POOL = "5+3"
STARTS: list[tuple[str, dict[str, object]]] = [
    ("seek", {"terms": TERMS}),
    ("accept_seek", {"seek": "aaaaaaaaaaaa"}),
    ("queue", {"pool": POOL}),
    ("invite", {"terms": TERMS}),
    ("challenge", {"player": None, "name": "Ann", "terms": TERMS}),
    ("accept_challenge", {"room": "aaaaaaaaaaaa"}),
    ("join_ladder", {}),
    ("ladder_challenge", {"player": "a" * 16}),
    ("ladder_answer", {"accept": True}),
]
WORDS: list[tuple[str, dict[str, object]]] = [
    ("send_message", {"player": "a" * 16, "text": "Hello."}),
    ("set_profile", {"bio": "Hello."}),
    ("rename", {"name": "Evelyn"}),
    ("sign_up", {"name": "Evelyn", "password": "long enough"}),
]


async def an_account(node: Node, name: str) -> Peer:
    """Somebody with an account, on a fresh connection."""
    guest = await node.guest()
    await have_named(node, guest, name)
    token = guest.token
    guest.hang_up()
    return await node.guest(token=token)


async def eve_and_op(nodes: Pair) -> tuple[Peer, Peer]:
    """Eve on the far node, and an operator on the near one."""
    return await an_account(nodes[1], "Eve"), await an_account(nodes[0], "Op")


async def code_of(peer: Peer, kind: str, **fields: object) -> object:
    """Under which code a message is refused; None if it is not."""
    return (await said(peer, kind, **fields)).get("code")


async def said(peer: Peer, kind: str, **fields: object) -> dict[str, Any]:
    """Say something, and wait for its answer, whichever node it depends on."""
    return await answer_to(peer, peer.say(kind, **fields))


async def answer_to(peer: Peer, id_: str) -> dict[str, Any]:
    """The answer to what was said under an id, once it comes."""
    for _ in range(1_000):
        for message in peer.heard:
            if message.get("id") == id_:
                return message
        await pass_ms(10)
    raise AssertionError("no answer")


async def ban(op: Peer, player: Peer, for_ms: int = DAY_MS) -> None:
    """Ban a player, and wait until the operator is told that it holds."""
    fields = {"player": player.player, "sanction": "ban", "for_ms": for_ms}
    assert (await said(op, "moderate", **fields))["type"] == "done"


async def lobby_of(peer: Peer) -> dict[str, Any]:
    """The lobby as somebody sees it."""
    peer.forget()
    await said(peer, "watch_lobby")
    return peer.told("lobby")[-1]


async def status_of(peer: Peer, room: str) -> tuple[str, str | None]:
    """How a room stands for somebody who comes anew."""
    peer.forget()
    await said(peer, "join", room=room)
    (shown,) = peer.told("room")
    await said(peer, "leave", room=room)
    return shown["status"], shown["outcome"] and shown["outcome"]["ending"]


@pytest.mark.parametrize(("kind", "fields"), STARTS, ids=[kind for kind, _ in STARTS])
async def test_a_banned_player_starts_no_game_on_a_node_that_hears_of_nothing(
    nodes: Pair, kind: str, fields: dict[str, object]
) -> None:
    eve, op = await eve_and_op(nodes)
    nodes[1].store.is_deaf = True

    await ban(op, eve)

    assert await code_of(eve, kind, **fields) == "banned"


@pytest.mark.parametrize(("kind", "fields"), WORDS, ids=[kind for kind, _ in WORDS])
@pytest.mark.parametrize("sanction", ["mute", "ban"])
async def test_who_is_mute_says_nothing_to_others_on_a_node_that_hears_of_nothing(
    nodes: Pair, kind: str, fields: dict[str, object], sanction: str
) -> None:
    eve, op = await eve_and_op(nodes)
    nodes[1].store.is_deaf = True

    await said(op, "moderate", player=eve.player, sanction=sanction, for_ms=DAY_MS)

    assert await code_of(eve, kind, **fields) == "muted"


async def test_a_guest_nobody_has_stored_is_mute_too(nodes: Pair) -> None:
    _, op = await eve_and_op(nodes)
    ann, ben, eve = [await nodes[1].guest() for _ in range(3)]
    room = await a_game(ann, ben)
    await join(room, eve)

    await said(op, "moderate", player=eve.player, sanction="mute", for_ms=DAY_MS)

    assert await code_of(eve, "chat", room=room, to="spectators", text="Hi.") == "muted"


async def test_a_mute_leaves_games_alone(nodes: Pair) -> None:
    eve, op = await eve_and_op(nodes)

    await said(op, "moderate", player=eve.player, sanction="mute", for_ms=DAY_MS)

    assert await code_of(eve, "queue", pool=POOL) is None
    assert await code_of(eve, "challenge", player=op.player, terms=TERMS) is None


async def test_a_ban_takes_a_player_out_of_pools_offers_and_the_ladder(nodes: Pair) -> None:
    eve, op = await eve_and_op(nodes)
    await said(eve, "queue", pool=POOL)
    await said(eve, "seek", terms=TERMS)
    await said(eve, "join_ladder")

    await ban(op, eve)

    lobby = await lobby_of(op)
    assert (lobby["seeks"], [pool["waiting"] for pool in lobby["pools"]]) == (
        [],
        [0] * len(lobby["pools"]),
    )
    assert (await said(op, "ladder"))["rows"] == []


async def test_a_ban_takes_back_what_a_player_waits_for_and_what_waits_for_it(
    nodes: Pair,
) -> None:
    eve, op = await eve_and_op(nodes)
    ann = await an_account(nodes[0], "Ann")
    invitation = (await said(eve, "invite", terms=TERMS))["room"]
    given = (await said(eve, "challenge", player=ann.player, terms=TERMS))["room"]
    got = (await said(ann, "challenge", player=eve.player, terms=TERMS))["room"]
    await pass_ms(500)

    await ban(op, eve)
    await pass_ms(500)

    assert [await status_of(op, room) for room in (invitation, given, got)] == [
        ("over", "aborted"),
        ("over", "aborted"),
        ("over", "declined"),
    ]
    assert [over["room"] for over in ann.told("challenge_over")] == [given]
    later = (await said(ann, "challenge", player=eve.player, terms=TERMS))["room"]
    await pass_ms(500)
    assert await status_of(op, later) == ("over", "declined")


@pytest.mark.parametrize("by_eve", [True, False])
async def test_a_rematch_offered_by_or_to_a_banned_player_is_gone(
    nodes: Pair, by_eve: bool
) -> None:
    eve, op = await eve_and_op(nodes)
    ann = await an_account(nodes[0], "Ann")
    room = await a_game(ann, eve)
    await said(ann, "resign", room=room)
    offering, other = (eve, ann) if by_eve else (ann, eve)
    await said(offering, "offer", room=room, what="rematch", ply=0)
    await pass_ms(500)

    await ban(op, eve)

    answer = await code_of(other, "accept", room=room, what="rematch")
    assert answer == ("no_such_offer" if by_eve else "banned")
    await pass_ms(500)
    assert len(ann.told("declined")) == 1
    assert await code_of(eve, "offer", room=room, what="rematch", ply=0) == "banned"
    if not by_eve:
        assert ann.told("rematch_opened") == []


async def test_a_running_game_is_finished_under_a_ban(nodes: Pair) -> None:
    eve, op = await eve_and_op(nodes)
    ann = await an_account(nodes[0], "Ann")
    room = await a_game(ann, eve)

    await ban(op, eve)

    assert await code_of(ann, "move", room=room, ply=0, text="h2e2") is None
    assert await code_of(eve, "move", room=room, ply=1, text="h9g7") is None
    assert await code_of(eve, "offer", room=room, what="draw", ply=2) is None
    assert await code_of(ann, "accept", room=room, what="draw") is None


async def test_a_pair_that_was_found_is_void_and_the_other_one_waits_again(nodes: Pair) -> None:
    eve, op = await eve_and_op(nodes)
    ann = await an_account(nodes[0], "Ann")
    await said(eve, "queue", pool=POOL)
    await said(ann, "queue", pool=POOL)
    while not ann.told("game_opened"):
        await pass_ms(50)
    room = ann.told("game_opened")[0]["room"]

    await ban(op, eve)
    await pass_ms(1_000)

    assert await status_of(op, room) == ("over", "void")
    lobby = await lobby_of(op)
    assert sum(pool["waiting"] for pool in lobby["pools"]) == 1


async def test_a_ban_ends_by_itself_or_is_lifted(nodes: Pair) -> None:
    eve, op = await eve_and_op(nodes)

    await ban(op, eve, for_ms=60_000)
    early = await code_of(eve, "queue", pool=POOL)
    await pass_ms(60_000)
    in_time = [await code_of(eve, "queue", pool=POOL), await code_of(eve, "join_ladder")]
    assert (early, in_time) == ("banned", [None, None])

    await ban(op, eve)
    await said(op, "moderate", player=eve.player, sanction="lift")

    assert await code_of(eve, "queue", pool=POOL) is None
    assert await code_of(eve, "join_ladder") is None


# What was on its way when the ban came: eve's node had let it pass, and had not stored it yet.


async def _nothing(_eve: Peer, _ann: Peer) -> dict[str, object]:
    return {}


async def _ann(_eve: Peer, ann: Peer) -> dict[str, object]:
    return {"player": ann.player}


async def _challenged(eve: Peer, ann: Peer) -> dict[str, object]:
    room = (await said(ann, "challenge", player=eve.player, terms=TERMS))["room"]
    await pass_ms(500)
    return {"room": room}


async def _invited(eve: Peer, ann: Peer) -> dict[str, object]:
    answer = await said(ann, "invite", terms=TERMS)
    await said(eve, "join", room=answer["room"])
    return {"room": answer["room"], "seat_key": answer["seat_key"]}


async def _over(eve: Peer, ann: Peer) -> dict[str, object]:
    room = await a_game(ann, eve)
    await said(ann, "resign", room=room)
    await said(ann, "offer", room=room, what="rematch", ply=0)
    await pass_ms(500)
    return {"room": room, "what": "rematch"}


async def _sought(eve: Peer, ann: Peer) -> dict[str, object]:
    await said(eve, "watch_lobby")
    await said(ann, "seek", terms=TERMS)
    await pass_ms(500)
    (seek,) = eve.told("lobby_changed")[-1]["opened"]
    return {"seek": seek["id"]}


async def _on_the_ladder(eve: Peer, ann: Peer) -> dict[str, object]:
    await said(eve, "join_ladder")
    await said(ann, "join_ladder")
    await said(ann, "ladder_challenge", player=eve.player)
    return {"accept": True}


Prepared = Callable[[Peer, Peer], Awaitable[dict[str, object]]]
ON_THE_WAY: list[tuple[str, Prepared, dict[str, object]]] = [
    ("queue", _nothing, {"pool": POOL}),
    ("seek", _nothing, {"terms": TERMS}),
    ("accept_seek", _sought, {}),
    ("invite", _nothing, {"terms": TERMS}),
    ("challenge", _ann, {"terms": TERMS}),
    ("accept_challenge", _challenged, {}),
    ("sit", _invited, {}),
    ("accept", _over, {}),
    ("join_ladder", _nothing, {}),
    ("ladder_answer", _on_the_ladder, {}),
]


@pytest.mark.parametrize(
    ("kind", "prepare", "fields"), ON_THE_WAY, ids=[kind for kind, *_ in ON_THE_WAY]
)
async def test_what_was_on_its_way_when_the_ban_came_leads_to_no_game(
    nodes: Pair, kind: str, prepare: Prepared, fields: dict[str, object]
) -> None:
    eve, op = await eve_and_op(nodes)
    ann = await an_account(nodes[0], "Ann")
    more = await prepare(eve, ann)
    await pass_ms(500)
    eve.forget()
    nodes[1].store.gate.clear()
    id_ = eve.say(kind, **fields, **more)
    await pass_ms(300)
    assert not any(message.get("id") == id_ for message in eve.heard)

    await ban(op, eve)
    nodes[1].store.gate.set()
    await answer_to(eve, id_)
    await pass_ms(3_000)

    rooms = {message["room"] for message in eve.heard if "room" in message} - {None}
    for room in rooms:
        assert (await status_of(op, room))[0] == "over"
    assert (await nodes[0].guest(token=eve.token)).welcome["games"] == []
    lobby = await lobby_of(op)
    assert sum(pool["waiting"] for pool in lobby["pools"]) == 0
    assert eve.player not in json.dumps([lobby["seeks"], (await said(op, "ladder"))["rows"]])
