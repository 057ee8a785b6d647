"""Reviews as players ask for them, and as the server's programs work on them."""

import re
from collections.abc import Awaitable, Mapping

from tests.gateway.social.test_operators import an_operator
from tests.support.gateways import Node, Peer, a_game, a_node, have_named
from tests.support.memory_store import MemoryStore
from tests.support.programs import Program, code_of
from tests.support.virtual_time import pass_ms, store_ms
from xiangqi_server.aggregates.players.identity import BecomeBot
from xiangqi_server.aggregates.reviews.state import LEASE_MS
from xiangqi_server.api.reviews import LOST_MS
from xiangqi_server.game.records.pgn_reading import read_games
from xiangqi_server.game.records.record import Record
from xiangqi_server.game.rules.board.encoding import uci_of
from xiangqi_server.kernel.store.values import AggregateId
from xiangqi_server.limits import OPEN_REVIEWS
from xiangqi_server.net.http.http import Request

MOVES = ("h2e2", "h9g7", "h0g2")
TAKE = {"engine": "fairy-stockfish", "quick": False}


async def a_reviewer(node: Node, name: str = "Computer 8") -> Peer:
    """A program of the server's that looks at games."""
    peer = await node.guest()
    await have_named(node, peer, name)
    aggregate = AggregateId("player", peer.player)
    become = BecomeBot("hash", None)
    node.host.submit(aggregate, become, arrived_ms=node.clock.now_ms())
    await node.settle()
    await peer.ask("take_review", **TAKE)
    return peer


async def a_file(node: Node, name: str) -> str:
    """The PGN of a game."""
    answer = node.gateway.exports.answer(Request("GET", f"/game/{name}", {}))
    assert isinstance(answer, Awaitable)
    return (await answer).body.decode()


async def a_finished_game(red: Peer, black: Peer, **terms: object) -> str:
    """A game of a few moves that Black resigned."""
    room = await a_game(red, black, **terms)
    for ply, move in enumerate(MOVES):
        await (black if ply % 2 else red).ask("move", room=room, ply=ply, text=move)
    await black.ask("resign", room=room)
    return room


async def an_asked_review_on_two_nodes(
    store: MemoryStore,
) -> tuple[tuple[Peer, Peer], tuple[Peer, Peer], str]:
    """Two players, one of whom has asked; two programs, each at a node of its own; and the room."""
    north, south = await a_node(store, "north"), await a_node(store, "south")
    players = await north.guest(), await north.guest()
    programs = await a_reviewer(north), await a_reviewer(south, "Computer 7")
    room = await a_finished_game(*players)
    await players[0].ask("ask_review", room=room)
    return players, programs, room


def findings(job: Mapping[str, object], **fields: object) -> dict[str, object]:
    """What a program found of all four positions: Black's only move lost much."""
    line = {"ply": 1, "moves": "b9c7b0c2"}
    return {
        "room": job["room"],
        "lease": job["lease"],
        "from_ply": 0,
        "scores": [30, 20, 400, 390],
        "best": "h2e2b9c7h0g2i9h9",
        "lines": [line],
        "depths": 48,
        **fields,
    }


async def test_a_player_asks_a_program_looks_and_everybody_sees_what_it_found() -> None:
    node = await a_node()
    red, black, worker = await node.guest(), await node.guest(), await a_reviewer(node)
    room = await a_finished_game(red, black)
    before = await red.ask("review", room=room)

    assert (before["state"], before["reviewers"], before["moves"]) == (
        "none",
        "full",
        "".join(MOVES),
    )
    assert (await red.ask("ask_review", room=room))["type"] == "done"
    waiting = await black.ask("review", room=room)
    assert (waiting["state"], waiting["place"]) == ("waiting", 0)
    job = await worker.ask("take_review", **TAKE)
    assert (job["moves"], job["from_ply"]) == ("".join(MOVES), 0)
    assert job["rules"]["name"] == "axf"
    assert (await red.ask("review", room=room))["state"] == "running"
    assert (await worker.ask("give_review", **findings(job)))["type"] == "done"

    shown = await Program(node).read(f"/api/review/{room}")
    assert (shown["state"], shown["engine"], shown["depth"]) == ("done", "fairy-stockfish", 12)
    assert shown["scores"] == [30, 20, 400, 390]
    assert shown["marks"] == [
        {"ply": 1, "mark": "blunder", "loss": 67, "line": "b9c7b0c2"},
    ]
    assert (await worker.ask("take_review", **TAKE))["room"] is None

    plain, told = await a_file(node, f"{room}.pgn"), await a_file(node, f"{room}.pgn?evals=1")
    assert "[%eval" not in plain
    assert "H8+7 $4 {[%eval 4.00] [%clk" in " ".join(told.split())
    (read,) = read_games(told.encode().splitlines(keepends=True))
    assert isinstance(read, Record)
    assert (read.notes, [uci_of(move) for move in read.game.moves]) == ((), list(MOVES))
    second = read.tree.next[0].next[0]
    assert (second.marks, second.comment[:12]) == (("$4",), "[%eval 4.00]")


async def test_of_two_programs_on_two_nodes_one_has_a_review_until_its_lease_is_over() -> None:
    (red, _), (one, other), room = await an_asked_review_on_two_nodes(MemoryStore(store_ms))

    lost = await one.ask("take_review", **TAKE)
    assert (lost["room"], (await other.ask("take_review", **TAKE))["room"]) == (room, None)
    part = findings(lost, scores=[30, 20], best="h2e2b9c7", lines=[])
    await one.ask("give_review", **part)
    await pass_ms(LEASE_MS + 1)
    job = await other.ask("take_review", **TAKE)

    assert (job["room"], job["from_ply"]) == (room, 2)
    assert (await one.ask("give_review", **part))["type"] == "refused"
    rest = findings(job, from_ply=2, scores=[400, 390], best="h0g2i9h9", lines=[])
    await other.ask("give_review", **rest)
    assert (await red.ask("review", room=room))["scores"] == [30, 20, 400, 390]


async def test_a_failover_between_lease_and_part_has_the_review_done_once() -> None:
    store = MemoryStore(store_ms)
    (_, black), (one, other), room = await an_asked_review_on_two_nodes(store)
    lost = await one.ask("take_review", **TAKE)

    store.roll_back(AggregateId("review", room), 1)
    await pass_ms(LEASE_MS + 1)  # the queue has not lost the lease
    job = await other.ask("take_review", **TAKE)
    answers = [
        await peer.ask("give_review", **findings(j)) for peer, j in ((one, lost), (other, job))
    ]

    assert (job["room"], job["from_ply"]) == (room, 0)
    assert [answer["type"] for answer in answers] == ["refused", "done"]
    assert (await black.ask("review", room=room))["scores"] == [30, 20, 400, 390]


async def test_a_review_that_a_failover_took_out_of_the_queue_is_asked_for_again() -> None:
    store = MemoryStore(store_ms)
    north = await a_node(store, "north")
    red, black = await north.guest(), await north.guest()
    worker = await a_reviewer(north)
    room = await a_finished_game(red, black)
    await red.ask("ask_review", room=room)
    job = await worker.ask("take_review", **TAKE)
    part = findings(job, scores=[30, 20], best="h2e2b9c7", lines=[])
    await worker.ask("give_review", **part)
    rest = findings(job, from_ply=2, scores=[400, 390], best="h0g2i9h9", lines=[])
    await worker.ask("give_review", **rest)

    store.roll_back(AggregateId("review", room), 3)
    south = await a_node(store, "south")  # the other one is gone with the primary
    black, worker = await south.guest(token=black.token), await south.guest(token=worker.token)
    await pass_ms(LEASE_MS + LOST_MS)
    assert (await worker.ask("take_review", **TAKE))["room"] is None
    assert (await black.ask("review", room=room))["state"] == "given_up"
    assert (await black.ask("ask_review", room=room))["type"] == "done"
    assert (await black.ask("review", room=room))["state"] == "waiting"
    job = await worker.ask("take_review", **TAKE)

    assert (job["room"], job["from_ply"]) == (room, 2)
    assert (await worker.ask("give_review", **{**rest, "lease": job["lease"]}))["type"] == "done"
    assert (await black.ask("review", room=room))["scores"] == [30, 20, 400, 390]


async def test_a_store_that_is_away_in_the_middle_loses_and_doubles_nothing() -> None:
    node = await a_node()
    red, black, worker = await node.guest(), await node.guest(), await a_reviewer(node)
    room = await a_finished_game(red, black)
    await red.ask("ask_review", room=room)
    job = await worker.ask("take_review", **TAKE)
    part = findings(job, id="part", scores=[30, 20], best="h2e2b9c7", lines=[])

    async with node.running():
        node.store.answers_to_lose = 1
        first = await worker.ask("give_review", **part)
        await pass_ms(5_000)
        again = await worker.ask("give_review", **part)
        rest = findings(job, from_ply=2, scores=[400, 390], best="h0g2i9h9", lines=[])
        await worker.ask("give_review", **rest)

    assert (first["code"], again["type"]) == ("unavailable", "done")
    shown = await red.ask("review", room=room)
    assert (shown["state"], shown["scores"], shown["depth"]) == ("done", [30, 20, 400, 390], 24)


async def test_nobody_is_told_anything_while_a_clock_runs() -> None:
    node = await a_node()
    red, black, viewer = await node.guest(), await node.guest(), await node.guest()
    await a_reviewer(node)
    room = await a_finished_game(red, black)
    running = await a_game(red, viewer)

    for kind in ("ask_review", "review"):
        assert (await red.ask(kind, room=room))["code"] == "review_while_playing"
        assert (await red.ask(kind, room=running))["code"] == "game_not_over"
    await red.ask("abort", room=running)
    assert (await red.ask("ask_review", room=room))["type"] == "done"


async def test_a_game_by_days_keeps_back_only_games_that_stood_where_it_stands() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    await a_reviewer(node)
    shuffle = re.findall("....", "a0a1a9a8a1a0a8a9a0a1a9a8a1a2a8a7b0c2b9c7h0g2h9g7i0i1")
    other = await a_finished_game(red, black)
    same = await a_game(red, black)
    by_days = await a_game(red, black, clock={"type": "correspondence", "days": 3})
    for room in (same, by_days):
        for ply, move in enumerate(shuffle):
            await (black if ply % 2 else red).ask("move", room=room, ply=ply, text=move)
    await black.ask("resign", room=same)

    assert (await red.ask("review", room=same))["code"] == "review_while_playing"
    assert (await red.ask("review", room=other))["state"] == "none"


async def test_who_may_not_ask_is_told_why() -> None:
    node = await a_node()
    red, black, viewer = await node.guest(), await node.guest(), await node.guest()
    room = await a_finished_game(red, black)
    assert (await red.ask("ask_review", room=room))["code"] == "no_reviewer"
    await a_reviewer(node)

    assert (await viewer.ask("ask_review", room=room))["code"] == "no_account"
    await have_named(node, viewer, "Viewer")
    assert (await viewer.ask("ask_review", room=room))["type"] == "done"
    assert (await red.ask("take_review", **TAKE))["code"] == "not_allowed"
    job = {"room": room, "lease": "l"}
    assert (await viewer.ask("give_review", **findings(job)))["code"] == "not_allowed"
    assert code_of(await Program(node).ask("/api/review/nosuchroom")) == "no_such_room"


async def test_an_operator_has_all_games_of_a_reported_player_looked_at() -> None:
    node = await a_node(own_reviewer="full")
    red, black, op = await node.guest(), await node.guest(), await an_operator(node)
    rooms = [await a_finished_game(red, black) for _ in range(OPEN_REVIEWS.most + 2)]

    answers = [await op.ask("ask_review", room=room) for room in rooms]

    assert {answer["type"] for answer in answers} == {"done"}


async def test_a_bot_that_the_operator_named_looks_at_games_and_its_name_is_nobody_elses() -> None:
    node = await a_node(reviewers=frozenset({"Pika"}))
    red, black, viewer = await node.guest(), await node.guest(), await node.guest()
    worker = await a_reviewer(node, "Pika")
    room = await a_finished_game(red, black)

    refused = await viewer.ask("sign_up", name="pika", password="a long password")
    await red.ask("ask_review", room=room)

    assert refused["code"] == "operator_code"
    assert (await worker.ask("take_review", **TAKE))["room"] == room


async def test_what_is_asked_before_the_program_has_started_again_waits_for_it() -> None:
    node = await a_node(own_reviewer="quick")
    red, black = await node.guest(), await node.guest()
    room = await a_finished_game(red, black)

    assert (await red.ask("review", room=room))["reviewers"] == "quick"
    assert (await red.ask("ask_review", room=room))["type"] == "done"
    worker = await a_reviewer(node)
    assert (await red.ask("review", room=room))["state"] == "running"
    assert (await red.ask("review", room=room))["reviewers"] == "full"
    assert (await worker.ask("take_review", **TAKE))["room"] is None


async def test_a_guest_has_one_open_review_and_an_account_a_few() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    worker = await a_reviewer(node)
    rooms = [await a_finished_game(red, black) for _ in range(OPEN_REVIEWS.most + 2)]

    assert (await black.ask("ask_review", room=rooms[0]))["type"] == "done"
    assert (await black.ask("ask_review", room=rooms[0]))["type"] == "done"
    assert (await black.ask("ask_review", room=rooms[1]))["code"] == "too_many_reviews"
    await have_named(node, red, "Red")
    codes = [(await red.ask("ask_review", room=room)).get("code") for room in rooms[1:]]
    assert codes == [None] * OPEN_REVIEWS.most + ["too_many_reviews"]

    for _ in range(2):
        await worker.ask("give_review", **findings(await worker.ask("take_review", **TAKE)))
    assert (await red.ask("ask_review", room=rooms[-1]))["type"] == "done"
