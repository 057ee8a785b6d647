"""Tournaments as a connection meets them: announced, entered, played and followed."""

from tests.support.gateways import Message, Peer, a_node, have_named
from tests.support.tournament_peers import announce, give_up, members, until
from tests.support.virtual_time import pass_ms
from xiangqi_server.limits import ANNOUNCED, GUESSES


async def test_a_tournament_is_announced_found_and_shown() -> None:
    node = await a_node()
    (ann,) = await members(node, "Ann")
    eve = await node.guest()

    cup = await announce(node, ann, text=" Welcome!  ", conditions={"min_rating": 1_200})
    soon = await eve.ask("tournaments", of="soon")
    shown = await eve.ask("watch_tournament", tournament=cup)

    (row,) = soon["rows"]
    assert (row["tournament"], row["name"], row["phase"]) == (cup, "Evening arena", "announced")
    assert row["organiser"]["name"] == "Ann"
    assert shown["info"] == row
    assert (shown["text"], shown["conditions"]["min_rating"]) == ("Welcome!", 1_200)
    assert (shown["you"], shown["rows"], shown["room"]) == (None, [], None)
    assert (await eve.ask("tournaments", of="now"))["rows"] == []


async def test_what_one_takes_part_in_is_found_until_it_is_over() -> None:
    async def of(peer: Peer) -> list[tuple[str, str]]:
        rows = (await peer.ask("tournaments", of="mine"))["rows"]
        return [(row["tournament"], row["phase"]) for row in rows]

    node = await a_node()
    async with node.running():
        ann, bea = await members(node, "Ann", "Bea")
        eve = await node.guest()
        later = await announce(node, ann, in_ms=120_000)
        first = await announce(node, ann, in_ms=60_000)
        for cup in (later, first):
            for peer in (ann, bea):
                await peer.ask("enter_tournament", tournament=cup)
        await pass_ms(100)

        assert await of(ann) == await of(bea) == [(first, "announced"), (later, "announced")]
        assert await of(eve) == []

        await bea.ask("leave_tournament", tournament=first)
        await pass_ms(100)

        assert await of(bea) == [(later, "announced")]
        assert await of(ann) == [(first, "announced"), (later, "announced")]

        await ann.ask("call_off_tournament", tournament=later)
        await pass_ms(100)

        assert await of(ann) == [(first, "announced")]
        assert await of(bea) == []


async def test_a_guest_can_neither_announce_nor_enter() -> None:
    node = await a_node()
    (ann,) = await members(node, "Ann")
    eve = await node.guest()
    cup = await announce(node, ann)

    entered = await eve.ask("enter_tournament", tournament=cup)
    plan = {
        "name": "Cup",
        "format": {"type": "arena", "minutes": 5},
        "terms": {"clock": {"type": "fischer", "main_ms": 60_000}},
        "starts_ms": node.clock.now_ms() + 1_000,
    }
    announced = await eve.ask("announce_tournament", plan=plan)

    assert [entered["code"], announced["code"]] == ["no_account", "no_account"]


async def test_so_many_tournaments_may_one_player_announce() -> None:
    node = await a_node()
    (ann,) = await members(node, "Ann")
    plan = {
        "name": "One more",
        "format": {"type": "arena", "minutes": 5},
        "terms": {"clock": {"type": "fischer", "main_ms": 60_000}},
        "starts_ms": node.clock.now_ms() + 60_000,
    }
    wrong = [await ann.ask("announce_tournament", plan=plan | {"starts_ms": 0}) for _ in range(5)]
    for _ in range(5):
        await announce(node, ann)
        await pass_ms(1_000)

    refused = await ann.ask("announce_tournament", plan=plan)

    assert {one["code"] for one in wrong} == {"bad_terms"}
    assert refused["code"] == "limit_reached"
    assert refused["retry_ms"] > 0


async def test_an_announcement_that_is_sent_again_is_one_tournament_on_every_node() -> None:
    first = await a_node()
    (ann,) = await members(first, "Ann")
    plan = {
        "name": "Cup",
        "format": {"type": "arena", "minutes": 5},
        "terms": {"clock": {"type": "fischer", "main_ms": 60_000}},
        "starts_ms": first.clock.now_ms() + 60_000,
    }

    for _ in range(2):
        ann.say("announce_tournament", id="once", plan=plan, password="horse")
    await first.settle()
    asked_again = [
        await ann.ask("announce_tournament", id="once", plan=plan, password="horse")
        for _ in range(9)
    ]
    restarted = await a_node(first.store, "m")
    back = await restarted.guest(token=ann.token)
    late = await back.ask("announce_tournament", id="once", plan=plan, password="horse")
    other = await back.ask("announce_tournament", id="twice", plan=plan, password="horse")
    shown = (await back.ask("tournaments", of="soon"))["rows"]

    cups = {answer.get("tournament") for answer in [*ann.told("tournament_announced"), late]}
    assert len(asked_again) == 9
    assert len(cups) == 1
    assert {row["tournament"] for row in shown} == {*cups, other["tournament"]}


async def test_what_there_is_not_is_refused() -> None:
    node = await a_node()
    (ann,) = await members(node, "Ann")
    cup = await announce(node, ann)

    kinds = ("watch_tournament", "enter_tournament", "leave_tournament", "tournament_standings")
    codes = [(await ann.ask(kind, tournament="nosuchcup"))["code"] for kind in kinds]
    stranger = await ann.ask("tournament_player", tournament=cup, player=ann.player)

    assert codes == ["no_such_tournament"] * 4
    assert stranger["code"] == "not_entered"


async def test_an_arena_is_played_from_the_page_into_the_game_and_back() -> None:
    node = await a_node()
    ann, ben = await members(node, "Ann", "Ben")
    eve = await node.guest()
    async with node.running():
        cup = await announce(node, ann)
        for peer in (ann, ben):
            assert (await peer.ask("enter_tournament", tournament=cup))["type"] == "done"
            await peer.ask("watch_tournament", tournament=cup)
        await eve.ask("watch_tournament", tournament=cup)
        assert ann.told("tournament")[-1]["you"]["status"] == "entered"

        opened = await until(ann, "game_opened")
        await pass_ms(2_000)
        mine = ann.told("tournament_you")[-1]
        assert (mine["room"], mine["you"]["status"]) == (opened["room"], "playing")
        room = await give_up(ann, ben)
        await pass_ms(2_000)
        shown = eve.told("tournament_changed")[-1]
        now = (await eve.ask("tournaments", of="now"))["rows"]
        card = await eve.ask("tournament_player", tournament=cup, player=ben.player)
        around = await eve.ask("tournament_standings", tournament=cup, around=ann.player)
        told_alone = len(eve.told("tournament_you"))

        await pass_ms(11 * 60_000)
        over = eve.told("tournament_changed")[-1]
        finished = (await eve.ask("tournaments", of="finished"))["rows"]

    assert room == opened["room"]
    assert ann.told("room")[-1]["tournament"] == cup
    assert [(row["player"]["name"], row["score"], row["sheet"]) for row in shown["rows"]] == [
        ("Ben", 2, "2"),
        ("Ann", 0, "0"),
    ]
    assert [row["tournament"] for row in now] == [cup]
    assert [(one["result"], one["points"]) for one in card["games"]] == [("won", 2)]
    assert card["games"][0]["opponent"]["name"] == "Ann"
    assert around["size"] == 2
    assert told_alone == 0
    assert over["info"]["phase"] == "finished"
    assert [row["leaders"][0]["name"] for row in finished] == ["Ben"]


async def test_who_plays_elsewhere_when_a_round_begins_has_as_long_to_come_as_anybody() -> None:
    node = await a_node()
    ann, ben, cai = await members(node, "Ann", "Ben", "Cai")
    async with node.running():
        cup = await announce(node, cai, format={"type": "robin"})
        for peer in (ann, ben):
            await peer.ask("enter_tournament", tournament=cup)
        for peer in (ann, cai):
            await peer.ask("queue", pool="10+5")
        elsewhere = (await until(ann, "game_opened"))["room"]
        for peer in (ann, cai):
            await peer.ask("join", room=elsewhere)
            await peer.ask("ready", room=elsewhere)
        called = await until(ann, "game_opened", 2)
        await ann.ask("abort", room=elsewhere)
        await ann.ask("join", room=called["room"])
        await ben.ask("join", room=called["room"])
        for peer in (ann, ben):
            await peer.ask("ready", room=called["room"])
        red, black = (ann, ben) if called["side"] == "red" else (ben, ann)
        await red.ask("move", room=called["room"], ply=0, text="h2e2")
        await black.ask("move", room=called["room"], ply=1, text="h9g7")
        await ben.ask("resign", room=called["room"])
        await pass_ms(2_000)
        (game,) = (await cai.ask("tournament_round", tournament=cup))["games"]

    assert (called["live"], game["room"], game["forfeit"]) == (True, called["room"], False)
    assert {game["red_points"], game["black_points"]} == {0, 2}


async def test_who_enters_an_arena_leaves_the_lobby_when_paired() -> None:
    node = await a_node()
    ann, ben = await members(node, "Ann", "Ben")
    async with node.running():
        cup = await announce(node, ann)
        for peer in (ann, ben):
            await peer.ask("enter_tournament", tournament=cup)
        await ann.ask("queue", pool="10+5")
        await ann.ask("watch_lobby")
        assert ann.told("lobby")[-1]["your_pools"] == ["10+5"]

        await until(ann, "game_opened")
        await pass_ms(2_000)
        await ann.ask("watch_lobby")

    assert ann.told("lobby")[-1]["your_pools"] == []


async def test_who_pauses_is_told_when_to_return() -> None:
    node = await a_node()
    ann, ben, cai = await members(node, "Ann", "Ben", "Cai")
    async with node.running():
        cup = await announce(node, ann, in_ms=1_000)
        for peer in (ann, ben, cai):
            await peer.ask("enter_tournament", tournament=cup)
            await peer.ask("watch_tournament", tournament=cup)
        await ann.ask("pause_tournament", tournament=cup)
        await pass_ms(3_000)
        refused = await ann.ask("pause_tournament", tournament=cup)
        await pass_ms(1_000)
        paused = ann.told("tournament_you")[-1]
        early = await ann.ask("return_to_tournament", tournament=cup)
        await pass_ms(11_000)
        back = await ann.ask("return_to_tournament", tournament=cup)
        await pass_ms(2_000)
        after = ann.told("tournament_you")[-1]
        left = await ann.ask("leave_tournament", tournament=cup)
        await pass_ms(2_000)

    assert (refused["type"], paused["you"]["status"]) == ("done", "paused")
    assert early["code"] == "return_too_soon"
    assert paused["return_at_ms"] > node.clock.now_ms() - 30_000
    assert (back["type"], after["you"]["status"], after["return_at_ms"]) == (
        "done",
        "waiting",
        None,
    )
    assert (left["type"], ann.told("tournament_you")[-1]["you"]["status"]) == ("done", "left")


async def test_whose_line_is_lost_is_away_until_it_is_back() -> None:
    node = await a_node()
    ann, ben, cai = await members(node, "Ann", "Ben", "Cai")
    eve = await node.guest()
    async with node.running():
        cup = await announce(node, cai, in_ms=8_000)
        for peer in (ann, ben, cai):
            await peer.ask("enter_tournament", tournament=cup)
        ann.hang_up()
        await pass_ms(12_000)
        await eve.ask("watch_tournament", tournament=cup)
        shown = {row["player"]["name"]: row["status"] for row in eve.told("tournament")[-1]["rows"]}
        assert shown == {"Ann": "away", "Ben": "playing", "Cai": "playing"}

        await node.guest(token=ann.token)
        await pass_ms(5_000)
        rows = eve.told("tournament_changed")[-1]["rows"]

    assert {row["player"]["name"]: row["status"] for row in rows}["Ann"] == "waiting"


async def test_the_organiser_or_an_operator_calls_it_off() -> None:
    node = await a_node()
    ann, ben = await members(node, "Ann", "Ben")
    op = await node.guest()
    await have_named(node, op, "Op")
    first, second = await announce(node, ann), await announce(node, ann)

    refused = await ben.ask("call_off_tournament", tournament=first)
    answers = [
        await ann.ask("call_off_tournament", tournament=first),
        await op.ask("call_off_tournament", tournament=second),
    ]

    assert refused["code"] == "not_allowed"
    assert [answer["type"] for answer in answers] == ["done", "done"]
    assert (await ben.ask("tournaments", of="soon"))["rows"] == []


async def test_a_change_is_encoded_once_for_all_who_watch() -> None:
    node = await a_node()
    ann, ben = await members(node, "Ann", "Ben")
    watchers = [await node.guest() for _ in range(4)]
    async with node.running():
        cup = await announce(node, ann, in_ms=60_000)
        for watcher in watchers:
            await watcher.ask("watch_tournament", tournament=cup)
        await watchers[3].ask("unwatch_tournament")
        await ben.ask("enter_tournament", tournament=cup)
        await pass_ms(1_000)

    frames = [watcher.frames_of("tournament_changed") for watcher in watchers]
    assert [len(told) for told in frames] == [1, 1, 1, 0]
    assert frames[0][0] is frames[1][0] is frames[2][0]


async def test_a_round_robin_is_played_in_rounds_and_shown_as_a_table() -> None:
    node = await a_node()
    ann, ben, cai = await members(node, "Ann", "Ben", "Cai")
    eve = await node.guest()
    peers = {peer.player: peer for peer in (ann, ben, cai)}
    async with node.running():
        cup = await announce(node, ann, format={"type": "robin", "break_s": 5}, ranking="cxa_robin")
        for peer in peers.values():
            await peer.ask("enter_tournament", tournament=cup)
        for number in (1, 2, 3):
            await pass_ms(12_000)
            shown = await eve.ask("tournament_round", tournament=cup)
            assert (shown["round"], len(shown["games"]), len(shown["byes"])) == (number, 1, 1)
            game = shown["games"][0]
            red, black = peers[game["red"]["player"]], peers[game["black"]["player"]]
            for one in (red, black):
                one.forget()
                await one.ask("join", room=game["room"])
                await one.ask("ready", room=game["room"])
            await red.ask("move", room=game["room"], ply=0, text="h2e2")
            await black.ask("move", room=game["room"], ply=1, text="h9g7")
            await (black if red is ann else red).ask("resign", room=game["room"])
        await pass_ms(2_000)
        over = await eve.ask("watch_tournament", tournament=cup)
        table = await eve.ask("tournament_table", tournament=cup)
        first = await eve.ask("tournament_round", tournament=cup, round=1)
        card = await eve.ask("tournament_player", tournament=cup, player=ann.player)
        none = await eve.ask("tournament_round", tournament=cup, round=9)

    assert (over["info"]["phase"], over["info"]["round"], over["info"]["rounds"]) == (
        "finished",
        3,
        3,
    )
    assert over["tie_breaks"] == ["sonneborn", "wins", "direct", "black_games"]
    assert all(len(row["tie_breaks"]) == 4 for row in over["rows"])
    assert [row["rank"] for row in table["rows"]] == [1, 2, 3]
    assert {cell["how"] for row in table["cells"] for cell in row} == {"played", "bye"}
    assert [len(row) for row in table["cells"]] == [3, 3, 3]
    game = first["games"][0]
    assert {game["red_points"], game["black_points"]} == {0, 2}
    assert [one["unplayed"] for one in card["games"]].count(True) == 1
    assert (none["round"], none["games"]) == (0, [])


async def test_free_pairs_see_who_is_there_offer_and_play() -> None:
    node = await a_node()
    ann, ben, cai = await members(node, "Ann", "Ben", "Cai")
    async with node.running():
        start_ms = node.clock.now_ms() + 10_000
        plan = {"type": "robin", "until_ms": start_ms + 600_000}
        cup = await announce(node, ann, format=plan, starts_ms=start_ms)
        for peer in (ann, ben, cai):
            await peer.ask("enter_tournament", tournament=cup)
            await peer.ask("watch_tournament", tournament=cup)
        await pass_ms(12_000)
        cai.hang_up()
        await pass_ms(12_000)
        pairs = {one["opponent"]["name"]: one for one in ann.told("tournament_you")[-1]["pairs"]}
        room = pairs["Ben"]["room"]
        await ann.ask("offer_tournament_game", tournament=cup, room=room)
        await pass_ms(1_100)
        offers = ben.told("tournament_offer")
        await ann.ask("offer_tournament_game", tournament=cup, room=room, on=False)
        await pass_ms(1_100)
        taken_back = ben.told("tournament_offer")[len(offers) :]
        await ann.ask("offer_tournament_game", tournament=cup, room=room)
        await pass_ms(1_100)
        asked = {one["room"]: one["offered"] for one in ben.told("tournament_you")[-1]["pairs"]}
        first = await ben.ask("tournament_round", tournament=cup, round=3)
        none_yet = ben.told("game_opened")
        await ben.ask("offer_tournament_game", tournament=cup, room=room)
        assert await give_up(ben, ann) == room
        await pass_ms(2_000)
        after = ann.told("tournament_you")[-1]
        table = await ann.ask("tournament_table", tournament=cup)
        stranger = await node.guest()
        refused = await stranger.ask("offer_tournament_game", tournament=cup, room=room)
        await pass_ms(600_000)
        over = await ann.ask("watch_tournament", tournament=cup)

    assert {name: (one["status"], one["offered"]) for name, one in pairs.items()} == {
        "Ben": ("waiting", None),
        "Cai": ("away", None),
    }
    assert (asked[room], none_yet) == ("opponent", [])
    assert [(one["room"], one["by"]["name"]) for one in offers] == [(room, "Ann")]
    assert [(one["room"], one["by"]) for one in taken_back] == [(room, None)]
    assert [(game["room"], game["red_points"]) for game in first["games"]] == [(None, None)]
    assert [one["opponent"]["name"] for one in after["pairs"]] == ["Cai"]
    assert {cell["how"] for row in table["cells"] for cell in row} == {"played", "open", "absent"}
    assert refused["code"] == "no_such_room"
    assert (over["info"]["phase"], over["pairs"]) == ("finished", [])
    assert {row["player"]["name"]: row["score"] for row in over["rows"]} == {
        "Ann": 2,
        "Ben": 0,
        "Cai": 0,
    }


async def test_who_plays_elsewhere_is_not_called_into_a_game_of_a_free_pair() -> None:
    node = await a_node()
    ann, ben, cai = await members(node, "Ann", "Ben", "Cai")
    async with node.running():
        start_ms = node.clock.now_ms() + 10_000
        plan = {"type": "robin", "until_ms": start_ms + 600_000}
        cup = await announce(node, ann, format=plan, starts_ms=start_ms)
        for peer in (ann, ben):
            await peer.ask("enter_tournament", tournament=cup)
            await peer.ask("watch_tournament", tournament=cup)
        await pass_ms(12_000)
        (pair,) = ann.told("tournament_you")[-1]["pairs"]
        await ann.ask("offer_tournament_game", tournament=cup, room=pair["room"])
        for peer in (ann, cai):
            await peer.ask("queue", pool="10+5")
        elsewhere = (await until(ann, "game_opened"))["room"]
        await pass_ms(1_000)
        answer = await ben.ask("offer_tournament_game", tournament=cup, room=pair["room"])
        refused = await ann.ask("offer_tournament_game", tournament=cup, room=pair["room"])
        await pass_ms(2_000)

    assert (answer["type"], refused["code"]) == ("done", "already_playing")
    assert ann.told("tournament_you")[-1]["pairs"][0]["offered"] == "opponent"
    assert [one["room"] for one in ann.told("game_opened")] == [elsewhere]


async def test_the_matches_of_a_knockout_are_shown_as_they_are_decided() -> None:
    node = await a_node()
    ann, ben, cai = await members(node, "Ann", "Ben", "Cai")
    cup = await announce(node, ann, format={"type": "knockout"})
    for one in (ann, ben, cai):
        await one.ask("enter_tournament", tournament=cup)
    before = await ann.ask("tournament_bracket", tournament=cup)
    await until(cai, "game_opened")

    await give_up(ben, cai)
    await pass_ms(2_000)
    shown = await ann.ask("tournament_bracket", tournament=cup)

    assert (before["rounds"], before["matches"]) == (0, [])
    assert shown["rounds"] == 2
    matches = {one["match"]: one for one in shown["matches"]}
    assert list(matches) == [2, 3, 1, 0]
    assert (matches[2]["one"]["seed"], matches[2]["other"], matches[2]["over"]) == (1, None, True)
    assert (matches[3]["winner"], matches[3]["over"]) == (cai.player, True)
    assert [game["black_points"] or game["red_points"] for game in matches[3]["games"]] == [2]
    assert (matches[1]["one"]["player"]["name"], matches[1]["other"]["player"]["name"]) == (
        "Ann",
        "Cai",
    )
    assert (await until(ann, "game_opened"))["room"] == matches[1]["games"][0]["room"]
    assert (matches[0]["winner"], matches[0]["over"]) == (ben.player, True)


async def test_only_a_knockout_has_matches() -> None:
    node = await a_node()
    (ann,) = await members(node, "Ann")
    cup = await announce(node, ann)

    assert (await ann.ask("tournament_bracket", tournament=cup))["code"] == "not_allowed"


async def test_a_tournament_with_a_password_takes_who_knows_it() -> None:
    node = await a_node()
    ann, ben = await members(node, "Ann", "Ben")
    cup = await announce(node, ann, password="horse")

    shown = await ben.ask("watch_tournament", tournament=cup)
    answers = [
        await ben.ask("enter_tournament", tournament=cup, password=word)
        for word in (None, "cannon", "horse")
    ]

    assert shown["password"] is True
    assert [one.get("code") for one in answers] == [
        "tournament_password",
        "tournament_password",
        None,
    ]


async def test_wrong_passwords_of_tournaments_are_counted_and_keep_nobody_else_out() -> None:
    node = await a_node()
    ann, ben, eve = await members(node, "Ann", "Ben", "Eve")
    cup = await announce(node, ann, in_ms=600_000, password="horse")

    async def guess(word: str) -> str:
        await pass_ms(2_000)  # as fast as one connection may enter
        return str((await eve.ask("enter_tournament", tournament=cup, password=word)).get("code"))

    wrong = [await guess(f"cannon{number}") for number in range(GUESSES.burst)]
    late = [await guess(word) for word in ("cannon", "horse")]
    other = await ben.ask("enter_tournament", tournament=cup, password="horse")
    await pass_ms(GUESSES.every_ms)

    assert set(wrong) == {"tournament_password"}
    assert late == ["too_fast", "too_fast"]
    assert other["type"] == "done"
    assert await guess("horse") == "None"


async def test_no_password_is_hashed_for_who_may_not_set_one() -> None:
    node = await a_node()
    ann, eve = await members(node, "Ann", "Eve")
    cup = await announce(node, ann)
    plan = {
        "name": "Another name",
        "format": {"type": "arena", "minutes": 5},
        "terms": {"clock": {"type": "fischer", "main_ms": 60_000}},
        "starts_ms": node.clock.now_ms() + 60_000,
    }
    before = node.gateway.passwords.hashed

    for _ in range(ANNOUNCED.burst - 1):
        await announce(node, ann)
    late = await ann.ask("announce_tournament", plan=plan, password="horse")
    stranger = await eve.ask("amend_tournament", tournament=cup, plan=plan, password="horse")
    nowhere = await eve.ask("amend_tournament", tournament="nosuchcup", plan=plan, password="horse")

    codes = [late["code"], stranger["code"], nowhere["code"]]
    assert codes == ["limit_reached", "not_allowed", "no_such_tournament"]
    assert node.gateway.passwords.hashed == before
    await ann.ask("amend_tournament", tournament=cup, plan=plan, password="horse")
    assert node.gateway.passwords.hashed == before + 1


async def test_an_amended_plan_is_told_to_who_watches_and_keeps_its_password() -> None:
    node = await a_node()
    ann, ben = await members(node, "Ann", "Ben")
    cup = await announce(node, ann, password="horse")
    plan = {
        "name": "Another name",
        "format": {"type": "swiss", "rounds": 3},
        "terms": {"clock": {"type": "fischer", "main_ms": 60_000}},
        "starts_ms": node.clock.now_ms() + 60_000,
        "text": "At nine, not at eight.",
        "ranking": "wxf",
    }
    async with node.running():
        await ben.ask("watch_tournament", tournament=cup)
        await ann.ask("amend_tournament", tournament=cup, plan=plan)
        told = await until(ben, "tournament_changed")
        kept = await ben.ask("enter_tournament", tournament=cup)
        await ann.ask("amend_tournament", tournament=cup, plan=plan, no_password=True)
        entered = await ben.ask("enter_tournament", tournament=cup)

    assert told["info"]["name"] == "Another name"
    amended = told["amended"]
    assert (amended["text"], amended["password"]) == ("At nine, not at eight.", True)
    assert (amended["ranking"], amended["tie_breaks"]) == ("wxf", ["opponents", "direct", "wins"])
    assert (kept["code"], entered["type"]) == ("tournament_password", "done")


async def test_what_an_organiser_does_is_told_to_everybody() -> None:
    node = await a_node()
    ann, ben, eve = await members(node, "Ann", "Ben", "Eve")
    cup = await announce(node, ann, format={"type": "swiss", "rounds": 3})
    apart = {"type": "forbid", "one": ann.player, "other": eve.player}

    refused = await ben.ask("manage_tournament", tournament=cup, action=apart)
    await ann.ask(
        "manage_tournament", tournament=cup, action={"type": "appoint", "player": ben.player}
    )
    done = await ben.ask("manage_tournament", tournament=cup, action=apart)
    await ann.ask(
        "amend_tournament",
        tournament=cup,
        plan={
            "name": "Another name",
            "format": {"type": "arena", "minutes": 5},
            "terms": {"clock": {"type": "fischer", "main_ms": 60_000}},
            "starts_ms": node.clock.now_ms() + 60_000,
        },
    )
    notes = await eve.ask("tournament_notes", tournament=cup)

    assert (refused["code"], done["type"]) == ("not_allowed", "done")
    assert [one["name"] for one in notes["arbiters"]] == ["Ben"]
    assert [(one["by"]["name"], one["what"]) for one in notes["notes"]] == [
        ("Ann", "appoint"),
        ("Ben", "forbid"),
        ("Ann", "amend"),
    ]
    assert notes["notes"][1]["other"]["name"] == "Eve"
    (row,) = (await eve.ask("tournaments", of="soon"))["rows"]
    assert (row["name"], row["format"]["type"]) == ("Another name", "arena")


async def test_teams_meet_on_boards_and_everybody_sees_how_they_stand() -> None:
    node = await a_node()
    ann, ben, cai = await members(node, "Ann", "Ben", "Cai")
    cup = await announce(
        node, ann, format={"type": "team_robin", "teams": ["East", "West"], "boards": 2}
    )
    refused = await ann.ask("enter_tournament", tournament=cup)
    for one, team in ((ann, 0), (ben, 1), (cai, 1)):
        await one.ask("enter_tournament", tournament=cup, team=team)
    await until(ben, "game_opened")

    await give_up(ben, ann)
    await pass_ms(2_000)
    shown = await cai.ask("tournament_teams", tournament=cup)

    assert refused["code"] == "no_such_team"
    assert [
        (row["rank"], row["name"], row["points"], row["board_points"]) for row in shown["teams"]
    ] == [(1, "West", 1, 2), (1, "East", 1, 2)]
    assert [one["player"]["name"] for one in shown["teams"][0]["best"]] == ["Ben", "Cai"]
    (match,) = shown["matches"]
    assert (match["one_points"], match["other_points"], match["over"]) == (2, 2, True)
    page = await cai.ask("tournament_standings", tournament=cup)
    assert {row["player"]["name"]: row["team"] for row in page["rows"]} == {
        "Ann": 0,
        "Ben": 1,
        "Cai": 1,
    }


async def test_only_where_there_are_teams_they_are_shown() -> None:
    node = await a_node()
    (ann,) = await members(node, "Ann")
    cup = await announce(node, ann)

    assert (await ann.ask("tournament_teams", tournament=cup))["code"] == "not_allowed"


async def test_in_an_arena_that_allows_it_a_player_halves_the_own_time() -> None:
    node = await a_node()
    ann, ben = await members(node, "Ann", "Ben")
    asked: dict[bool, tuple[Message, Message | None]] = {}
    for allowed in (True, False):
        cup = await announce(node, ann, format={"type": "arena", "minutes": 5, "berserk": allowed})
        for one in (ann, ben):
            await one.ask("enter_tournament", tournament=cup)
        room = str((await until(ann, "game_opened", len(asked) + 1))["room"])
        for one in (ann, ben):
            await one.ask("join", room=room)
            await one.ask("ready", room=room)
        asked[allowed] = (await ann.ask("berserk", room=room), ann.told("room")[-1]["berserk"])
        await ann.ask("abort", room=room)
        await ann.ask("call_off_tournament", tournament=cup)
        for one in (ann, ben):
            await one.ask("leave", room=room)

    done, before = asked[True]
    assert (done["type"], before) == ("done", {"red": False, "black": False})
    (berserked,) = ben.told("berserked")
    assert berserked["ms"] == 90_000
    refused, nobody = asked[False]
    assert (refused["code"], nobody) == ("no_berserk", None)


async def test_a_round_is_told_to_who_watches_as_soon_as_it_is_paired() -> None:
    node = await a_node()
    ann, ben, cai, dan = await members(node, "Ann", "Ben", "Cai", "Dan")
    eve = await node.guest()
    async with node.running():
        swiss = {"type": "swiss", "rounds": 2, "break_s": 5}
        cup = await announce(node, ann, format=swiss)
        for peer in (ann, ben, cai, dan):
            await peer.ask("enter_tournament", tournament=cup)
        await pass_ms(12_000)
        await eve.ask("watch_tournament", tournament=cup)
        shown = await eve.ask("tournament_round", tournament=cup)
        peers = {peer.player: peer for peer in (ann, ben, cai, dan)}
        for game in shown["games"]:
            await give_up(peers[game["red"]["player"]], peers[game["black"]["player"]])
        await pass_ms(4_600)
        await dan.ask("pause_tournament", tournament=cup)
        late_ms = 0
        while (await ann.ask("tournament_round", tournament=cup))["round"] < 2:
            await pass_ms(20)
        while eve.told("tournament_changed")[-1]["info"]["round"] < 2:
            await pass_ms(20)
            late_ms += 20

    assert late_ms <= 300
