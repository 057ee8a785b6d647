"""What is said at a tournament: who hears it and when, how much, and how long it stays."""

from dataclasses import replace

from tests.support.arenas import MINUTE_MS, T0_MS, announced
from tests.support.gateways import Message, Node, Peer, a_node
from tests.support.tournament_peers import announce, give_up, members, until
from tests.support.virtual_time import pass_ms
from xiangqi_server.aggregates.tournaments.state import Phase
from xiangqi_server.api.room.chat import AFTER_GAME_MS
from xiangqi_server.api.tournaments.tournament_chat import OPEN_MS, kept_ms

BURST = 5


async def a_cup() -> tuple[Node, str, Peer, Peer, Peer]:
    """A tournament that two players have entered and a guest looks at, as they do."""
    node = await a_node()
    ann, bea = await members(node, "Ann", "Bea")
    eve = await node.guest(language="vi")
    cup = await announce(node, ann)
    for peer in (ann, bea):
        await peer.ask("enter_tournament", tournament=cup)
    for peer in (ann, bea, eve):
        await peer.ask("watch_tournament", tournament=cup)
    return node, cup, ann, bea, eve


async def say(peer: Peer, cup: str, text: str) -> Message:
    """Say something; the answer."""
    return await peer.ask("tournament_chat", tournament=cup, text=text)


def heard(peer: Peer) -> list[tuple[str, str]]:
    """What was said, as a peer heard it: by whom, and the words."""
    lines = [message["line"] for message in peer.told("tournament_chat")]
    return [(line["player"], line["text"]) for line in lines]


def remembered(peer: Peer) -> list[list[str]]:
    """What a peer was told of what had been said before."""
    told = peer.told("tournament_chat_history")
    return [[line["text"] for line in message["lines"]] for message in told]


async def test_all_who_look_at_a_tournament_hear_each_other_but_whom_they_ignore() -> None:
    _, cup, ann, bea, eve = await a_cup()
    await bea.ask("ignore", player=eve.player)

    answers = [await say(eve, cup, " Good\u202e luck! "), await say(ann, cup, "Thanks.")]
    empty = await say(ann, cup, "\u200b")

    assert [answer["type"] for answer in answers] == ["done", "done"]
    assert heard(ann) == heard(eve) == [(eve.player, "Good luck!"), (ann.player, "Thanks.")]
    assert heard(bea) == [(ann.player, "Thanks.")]
    assert empty["code"] == "empty_text"
    line = eve.told("tournament_chat")[1]["line"]
    assert (line["n"], line["name"], line["seat"], line["phrase"]) == (2, "Ann", None, None)


async def test_nobody_talks_at_a_tournament_that_it_does_not_watch() -> None:
    node, cup, _, _, eve = await a_cup()
    stranger = await node.guest()

    answer = await say(stranger, cup, "Hello.")
    await eve.ask("unwatch_tournament")
    left = await say(eve, cup, "Hello.")

    assert [answer["code"], left["code"]] == ["not_watching", "not_watching"]


async def test_a_player_whom_operators_have_muted_says_nothing_at_a_tournament() -> None:
    node, cup, ann, _, eve = await a_cup()
    (op,) = await members(node, "Op")
    await op.ask("moderate", player=ann.player, sanction="mute", for_ms=60_000, text="Be kind.")

    muted = await say(ann, cup, "Hello.")
    await op.ask("moderate", player=ann.player, sanction="lift", for_ms=0)
    again = await say(ann, cup, "Sorry.")

    assert (muted["code"], again["type"]) == ("muted", "done")
    assert heard(eve) == [(ann.player, "Sorry.")]


async def test_who_comes_later_also_to_another_node_reads_what_was_said() -> None:
    node, cup, ann, _, eve = await a_cup()
    other = await a_node(node.store, "m")
    far = await other.guest()
    await say(ann, cup, "one")
    await far.ask("watch_tournament", tournament=cup)

    await say(eve, cup, "two")
    await pass_ms(100)
    await say(far, cup, "three")
    await pass_ms(100)

    assert remembered(far) == [["one"]]
    assert [text for _, text in heard(far)] == ["two", "three"]
    assert [text for _, text in heard(ann)] == ["one", "two", "three"]


async def test_lines_at_tournaments_and_rooms_are_counted_together() -> None:
    _, cup, _, _, eve = await a_cup()
    room = str(
        (await eve.ask("invite", terms={"clock": {"type": "fischer", "main_ms": 60_000}}))["room"]
    )
    await eve.ask("join", room=room)

    for n in range(BURST - 1):
        await say(eve, cup, f"line {n}")
    last = await eve.ask("chat", room=room, to="players", text="line")
    more = await say(eve, cup, "one more")

    assert last["type"] == "done"
    assert more["code"] == "too_fast"


async def test_a_player_neither_reads_nor_writes_until_its_game_is_over() -> None:
    node, cup, ann, bea, eve = await a_cup()
    async with node.running():
        await until(ann, "game_opened")
        await until(bea, "game_opened")

        refused = await say(ann, cup, "What shall I play?")
        await say(eve, cup, "The cannon!")
        before = heard(ann) + heard(bea)
        await ann.ask("watch_tournament", tournament=cup)
        early = remembered(ann)
        await give_up(ann, bea)
        await until(ann, "tournament_chat_history")
        await until(bea, "tournament_chat_history")

    assert refused["code"] == "game_not_over"
    assert (before, early) == ([], [])
    assert remembered(ann) == remembered(bea) == [["The cannon!"]]
    assert heard(eve) == [(eve.player, "The cannon!")]


def test_what_was_said_is_kept_while_it_lasts_and_a_month_more() -> None:
    cup = announced()

    kept = [
        kept_ms(replace(cup, phase=phase), T0_MS) for phase in (Phase.ANNOUNCED, Phase.FINISHED)
    ]

    assert kept == [MINUTE_MS + OPEN_MS, AFTER_GAME_MS]
    assert kept_ms(cup, T0_MS + 2 * MINUTE_MS) == OPEN_MS
