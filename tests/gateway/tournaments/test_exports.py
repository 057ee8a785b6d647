"""Tournaments as files: the log that anybody may check, reports for programs, all games."""

import asyncio
import base64
import csv
import json
import re
from http import HTTPStatus
from io import StringIO

import pytest

from tests.support.command_line import run_command
from tests.support.gateways import Node, Peer, a_node
from tests.support.memory_rows import MemoryRowStore
from tests.support.memory_store import MemoryStore
from tests.support.tournament_peers import BLITZ, announce, members
from tests.support.virtual_time import pass_ms, store_ms
from xiangqi_server.kernel.store.values import AggregateId, StoredEvent
from xiangqi_server.net.http.http import Request, Response
from xiangqi_server.read_model.rebuild import rebuild


async def fetched(node: Node, target: str) -> Response:
    """What a link answers."""
    answer = node.gateway.tournament_exports.answer(Request("GET", target, {}, counted_as=""))
    assert answer is not None
    response = answer if isinstance(answer, Response) else await answer
    if response.on_written is not None:
        response.on_written()
    return response


class CountedStore(MemoryStore):
    """A store in memory that notes how many read of it at once."""

    def __init__(self) -> None:
        super().__init__(store_ms)
        self.most_at_once = 0
        self._reading = 0

    async def read(
        self, aggregate: AggregateId, after: int, most: int | None = None
    ) -> tuple[StoredEvent, ...]:
        """See `Logs.read`."""
        self._reading += 1
        self.most_at_once = max(self.most_at_once, self._reading)
        await asyncio.sleep(0)
        self._reading -= 1
        return await super().read(aggregate, after, most)


async def text_of(node: Node, target: str) -> str:
    """The file behind a link."""
    response = await fetched(node, target)
    assert response.status is HTTPStatus.OK
    return bytes(response.body).decode()


@pytest.mark.parametrize("form", ["log", "pgn"])
async def test_one_log_is_read_at_a_time(form: str) -> None:
    store = CountedStore()
    node = await a_node(store)
    (ann,) = await members(node, "Ann")
    cup = await announce(node, ann)
    store.most_at_once = 0

    answers = await asyncio.gather(*(fetched(node, f"/tournament/{cup}.{form}") for _ in range(3)))

    assert [one.body for one in answers] == [answers[0].body] * 3
    assert store.most_at_once == 1


async def test_the_log_has_neither_password_nor_hash() -> None:
    node = await a_node()
    ann, ben = await members(node, "Ann", "Ben")
    cup = await announce(node, ann, password="horse")
    plan = {
        "name": "Evening arena",
        "format": {"type": "arena", "minutes": 20},
        "terms": {"clock": BLITZ},
        "starts_ms": node.clock.now_ms() + 10_000,
    }
    amended = await ann.ask("amend_tournament", tournament=cup, plan=plan, password="cannon")
    await pass_ms(1_000)
    log = await text_of(node, f"/tournament/{cup}.log")
    answers = [
        await ben.ask("enter_tournament", tournament=cup, password=word)
        for word in ("horse", "cannon")
    ]

    assert amended["type"] == "done"
    assert [one.get("code") for one in answers] == ["tournament_password", None]
    assert [json.loads(line)["version"] for line in log.splitlines()] == [1, 2]
    bodies = [base64.b64decode(json.loads(line)["body"]) for line in log.splitlines()]
    assert all(b"arena" in body for body in bodies)
    assert not any(word in body for body in bodies for word in (b"argon2", b"horse", b"cannon"))


async def a_swiss(node: Node) -> tuple[str, list[Peer]]:
    """A Swiss tournament of two rounds with three players, played to its end."""
    peers = await members(node, "Ann", "Ben", "阮宝")
    by_id = {peer.player: peer for peer in peers}
    cup = await announce(
        node, peers[0], name='Cúp, "mới"', format={"type": "swiss", "rounds": 2, "break_s": 5}
    )
    for peer in peers:
        await peer.ask("enter_tournament", tournament=cup)
    for _ in range(2):
        await pass_ms(12_000)
        (game,) = (await peers[0].ask("tournament_round", tournament=cup))["games"]
        red, black = (by_id[game[side]["player"]] for side in ("red", "black"))
        for one in (red, black):
            await one.ask("join", room=game["room"])
            await one.ask("ready", room=game["room"])
        await red.ask("move", room=game["room"], ply=0, text="h2e2")
        await black.ask("move", room=game["room"], ply=1, text="h9g7")
        await black.ask("resign", room=game["room"])
    await pass_ms(2_000)
    return cup, peers


async def test_anybody_computes_the_standings_anew_from_the_log() -> None:
    node = await a_node()
    async with node.running():
        cup, peers = await a_swiss(node)
        log = await text_of(node, f"/tournament/{cup}.log")
        shown = await peers[0].ask("tournament_standings", tournament=cup)

    ran = run_command("verify", "-", stdin=log.encode())
    answer = json.loads(ran.out)

    assert (ran.code, answer["intact"]) == (0, True)
    assert [(row["player"], row["points"]) for row in answer["standings"]] == [
        (row["player"]["player"], row["score"]) for row in shown["rows"]
    ]
    lines = log.splitlines(keepends=True)
    forged = run_command("verify", "-", stdin="".join(lines[:2] + lines[3:]).encode())
    assert forged.code == 1


async def test_a_report_for_programs_has_its_columns_where_they_read_them() -> None:
    node = await a_node()
    async with node.running():
        cup, peers = await a_swiss(node)
        report = await text_of(node, f"/tournament/{cup}.trf")

    assert report.endswith("\r")
    assert "\n" not in report
    lines = report.split("\r")[:-1]
    players = [line for line in lines if line.startswith("001")]
    assert lines[0] == '012 Cúp, "mới"'
    assert "XXR 2" in lines
    assert [int(line[4:8]) for line in players] == [1, 2, 3]
    assert [line[14:47].strip() for line in players] == ["Ann", "Ben", "阮宝"]
    ids = [line.split() for line in lines if line.startswith("###")]
    assert ids == [["###", str(n), peer.player] for n, peer in enumerate(peers, start=1)]
    assert [line[48:52] for line in players] == ["1500"] * 3
    for line in players:
        cells = [line[start : start + 10] for start in range(89, len(line), 10)]
        assert len(cells) == 2
        worth = {"1": 1, "U": 1, "0": 0, "Z": 0}
        assert float(line[80:84]) == sum(worth[cell[9]] for cell in cells)
        for cell in cells:
            assert int(cell[2:6]) in (0, 1, 2, 3)
            assert cell[7] in "wb-"
    assert sorted(line[85:89].strip() for line in players) == ["1", "2", "3"]


async def test_standings_are_written_for_people_and_for_programs() -> None:
    node = await a_node()
    async with node.running():
        cup, peers = await a_swiss(node)
        table = json.loads(await text_of(node, f"/tournament/{cup}.json"))
        sheet = await text_of(node, f"/tournament/{cup}.csv")
        rows = list(csv.DictReader(StringIO(sheet.removeprefix("\ufeff"))))
        games = await text_of(node, f"/tournament/{cup}.pgn")
        further = await fetched(node, f"/tournament/{cup}.pgn?page=2")
        wrong = [
            await fetched(node, f"/tournament/{cup}.pgn?page={page}")
            for page in ("0", "12345", "all", "1e3")
        ]
        shown = await peers[0].ask("tournament_standings", tournament=cup)

    assert table["standings"] == shown["rows"]
    assert [len(one["games"]) for one in table["rounds"]] == [1, 1]
    assert [row["player"] for row in rows] == [row["player"]["player"] for row in shown["rows"]]
    assert sheet.startswith("\ufeff")
    assert {row["name"] for row in rows} == {"Ann", "Ben", "阮宝"}
    assert list(rows[0])[-3:] == ["opponents", "wins", "black_games"]
    assert games.count('[Event "Cúp, \\"mới\\""]') == 2
    assert sorted(re.findall(r'\[Round "(.*)"\]', games)) == ["1", "2"]
    assert further.status is HTTPStatus.NOT_FOUND
    assert {answer.status for answer in wrong} == {HTTPStatus.BAD_REQUEST}


async def test_games_are_found_by_their_tournament_and_places_by_their_player() -> None:
    node = await a_node()
    async with node.running():
        cup, peers = await a_swiss(node)
        eve = await node.guest()
        found = await eve.ask("games", tournament=cup)
        other = await eve.ask("games", tournament="nosuchcup")
        mine = await eve.ask("games", tournament=cup, player=peers[0].player)
        shown = await eve.ask("tournament_standings", tournament=cup)
        places = [
            await eve.ask("player_tournaments", player=row["player"]["player"])
            for row in shown["rows"]
        ]
        nobody = await eve.ask("player_tournaments", player=eve.player)

    assert [one["tournament"] for one in found["rows"]] == [cup, cup]
    assert other["rows"] == []
    assert 1 <= len(mine["rows"]) <= 2
    assert [[(one["rank"], one["players"], one["score"]) for one in p["rows"]] for p in places] == [
        [(rank, 3, row["score"])] for rank, row in enumerate(shown["rows"], start=1)
    ]
    assert {one["name"] for p in places for one in p["rows"]} == {'Cúp, "mới"'}
    assert nobody["rows"] == []


async def test_places_are_made_again_from_the_logs() -> None:
    store = MemoryStore(store_ms)
    node = await a_node(store)
    async with node.running():
        _, peers = await a_swiss(node)
        question = {"player": peers[1].player}
        before = await peers[0].ask("player_tournaments", **question)
    store.row_store = MemoryRowStore()
    await rebuild(store, store.row_store)
    other = await a_node(store, "other")
    again = await (await other.guest()).ask("player_tournaments", **question)

    assert again["rows"] == before["rows"] != []


async def test_the_end_of_the_log_stands_where_those_who_played_can_keep_it() -> None:
    node = await a_node()
    async with node.running():
        cup, peers = await a_swiss(node)
        log = await text_of(node, f"/tournament/{cup}.log")
        table = json.loads(await text_of(node, f"/tournament/{cup}.json"))
        games = await text_of(node, f"/tournament/{cup}.pgn")
        shown = await peers[0].ask("watch_tournament", tournament=cup)

    lines = log.splitlines(keepends=True)
    end = {key: json.loads(lines[-1])[key] for key in ("version", "digest")}
    assert shown["end"] == table["end"] == end
    assert games.count(f'[EventVersion "{end["version"]}"]') == 2
    assert games.count(f'[EventDigest "{end["digest"]}"]') == 2
    whole = run_command("verify", "-", "--head", end["digest"], stdin=log.encode())
    cut = "".join(lines[:-1]).encode()
    assert (whole.code, json.loads(whole.out)["is_over"]) == (0, True)
    assert run_command("verify", "-", "--head", end["digest"], stdin=cut).code == 1
    unheld = run_command("verify", "-", stdin=cut)
    assert (unheld.code, json.loads(unheld.out)["is_over"]) == (0, False)


async def test_a_game_that_nobody_came_to_has_the_result_of_its_round_in_its_file() -> None:
    node = await a_node()
    async with node.running():
        organiser, *peers = await members(node, "Org", "Ann", "Ben")
        by_id = {peer.player: peer for peer in peers}
        cup = await announce(node, organiser, format={"type": "swiss", "rounds": 1, "break_s": 5})
        for peer in peers:
            await peer.ask("enter_tournament", tournament=cup)
        await pass_ms(12_000)
        (game,) = (await peers[0].ask("tournament_round", tournament=cup))["games"]
        red = by_id[game["red"]["player"]]
        await red.ask("join", room=game["room"])
        await red.ask("ready", room=game["room"])
        await pass_ms(120_000)
        (settled,) = (await red.ask("tournament_round", tournament=cup))["games"]
        before = await text_of(node, f"/tournament/{cup}.pgn")
        action = {"type": "rule", "room": game["room"], "winner": None, "how": "forfeit"}
        await organiser.ask("manage_tournament", tournament=cup, action=action)
        after = await text_of(node, f"/tournament/{cup}.pgn")
        report = await text_of(node, f"/tournament/{cup}.trf")
        (noted,) = (await organiser.ask("tournament_notes", tournament=cup))["notes"]

    assert (settled["red_points"], settled["black_points"], settled["forfeit"]) == (2, 0, True)
    assert '[Result "1-0"]' in before
    assert '[Termination "forfeit"]' in before
    assert "Nothing counts" not in before
    assert '[Result "0-0"]' in after
    assert [line[-1] for line in report.split("\r") if line.startswith("001")] == ["-", "-"]
    assert (noted["how"], noted["correction"]) == ("forfeit", True)


@pytest.mark.parametrize("form", ["log", "pgn", "trf", "json", "csv"])
async def test_there_is_no_file_of_what_there_is_not(form: str) -> None:
    node = await a_node()

    assert (await fetched(node, f"/tournament/nosuch.{form}")).status is HTTPStatus.NOT_FOUND
    assert node.gateway.tournament_exports.answer(Request("GET", "/tournament/nosuch", {})) is None


async def test_an_arena_has_no_report_of_rounds() -> None:
    node = await a_node()
    (ann,) = await members(node, "Ann")
    cup = await announce(node, ann)

    assert (await fetched(node, f"/tournament/{cup}.trf")).status is HTTPStatus.NOT_FOUND
    assert "Ann" not in await text_of(node, f"/tournament/{cup}.csv")
