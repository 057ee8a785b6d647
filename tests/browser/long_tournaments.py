"""A whole arena and a whole Swiss tournament, played by four people with a browser each.

usage: python -m tests.browser.long_tournaments [arena] [swiss]

The shortest arena there is takes five minutes, so the suite has only its beginning
(`test_tournaments.py`). Here everybody goes from the page into each game and back until the podium
stands; then what the page shows is held against what the server tells anybody, and against the
standings that `xiangqi-server verify` computes from the log. Prints one JSON line for each.
"""

import asyncio
import contextlib
import json
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from playwright.async_api import Error, async_playwright, expect

from tests.support.browser import A_LOOK_MS, PATIENCE_MS, Crowd, Guest, launch
from tests.support.server_process import ServerProcess
from tests.support.tournament_players import FIRST_MOVES, announce, sign_up
from tests.support.wire_client import Message, WireClient, whole_room

NAMES: Final = ("Mai", "Lan", "Hoa", "Nga")
CLOCK: Final = {"type": "fischer", "main_ms": 180_000, "increment_ms": 2_000}
SOON_MS: Final = 30_000
PLANS: Final[dict[str, Message]] = {
    "arena": {"name": "Whole arena", "format": {"type": "arena", "minutes": 5}},
    "swiss": {"name": "Whole Swiss", "format": {"type": "swiss", "rounds": 3, "break_s": 10}},
}
LEAST_GAMES: Final = {"arena": 3, "swiss": 3}


def main() -> None:
    """Play those that are named, or both."""
    with (
        tempfile.TemporaryDirectory() as folder,
        ServerProcess(Path(folder) / "data") as server,
    ):
        asyncio.run(_all(server, sys.argv[1:] or list(PLANS)))


async def _all(server: ServerProcess, kinds: list[str]) -> None:
    expect.set_options(timeout=PATIENCE_MS)
    url = server.socket_url
    players = [await sign_up(url, name) for name in NAMES]
    tokens = [str(player.token) for player in players]
    for player in players:
        await player.close()
    async with async_playwright() as playwright:
        browser = await launch(playwright)
        for kind in kinds:
            crowd = Crowd(browser, server.url.rstrip("/"))
            sys.stdout.write(json.dumps(await _one(kind, crowd, server, tokens)) + "\n")
            assert await crowd.leave() == []
        await browser.close()


async def _one(kind: str, crowd: Crowd, server: ServerProcess, tokens: list[str]) -> Message:
    began_s = time.monotonic()
    plan = PLANS[kind] | {"terms": {"clock": CLOCK}}
    async with WireClient(server.socket_url, token=tokens[0]) as organiser:
        id_ = await announce(organiser, plan, in_ms=SOON_MS)
    people = [await crowd.come(f"/tournament/{id_}", token=token) for token in tokens]
    for guest in people:
        await expect(guest.heading(str(plan["name"]))).to_be_visible()
        await guest.press("Enter")
        await expect(guest.page.get_by_role("row", name=re.compile("You"))).to_be_visible()
    games = await asyncio.gather(
        *(_play_all(guest, server, name) for guest, name in zip(people, NAMES, strict=True))
    )
    told = await _standings(server, id_)
    for guest, name in zip(people, NAMES, strict=True):
        await _shows(guest, told, name)
    await people[0].pictures(f"whole-{kind}")
    verified = _verified(await _log(people[0], id_))
    assert min(games) >= LEAST_GAMES[kind], games
    assert [row["points"] for row in verified["standings"]] == [score for _, score in told]
    return {
        "kind": kind,
        "games": sum(games) // 2,
        "standings": told,
        "intact": verified["intact"],
        "seconds": round(time.monotonic() - began_s),
    }


async def _play_all(guest: Guest, server: ServerProcess, name: str) -> int:
    """Go into each game and back until the first three stand there; how many games it were."""
    podium = guest.page.get_by_role("list", name="The first three")
    game = guest.page.get_by_role("link", name=re.compile("^Go to your game"))
    played: set[str] = set()
    while not await podium.count():
        for way in (game, guest.button("Return")):
            with contextlib.suppress(Error):  # the page may lead there by itself meanwhile
                if await way.count():
                    await way.click(timeout=A_LOOK_MS)
        with contextlib.suppress(AssertionError):
            await expect(guest.page).to_have_url(re.compile("/game/"), timeout=A_LOOK_MS)
        if "/game/" in guest.page.url:
            room = guest.page.url.rpartition("/")[2]
            await guest.page.keyboard.press("Shift")  # somebody is there
            if await _play(guest, server, room, name):
                played.add(room)
            await guest.press("To the tournament")
            await expect(guest.page).not_to_have_url(
                re.compile(room)
            )  # or in the next game already
    return len(played)


async def _play(guest: Guest, server: ServerProcess, room: str, name: str) -> bool:
    """One move each, then Black gives up; False if that came too late, on a slow machine."""
    await guest.is_in_a_game()
    told = await whole_room(server.socket_url, room)
    is_red = told["red"]["name"] == name
    result = guest.result.get_by_text("You won" if is_red else "You lost")
    void = guest.result.get_by_text("Nothing counts")
    try:
        await guest.play(FIRST_MOVES[0] if is_red else FIRST_MOVES[1])
        if not is_red:
            await guest.press("Resign")
            group = guest.page.get_by_role("group")
            await group.get_by_role("button", name="Resign").last.click()
    except (AssertionError, Error):
        if not await void.count():
            raise
    await expect(result.or_(void).first).to_be_visible()
    return not await void.count()


async def _standings(server: ServerProcess, id_: str) -> list[list[str | int]]:
    async with WireClient(server.socket_url) as stranger:
        asked = await stranger.send({"type": "tournament_standings", "tournament": id_})
        told = await stranger.expect("tournament_standings", id=asked)
    return [[row["player"]["name"], row["score"]] for row in told["rows"]]


async def _shows(guest: Guest, told: list[list[str | int]], own: str) -> None:
    """The page has the podium and the standings as everybody is told them, the own row as such."""
    podium = guest.page.get_by_role("list", name="The first three").get_by_role("listitem")
    for place, (name, _) in enumerate(told[:3]):
        await expect(podium.nth(place)).to_contain_text(str(name))
    rows = guest.page.get_by_role("region", name="Standings").get_by_role("row")
    for place, (name, score) in enumerate(told, start=1):
        await expect(rows.nth(place)).to_contain_text("You" if name == own else str(name))
        await expect(rows.nth(place)).to_contain_text(str(score))


async def _log(guest: Guest, id_: str) -> bytes:
    answer = await guest.page.request.get(f"{guest.origin}/tournament/{id_}.log")
    assert answer.status == 200
    return await answer.body()


def _verified(log: bytes) -> Message:
    """What `verify` computes from the log."""
    with tempfile.NamedTemporaryFile(suffix=".log") as file:
        file.write(log)
        file.flush()
        command = [sys.executable, "-m", "xiangqi_server", "verify", file.name]
        done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=600)
    told: Message = json.loads(done.stdout)
    return told


if __name__ == "__main__":
    main()
