"""A program that looks at games, at a server that gives it one."""

import asyncio
import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from websockets.asyncio.server import ServerConnection, serve

from tests.computers.test_engine_process import fake
from tests.computers.test_pool import a_pool, a_search
from tests.support.engine import engine_path
from tests.support.fake_lines import WELCOME, Fields
from tests.support.patience import PATIENCE_S
from xiangqi_client.line import SUBPROTOCOL
from xiangqi_server.computers.levels import ENGINE_LEVELS
from xiangqi_server.computers.reviewer import WAIT_S, Reviewer
from xiangqi_server.computers.uci import START_FEN
from xiangqi_server.kernel.faults import Faults

MASTERS = Path(__file__).parents[1] / "data/games/masters.pgn"
FEN = f"{START_FEN} w - - 0 1"
LAP = "a0a1a9a8a1a0a8a9"
MATE_IN_ONE = "3k5/8R/9/9/9/9/9/9/9/R3K4 w - - 0 1"


async def given(command: Sequence[str], job: Fields) -> list[Fields]:
    """What a program hands over that is given a job by the server, up to its end."""
    parts: list[Fields] = []
    done = asyncio.Event()

    async def talk(socket: ServerConnection) -> None:
        hello = json.loads(await socket.recv())
        await socket.send(json.dumps({"type": "welcome", **WELCOME, "id": hello["id"]}))
        async for text in socket:
            said = json.loads(text)
            if said["type"] == "take_review":
                if parts:
                    done.set()
                    continue
                told: Fields = {"type": "review_job", "retry_ms": 0, **job}
            else:
                parts.append(said)
                told = {"type": "done"}
            await socket.send(json.dumps({**told, "id": said["id"]}))

    async with (
        asyncio.timeout(PATIENCE_S),
        a_pool(command) as pool,
        serve(talk, "127.0.0.1", 0, subprotocols=[SUBPROTOCOL]) as server,
    ):
        url = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        reviewer = Reviewer(url, "t", pool, "it", Faults(), called="fake")
        running = asyncio.create_task(reviewer.run())
        await done.wait()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    return parts


def masters(count: int) -> list[list[str]]:
    """The moves of the first games of masters."""
    games = MASTERS.read_text().split("[Event ")[1 : count + 1]
    return [re.findall(r"\b[a-i]\d[a-i]\d\b", game) for game in games]


def a_job(moves: str, from_ply: int = 0, fen: str = FEN) -> Fields:
    rules = {"name": "axf"}
    told = {"room": "r", "lease": "l", "fen": fen, "moves": moves, "from_ply": from_ply}
    return {**told, "rules": rules}


async def test_a_game_is_handed_over_part_by_part_and_goes_on_where_another_left_off() -> None:
    parts = await given(fake("plays"), a_job(LAP * 5, from_ply=2))

    assert [part["from_ply"] for part in parts] == [2, 18]
    assert [len(part["scores"]) for part in parts] == [16, 3]
    assert parts[0]["scores"][:3] == [12, -12, 12]  # the engine always says 12 for the mover
    assert parts[0]["best"][:4] != parts[0]["best"][4:8]
    assert {part["lease"] for part in parts} == {"l"}


async def test_an_engine_that_flatters_the_side_to_move_does_so_in_games_alone() -> None:
    parts = await given(fake("proud"), a_job(LAP))
    async with a_pool(fake("proud")) as pool:
        search = replace(a_search(), options=ENGINE_LEVELS[8].options)
        played = await pool.search("it", search, WAIT_S)

    assert parts[0]["scores"] == [0] * 5
    assert played.score_cp == 24


async def test_the_best_move_is_never_one_that_the_rules_punish() -> None:
    fen = "5k3/9/9/9/c8/9/9/1R7/9/4K4 w - - 0 1"
    chase = "b2a2a5b5a2b2b5a5" * 3

    parts = await given(fake("plays"), a_job(chase[:-8], fen=fen))

    assert parts[-1]["best"][-4:] != "a2b2"  # it would complete a chase that loses


async def test_a_side_without_a_move_has_lost() -> None:
    parts = await given(fake("plays"), a_job("a0a9", fen=MATE_IN_ONE))

    assert parts[0]["scores"] == [12, 30_000]
    assert parts[0]["best"][4:] == "a0a0"


async def test_the_ends_of_games_of_masters_are_good_for_their_winners_and_mates_are_seen() -> None:
    ends = []
    for moves in masters(5):
        parts = await given([engine_path()], a_job("".join(moves), from_ply=len(moves) - 4))
        ends.append([score for part in parts for score in part["scores"]])

    assert [{score > 0 for score in scores} for scores in ends] == [
        *({True}, {True}, {False}, {False}, {False})
    ]
    assert ends[-1] == [-29_998, -29_998, -29_999, -29_999, -30_000]


async def test_a_game_waits_for_one_search_though_the_queue_is_full(tmp_path: Path) -> None:
    asked = tmp_path / "asked"
    async with asyncio.timeout(PATIENCE_S), a_pool(fake("plays", str(asked))) as pool:
        reviews = [
            asyncio.create_task(pool.search("it", a_search(f"review {n}", depth=1), WAIT_S))
            for n in range(50)
        ]
        await reviews[0]
        games = [pool.search("it", a_search(f"g{n}", depth=9), 5.0) for n in range(3)]
        await asyncio.gather(*games)
        lines = asked.read_text().splitlines()
        for review in reviews:
            review.cancel()

    depths = [line.split()[2] for line in lines]
    first = depths.index("9")
    assert depths[first : first + 3] == ["9"] * 3
    assert first <= 3  # the review that was answered, and what ran when the games came
