"""How many functions a move calls, in one process with a store in memory: a figure without noise.

usage: python -m tests.bench.calls [--top 30]

Fifty rooms of players who know the rules play master games, a move each at a time. Counted is what
our own code calls, Python's functions and built-in ones, from the payload that was received to the
frames that are sent; sockets and Redis are not in it. One JSON line, then what is called most.
"""

import argparse
import asyncio
import json
import sys
from collections import Counter
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import Final

import server
from server.net.ports import Format
from server.rules.board.encoding import uci_of
from server.rules.game.pgn import PgnGame, read_games
from tests.bench.archive import MASTERS
from tests.support.gateways import Node, Peer, a_game, a_node
from tests.support.virtual_time import VirtualLoop

ROOMS: Final = 50
PLIES: Final = 60
PAUSE_S: Final = 0.1
"""Between two moves of a room: a connection may send twenty messages a second."""
OURS: Final = str(Path(server.__file__).parent)


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


async def played(node: Node) -> tuple[int, Calls]:
    """How many moves were played, and what they called."""
    with MASTERS.open("rb") as file:
        read = (game for game in read_games(file) if isinstance(game, PgnGame))
        long = (game for game in read if len(game.game.moves) >= PLIES)
        games = [[uci_of(move) for move in game.game.moves] for game in islice(long, ROOMS)]
    rooms: list[tuple[str, Peer, Peer]] = []
    for _ in games:
        red, black = [await node.guest(Format.MSGPACK, features=["rules"]) for _ in range(2)]
        rooms.append((await a_game(red, black), red, black))
    calls, moves = Calls(), 0
    for ply in range(PLIES):
        await asyncio.sleep(PAUSE_S)
        sys.setprofile(calls.note)
        for (room, *players), game in zip(rooms, games, strict=True):
            players[ply % 2].say("move", room=room, ply=ply, text=game[ply])
            moves += 1
        await node.settle()
        sys.setprofile(None)
    for _, red, _ in rooms:
        assert len(red.told("moved")) == PLIES
    return moves, calls


async def measure() -> tuple[int, Calls]:
    """See `played`, on a node of its own."""
    node = await a_node(is_alone=True)
    async with node.running():
        return await played(node)


def main() -> None:
    """Print one JSON line, and one line for each of the functions called most."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.calls", description=__doc__)
    parser.add_argument("--top", type=int, default=30)
    chosen = parser.parse_args()
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        moves, calls = runner.run(measure())
    python, built_in = (calls.total(built_in=one) / moves for one in (False, True))
    row = {"bench": "calls", "moves": moves, "python": round(python, 1)}
    print(json.dumps({**row, "built_in": round(built_in, 1)}))
    for (name, is_built_in), count in calls.counts.most_common(chosen.top):
        print(f"{count / moves:7.2f}  {'built in ' if is_built_in else ''}{name}")


if __name__ == "__main__":
    main()
