"""A club evening as connections meet it: listed, paired, written down, killed again and again."""

from tests.gateway.tournaments.test_exports import text_of
from tests.support.gateways import Message, Peer, a_node
from tests.support.memory_store import MemoryStore
from tests.support.tournament_peers import announce, members, until
from tests.support.trf_standings import opponents_sums, read_report
from tests.support.two_nodes import die
from tests.support.virtual_time import pass_ms, store_ms
from xiangqi_server.aggregates.tournaments.at_boards import names

SWISS = {"type": "swiss", "rounds": 3}
NAMES = ("Nguyễn An", "李明", "Nguyễn An", "Chu Wei", "Dang")


async def an_evening(peer: Peer) -> str:
    """A tournament at real boards with five people."""
    cup = await announce(peer.node, peer, format=SWISS, at_boards=True)
    rows = [{"name": name, "rating": 2_000 - at, "club": "CLB"} for at, name in enumerate(NAMES)]
    listed = await peer.ask("list_entrants", tournament=cup, first=1, rows=rows)
    assert listed["type"] == "done", listed
    await pass_ms(300)
    return cup


async def pair(peer: Peer, cup: str, number: int) -> Message:
    """The next round, once it is paired."""
    await peer.ask("manage_tournament", tournament=cup, action={"type": "round", "what": "pair"})
    await pass_ms(2_000)
    shown = await peer.ask("tournament_round", tournament=cup)
    assert shown["round"] == number, shown
    return shown


async def write(peer: Peer, cup: str, number: int, *rows: Message) -> Message:
    """Results of a round."""
    return await peer.ask("enter_results", tournament=cup, round=number, results=list(rows))


async def test_an_evening_is_listed_paired_written_down_and_shown_to_anybody() -> None:
    node = await a_node()
    async with node.running():
        ann, bea = await members(node, "Ann", "Bea")
        eve = await node.guest()
        cup = await an_evening(ann)

        people = await eve.ask("tournament_entrants", tournament=cup)
        shown = await pair(ann, cup, 1)
        refused = await write(bea, cup, 1, {"board": 1, "result": "red"})
        appoint = {"type": "appoint", "player": bea.player}
        await ann.ask("manage_tournament", tournament=cup, action=appoint)
        await write(bea, cup, 1, {"board": 1, "result": "red"})
        other = await write(ann, cup, 1, {"board": 1, "result": "draw"})
        await pass_ms(300)
        after = await eve.ask("tournament_round", tournament=cup)
        watched = await eve.ask("watch_tournament", tournament=cup)

        assert [row["player"]["name"] for row in people["rows"]] == list(NAMES)
        assert [row["number"] for row in people["rows"]] == [1, 2, 3, 4, 5]
        assert (people["last"], people["arbiter"]) == (5, False)
        assert (len(shown["games"]), len(shown["byes"])) == (2, 1)
        assert [game["room"] for game in shown["games"]] == [None, None]
        assert (refused["code"], other["code"]) == ("not_allowed", "result_differs")
        assert (after["games"][0]["result"], after["games"][0]["by"]["name"]) == ("red", "Bea")
        assert watched["info"]["at_boards"]
        assert watched["playing"] == []


async def test_a_third_program_computes_the_same_standings_from_the_report() -> None:
    node = await a_node()
    async with node.running():
        (ann,) = await members(node, "Ann")
        cup = await an_evening(ann)
        more = [{"name": f"Person {n}", "rating": 1_500 - n} for n in range(3)]
        await ann.ask("list_entrants", tournament=cup, first=6, rows=more)
        for number, results in enumerate(("red draw black draw", "draw red red black"), start=1):
            await pair(ann, cup, number)
            written = [
                {"board": at, "result": result} for at, result in enumerate(results.split(), 1)
            ]
            await write(ann, cup, number, *written)
            await pass_ms(300)
        shown = await ann.ask("tournament_standings", tournament=cup)
        lines = read_report(await text_of(node, f"/tournament/{cup}.trf"))

    sums = opponents_sums(lines)
    ordered = sorted(lines, key=lambda line: line.rank)
    assert [line.counted for line in lines] == [line.doubled for line in lines]
    assert [line.counted for line in ordered] == [row["score"] for row in shown["rows"]]
    assert [(line.counted, sums[line.number]) for line in ordered] == sorted(
        ((line.counted, sums[line.number]) for line in lines), reverse=True
    )


async def test_a_name_is_mended_for_everybody_and_taken_away() -> None:
    node = await a_node()
    async with node.running():
        (ann,) = await members(node, "Ann")
        eve = await node.guest()
        cup = await an_evening(ann)
        person = (await eve.ask("tournament_entrants", tournament=cup))["rows"][1]["player"]
        await eve.ask("watch_tournament", tournament=cup)

        await ann.ask("name_entrant", tournament=cup, player=person["player"], name="李 小明")
        await until(eve, "tournament_changed")
        await ann.ask("name_entrant", tournament=cup, player=person["player"], name="")
        await pass_ms(2_000)
        people = await eve.ask("tournament_entrants", tournament=cup)
        stranger = await eve.ask(
            "name_entrant", tournament=cup, player=person["player"], name="Eve"
        )

        assert people["rows"][1]["player"]["name"] == "#2"
        assert people["rows"][1]["club"] == ""
        assert stranger["code"] == "not_allowed"


async def test_a_result_that_was_shown_outlives_every_node_that_is_killed() -> None:
    store = MemoryStore(store_ms)
    node = await a_node(store, "n0")
    node.go_on()
    (ann,) = await members(node, "Ann")
    token = ann.token
    cup = await an_evening(ann)
    await pair(ann, cup, 1)
    results = ("red", "draw", "black", "both_absent")
    was, shown = "none", "none"
    for at in range(20):
        result = results[at % len(results)]
        answered = await write(ann, cup, 1, {"board": 1, "result": result, "was": was})
        if answered["type"] == "done":
            shown = result
        await die(node)
        await node.stand_still()
        node = await a_node(store, f"n{at + 1}")
        node.go_on()
        ann = await node.guest(token=token)
        stands = (await ann.ask("tournament_round", tournament=cup))["games"][0]["result"]

        assert stands == shown == result
        was = stands
    await node.stand_still()


async def test_the_files_have_names_clubs_ids_and_the_headers_of_all_games() -> None:
    node = await a_node()
    async with node.running():
        (ann,) = await members(node, "Ann")
        cup = await announce(node, ann, format=SWISS, at_boards=True)
        rows = [
            {"name": "Nguyễn An", "rating": 1_720, "club": "Hà Nội", "federation": "12401137"},
            {"name": '=HYPERLINK("x")', "club": "+1 point", "federation": "-5"},
            {"name": "Chu Wei"},
            {"name": "Dang"},
        ]
        await ann.ask("list_entrants", tournament=cup, first=1, rows=rows)
        await pair(ann, cup, 1)
        one, other = (names.entrant_id(cup, number) for number in (1, 2))
        for action in (
            {"type": "bye", "player": other, "points": 1, "round": 3},
            {"type": "forbid", "one": one, "other": other},
        ):
            done = await ann.ask("manage_tournament", tournament=cup, action=action)
            assert done["type"] == "done"
        preview = await node.gateway.previews.tournament(cup, "en")
        await write(ann, cup, 1, {"board": 1, "result": "black_absent"})
        await pass_ms(300)

        forms = ("trf", "csv", "pgn")
        trf, csv, pgn = [await text_of(node, f"/tournament/{cup}.{form}") for form in forms]

        (player,) = [line for line in trf.split("\r") if "Nguyễn An" in line]
        assert (player[14:23], player[48:52], player[57:68].strip()) == (
            "Nguyễn An",
            "1720",
            "12401137",
        )
        assert '"Hà Nội","12401137"' in csv
        assert '"\'=HYPERLINK(""x"")"' in csv
        assert '"\'+1 point","-5"' in csv
        heads = {"072 1", "142 3", "XXR 3", "240 H 003    2", "260 001 003    1    2", "XXP 1 2"}
        assert heads <= set(trf.split("\r"))
        assert '[Round "1.1"]' in pgn
        assert preview is not None
        assert preview.picture == ""
        assert '[Result "1-0"]\n[Termination "forfeit"]' in pgn
