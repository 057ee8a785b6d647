"""Friends, messages, reports, operators and news at the gateway, on one node and on two."""

import json
from typing import Any

import pytest

from tests.support.faulty_store import FaultyStore
from tests.support.gateways import TERMS, Node, Peer, a_game, a_node, have_named, join
from tests.support.memory_store import MemoryStore
from tests.support.virtual_time import pass_ms, store_ms
from xiangqi_server.gateway.social.player_lists import HERE_MS, RENEW_MS
from xiangqi_server.limits import WRITTEN, WRITTEN_PORTIONS_OF_ADDRESS, portions

DAY_MS = 86_400_000


async def an_account(node: Node, name: str) -> Peer:
    """Somebody with an account, on a fresh connection."""
    guest = await node.guest()
    await have_named(node, guest, name)
    token = guest.token
    guest.hang_up()
    return await node.guest(token=token)


async def code_of(peer: Peer, kind: str, **fields: object) -> object:
    """Under which code a message is refused; None if it is not."""
    answer = await peer.ask(kind, **fields)
    return answer.get("code")


def names(answer: dict[str, Any]) -> list[str]:
    return [row["name"] for row in answer["rows"]]


async def test_friends_and_ignored_are_listed_the_latest_first() -> None:
    node = await a_node()
    ann, ben, kim = [await an_account(node, name) for name in ("Ann", "Ben", "Kim")]

    for other in (ben, kim):
        assert await code_of(ann, "friend", player=other.player) is None
    friends = await ann.ask("player_list", of="friends")
    await ann.ask("ignore", player=ben.player)
    ignored = await ann.ask("player_list", of="ignored")
    await ann.ask("unignore", player=ben.player)

    assert names(friends) == ["Kim", "Ben"]
    assert [row["online"] for row in friends["rows"]] == [True, True]
    assert names(ignored) == ["Ben"]
    assert names(await ann.ask("player_list", of="ignored")) == []
    assert names(await ann.ask("player_list", of="friends")) == ["Kim"]


async def test_who_is_here_is_known_on_every_node_and_until_the_last_connection_goes() -> None:
    store = MemoryStore(store_ms)
    here, there = await a_node(store, "here"), await a_node(store, "there")
    ann, ben = await an_account(here, "Ann"), await an_account(there, "Ben")
    again = await there.guest(token=ben.token)
    await here.settle()
    await there.settle()

    both = await ann.ask("player_list", of="online")
    again.hang_up()
    await there.settle()
    still = await ann.ask("player_list", of="online")
    ben.hang_up()
    await there.settle()

    assert sorted(names(both)) == sorted(names(still)) == ["Ann", "Ben"]
    assert names(await ann.ask("player_list", of="online")) == ["Ann"]


@pytest.mark.parametrize("leaves_the_later", [False, True])
async def test_who_leaves_one_of_two_nodes_is_still_here_whichever_said_so_last(
    leaves_the_later: bool,
) -> None:
    store = MemoryStore(store_ms)
    here, there = await a_node(store, "here"), await a_node(store, "there")
    ann, ben = await an_account(here, "Ann"), await an_account(there, "Ben")
    await there.settle()
    await pass_ms(1_000)
    again = await here.guest(token=ben.token)
    await here.settle()

    first, second = (again, ben) if leaves_the_later else (ben, again)
    first.hang_up()
    for node in (here, there):
        await node.settle()
    one_left = await ann.ask("player_list", of="online")
    second.hang_up()
    for node in (here, there):
        await node.settle()

    assert sorted(names(one_left)) == ["Ann", "Ben"]
    assert names(await ann.ask("player_list", of="online")) == ["Ann"]


async def test_who_left_a_node_is_forgotten_when_the_other_it_was_on_died() -> None:
    store = MemoryStore(store_ms)
    here, there = await a_node(store, "here"), await a_node(store, "there")
    ann, ben = await an_account(here, "Ann"), await an_account(there, "Ben")
    await there.settle()
    again = await here.guest(token=ben.token)
    await here.settle()

    async with here.running():
        await pass_ms(HERE_MS)
        again.hang_up()
        await here.settle()

    assert names(await ann.ask("player_list", of="online")) == ["Ann"]


async def test_who_could_not_be_written_down_is_as_soon_as_the_store_is_back() -> None:
    store = FaultyStore(MemoryStore(store_ms))
    node = await a_node(store)
    ann = await an_account(node, "Ann")
    async with node.running():
        await pass_ms(RENEW_MS // 2)
        store.is_away = True
        await pass_ms(HERE_MS - RENEW_MS // 2)
        store.is_away = False
        await pass_ms(10_000)

    assert names(await ann.ask("player_list", of="online")) == ["Ann"]


async def test_who_was_seen_by_a_node_that_died_is_forgotten_by_itself() -> None:
    store = MemoryStore(store_ms)
    here, there = await a_node(store, "here"), await a_node(store, "there")
    ann = await an_account(here, "Ann")
    await an_account(there, "Ben")
    await there.settle()

    async with here.running():
        await pass_ms(HERE_MS + 1_000)
        await here.settle()

    assert names(await ann.ask("player_list", of="online")) == ["Ann"]


async def test_a_letter_reaches_its_reader_on_another_node_and_is_unread_until_it_is_read() -> None:
    store = MemoryStore(store_ms)
    here, there = await a_node(store, "here"), await a_node(store, "there")
    ann, ben = await an_account(here, "Ann"), await an_account(there, "Ben")
    await here.settle()
    await there.settle()

    assert await code_of(ann, "send_message", player=ben.player, text="  Hello\nthere.  ") is None
    for node in (here, there, here, there):
        await node.settle()
    (message,) = ben.told("direct_message")
    conversations = await ben.ask("conversations")
    await ben.ask("mark_read", player=ann.player, number=1)
    messages = await ben.ask("conversation", player=ann.player)

    assert message["player"]["name"] == "Ann"
    assert (message["message"]["text"], message["message"]["mine"]) == ("Hello there.", False)
    assert message["unread"] == conversations["unread"] == 1
    assert names(conversations) == ["Ann"]
    assert ben.told("unread")[-1]["count"] == 0
    assert [row["text"] for row in messages["rows"]] == ["Hello there."]
    assert ann.told("direct_message")[-1]["message"]["mine"] is True


async def test_unread_letters_are_told_at_the_next_visit() -> None:
    node = await a_node()
    ann, ben = await an_account(node, "Ann"), await an_account(node, "Ben")
    token = ben.token
    ben.hang_up()

    await ann.ask("send_message", player=ben.player, text="Hello.")
    await node.settle()
    ben = await node.guest(token=token)
    await node.settle()

    assert ben.told("unread") == [{"type": "unread", "count": 1}]


async def test_who_signs_up_gets_letters_and_is_listed_at_once_on_every_connection() -> None:
    node = await a_node()
    ann, ben = await an_account(node, "Ann"), await node.guest()
    again = await node.guest(token=ben.token)

    await have_named(node, ben, "Ben")
    here = await ann.ask("player_list", of="online")
    await ann.ask("send_message", player=ben.player, text="Welcome.")
    await node.settle()

    messages = [peer.told("direct_message") for peer in (ben, again)]
    assert [[m["message"]["text"] for m in told] for told in messages] == [["Welcome."]] * 2
    assert sorted(names(here)) == ["Ann", "Ben"]


async def test_letters_come_in_pages_the_latest_first() -> None:
    node = await a_node()
    ann, ben = await an_account(node, "Ann"), await an_account(node, "Ben")
    for number in range(60):
        await ann.ask("send_message", player=ben.player, text=str(number))
        await pass_ms(2_000)

    first = await ann.ask("conversation", player=ben.player)
    second = await ann.ask("conversation", player=ben.player, after=first["next"])

    texts = [row["text"] for page in (first, second) for row in page["rows"]]
    assert texts == [str(number) for number in reversed(range(60))]
    assert (len(first["rows"]), second["next"]) == (50, None)


async def test_who_may_not_write_is_told_why() -> None:
    node = await a_node()
    ann, ben = await an_account(node, "Ann"), await an_account(node, "Ben")
    guest = await node.guest()
    await ben.ask("ignore", player=ann.player)

    codes = [
        await code_of(guest, "send_message", player=ben.player, text="Hello."),
        await code_of(ann, "send_message", player=guest.player, text="Hello."),
        await code_of(ann, "send_message", player=ben.player, text="Hello."),
        await code_of(ann, "send_message", player=ann.player, text="Dear me."),
        await code_of(ann, "send_message", player=ben.player, text="\u200b"),
    ]

    assert codes == [
        "no_account",
        "no_such_player",
        "ignored_by_player",
        "not_yourself",
        "empty_text",
    ]


async def test_what_an_ignored_player_says_is_not_heard() -> None:
    node = await a_node()
    ann, ben = await an_account(node, "Ann"), await an_account(node, "Ben")
    room = await a_game(ann, ben)
    await ann.ask("ignore", player=ben.player)

    await ben.ask("chat", room=room, to="players", text="Grr.")
    await ann.ask("chat", room=room, to="players", text="Hello.")
    again = await node.guest(token=ann.token)
    await join(room, again)

    heard = [line["line"]["text"] for line in ann.told("chat")]
    before = [line["text"] for history in again.told("chat_history") for line in history["lines"]]
    assert heard == before == ["Hello."]
    assert [line["line"]["text"] for line in ben.told("chat")] == ["Grr.", "Hello."]


async def test_a_report_is_seen_by_operators_only_and_acted_upon() -> None:
    node = await a_node()
    ann, eve, op = [await an_account(node, name) for name in ("Ann", "Eve", "Op")]
    assert await code_of(ann, "report", player=eve.player, reason="abuse", text="Rude.") is None

    refused = await code_of(ann, "moderation", of="reports")
    reports = await op.ask("moderation", of="reports")
    (report,) = reports["reports"]
    acted = await code_of(
        op,
        "moderate",
        player=eve.player,
        sanction="mute",
        for_ms=DAY_MS,
        text="Be kind.",
        reports=[report["number"]],
    )
    await node.settle()
    actions = await op.ask("moderation", of="actions")

    assert (op.told("welcome")[0]["operator"], ann.told("welcome")[0]["operator"]) == (True, False)
    assert refused == "not_allowed"
    assert (report["by"]["name"], report["about"]["name"], report["text"]) == (
        "Ann",
        "Eve",
        "Rude.",
    )
    assert acted is None
    assert (await op.ask("moderation", of="reports"))["reports"] == []
    assert [row["sanction"] for row in actions["actions"]] == ["mute"]
    assert eve.told("sanctioned")[0]["text"] == "Be kind."
    assert await code_of(eve, "send_message", player=ann.player, text="Hello.") == "muted"
    assert await code_of(eve, "queue", pool="5+3") is None


async def test_a_banned_player_starts_no_game_and_learns_it_at_every_visit() -> None:
    node = await a_node()
    eve, op = await an_account(node, "Eve"), await an_account(node, "Op")
    await op.ask("moderate", player=eve.player, sanction="ban", for_ms=DAY_MS)
    await node.settle()

    again = await node.guest(token=eve.token)
    banned = await code_of(again, "queue", pool="5+3")
    await op.ask("moderate", player=eve.player, sanction="lift")
    await node.settle()

    assert [notice["sanction"] for notice in again.told("sanctioned")] == ["ban", "lift"]
    assert banned == "banned"
    assert await code_of(again, "queue", pool="5+3") is None


async def test_only_operators_act_and_post() -> None:
    node = await a_node()
    ann, guest = await an_account(node, "Ann"), await node.guest()

    codes = {
        await code_of(peer, kind, **fields)
        for peer in (ann, guest)
        for kind, fields in (
            ("moderate", {"player": ann.player, "sanction": "warn"}),
            ("close_report", {"report": 1}),
            ("post_news", {"title": "Hi", "text": ""}),
            ("withdraw_news", {"item": "item1"}),
            ("moderation", {"of": "actions"}),
        )
    }

    assert codes == {"not_allowed"}


async def test_news_are_read_in_the_readers_language() -> None:
    node = await a_node()
    op = await an_account(node, "Op")
    for title, language in (("To all", None), ("Xin chào", "vi"), ("Hello", "en")):
        fields = {"title": title, "text": "…", "language": language}
        assert await code_of(op, "post_news", **fields) is None
    reader = await node.guest(language="vi")

    news = await reader.ask("news")
    await op.ask("withdraw_news", item=news["rows"][0]["id"])

    assert [row["title"] for row in news["rows"]] == ["Xin chào", "To all"]
    assert [row["title"] for row in (await reader.ask("news"))["rows"]] == ["To all"]


async def test_where_somebody_waits_for_a_friend_nobody_reads_or_gets_the_seat() -> None:
    node = await a_node()
    ann, ben, eve = [await an_account(node, name) for name in ("Ann", "Ben", "Eve")]
    invited = await ann.ask("invite", terms=TERMS, side="red")
    room, key = invited["room"], invited["seat_key"]
    await eve.ask("friend", player=ann.player)

    shown = [row["games"] for of in ("online", "friends") for row in (await listed(eve, of))]
    await join(room, ann, ben, eve)
    codes = [
        await code_of(eve, "sit", room=room),
        await code_of(eve, "sit", room=room, seat_key="a" * 16),
        await code_of(eve, "accept_challenge", room=room),
    ]
    log = await eve.ask("log", room=room)

    assert shown == [[]] * 4
    assert codes == ["no_seat_key"] * 3
    assert key not in json.dumps([eve.heard, ben.heard, log])
    assert [peer.told("room")[0]["seat_key"] for peer in (ann, ben, eve)] == [key, None, None]
    assert [peer.told("room")[0]["needs_key"] for peer in (ann, ben, eve)] == [True] * 3
    assert await code_of(ben, "sit", room=room, seat_key=key) is None
    await node.settle()
    assert [row["games"] for row in await listed(eve, "friends")] == [[room]]


async def test_who_invites_has_the_key_again_after_a_reload_and_for_a_repeat() -> None:
    store = MemoryStore(store_ms)
    here, there = await a_node(store, "here"), await a_node(store, "there")
    ann = await here.guest()
    first = await ann.ask("invite", id="i1", terms=TERMS)
    again = await ann.ask("invite", id="i1", terms=TERMS)

    back = await there.guest(token=ann.token)
    await join(first["room"], back)

    assert again["seat_key"] == first["seat_key"] == back.told("room")[0]["seat_key"]
    assert (await ann.ask("queue", pool="5+3"))["seat_key"] is None


async def listed(peer: Peer, of: str) -> list[dict[str, Any]]:
    """The rows of a list of people."""
    rows: list[dict[str, Any]] = (await peer.ask("player_list", of=of))["rows"]
    return rows


async def test_a_player_writes_so_many_messages_and_then_waits() -> None:
    node = await a_node()
    ann, ben = await an_account(node, "Ann"), await an_account(node, "Ben")
    codes = []

    async with node.running():
        for number in range(WRITTEN.burst + 20):
            codes.append(await code_of(ann, "send_message", player=ben.player, text=str(number)))
            await pass_ms(2_000)
        other_way = await code_of(ben, "send_message", player=ann.player, text="Enough.")
        await pass_ms(WRITTEN.every_ms)
        later = await code_of(ann, "send_message", player=ben.player, text="later")

    assert (codes[0], codes[-1], other_way, later) == (None, "too_fast", None, None)
    assert "too_fast" not in codes[: WRITTEN.burst]


async def test_messages_of_an_address_fill_the_store_only_so_far() -> None:
    node = await a_node()
    ben, text = await an_account(node, "Ben"), "字" * 1_000
    crowd = []
    for number in range(4):
        name = f"Ann {number}"
        await have_named(node, guest := await node.guest(), name)
        crowd.append(await node.guest(token=guest.token, counted_as="192.0.2.7"))
    most = WRITTEN_PORTIONS_OF_ADDRESS.burst // portions(len(text.encode()))

    async with node.running():
        codes = []
        for _ in range(most // len(crowd) + 40):
            codes += [
                await code_of(ann, "send_message", player=ben.player, text=text) for ann in crowd
            ]
            await pass_ms(WRITTEN.every_ms)
        short = await code_of(crowd[0], "send_message", player=ben.player, text="short")

    assert set(codes[:most]) == {None}
    assert "too_fast" in codes[most:]
    assert short is None
