"""What a crowd in the lobby costs: pairing, deciding, and what is written. JSON rows::

    python -m tests.bench.lobby [--players 10000]

Players come in batches as the host folds them, with ratings as on a real server; then ticks
pair them all, of which the longest is told. Bytes are those of the records the store is given.
"""

import argparse
import json
import random
import time
from collections.abc import Callable
from statistics import median
from typing import Final

from server.host.draft import Draft, Task, append_of, decide_batch
from server.host.recent import CommandRef
from server.host.replica import Replica
from server.lobby.kind import LOBBY
from server.lobby.messages import Enqueue, Seeker, Tick
from server.lobby.pairing import MAX_PAIRS, pair
from server.lobby.pools import POOLS
from server.lobby.state import LOBBY_ID, Lobby
from server.store.values import AggregateId, Append, Head

T0_MS: Final = 1_700_000_000_000
NAME: Final = AggregateId("lobby", LOBBY_ID)


class RunningLobby:
    """The lobby's replica, written to as the host does it, without a store."""

    def __init__(self) -> None:
        self.replica = Replica(NAME, LOBBY)
        self.now_ms = T0_MS
        self.event_bytes = self.snapshot_bytes = self.order_bytes = self.appends = 0
        self.snapshots = 0

    @property
    def lobby(self) -> Lobby:
        """The lobby as it stands."""
        state = self.replica.state
        assert isinstance(state, Lobby)
        return state

    def write(self, tasks: list[Task]) -> Draft:
        """Decide a batch, make its append, take what it would bring."""
        draft = decide_batch(self.replica, tasks)
        request = append_of(self.replica, draft, self.now_ms, f"e{self.appends}")
        self._count(request)
        heads = [
            Head(request.head.version + number, digest, self.now_ms)
            for number, digest in enumerate(request.digests(), start=1)
        ]
        if request.snapshot is not None:
            self.replica.saved(len(request.snapshot))
        weight_bytes = sum(map(len, request.events))
        self.replica.take_decided(
            draft.facts, heads, weight_bytes, state=draft.state, recent=draft.recent
        )
        return draft

    def _count(self, request: Append) -> None:
        self.appends += 1
        self.event_bytes += sum(map(len, request.events))
        self.order_bytes += sum(len(effect.body) for effect in request.effects)
        if request.snapshot is not None:
            self.snapshots += 1
            self.snapshot_bytes += len(request.snapshot)


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="tests.bench.lobby", description=__doc__)
    parser.add_argument("--players", type=int, default=10_000)
    count: int = parser.parse_args().players
    running, chance = RunningLobby(), random.Random(1)
    tasks = [_enqueue(number, chance) for number in range(count)]

    entered_s = _seconds(lambda: _enter(running, tasks))
    _row("players who enter, in batches", count, entered_s, running)
    couples = pair(running.lobby.queues, running.now_ms)
    pair_s = min(_seconds(lambda: pair(running.lobby.queues, running.now_ms)) for _ in range(3))
    everybody = len(pair(running.lobby.queues, running.now_ms, most=count))
    print(json.dumps({"row": "pairing alone", "pairs": len(couples), "ms": round(pair_s * 1e3, 1)}))

    before = (running.event_bytes, running.snapshot_bytes, running.order_bytes)
    ticks_ms = []
    for _ in range(everybody // MAX_PAIRS + 1):
        assert running.lobby.tick_at_ms is not None
        running.now_ms = running.lobby.tick_at_ms
        ticks_ms.append(
            1e3 * _seconds(lambda: running.write([Task(Tick(), None, running.now_ms, None)]))
        )
    after = (running.event_bytes, running.snapshot_bytes, running.order_bytes)
    names = ("event_bytes", "snapshot_bytes", "order_bytes")
    wrote = {name: now - then for name, now, then in zip(names, after, before, strict=True)}
    left = len(running.lobby.players())
    times = {"ticks": len(ticks_ms), "longest_ms": round(max(ticks_ms), 1)}
    times["median_ms"] = round(median(ticks_ms), 1)
    print(json.dumps({"row": "ticks", **times, "left": left, **wrote}))


def _enqueue(number: int, chance: random.Random) -> Task:
    player = f"player{number:010d}"
    by = Seeker(
        player,
        rating=round(chance.gauss(1_500, 250)),
        has_account=True,
        last_opponent=f"player{chance.randrange(10**4):010d}",
        tilt=chance.randint(-4, 4),
    )
    command = Enqueue(
        by, chance.choice(list(POOLS)), rated=True, fresh_id=f"room{number:08d}", toss=number & 1
    )
    return Task(command, CommandRef(player, "m1.0123456789abcdef"), T0_MS, None)


def _enter(running: RunningLobby, tasks: list[Task]) -> None:
    max_batch = LOBBY.limits.max_batch
    for start in range(0, len(tasks), max_batch):
        running.write(tasks[start : start + max_batch])


def _row(name: str, count: int, seconds: float, running: RunningLobby) -> None:
    facts = {
        "row": name,
        "players": count,
        "appends": running.appends,
        "snapshots": running.snapshots,
        "us_each": round(seconds / count * 1e6, 1),
        "event_bytes": running.event_bytes,
        "snapshot_bytes": running.snapshot_bytes,
    }
    print(json.dumps(facts))


def _seconds(act: Callable[[], object]) -> float:
    before_s = time.perf_counter()
    act()
    return time.perf_counter() - before_s


if __name__ == "__main__":
    main()
