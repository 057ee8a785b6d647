"""Players who are away are told by their browsers: once, by one node, and only what is so."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from tests.support.gateways import Node, Peer, a_game, a_node, have_named
from tests.support.memory_store import MemoryStore
from tests.support.push_endpoint import Browser
from tests.support.tournament_peers import announce, members
from tests.support.virtual_time import pass_ms, store_ms
from xiangqi_server.aggregates.notices.kind import NOTICES
from xiangqi_server.aggregates.notices.schedule import CLAIM_MS, LOOK_MS, MOST_LOOKS
from xiangqi_server.kernel.aggregate.spans import HOUR_MS, MINUTE_MS
from xiangqi_server.kernel.host.view import key
from xiangqi_server.net.push.port import PushOutcome, Subscription

DAYS = {"type": "correspondence", "days": 3}
SERVICE = "https://push.example"
AWAY_MS = (MOST_LOOKS + 1) * LOOK_MS


@dataclass
class Service:
    """A push service at the port: notes what it takes.

    Attributes:
        taken: the endpoint, topic and message of each push.
        outcome: what becomes of the next ones.
        before: called before a push is taken.
    """

    taken: list[tuple[str, str, dict[str, Any]]] = field(default_factory=list)
    outcome: PushOutcome = PushOutcome.TAKEN
    before: Callable[[], None] = lambda: None
    public_key: str = "key"

    def accepts(self, subscription: Subscription) -> bool:
        return subscription.endpoint.startswith(SERVICE)

    async def send(
        self, subscription: Subscription, message: bytes, *, ttl_s: int, topic: str
    ) -> PushOutcome:
        assert len(message) <= 400
        assert ttl_s > 0
        self.before()
        self.taken.append((subscription.endpoint, topic, json.loads(message)))
        return self.outcome


async def subscribed(node: Node, name: str, language: str = "en") -> Peer:
    """A player with an account whose browser is told."""
    peer = await node.guest(language=language)
    await have_named(node, peer, name)
    done = await peer.ask("subscribe_notices", **Browser(name).as_sent(SERVICE))
    assert done["type"] == "done", done
    return peer


async def test_a_player_who_has_left_is_told_of_the_turn_once() -> None:
    service = Service()
    node = await a_node(push=service)
    black = await subscribed(node, "Black")
    red = await node.guest()
    room = await a_game(red, black, clock=DAYS)
    black.hang_up()
    await red.ask("move", room=room, ply=0, text="h2e2")

    await pass_ms(HOUR_MS)

    (taken,) = service.taken
    assert taken[:2] == (f"{SERVICE}/Black", room)
    assert taken[2]["title"] == "Your move"
    assert taken[2]["path"] == f"/game/{room}"
    assert taken[2]["body"].endswith(": 3 days left.")


async def test_a_player_who_is_there_is_left_alone_but_a_forgotten_tab_silences_nobody() -> None:
    service = Service()
    node = await a_node(push=service)
    black = await subscribed(node, "Black", "zh-Hans")
    red = await node.guest()
    room = await a_game(red, black, clock=DAYS)
    await red.ask("move", room=room, ply=0, text="h2e2")

    await pass_ms(MINUTE_MS + AWAY_MS - LOOK_MS - 5_000)
    in_time = list(service.taken)
    await pass_ms(HOUR_MS)

    assert in_time == []
    assert [message["title"] for *_, message in service.taken] == ["轮到您走"]


async def test_a_move_that_was_made_meanwhile_is_not_asked_for() -> None:
    service = Service(outcome=PushOutcome.LATER)
    node = await a_node(push=service)
    black = await subscribed(node, "Black")
    red = await node.guest()
    room = await a_game(red, black, clock=DAYS)
    black.hang_up()
    await red.ask("move", room=room, ply=0, text="h2e2")
    await pass_ms(MINUTE_MS + 10_000)
    again = await node.guest(token=black.token)
    await again.ask("join", room=room)
    await again.ask("move", room=room, ply=1, text="h9g7")
    again.hang_up()

    await pass_ms(HOUR_MS)

    assert len(service.taken) == 1


async def test_a_browser_that_is_gone_is_forgotten() -> None:
    service = Service(outcome=PushOutcome.GONE)
    node = await a_node(push=service)
    ann = await subscribed(node, "Ann")
    ben = await node.guest()
    ann.hang_up()
    await ben.ask("challenge", player=ann.player, terms={"clock": DAYS})
    await pass_ms(HOUR_MS)

    again = await node.guest(token=ann.token)
    shown = await again.ask("notice_settings")

    assert [message["title"] for *_, message in service.taken] == ["A challenge"]
    assert shown["channels"] == []


async def test_the_owner_of_an_offer_hears_once_that_it_was_taken() -> None:
    service = Service()
    node = await a_node(push=service)
    owner, taker = await subscribed(node, "Owner"), await node.guest()
    async with node.running():
        done = await owner.ask("offer_by_days", terms={"clock": DAYS}, side="black")
        owner.hang_up()
        await pass_ms(HOUR_MS)
        await taker.ask("accept_challenge", room=done["room"])
        await pass_ms(2 * HOUR_MS)

    assert [message["title"] for *_, message in service.taken] == ["Your game begins"]
    assert service.taken[0][2]["path"] == f"/game/{done['room']}"


async def test_a_letter_is_told_unless_it_was_read_and_a_tournament_before_it_begins() -> None:
    service = Service()
    node = await a_node(push=service)
    ann, (ben,) = await subscribed(node, "Ann"), await members(node, "Ben")
    cup = await announce(node, ben, in_ms=2 * HOUR_MS)
    await ann.ask("enter_tournament", tournament=cup)
    ann.hang_up()
    written = await ben.ask("send_message", player=ann.player, text="Hello")
    assert written["type"] == "done", written
    await pass_ms(HOUR_MS)
    letters = list(service.taken)
    await pass_ms(HOUR_MS - 5 * MINUTE_MS)

    assert [message["body"] for *_, message in letters] == ["Ben has written to you."]
    assert [message["path"] for *_, message in service.taken[1:]] == [f"/tournament/{cup}"]
    assert service.taken[1][2]["body"].startswith("Evening arena begins in ")


async def test_of_two_nodes_one_sends_and_what_a_killed_one_began_the_other_ends() -> None:
    store, taken = MemoryStore(store_ms), Service().taken
    services = Service(taken), Service(taken)
    nodes = [
        await a_node(store, name, push=service)
        for name, service in zip(("north", "south"), services, strict=True)
    ]

    def dies_in_sending(node: Node, other: Service) -> None:
        """The node that sends dies right then: what it would report is lost."""
        other.before = lambda: None
        node.store.is_away = True

    for node, service, other in zip(nodes, services, reversed(services), strict=True):
        service.before = partial(dies_in_sending, node, other)
    async with nodes[0].running(), nodes[1].running():
        black = await subscribed(nodes[0], "Black")
        red = await nodes[1].guest()
        room = await a_game(red, black, clock=DAYS)
        for peer in (black, red):
            peer.hang_up()
        again = await nodes[1].guest(token=red.token)
        await again.ask("join", room=room)
        await again.ask("move", room=room, ply=0, text="h2e2")
        await pass_ms(MINUTE_MS + CLAIM_MS + 20_000)
        alive = next(node for node in nodes if not node.store.is_away)
        notices = (await alive.host.view(key(NOTICES, black.player))).state

    assert [topic for _, topic, _ in taken] == [room, room]  # a browser shows one for each topic
    assert (notices.sending, notices.rooms[room].told) == (None, 1)


async def test_where_the_operator_set_no_keys_or_the_endpoint_is_a_strangers_nothing_is_kept() -> (
    None
):
    off, on = await a_node(), await a_node(push=Service())
    for node, base, code in (
        (off, SERVICE, "push_off"),
        (on, "https://169.254.169.254", "bad_subscription"),
    ):
        peer = await node.guest()
        guest = await peer.ask("subscribe_notices", **Browser().as_sent(base))
        await have_named(node, peer, "Ann")
        named = await peer.ask("subscribe_notices", **Browser().as_sent(base))
        shown = await peer.ask("notice_settings")

        assert (guest["code"], named["code"]) == ("no_account", code)
        assert shown["channels"] == []
        assert (shown["key"] is None) is (node is off)


async def test_a_player_names_only_so_many_endpoints() -> None:
    node = await a_node(push=Service())
    ann = await node.guest()
    await have_named(node, ann, "Ann")

    codes = []
    for number in range(12):
        answer = await ann.ask("subscribe_notices", **Browser(f"b{number}").as_sent(SERVICE))
        codes.append(answer.get("code"))
        await pass_ms(2_000)

    assert codes == [None] * 10 + ["too_fast"] * 2


async def test_wishes_are_kept_and_a_signed_out_device_is_told_no_more() -> None:
    node = await a_node(push=Service())
    ann = await subscribed(node, "Ann")
    wishes = {"off": ["letters"], "quiet_from": 1_320, "quiet_to": 420, "offset_minutes": 480}
    await ann.ask("set_notices", wishes=wishes)
    shown = await ann.ask("notice_settings")
    assert shown["wishes"] == wishes
    assert [one["this"] for one in shown["channels"]] == [True]
    kept = (await ann.ask("my_data"))["data"]["notices"]
    assert kept["wishes"] == wishes
    assert [one["endpoint"] for one in kept["browsers"]] == [f"{SERVICE}/Ann"]

    await ann.ask("sign_out", everywhere=True)
    await node.settle()

    notices = (await node.host.view(key(NOTICES, ann.player))).state
    assert notices.channels == ()
