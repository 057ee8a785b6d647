"""The whole server under load beside peers that do the same work, as ratios within one run.

usage: python -m tests.bench.server [--cycles 3] [--against CHECKOUT] [--peer KIND]... [--told]
                                    SECTION...

Sections: saturated paced python latency quiet read workers fan storm idle queue start kill.
A peer plays the same games: a move is legal by a rules library, has its clock, is in a stream of
a store like ours before anybody hears of it, and goes to all. `c` only relays; `floor` is a bare
loop in our language, which stores and sends. Servers have one core; the load generator (`load.c`),
the stores and the server's helpers the other. Candidates take turns, the first turn of each is
dropped, ours begins anew each turn. The unit is CPU time of the processes that serve; a ratio is
the other's figure over this one's, the median over the cycles. `--against` measures another
checkout beside, which has its `.venv`; `--peer` leaves out the peers that are not named; with
`--told` our players are told what they may play, else they know the rules.
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
from itertools import cycle, islice
from pathlib import Path
from typing import Final, NamedTuple

from tests.bench.archive import masters, played, write_log
from tests.bench.rig import build, two_cores
from tests.bench.server.candidates import SPOKEN, Candidate, Peer, Xiangqi
from tests.support.wire_client import WireClient
from xiangqi_server.game.rules.board.encoding import uci_of
from xiangqi_server.kernel.store.opening import open_store

Row = dict[str, float]
LONG_PLIES: Final = 100
SLOW: Final = "python"
"""A peer that plays fifty moves a second: it has a section of its own."""
MOVE_KEYS: Final = ("us_per_move", "moves_per_s", "opponent_p50_us", "opponent_p99_us")
PACE_MS: Final = 26
"""Between moves of one room: a connection may send twenty messages a second."""
OPENED_AT_ONCE: Final = 2
"""Rooms: a node turns away more than 4,096 connections that have not said hello."""
FAR: Final = ("--first", 100_000)
"""Addresses that no other load generator uses."""
STORM: Final = 2_000


class Sizes(NamedTuple):
    """How much of everything.

    Fields:
        rooms: in which games are played.
        slow_rooms: the same where a peer is slow.
        gap_ms: between two moves of a room, where few rooms would be faster than a player may be.
        quiet: rooms in which nobody moves any more, few and many.
        active: rooms beside them.
        read: finished games that are read: at first, to warm up, and then.
        fans: rooms, spectators of each, pace. One room can saturate nobody: what a server does by
            itself, or finds cold, is then a part of each event; with more rooms everybody is busy.
        paces: at which several workers are measured, with the time between moves of a room in ms.
        warm_s: before a turn counts.
        seconds: of a turn.
        plies: of each room on the average, at least, before a turn counts and while it does: on a
            busy machine it takes longer.
        settle_s: before memory is read, and before a turn begins.
        rest_s: until a node has let go of what nobody reads any more.
        idle: connections that do nothing.
        pressing: players who press one pool.
        killed: rooms.
    """

    rooms: int = 200
    slow_rooms: int = 20
    gap_ms: int = 0
    quiet: tuple[int, int] = (100, 5_000)
    active: int = 100
    read: tuple[int, int] = (50, 500)
    fans: tuple[tuple[int, int, int], ...] = (
        *((1, 100, PACE_MS), (30, 100, 0), (1, 1_000, PACE_MS)),
        *((5, 1_000, 0), (50, 20, 0)),
    )
    paces: tuple[tuple[str, int], ...] = (("saturated", 0), ("paced", 250))
    warm_s: float = 0.4
    seconds: float = 1.5
    plies: int = 12
    settle_s: float = 1.0
    rest_s: float = 75.0
    idle: int = 8_000
    pressing: int = 1_000
    killed: tuple[int, ...] = (2_500, 5_000)


class Bench(NamedTuple):
    """One run of this program.

    Fields:
        folder: where tools, games and data are.
        cycles: turns that count.
        against: another checkout to measure beside this one.
        kinds: the peers.
        feature: what our players say in `hello`.
        sizes: of everything.
    """

    folder: Path
    cycles: int
    against: Path | None
    kinds: Sequence[str]
    feature: str = "rules"
    sizes: Sizes = Sizes()

    def ours(self) -> dict[str, Candidate]:
        """This checkout, and the other one."""
        found: dict[str, Candidate] = {"xiangqi": Xiangqi(self.folder / "xiangqi").start()}
        if self.against is not None:
            found["before"] = Xiangqi(self.folder / "before", self.against).start()
        return found

    def peers(self, rooms: int, in_room: int, *, is_slow: bool = False) -> dict[str, Candidate]:
        """Those that are slow, or the others."""
        kinds = [kind for kind in self.kinds if (kind == SLOW) is is_slow]
        runs = self.cycles + 1
        return {kind: Peer(kind, self.folder, rooms, in_room, runs) for kind in kinds}

    def load(self, server: Candidate, *words: object) -> Row:
        """Run the load generator once against a server.

        Raises:
            SystemExit: it failed.
        """
        with self.begin(server, *words) as running:
            row = _finished(running)
        if "us_per_move0" in row:
            row["us_per_move"] = sum(row[f"us_per_move{node}"] for node in range(server.nodes))
        return row

    def begin(self, server: Candidate, *words: object) -> subprocess.Popen[str]:
        """Start the load generator."""
        pids = [word for pid in server.pids for word in ("--pid", str(pid))]
        command = [str(self.folder / "load"), *server.arguments(), *pids]
        command += ["--moves", str(self.folder / "moves"), "--features", self.feature]
        command += ["--settle", str(self.sizes.settle_s)]
        return subprocess.Popen(
            ["taskset", "-c", server.others, *command, *map(str, words)],
            stdout=subprocess.PIPE,
            text=True,
        )

    def play(self, name: str, servers: Mapping[str, Candidate], *words: object) -> None:
        """Games in turn at all candidates."""
        self.take_turns(name, servers, MOVE_KEYS, *self.timed(), *words)

    def timed(self, times: int = 1) -> tuple[object, ...]:
        """The words for so long, or so many times as long."""
        seconds = times * self.sizes.seconds
        return ("--warm", self.sizes.warm_s, "--seconds", seconds, "--plies", self.sizes.plies)

    def take_turns(
        self,
        name: str,
        servers: Mapping[str, Candidate],
        keys: Sequence[str],
        *words: object,
        in_one_room: bool = False,
    ) -> None:
        """Run all candidates in turn, and print their medians, and the ratios of the first key.

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
        counted = cycles[1:] or cycles
        for kind in servers:
            values = [row[kind][keys[0]] for row in counted]
            ratios = {
                f"of_{other}": round(
                    statistics.median(row[other][keys[0]] / row[kind][keys[0]] for row in counted),
                    3,
                )
                for other in servers
                if other != kind
            }
            _print(
                name,
                server=kind,
                **{key: _median_of(key, [row[kind] for row in counted]) for key in keys},
                least=round(min(values), 2),
                most=round(max(values), 2),
                **ratios,
                **{key: counted[-1][kind].get(key, 0) for key in ("moves", "deliveries", "failed")},
            )


def saturated(bench: Bench) -> None:
    """A ruled, durable move, told to both, where everybody is saturated."""
    rooms = bench.sizes.rooms
    with _stopping(bench.ours() | bench.peers(rooms, 2)) as servers:
        bench.play("saturated", servers, "--rooms", rooms, "--gap", bench.sizes.gap_ms)


def paced(bench: Bench) -> None:
    """The same, everybody paced alike: a room has four moves a second."""
    rooms = bench.sizes.rooms
    with _stopping(bench.ours() | bench.peers(rooms, 2)) as servers:
        bench.play("paced", servers, "--rooms", rooms, "--gap", 250)


def python(bench: Bench) -> None:
    """In few rooms, each as fast as its players may be, beside what a Python team would write."""
    rooms = bench.sizes.slow_rooms
    with _stopping(bench.ours() | bench.peers(rooms, 2, is_slow=True)) as servers:
        bench.play("python", servers, "--rooms", rooms, "--gap", PACE_MS)


def workers(bench: Bench) -> None:
    """Two workers of ours beside one node, and all else, on both cores."""
    cores = ",".join(map(str, two_cores()))
    for pace, gap_ms in bench.sizes.paces:
        servers: dict[str, Candidate] = {
            f"{count} of ours": Xiangqi(
                bench.folder / f"workers{count}", nodes=count, others=cores
            ).start()
            for count in (1, 2)
        }
        with _stopping(servers):
            words = ("--rooms", bench.sizes.rooms, "--gap", gap_ms)
            bench.play(f"workers {pace}", servers, *words)


def fan(bench: Bench) -> None:
    """A move told to spectators."""
    for rooms, spectators, gap_ms in bench.sizes.fans:
        with _stopping(bench.ours() | bench.peers(rooms, 2 + spectators)) as servers:
            words = ("--rooms", rooms, "--spectators", spectators, "--at-once", OPENED_AT_ONCE)
            paced = (*bench.timed(), "--gap", gap_ms)
            name = f"fan {rooms}x{spectators}"
            bench.take_turns(name, servers, ("us_per_delivery0",), *words, *paced)


def latency(bench: Bench) -> None:
    """A move to the opponent at half the rate of saturation, beside the store's own answer."""
    play = ("--rooms", bench.sizes.rooms)
    with _stopping(bench.ours()) as servers:
        rates = {name: _rate(bench, server, *play) for name, server in servers.items()}
        for _ in range(max(1, bench.cycles)):
            for name, server in servers.items():
                assert isinstance(server, Xiangqi)
                server.renew()
                gap_ms = bench.sizes.rooms / (rates[name] / 2) * 1_000
                words = (*bench.timed(2), *play, "--gap", gap_ms, "--store", server.socket)
                row = bench.load(server, *words)
                ratios = {
                    f"{part}_of_store": round(
                        row[f"opponent_{part}_us"] / row[f"store_{part}_us"], 2
                    )
                    for part in ("p50", "p99")
                }
                _print("latency", server=name, **row, **ratios)


def _rate(bench: Bench, server: Candidate, *words: object) -> float:
    return bench.load(server, *bench.timed(), *words)["moves_per_s"]


def quiet(bench: Bench) -> None:
    """Rooms in which both have moved and nobody does now: what they cost, and a move beside."""
    with _stopping(bench.ours()) as servers:
        for _ in range(max(1, bench.cycles)):
            costs: dict[str, float] = {}
            for count in bench.sizes.quiet:
                for name, server in servers.items():
                    server.renew()
                    row = _beside_quiet(bench, server, count)
                    costs.setdefault(name, row["us_per_move"])
                    ratio = round(row["us_per_move"] / costs[name], 3)
                    _print("quiet", server=name, quiet=count, of_fewest=ratio, **row)


def _beside_quiet(bench: Bench, server: Candidate, count: int) -> Row:
    words = ("--rooms", count, "--opening", 2, "--gap", 1e9, "--warm", 0, "--seconds", 600)
    with bench.begin(server, *words, "--tell", 1) as others:
        assert others.stdout is not None
        opened: Row = json.loads(others.stdout.readline())
        nobody = ("--mode", "idle", "--connections", 1, *FAR)
        watched = bench.load(server, *nobody, "--seconds", 8 * bench.sizes.seconds)
        active = (*FAR, "--rooms", bench.sizes.active, "--gap", 500)
        row = bench.load(server, *bench.timed(3), *active)
        others.kill()
    kept = ("us_per_move", "opponent_p50_us", "opponent_p99_us", "moves", "deliveries", "failed")
    picked = {key: row[key] for key in kept}
    return {**picked, "players": opened["connections"], "idle_cores": watched["idle_cores0"]}


def read(bench: Bench) -> None:
    """Memory of a node before strangers read finished games, after it, and when it has rested."""
    with _stopping(bench.ours()) as servers:
        for name, server in servers.items():
            assert isinstance(server, Xiangqi)
            games = asyncio.run(write_games(f"unix://{server.socket}", sum(bench.sizes.read)))
            warm = bench.sizes.read[0]
            _read(bench, server, games[:warm])
            before = _memory_kb(bench, server)
            failed = _read(bench, server, games[warm:])
            after = _memory_kb(bench, server)
            rested = _memory_kb(bench, server, "--settle", bench.sizes.rest_s)
            grown = {"after_kb": after - before, "rested_kb": rested - before}
            _print("read", server=name, games=len(games) - warm, failed=failed, **grown)


def _read(bench: Bench, server: Candidate, games: Sequence[str]) -> float:
    path = bench.folder / "games"
    path.write_text("".join(f"- {room}\n" for room in games))
    words = ("--mode", "storm", "--connections", len(games), "--tokens", path, "--at-once", 8)
    return bench.load(server, *words)["failed"]


def _memory_kb(bench: Bench, server: Candidate, *settle: object) -> float:
    words = ("--mode", "idle", "--connections", 1, "--seconds", 0, *FAR, *settle)
    return bench.load(server, *words)["node_kb"]


async def write_games(url: str, count: int) -> list[str]:
    """Write so many games of masters into a store, whole; the rooms."""
    store = await open_store(url)
    rooms = [f"finished{number:06d}" for number in range(count)]
    games = enumerate(zip(rooms, islice(cycle(masters()), count), strict=True))
    await asyncio.gather(*(write_log(store, room, played(game, n)) for n, (room, game) in games))
    await store.close()
    return rooms


def storm(bench: Bench) -> None:
    """Connections that come at once: upgrade and hello; then with the join of one room as well."""
    words = ("--mode", "storm", "--connections", STORM, "--at-once", 128)
    for name, in_one_room in (("storm of hellos", False), ("storm of joins", True)):
        with _stopping(bench.ours() | bench.peers(1, STORM)) as servers:
            bench.take_turns(name, servers, ("us_per_opened0",), *words, in_one_room=in_one_room)


def idle(bench: Bench) -> None:
    """What connections cost that said hello and do nothing: CPU and memory."""
    for kind, server in bench.ours().items():
        with _stopping({kind: server}):
            words = ("--mode", "idle", "--connections", bench.sizes.idle, "--seconds", 20)
            _print("idle", server=kind, **bench.load(server, *words))


def queue(bench: Bench) -> None:
    """That many press one pool at the same moment; until all are seated."""
    for kind, server in bench.ours().items():
        with _stopping({kind: server}):
            words = ("--mode", "queue", "--connections", bench.sizes.pressing, "--pool", "5+3")
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
            for rooms in bench.sizes.killed:
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
        *(saturated, paced, python, latency, quiet, read, workers),
        *(fan, storm, idle, queue, start, kill),
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


def _median_of(key: str, rows: Sequence[Row]) -> float:
    """The median; 0 for what was not measured."""
    return round(statistics.median(row.get(key, 0) for row in rows), 2)


def _print(bench: str, **row: object) -> None:
    print(json.dumps({"bench": bench, **row}), flush=True)


def build_tools(folder: Path) -> None:
    """Compile the tools into a folder, and write the games to play there."""
    build(folder)
    games = (game.game.moves for game in masters() if len(game.game.moves) >= LONG_PLIES)
    lines = (" ".join(map(uci_of, moves)) + "\n" for moves in games)
    (folder / "moves").write_text("".join(lines))


def main() -> None:
    """Print one JSON line a row."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.server", description=__doc__)
    parser.add_argument("sections", nargs="+", choices=SECTIONS, metavar="SECTION")
    parser.add_argument("--cycles", type=int, default=3)
    parser.add_argument("--against", type=Path)
    parser.add_argument("--peer", action="append", choices=SPOKEN)
    parser.add_argument("--told", action="store_true")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        build_tools(folder)
        for section in chosen.sections:
            kinds = chosen.peer or tuple(SPOKEN)
            feature = "ready" if chosen.told else "rules"
            bench = Bench(folder, chosen.cycles, chosen.against, kinds, feature)
            SECTIONS[section](bench)


if __name__ == "__main__":
    main()
