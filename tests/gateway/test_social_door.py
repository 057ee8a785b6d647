"""Friends, letters, reports, operators and news at the gateway, on one node and on two."""

from typing import Any

from server.gateway.people import HERE_MS
from tests.support.gateways import Node, Peer, a_game, a_node, have_named, join
from tests.support.memory_store import MemoryStore
from tests.support.virtual_time import pass_ms, store_ms

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
        assert await code_of(ann, "befriend", player=other.player) is None
    friends = await ann.ask("people", of="friends")
    await ann.ask("ignore", player=ben.player)
    ignored = await ann.ask("people", of="ignored")
    await ann.ask("ignore", player=ben.player, on=False)

    assert names(friends) == ["Kim", "Ben"]
    assert [row["online"] for row in friends["rows"]] == [True, True]
    assert names(ignored) == ["Ben"]
    assert names(await ann.ask("people", of="ignored")) == []
    assert names(await ann.ask("people", of="friends")) == ["Kim"]


async def test_who_is_here_is_known_on_every_node_and_until_the_last_connection_goes() -> None:
    store = MemoryStore(store_ms)
    here, there = await a_node(store, "here"), await a_node(store, "there")
    ann, ben = await an_account(here, "Ann"), await an_account(there, "Ben")
    again = await there.guest(token=ben.token)
    await here.settle()
    await there.settle()

    both = await ann.ask("people", of="here")
    again.hang_up()
    await there.settle()
    still = await ann.ask("people", of="here")
    ben.hang_up()
    await there.settle()

    assert sorted(names(both)) == sorted(names(still)) == ["Ann", "Ben"]
    assert names(await ann.ask("people", of="here")) == ["Ann"]


async def test_who_was_seen_by_a_node_that_died_is_forgotten_by_itself() -> None:
    store = MemoryStore(store_ms)
    here, there = await a_node(store, "here"), await a_node(store, "there")
    ann = await an_account(here, "Ann")
    await an_account(there, "Ben")
    await there.settle()

    async with here.running():
        await pass_ms(HERE_MS + 1_000)
        await here.settle()

    assert names(await ann.ask("people", of="here")) == ["Ann"]


async def test_a_letter_reaches_its_reader_on_another_node_and_is_unread_until_it_is_read() -> None:
    store = MemoryStore(store_ms)
    here, there = await a_node(store, "here"), await a_node(store, "there")
    ann, ben = await an_account(here, "Ann"), await an_account(there, "Ben")
    await here.settle()
    await there.settle()

    assert await code_of(ann, "write", player=ben.player, text="  Hello\nthere.  ") is None
    for node in (here, there, here, there):
        await node.settle()
    (letter,) = ben.told("letter")
    conversations = await ben.ask("conversations")
    await ben.ask("read_letters", player=ann.player, number=1)
    letters = await ben.ask("letters", player=ann.player)

    assert letter["player"]["name"] == "Ann"
    assert (letter["letter"]["text"], letter["letter"]["mine"]) == ("Hello there.", False)
    assert letter["unread"] == conversations["unread"] == 1
    assert names(conversations) == ["Ann"]
    assert ben.told("unread")[-1]["count"] == 0
    assert [row["text"] for row in letters["rows"]] == ["Hello there."]
    assert ann.told("letter")[-1]["letter"]["mine"] is True


async def test_unread_letters_are_told_at_the_next_visit() -> None:
    node = await a_node()
    ann, ben = await an_account(node, "Ann"), await an_account(node, "Ben")
    token = ben.token
    ben.hang_up()

    await ann.ask("write", player=ben.player, text="Hello.")
    await node.settle()
    ben = await node.guest(token=token)
    await node.settle()

    assert ben.told("unread") == [{"type": "unread", "count": 1}]


async def test_who_signs_up_gets_letters_and_is_listed_at_once_on_every_connection() -> None:
    node = await a_node()
    ann, ben = await an_account(node, "Ann"), await node.guest()
    again = await node.guest(token=ben.token)

    await have_named(node, ben, "Ben")
    here = await ann.ask("people", of="here")
    await ann.ask("write", player=ben.player, text="Welcome.")
    await node.settle()

    letters = [peer.told("letter") for peer in (ben, again)]
    assert [[m["letter"]["text"] for m in told] for told in letters] == [["Welcome."]] * 2
    assert sorted(names(here)) == ["Ann", "Ben"]


async def test_letters_come_in_pages_the_latest_first() -> None:
    node = await a_node()
    ann, ben = await an_account(node, "Ann"), await an_account(node, "Ben")
    for number in range(60):
        await ann.ask("write", player=ben.player, text=str(number))
        await pass_ms(2_000)

    first = await ann.ask("letters", player=ben.player)
    second = await ann.ask("letters", player=ben.player, after=first["next"])

    texts = [row["text"] for page in (first, second) for row in page["rows"]]
    assert texts == [str(number) for number in reversed(range(60))]
    assert (len(first["rows"]), second["next"]) == (50, None)


async def test_who_may_not_write_is_told_why() -> None:
    node = await a_node()
    ann, ben = await an_account(node, "Ann"), await an_account(node, "Ben")
    guest = await node.guest()
    await ben.ask("ignore", player=ann.player)

    codes = [
        await code_of(guest, "write", player=ben.player, text="Hello."),
        await code_of(ann, "write", player=guest.player, text="Hello."),
        await code_of(ann, "write", player=ben.player, text="Hello."),
        await code_of(ann, "write", player=ann.player, text="Dear me."),
        await code_of(ann, "write", player=ben.player, text="\u200b"),
    ]

    assert codes == [
        "no_account",
        "no_such_player",
        "not_welcome",
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

    refused = await code_of(ann, "office", of="reports")
    reports = await op.ask("office", of="reports")
    (report,) = reports["reports"]
    acted = await code_of(
        op,
        "act",
        player=eve.player,
        measure="mute",
        for_ms=DAY_MS,
        text="Be kind.",
        reports=[report["number"]],
    )
    await node.settle()
    actions = await op.ask("office", of="actions")

    assert (op.told("welcome")[0]["operator"], ann.told("welcome")[0]["operator"]) == (True, False)
    assert refused == "not_allowed"
    assert (report["by"]["name"], report["about"]["name"], report["text"]) == (
        "Ann",
        "Eve",
        "Rude.",
    )
    assert acted is None
    assert (await op.ask("office", of="reports"))["reports"] == []
    assert [row["measure"] for row in actions["actions"]] == ["mute"]
    assert eve.told("notice")[0]["text"] == "Be kind."
    assert await code_of(eve, "write", player=ann.player, text="Hello.") == "muted"
    assert await code_of(eve, "match", pool="5+3") is None


async def test_a_banned_player_starts_no_game_and_learns_it_at_every_visit() -> None:
    node = await a_node()
    eve, op = await an_account(node, "Eve"), await an_account(node, "Op")
    await op.ask("act", player=eve.player, measure="ban", for_ms=DAY_MS)
    await node.settle()

    again = await node.guest(token=eve.token)
    banned = await code_of(again, "match", pool="5+3")
    await op.ask("act", player=eve.player, measure="lift")
    await node.settle()

    assert [notice["measure"] for notice in again.told("notice")] == ["ban", "lift"]
    assert banned == "banned"
    assert await code_of(again, "match", pool="5+3") is None


async def test_only_operators_act_and_post() -> None:
    node = await a_node()
    ann, guest = await an_account(node, "Ann"), await node.guest()

    codes = {
        await code_of(peer, kind, **fields)
        for peer in (ann, guest)
        for kind, fields in (
            ("act", {"player": ann.player, "measure": "warn"}),
            ("close_report", {"report": 1}),
            ("post_news", {"title": "Hi", "text": ""}),
            ("withdraw_news", {"item": "item1"}),
            ("office", {"of": "actions"}),
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
