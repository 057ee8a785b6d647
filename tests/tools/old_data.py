"""Makes a small data directory of an older version: what a server of that version leaves behind.

    python -m tests.tools.old_data CHECKOUT OUT [--both]

runs the server of a checkout, has two people with accounts play there, stops it, and keeps its
store in OUT, beside `facts.json`: what these people know. With `--both`, a node of ours is on the
same store, and Black is there. `tests/system/test_versions.py` goes on with what they leave.
"""

import argparse
import asyncio
import json
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from tests.nemesis.scene import a_scene
from tests.support.old_versions import OPENING, old_server
from tests.support.wire_client import Message, WireClient, play_moves, whole_room

QUICK: Final = {"clock": {"type": "fischer", "main_ms": 600_000, "increment_ms": 5_000}}
BY_DAYS: Final = {"clock": {"type": "correspondence", "days": 3}}
LOGS: Final = "appendonlydir"
PASSWORD: Final = "correct horse"
NAMES: Final = ("Hong Before", "Hei Before")


async def _facts(urls: Sequence[str]) -> dict[str, Any]:
    """Have two people play, each at a node if there are two; what they know afterwards."""
    async with WireClient(urls[0]) as red, WireClient(urls[-1]) as black:
        for client, name in zip((red, black), NAMES, strict=True):
            await client.ask({"type": "sign_up", "name": name, "password": PASSWORD})
        over = await _a_game(red, black, {**QUICK, "rated": True})
        await play_moves(red, black, over, OPENING)
        await black.ask({"type": "resign", "room": over})
        await red.expect("rated")
        under_way = await _a_game(red, black, QUICK)
        await play_moves(red, black, under_way, OPENING[:3])
        await red.ask({"type": "offer", "room": under_way, "what": "takeback", "ply": 3})
        await black.ask({"type": "accept", "room": under_way, "what": "takeback", "ply": 3})
        await red.ask({"type": "chat", "room": under_way, "to": "players", "text": "slip"})
        await _play_on(red, black, under_way, 2)
        by_days = await _a_game(red, black, BY_DAYS)
        await play_moves(red, black, by_days, OPENING[:2])
        rooms = {"over": over, "under_way": under_way, "by_days": by_days}
        return {
            "tokens": [red.token, black.token],
            "players": [red.welcome["player"], black.welcome["player"]],
            "rooms": rooms,
            "heads": {name: await _head(urls[0], room) for name, room in rooms.items()},
        }


async def _a_game(red: WireClient, black: WireClient, terms: Message) -> str:
    """A new game; versions before seat keys let anybody who was given the link sit down."""
    opened = await red.ask({"type": "invite", "terms": terms, "side": "red"})
    room = str(opened["room"])
    key = {"seat_key": opened["seat_key"]} if opened.get("seat_key") else {}
    for one in (red, black):
        await one.ask({"type": "join", "room": room})
    await black.ask({"type": "sit", "room": room, **key})
    return room


async def _play_on(red: WireClient, black: WireClient, room: str, ply: int) -> None:
    """Play the next two moves of the opening."""
    for one in (ply, ply + 1):
        mover = black if one % 2 else red
        await mover.ask({"type": "move", "room": room, "ply": one, "text": OPENING[one]})


async def _head(url: str, room: str) -> dict[str, Any]:
    seen = await whole_room(url, room)
    return {"version": seen["version"], "digest": seen["digest"]}


async def _alone(home: Path, checkout: Path) -> dict[str, Any]:
    server = old_server(home, checkout)
    server.start()
    facts = await _facts([server.socket_url])
    server.stop()
    return facts


async def _beside_ours(home: Path, checkout: Path) -> dict[str, Any]:
    async with a_scene(home, 2, checkout) as scene:
        return await _facts(scene.urls)


def main() -> None:
    """Make one directory."""
    parser = argparse.ArgumentParser(prog="tests.tools.old_data", description=__doc__)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--both", action="store_true", help="a node of ours beside it")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        make = _beside_ours if args.both else _alone
        facts = asyncio.run(make(Path(name), args.checkout))
        shutil.copytree(Path(name) / "store" / LOGS, args.out / "store" / LOGS)
    (args.out / "facts.json").write_text(json.dumps(facts, indent=1) + "\n")


if __name__ == "__main__":
    main()
