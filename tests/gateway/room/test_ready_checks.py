"""Ready-checks, challenges and what is left of them after a crash, as connections meet them."""

from tests.support.gateways import CLOCK, TERMS, Node, Peer, a_node
from tests.support.memory_store import MemoryStore
from tests.support.virtual_time import pass_ms, store_ms
from xiangqi_server.aggregates.lobby.no_shows import FIRST_WAIT_MS, FREE_NO_SHOWS
from xiangqi_server.aggregates.lobby.pairing import GATHER_MS
from xiangqi_server.aggregates.room.time_limits import READY_MS
from xiangqi_server.gateway.social.player_lists import HERE_MS


async def match(node: Node, *peers: Peer) -> str:
    """All wait in one pool; the room in which the first one was found an opponent."""
    for peer in peers:
        assert (await peer.ask("queue", pool="5+3"))["type"] == "done"
    await pass_ms(2 * GATHER_MS)
    await node.settle()
    game = peers[0].told("game_opened")[-1]
    assert game["live"]
    return str(game["room"])


async def test_the_clock_runs_when_both_have_said_that_they_are_there() -> None:
    node = await a_node()
    ann, ben = [await node.guest(features=["ready"]) for _ in range(2)]
    room = await match(node, ann, ben)
    for peer in (ann, ben):
        await peer.ask("join", room=room)

    await ann.ask("ready", room=room)
    await ben.ask("ready", room=room)

    shown = ann.told("room")[-1]
    assert (shown["status"], shown["clock"]["running"]) == ("readying", None)
    one, both = ben.told("readied")
    assert (one["ready"]["red"], one["ready"]["black"]).count(True) == 1
    assert (both["ready"], both["clock"]["running"]) == (None, "red")


async def test_who_was_there_waits_again_and_who_was_not_does_not() -> None:
    node = await a_node()
    ann, ben = await node.guest(), await node.guest()
    began_ms = store_ms()
    room = await match(node, ann, ben)
    await ann.ask("join", room=room)
    await ann.ask("ready", room=room)

    async with node.running():
        await pass_ms(READY_MS + 3_000)
    await ann.ask("watch_lobby")
    await ben.ask("watch_lobby")

    assert ann.told("ended")[-1]["outcome"]["ending"] == "void"
    (wait,) = ann.told("lobby")[-1]["your_waits"]
    assert (wait["pool"], wait["rated"]) == ("5+3", False)
    assert began_ms <= wait["since_ms"] <= began_ms + GATHER_MS
    assert ben.told("lobby")[-1]["your_waits"] == []


async def test_who_calls_off_game_after_game_waits_before_the_next_one() -> None:
    node = await a_node()
    ann, ben = await node.guest(), await node.guest()
    for _ in range(FREE_NO_SHOWS + 1):
        room = await match(node, ann, ben)
        for peer in (ann, ben):
            await peer.ask("join", room=room)
        await ben.ask("abort", room=room)
        await node.settle()
        await ann.ask("unqueue")

    refused = await ben.ask("queue", pool="5+3")

    assert (refused["type"], refused["code"]) == ("refused", "missed_games")
    assert 0 < refused["retry_ms"] <= FIRST_WAIT_MS
    assert (await ann.ask("queue", pool="5+3"))["type"] == "done"


async def test_whoever_plays_is_not_paired_again_before_the_end() -> None:
    node = await a_node()
    ann, ben = await node.guest(), await node.guest()
    room = await match(node, ann, ben)

    again = await ann.ask("queue", pool="3+2")
    await ann.ask("join", room=room)
    await ann.ask("abort", room=room)
    later = await ann.ask("queue", pool="3+2")

    assert (again["code"], later["type"]) == ("already_playing", "done")


async def test_those_a_dead_node_has_let_in_are_paired_once_by_another() -> None:
    store = MemoryStore(store_ms)
    dying, heir = await a_node(store, "a"), await a_node(store, "b")
    ann, ben = await dying.guest(), await dying.guest()
    for peer in (ann, ben):
        await peer.ask("queue", pool="5+3")
    dying.host.submit = lambda *_, **__: None  # type: ignore[method-assign]
    pairs = await heir.guest()
    await pairs.ask("watch_lobby")

    async with heir.running():
        await pass_ms(10_000)
    again = [await heir.guest(token=peer.token) for peer in (ann, ben)]

    games = [peer.welcome["games"] for peer in again]
    assert [len(one) for one in games] == [1, 1]
    assert games[0][0]["room"] == games[1][0]["room"]
    assert {one[0]["side"] for one in games} == {"red", "black"}


async def test_a_challenge_is_told_accepted_and_begins_when_both_are_there() -> None:
    node = await a_node()
    ann, ben = await node.guest(), await node.guest()
    await ben.ask("unseek")  # whoever is challenged must be known

    asked = await ann.ask("challenge", player=ben.player, terms=TERMS, side="black")
    (told,) = ben.told("challenged")
    accepted = await ben.ask("accept_challenge", room=asked["room"])
    await ben.ask("join", room=asked["room"])

    challenge = told["challenge"]
    assert (challenge["room"], challenge["side"]) == (asked["room"], "red")
    assert challenge["by"]["player"] == ann.player
    assert accepted["type"] == "done"
    assert ben.told("challenge_over")[-1]["room"] == asked["room"]
    assert ben.told("room")[-1]["status"] == "readying"


async def test_a_challenge_is_declined_with_a_reason_or_withdrawn() -> None:
    node = await a_node()
    ann, ben = await node.guest(), await node.guest()
    await ben.ask("unseek")
    rooms = []
    for _ in range(2):
        asked = await ann.ask("challenge", player=ben.player, terms=TERMS, side="red")
        rooms.append(asked["room"])
        await ann.ask("join", room=asked["room"])

    declined = await ben.ask("decline_challenge", room=rooms[0], reason="too_fast")
    withdrawn = await ann.ask("withdraw_challenge", room=rooms[1])
    late = await ben.ask("accept_challenge", room=rooms[1])

    assert (declined["type"], withdrawn["type"]) == ("done", "done")
    assert late["code"] == "game_over"
    outcomes = [ended["outcome"] for ended in ann.told("ended")]
    assert [(one["ending"], one["reason"]) for one in outcomes] == [
        ("declined", "too_fast"),
        ("aborted", None),
    ]


async def test_a_challenge_waits_for_who_comes_later_and_none_for_nobody() -> None:
    node = await a_node()
    ann, ben = await node.guest(), await node.guest()
    await ben.ask("unseek")
    ben.hang_up()
    by_days = {"clock": {"type": "correspondence", "days": 3}}

    asked = await ann.ask("challenge", player=ben.player, terms=by_days)
    nobody = await ann.ask("challenge", player="a" * 16, terms=TERMS)
    again = await node.guest(token=ben.token)
    await node.settle()

    assert [one["challenge"]["room"] for one in again.told("challenged")] == [asked["room"]]
    assert nobody["code"] == "no_such_player"


async def test_one_is_challenged_by_name_and_only_by_days_when_away() -> None:
    node = await a_node()
    ann, ben = await node.guest(), await node.guest()
    await ben.ask("sign_up", name="Ben Tran", password="a secret nobody guesses")

    by_name = await ann.ask("challenge", player=None, name="ben tran", terms=TERMS)
    unnamed = await ann.ask("challenge", player=None, terms=TERMS)
    unknown = await ann.ask("challenge", player=None, name="Nobody Here", terms=TERMS)
    ben.hang_up()
    async with node.running():
        await pass_ms(2 * HERE_MS)
    away = await ann.ask("challenge", player=ben.player, terms=TERMS)

    assert ben.told("challenged")[0]["challenge"]["room"] == by_name["room"]
    codes = [answer["code"] for answer in (unnamed, unknown, away)]
    assert codes == ["bad_message", "no_such_player", "not_online"]


async def test_a_guest_has_no_rated_games() -> None:
    node = await a_node()
    ann = await node.guest()
    rated = {"clock": CLOCK, "rated": True}

    answers = [
        await ann.ask("queue", pool="5+3", rated=True),
        await ann.ask("seek", terms=rated),
        await ann.ask("invite", terms=rated),
    ]

    assert {answer["code"] for answer in answers} == {"rated_needs_account"}


async def test_a_program_without_the_ready_check_shows_up_by_joining() -> None:
    node = await a_node()
    page, program = await node.guest(features=["ready"]), await node.guest()
    room = await match(node, page, program)
    await page.ask("join", room=room)

    await program.ask("join", room=room)
    await node.settle()
    (shown,) = page.told("readied")
    await page.ask("ready", room=room)

    assert page.told("room")[-1]["status"] == "readying"
    mine = page.told("room")[-1]["you"]
    other = {"red": "black", "black": "red"}[mine]
    assert (shown["ready"][mine], shown["ready"][other]) == (False, True)
    assert program.told("readied")[-1]["clock"]["running"] == "red"


async def test_a_page_that_joins_has_not_shown_up_yet() -> None:
    node = await a_node()
    page, program = await node.guest(features=["ready"]), await node.guest()
    room = await match(node, page, program)
    await program.ask("join", room=room)

    await page.ask("join", room=room)
    async with node.running():
        await pass_ms(READY_MS + 3_000)

    assert len(program.told("readied")) == 1
    assert page.told("ended")[-1]["outcome"]["ending"] == "void"


async def test_a_program_that_waits_in_the_room_of_its_challenge_has_shown_up() -> None:
    node = await a_node()
    program, ben = await node.guest(), await node.guest(features=["ready"])
    await ben.ask("unseek")  # whoever is challenged must be known
    asked = await program.ask("challenge", player=ben.player, terms=TERMS, side="black")
    room = asked["room"]
    await program.ask("join", room=room)

    await ben.ask("accept_challenge", room=room)
    async with node.running():
        await pass_ms(2_000)
    await ben.ask("ready", room=room)

    assert program.told("readied")[-1]["clock"]["running"] == "red"


async def test_a_ready_check_that_a_pause_left_open_is_answered_after_it() -> None:
    node = await a_node()
    page, program = await node.guest(features=["ready"]), await node.guest()
    room = await match(node, page, program)
    submit = node.host.submit
    node.host.submit = lambda *_, **__: None  # type: ignore[method-assign]  # as by a lost answer
    await program.ask("join", room=room)
    node.host.submit = submit  # type: ignore[method-assign]
    await page.ask("join", room=room)

    async with node.running():
        await pass_ms(2_000)

    assert len(page.told("readied")) == 1
