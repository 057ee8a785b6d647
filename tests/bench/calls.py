"""How many functions a move, or a newcomer, calls, in one process: a figure without noise.

usage: python -m tests.bench.calls [moves|newcomers] [--top 30]

*moves*: fifty rooms of players who know the rules play master games, a move each at a time, from
the payload that was received to the frames that are sent, without sockets. *newcomers*: the first
guests who watch one room, each with upgrade, hello and join, over sockets. Counted is what our own
code calls, Python's functions and built-in ones; the store is in memory. One JSON line, then what
is called most.
"""

import argparse
import asyncio
import json
import sys
from collections import Counter
from contextlib import AsyncExitStack
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import Final

import xiangqi_server
from tests.bench.archive import masters
from tests.bench.relay import HOST, PATH, nothing_else
from tests.support.gateways import Node, Peer, a_game, a_node
from tests.support.virtual_time import VirtualLoop
from tests.support.wire_client import WireClient
from xiangqi_server.game.rules.board.encoding import uci_of
from xiangqi_server.kernel.store.port import StoreAccess
from xiangqi_server.net.limits import ListenerLimits
from xiangqi_server.net.listener import Listener
from xiangqi_server.net.listening_sockets import bound
from xiangqi_server.net.ports import Format
from xiangqi_server.net.timer_wheel import TimerWheel
from xiangqi_server.net.websocket.handshake import Endpoint

ROOMS: Final = 50
PLIES: Final = 60
PAUSE_S: Final = 0.1
"""Between two moves of a room: a connection may send twenty messages a second."""
NEWCOMERS: Final = 500
OURS: Final = str(Path(xiangqi_server.__file__).parent)


class Calls:
    """What was called while it counted: by name, and whether it is built in."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, bool]] = Counter()

    def note(self, frame: FrameType, event: str, called: object) -> None:
        """Count a call by our own code; see `sys.setprofile`."""
        if event == "call":
            caller = frame.f_back
            if caller is not None and caller.f_code.co_filename.startswith(OURS):
                self.counts[frame.f_code.co_qualname, False] += 1
        elif event == "c_call" and frame.f_code.co_filename.startswith(OURS):
            self.counts[getattr(called, "__qualname__", str(called)), True] += 1

    def total(self, *, built_in: bool) -> int:
        """How many calls there were of one sort."""
        return sum(count for (_, is_one), count in self.counts.items() if is_one is built_in)


async def played(node: Node, room_count: int = ROOMS) -> tuple[int, Calls]:
    """How many moves were played, and what they called."""
    long = (game.game.moves for game in masters() if len(game.game.moves) >= PLIES)
    games = [[uci_of(move) for move in moves] for moves in islice(long, room_count)]
    rooms: list[tuple[str, Peer, Peer]] = []
    for _ in games:
        red, black = [await node.guest(Format.MSGPACK, features=["rules"]) for _ in range(2)]
        rooms.append((await a_game(red, black), red, black))
    calls, count = Calls(), 0
    for ply in range(PLIES):
        await asyncio.sleep(PAUSE_S)
        sys.setprofile(calls.note)
        for (room, *players), game in zip(rooms, games, strict=True):
            players[ply % 2].say("move", room=room, ply=ply, text=game[ply])
            count += 1
        await node.settle()
        sys.setprofile(None)
    for _, red, _ in rooms:
        assert len(red.told("moved")) == PLIES
    return count, calls


async def moves() -> tuple[int, Calls]:
    """See `played`, on a node of its own."""
    node = await a_node(access=StoreAccess.EXCLUSIVE)
    async with node.running():
        return await played(node)


async def newcomers() -> tuple[int, Calls]:
    """How many came to watch a room, and what they called."""
    node, calls = await a_node(access=StoreAccess.EXCLUSIVE), Calls()
    red, black = [await node.guest() for _ in range(2)]
    room = await a_game(red, black)
    listener = Listener(
        node.gateway,
        endpoint=Endpoint(PATH, {"xiangqi.v1.msgpack": Format.MSGPACK}),
        answer=nothing_else,
        limits=ListenerLimits(),
        wheel=TimerWheel(),
    )
    port = await listener.start(bound(HOST, 0))
    async with AsyncExitStack() as everybody:
        for _ in range(NEWCOMERS):
            client = WireClient(f"ws://{HOST}:{port}{PATH}", form="msgpack")
            sys.setprofile(calls.note)
            await everybody.enter_async_context(client)
            await client.ask({"type": "join", "room": room})
            sys.setprofile(None)
    await listener.stop()
    return NEWCOMERS, calls


def main() -> None:
    """Print one JSON line, and one line for each of the functions called most."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.calls", description=__doc__)
    parser.add_argument("what", nargs="?", choices=("moves", "newcomers"), default="moves")
    parser.add_argument("--top", type=int, default=30)
    chosen = parser.parse_args()
    if chosen.what == "moves":
        with asyncio.Runner(loop_factory=VirtualLoop) as runner:
            done, calls = runner.run(moves())
    else:
        done, calls = asyncio.run(newcomers())
    python, built_in = (calls.total(built_in=one) / done for one in (False, True))
    row = {"bench": "calls", chosen.what: done, "python": round(python, 1)}
    print(json.dumps({**row, "built_in": round(built_in, 1)}))
    for (name, is_built_in), count in calls.counts.most_common(chosen.top):
        print(f"{count / done:7.2f}  {'built in ' if is_built_in else ''}{name}")


if __name__ == "__main__":
    main()
