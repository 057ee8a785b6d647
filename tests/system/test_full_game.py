"""The full game over real websockets, by clients that know `protocol/README.md` and nothing else.

Several games are played at once: each clock to its boundaries, a premove over a kill -9,
a claim under flapping connections, a bad line with its receipts added up, a spectator who
is told late, talk, and the files of a game.
"""

import asyncio
import urllib.request
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.support.bad_link import bad_link
from tests.support.patience import PATIENCE_S
from tests.support.server_process import ServerProcess
from tests.support.wire_client import Message, WireClient, open_game
from xiangqi_server.game.records.pgn_reading import read_games
from xiangqi_server.game.records.record import Record

pytestmark = pytest.mark.system

MOVES = ("h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7", "h0h6", "c6c5", "h6g6", "b7b3")
EVENTS = (
    *("moved", "took_back", "time_given", "time_credited"),
    *("disconnected", "reconnected", "offered", "declined"),
)
PERIOD_MS, GAME_MS, MOVE_MS, COUNT_MS = 2_000, 5_000, 4_000, 3_000
"""Each thought ends a second or more before the next boundary: whoever is later begins anew."""
DELAY_MS = 8_000
ONE_WAY_MS = 150
GRACE_MS = 500


class Late(Exception):
    """The machine is so busy that something lasted beyond the boundary it was to end before."""


class Table:
    """Two players at a game, and what Red heard of it."""

    def __init__(self, url: str, black_url: str = "") -> None:
        self.red = WireClient(url)
        self.black = WireClient(black_url or url, form="msgpack")
        self.room = ""
        self.ply = 0

    async def open(self, **terms: object) -> None:
        """Invite, sit down, join."""
        await self.red.open()
        await self.black.open()
        self.room = await open_game(self.red, self.black, terms)
        await self.red.expect("seated")

    async def close(self) -> None:
        """Hang up."""
        await self.red.close()
        await self.black.close()

    async def say(self, player: WireClient, kind: str, **fields: object) -> Message:
        """Ask something of the room."""
        return await player.ask({"type": kind, "room": self.room, **fields})

    async def move(self, think_s: float = 0.0, late_ms: int | None = None) -> Message:
        """Play the next move after some thought; its event as Red hears it.

        Raises:
            Late: the turn took `late_ms` or longer.
        """
        await asyncio.sleep(think_s)
        mover = self.black if self.ply % 2 else self.red
        answer = await self.say(mover, "move", ply=self.ply, text=MOVES[self.ply])
        if late_ms is not None and answer.get("code") in ("flag_fell", "game_over"):
            raise Late
        assert answer["type"] == "done", answer
        self.ply += 1
        moved = await self.red.expect("moved", room=self.room, ply=self.ply - 1)
        if late_ms is not None and charged_ms(moved) >= late_ms:
            raise Late
        return moved


def charged_ms(moved: Message) -> int:
    """What a turn cost by its receipt."""
    return int(moved["spent_ms"] - moved["compensated_ms"])


async def in_time(play: Callable[[Table], Awaitable[None]], url: str) -> None:
    """Play a game of which every second counts, until one was played without being late."""
    while True:
        table = Table(url)
        try:
            await play(table)
        except Late:
            continue
        else:
            return
        finally:
            await table.close()


async def plays_byoyomi(table: Table) -> None:
    """Main time, a lost period, a renewed one, and the flag after the last."""
    clock = {"type": "byoyomi", "main_ms": 1_000, "period_ms": PERIOD_MS, "periods": 2}
    await table.open(clock=clock, compensation=False)
    # main time is used up, the first period begins and is kept
    first = await table.move(2.0, late_ms=1_000 + PERIOD_MS)
    await table.move(late_ms=1_000)
    second = await table.move(3.0, late_ms=2 * PERIOD_MS)  # one period is lost
    await table.move(late_ms=1_000)
    third = await table.move(0.5, late_ms=PERIOD_MS)  # the last one is renewed
    flag_at_ms = (await table.move(late_ms=1_000))["clock"]["flag_at_ms"]
    ended = await table.red.expect("ended")

    whole = {"left_ms": PERIOD_MS, "turn_ms": PERIOD_MS}
    assert first["clock"]["red"] == {**whole, "periods": 2}
    assert second["clock"]["red"] == {**whole, "periods": 1}
    assert third["clock"]["red"] == {**whole, "periods": 1}
    assert first["clock"]["black"] == {"left_ms": 1_000, "turn_ms": None, "periods": 2}
    assert ended["outcome"]["ending"] == "time"
    assert ended["clock"]["red"] == {"left_ms": 0, "turn_ms": 0, "periods": 0}
    assert ended["at_ms"] - flag_at_ms >= GRACE_MS


async def plays_three_parts(table: Table) -> None:
    """Game time within the move time, then counted seconds, then the flag of a move too long."""
    clock = {"type": "three_part", "game_ms": GAME_MS, "move_ms": MOVE_MS, "count_ms": COUNT_MS}
    await table.open(clock=clock, compensation=False)
    first = await table.move(3.0, late_ms=MOVE_MS)  # within the move time
    await table.move(late_ms=1_000)
    # past the game time, within the counted seconds
    second = await table.move(3.5, late_ms=GAME_MS - charged_ms(first) + COUNT_MS)
    await table.move(late_ms=1_000)
    third = await table.move(0.5, late_ms=COUNT_MS)
    await asyncio.sleep(MOVE_MS / 1_000 + 0.1)  # Black has game time, but no more for this move
    late = await table.say(table.black, "move", ply=5, text=MOVES[5])
    ended = await table.red.expect("ended")

    game_left_ms = GAME_MS - charged_ms(first)
    assert first["clock"]["red"] == {
        "left_ms": game_left_ms,
        "periods": 0,
        "turn_ms": game_left_ms + COUNT_MS,
    }
    counted = {"left_ms": COUNT_MS, "periods": 0, "turn_ms": COUNT_MS}
    assert second["clock"]["red"] == third["clock"]["red"] == counted
    assert late["code"] == "flag_fell"
    assert (ended["outcome"]["ending"], ended["outcome"]["winner"]) == ("time", "red")


async def claims_under_flapping(table: Table) -> None:
    """Black comes and goes, which counts for nothing, and then stays away."""
    await table.open(clock={"type": "fischer", "main_ms": 120_000})
    for _ in range(3):
        await table.move()
    for _ in range(3):
        await table.black.close()
        await asyncio.sleep(0.7)
        await table.black.open()
    present = await table.say(table.red, "claim", what="win")
    await table.black.close()
    gone = await table.red.expect("disconnected")
    early = await table.say(table.red, "claim", what="win")
    if early["type"] == "done":
        raise Late
    await asyncio.sleep(early["retry_ms"] / 1_000)
    assert (await table.say(table.red, "claim", what="win"))["type"] == "done"
    ended = await table.red.expect("ended")

    assert (present["code"], early["code"]) == ("not_disconnected", "claim_too_soon")
    assert gone["side"] == "black"
    assert (ended["outcome"]["ending"], ended["outcome"]["winner"]) == ("abandoned", "red")
    assert ended["at_ms"] >= gone["claimable_at_ms"]


async def plays_over_a_bad_link(server: ServerProcess) -> None:
    """Black is 300 ms away; what the line takes is not charged, and the receipts add up."""
    async with bad_link(server.port, ONE_WAY_MS) as far_url:
        table = Table(server.socket_url, far_url)
        await table.open(clock={"type": "fischer", "main_ms": 600_000, "increment_ms": 1_000})
        await table.black.answer_a_ping()
        events = [await table.move(0.3) for _ in range(8)]
        await table.close()

    mine = [event for event in events if event["ply"] % 2]
    assert all(2 * ONE_WAY_MS <= event["compensated_ms"] <= 500 for event in mine)
    quota_ms = 640_000 // 60
    assert mine[-1]["black_quota_ms"] == quota_ms - sum(e["compensated_ms"] for e in mine)
    left_ms = 600_000 + 1_000 * len(mine) - sum(map(charged_ms, mine))
    assert mine[-1]["clock"]["black"]["left_ms"] == left_ms


async def watches_late(url: str) -> None:
    """A late spectator's transcript is the live one in the end; talk is in neither."""
    table = Table(url)
    await table.open(clock={"type": "fischer", "main_ms": 600_000}, delay_ms=DELAY_MS)
    async with WireClient(url) as watcher:
        told = await watcher.ask({"type": "join", "room": table.room})
        for ply in range(6):
            await table.move(0.2)
            if ply == 3:
                await table.say(table.red, "chat", to="players", text="Hello")
                assert await table.black.expect("chat")
        seen = await watcher.ask({"type": "join", "room": table.room, "since": told["version"]})
        before = await table.say(table.red, "join")
        await table.say(table.black, "chat", to="players", phrase="good_game")
        after = await table.say(table.red, "join")
        await table.say(table.black, "resign")
        live = await table.red.expect("ended")
        assert await watcher.expect("ended") == live
        both = [
            [message for message in client.heard if message["type"] in EVENTS]
            for client in (table.red, watcher)
        ]

    assert seen["version"] < before["version"]
    assert (before["version"], before["digest"]) == (after["version"], after["digest"])
    assert both[0] == both[1]
    assert len(both[0]) == 6
    await reads_files(url, table)
    await table.close()


async def reads_files(url: str, table: Table) -> None:
    """The finished game by a plain link in each notation, read back."""
    base = url.replace("ws:", "http:").replace("/ws", f"/game/{table.room}.pgn")
    for notation in ("wxf", "iccs", "chinese", "uci"):
        text = await asyncio.to_thread(fetch, f"{base}?notation={notation}")
        (game,) = read_games(text.splitlines(keepends=True))
        assert isinstance(game, Record)
        assert len(game.game.moves) == 6
        assert game.result == "1-0"


def fetch(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=PATIENCE_S) as answer:  # noqa: S310 - our own server
        body: bytes = answer.read()
        return body


async def premoves_over_kills(server: ServerProcess) -> None:
    """A premove is acknowledged, everything is killed, and it is played all the same."""
    table = Table(server.socket_url)
    await table.open(clock={"type": "fischer", "main_ms": 600_000})
    premove = await table.say(table.black, "premove", ply=1, text="马8进7")
    assert premove["type"] == "done"
    await table.close()
    server.kill()
    server.kill_store()
    await asyncio.to_thread(server.start)
    await table.red.open()
    await table.say(table.red, "join")
    told = await table.red.expect("room", moves=[])
    await table.say(table.red, "move", ply=0, text="h2e2")
    played = await table.red.expect("moved", ply=1)
    await table.red.close()

    assert told["you"] == "red"
    assert (played["uci"], played["spent_ms"]) == ("h9g7", 0)
    assert not [message for message in table.red.heard if message["type"] == "premove"]


async def test_the_full_game(tmp_path: Path) -> None:
    with (
        ServerProcess(tmp_path / "data") as server,
        ServerProcess(tmp_path / "killed") as killed,
    ):
        async with asyncio.timeout(PATIENCE_S), asyncio.TaskGroup() as games:
            url = server.socket_url
            games.create_task(in_time(plays_byoyomi, url))
            games.create_task(in_time(plays_three_parts, url))
            games.create_task(in_time(claims_under_flapping, url))
            games.create_task(plays_over_a_bad_link(server))
            games.create_task(watches_late(url))
            games.create_task(premoves_over_kills(killed))
        log = server.log() + killed.log()

    assert "Traceback" not in log
