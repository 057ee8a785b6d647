"""The whole server under load beside bare rooms of its peers, as ratios within one run.

usage: python -m tests.bench.server [--cycles 3] [--against CHECKOUT] [--peer KIND]...
                                    [--workers 1] SECTION...

Sections: path told fan fan_told latency latency_told rooms spectators storm idle queue start kill.
Servers have one core; the load generator (`load.c`), the store and the server's helpers the other.
Candidates take turns, the first turn of each is dropped, ours begins anew each turn. The unit is
CPU time of the server's process; a ratio is the median over the cycles. `--against` measures an
older checkout beside; `--peer` leaves out the peers that are not named; `--workers` is how many
nodes of ours serve the port, on both cores, and then what is told of CPU is the first one's.
"""

import argparse
import asyncio
import json
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from tests.bench.rig import build, two_cores
from tests.bench.server.candidates import SPOKEN, Candidate, Peer, Xiangqi
from tests.support.rule_data import DATA
from tests.support.wire_client import WireClient
from xiangqi_server.game.rules.board.encoding import uci_of
from xiangqi_server.game.rules.game.pgn import PgnGame, read_games

Row = dict[str, float]
LONG_PLIES: Final = 100
KNOWING: Final = "rules"
TOLD: Final = "ready"
"""What players say in `hello`: whether they know the moves they may play, or are told them."""
PACE_MS: Final = 26
"""Between moves of one room: a connection may send twenty messages a second."""
FANS: Final = (
    (1, 100, PACE_MS),
    (30, 100, 0),
    (1, 1_000, PACE_MS),
    (5, 1_000, 0),
    (50, 20, 0),
)
"""Rooms, spectators of each, pace. One room can saturate nobody: what a server does by itself, or
finds cold, is then a part of each event; with more rooms everybody is busy all the time."""
OPENED_AT_ONCE: Final = 2
"""Rooms: a node turns away more than 4,096 connections that have not said hello."""
QUIET_ROOMS: Final = (100, 1_000, 5_000)
ACTIVE_ROOMS: Final = 100
IDLE: Final = 8_000
STORM: Final = 2_000
PRESSING: Final = 1_000
KILLED_ROOMS: Final = (2_500, 5_000)


class Bench(NamedTuple):
    """One run of this program.

    Fields:
        folder: where tools, games and data are.
        cycles: turns that count.
        against: another checkout to measure beside this one.
        kinds: the peers.
        workers: how many nodes of ours serve the port.
    """

    folder: Path
    cycles: int
    against: Path | None
    kinds: Sequence[str]
    workers: int = 1

    def ours(self) -> dict[str, Candidate]:
        """This checkout, and the other one."""
        found: dict[str, Candidate] = {
            "xiangqi": Xiangqi(self.folder / "xiangqi", workers=self.workers).start()
        }
        if self.against is not None:
            found["before"] = Xiangqi(self.folder / "before", self.against, self.workers).start()
        return found

    def peers(self, rooms: int, in_room: int) -> dict[str, Candidate]:
        """Bare rooms."""
        runs = self.cycles + 1
        return {kind: Peer(kind, self.folder, rooms, in_room, runs) for kind in self.kinds}

    def load(self, server: Candidate, *words: object) -> Row:
        """Run the load generator once against a server.

        Raises:
            SystemExit: it failed.
        """
        with self.begin(server, *words) as running:
            return _finished(running)

    def begin(self, server: Candidate, *words: object) -> subprocess.Popen[str]:
        """Start the load generator."""
        _, core = two_cores()
        pids = [word for pid in server.pids for word in ("--pid", str(pid))]
        command = [str(self.folder / "load"), *server.arguments(), *pids]
        command += ["--moves", str(self.folder / "moves"), *map(str, words)]
        return subprocess.Popen(
            ["taskset", "-c", str(core), *command], stdout=subprocess.PIPE, text=True
        )

    def take_turns(
        self,
        name: str,
        servers: Mapping[str, Candidate],
        key: str,
        *words: object,
        in_one_room: bool = False,
    ) -> None:
        """Run all candidates in turn, and print their medians and ratios.

        Args:
            in_one_room: everybody joins one room, which those of the peers do anyway.
        """
        cycles: list[dict[str, Row]] = []
        for _ in range(self.cycles + 1):
            row = {}
            for kind, server in servers.items():
                server.renew()
                room: tuple[object, ...] = ()
                if in_one_room and isinstance(server, Xiangqi):
                    room = ("--room", open_room(server.port))
                row[kind] = self.load(server, *words, *room)
            cycles.append(row)
        for kind in servers:
            values = [row[kind][key] for row in cycles[1:]]
            ratios = {
                f"of_{other}": round(
                    statistics.median(row[other][key] / row[kind][key] for row in cycles[1:]), 3
                )
                for other in servers
                if other != kind
            }
            _print(
                name,
                server=kind,
                key=key,
                median=round(statistics.median(values), 2),
                least=round(min(values), 2),
                most=round(max(values), 2),
                **ratios,
            )


def path(bench: Bench) -> None:
    """A ruled, durable move in 200 rooms: everybody saturated, then everybody paced alike."""
    _play("path", bench, KNOWING)


def told(bench: Bench) -> None:
    """The same where all movers are told what they may play; in `path` they know the rules."""
    _play("told", bench, TOLD)


def _play(name: str, bench: Bench, feature: str) -> None:
    for pace, gap_ms in (("saturated", 0), ("paced", 250)):
        with _stopping(bench.ours() | bench.peers(200, 2)) as servers:
            words = ("--rooms", 200, "--gap", gap_ms, "--seconds", 2, "--features", feature)
            bench.take_turns(f"{name} {pace}", servers, "us_per_move0", *words)


def fan(bench: Bench) -> None:
    """A move told to spectators; as in `path` the players know the rules."""
    _spread("fan", bench, KNOWING)


def fan_told(bench: Bench) -> None:
    """The same where all movers are told what they may play."""
    _spread("fan_told", bench, TOLD)


def _spread(name: str, bench: Bench, feature: str) -> None:
    for rooms, spectators, gap_ms in FANS:
        with _stopping(bench.ours() | bench.peers(rooms, 2 + spectators)) as servers:
            words = ("--rooms", rooms, "--spectators", spectators, "--at-once", OPENED_AT_ONCE)
            paced = ("--gap", gap_ms, "--features", feature)
            row = f"{name} {rooms}x{spectators}"
            bench.take_turns(row, servers, "us_per_delivery0", *words, *paced)


def latency(bench: Bench) -> None:
    """A move to the opponent at half the rate of saturation, beside the store's own answer."""
    _wait("latency", bench, KNOWING)


def latency_told(bench: Bench) -> None:
    """The same where all movers are told what they may play; half of their rate is less."""
    _wait("latency_told", bench, TOLD)


def _wait(section: str, bench: Bench, feature: str) -> None:
    with _stopping(bench.ours()) as servers:
        for name, server in servers.items():
            assert isinstance(server, Xiangqi)
            play = ("--rooms", 200, "--features", feature)
            full = bench.load(server, *play, "--seconds", 2)
            for _ in range(bench.cycles):
                server.renew()
                gap_ms = 200 / (full["moves_per_s"] / 2) * 1_000
                words = (*play, "--gap", gap_ms, "--seconds", 3)
                row = bench.load(server, *words, "--store", server.socket)
                ratios = {
                    f"{part}_of_store": round(
                        row[f"opponent_{part}_us"] / row[f"store_{part}_us"], 2
                    )
                    for part in ("p50", "p99")
                }
                _print(section, server=name, **row, **ratios)


def rooms(bench: Bench) -> None:
    """What a move of 100 rooms costs beside so many quiet rooms with both players there."""
    with _stopping(bench.ours()) as servers:
        for name, server in servers.items():
            costs = []
            for quiet in QUIET_ROOMS:
                server.renew()
                words = ("--rooms", quiet, "--gap", 1e9, "--warm", 0, "--seconds", 600)
                with bench.begin(server, *words, "--tell", 1) as others:
                    assert others.stdout is not None
                    others.stdout.readline()
                    active = ("--first", 100_000, "--rooms", ACTIVE_ROOMS, "--gap", 500)
                    row = bench.load(server, *active, "--seconds", 4)
                    others.kill()
                costs.append(row["us_per_move0"])
                kept = ("us_per_move0", "opponent_p50_us", "opponent_p99_us", "node_kb")
                ratio = round(costs[-1] / costs[0], 3)
                picked = {key: row[key] for key in kept}
                _print("rooms", server=name, quiet=quiet, **picked, of_fewest=ratio)


def spectators(bench: Bench) -> None:
    """What a move costs with more who watch it."""
    with _stopping(bench.ours()) as servers:
        for name, server in servers.items():
            for count in (0, 5, 20):
                server.renew()
                words = ("--rooms", 40, "--spectators", count, "--gap", 200, "--seconds", 3)
                row = bench.load(server, *words)
                _print("spectators", server=name, spectators=count, us_per_move=row["us_per_move0"])


def storm(bench: Bench) -> None:
    """Connections that come at once: upgrade and hello; then with the join of one room as well."""
    words = ("--mode", "storm", "--connections", STORM, "--at-once", 128)
    for name, in_one_room in (("storm of hellos", False), ("storm of joins", True)):
        with _stopping(bench.ours() | bench.peers(1, STORM)) as servers:
            bench.take_turns(name, servers, "us_per_opened0", *words, in_one_room=in_one_room)


def idle(bench: Bench) -> None:
    """What connections cost that said hello and do nothing: CPU and memory."""
    for kind, server in bench.ours().items():
        with _stopping({kind: server}):
            words = ("--mode", "idle", "--connections", IDLE, "--seconds", 20)
            _print("idle", server=kind, **bench.load(server, *words))


def queue(bench: Bench) -> None:
    """That many press one pool at the same moment; until all are seated."""
    for kind, server in bench.ours().items():
        with _stopping({kind: server}):
            words = ("--mode", "queue", "--connections", PRESSING, "--pool", "5+3")
            _print("queue", server=kind, **bench.load(server, *words, "--seconds", 30))


def start(bench: Bench) -> None:
    """From the command to the line that says ready, and to the first move of a game."""
    for kind, server in bench.ours().items():
        assert isinstance(server, Xiangqi)
        with _stopping({kind: server}):
            for _ in range(bench.cycles):
                server.stop()
                began = time.monotonic()
                server.start()
                bench.load(server, "--rooms", 1, "--warm", 0, "--seconds", 0.01, "--settle", 0)
                game_s = time.monotonic() - began
                _print(
                    "start", server=kind, ready_s=round(server.ready_s, 3), game_s=round(game_s, 3)
                )


def kill(bench: Bench) -> None:
    """kill -9 of the node under thousands of rooms; until all their players are back."""
    for kind, server in bench.ours().items():
        assert isinstance(server, Xiangqi)
        with _stopping({kind: server}):
            for rooms in KILLED_ROOMS:
                server.renew()
                _kill(bench, kind, server, rooms)


def _kill(bench: Bench, kind: str, server: Xiangqi, rooms: int) -> None:
    tokens = bench.folder / "tokens"
    words = ("--rooms", rooms, "--warm", 0, "--seconds", 0.1, "--gap", 60_000)
    bench.load(server, *words, "--write-tokens", tokens)
    server.kill()
    began = time.monotonic()
    server.start()
    back = ("--mode", "storm", "--connections", 2 * rooms, "--at-once", 256)
    row = bench.load(server, *back, "--tokens", tokens, "--settle", 0)
    _print(
        "kill",
        server=kind,
        players=2 * rooms,
        back_s=round(time.monotonic() - began, 2),
        ready_s=round(server.ready_s, 2),
        opened_s=row["opened_s"],
        us_per_player=row["us_per_opened0"],
        failed=row["failed"],
    )


SECTIONS: Final[dict[str, Callable[[Bench], None]]] = {
    section.__name__: section
    for section in (
        *(path, told, fan, fan_told, latency, latency_told),
        *(rooms, spectators, storm, idle, queue, start, kill),
    )
}


def open_room(port: int) -> str:
    """Open a room that waits for a second player; its id."""

    async def opened() -> str:
        async with WireClient(f"ws://127.0.0.1:{port}/ws") as guest:
            terms = {"clock": {"type": "fischer", "main_ms": 600_000}}
            return str((await guest.ask({"type": "invite", "terms": terms}))["room"])

    return asyncio.run(opened())


@contextmanager
def _stopping(servers: dict[str, Candidate]) -> Iterator[dict[str, Candidate]]:
    """End all of them at the end of the block."""
    try:
        yield servers
    finally:
        for server in servers.values():
            server.stop()


def _finished(running: subprocess.Popen[str]) -> Row:
    output, _ = running.communicate()
    if running.returncode != 0:
        raise SystemExit(f"the load generator failed with code {running.returncode}")
    row: Row = json.loads(output)
    return row


def _print(bench: str, **row: object) -> None:
    print(json.dumps({"bench": bench, **row}), flush=True)


def master_games() -> list[list[str]]:
    """The moves of recorded games."""
    with (DATA / "games" / "masters.pgn").open("rb") as lines:
        games = [game for game in read_games(lines) if isinstance(game, PgnGame)]
    return [[uci_of(move) for move in game.game.moves] for game in games]


def build_tools(folder: Path) -> None:
    """Compile the tools into a folder, and write the games to play there."""
    build(folder)
    long = [game for game in master_games() if len(game) >= LONG_PLIES]
    (folder / "moves").write_text("".join(" ".join(game) + "\n" for game in long))


def main() -> None:
    """Print one JSON line a row."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.server", description=__doc__)
    parser.add_argument("sections", nargs="+", choices=SECTIONS, metavar="SECTION")
    parser.add_argument("--cycles", type=int, default=3)
    parser.add_argument("--against", type=Path)
    parser.add_argument("--peer", action="append", choices=SPOKEN)
    parser.add_argument("--workers", type=int, default=1)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        build_tools(folder)
        for section in chosen.sections:
            kinds = chosen.peer or tuple(SPOKEN)
            bench = Bench(folder, chosen.cycles, chosen.against, kinds, chosen.workers)
            SECTIONS[section](bench)


if __name__ == "__main__":
    main()
