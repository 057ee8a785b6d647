"""What a game that is over costs in the store: its row and places, its log, and its log packed.

usage: python -m tests.bench.archive [--games 300]

Games of masters, as the server logs them. Bytes a game, of the memory the store says it uses;
one JSON line.
"""

import argparse
import asyncio
import json
import tempfile
from itertools import cycle, islice
from pathlib import Path

from tests.support.rooms import Story
from tests.support.stores import an_append
from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.messages import Open, Resign
from xiangqi_server.aggregates.room.terms import FischerClock, GameTerms, Seats
from xiangqi_server.game.records.pgn_reading import read_games
from xiangqi_server.game.records.record import Record
from xiangqi_server.game.rules.board.encoding import uci_of
from xiangqi_server.kernel.host.journal import Fact, write_fact
from xiangqi_server.kernel.store.client.group_commit import GroupedConnection
from xiangqi_server.kernel.store.client.wires import wire_to
from xiangqi_server.kernel.store.embedded.embedded import EmbeddedStore
from xiangqi_server.kernel.store.opening import open_store
from xiangqi_server.kernel.store.port import Store
from xiangqi_server.kernel.store.values import AggregateId, Appended, Head
from xiangqi_server.read_model.game_rows import GAMES, places_of, row_of, write_row

MASTERS = Path(__file__).parent.parent / "data" / "games" / "masters.pgn"
TERMS = GameTerms(FischerClock(900_000, 10_000), rated=True)


def masters() -> list[Record]:
    """The recorded games of masters."""
    with MASTERS.open("rb") as file:
        return [game for game in read_games(file) if isinstance(game, Record)]


def played(pgn: Record, number: int) -> Story:
    """A game as a room of the server plays it, until it is ruled over or given up."""
    story = Story()
    story.tell(Open(TERMS, Seats(f"player{number % 500:09d}", f"player{number % 499:08d}x")))
    for move in pgn.game.moves:
        if story.room.outcome is None:
            story.play(uci_of(move), think_ms=7_000)
    if story.room.outcome is None:
        story.tell(Resign(str(story.room.seats.red)))
    return story


async def write_log(store: Store, room: str, story: Story) -> None:
    """Write the log of a game as a node does, without its effects."""
    aggregate, head = AggregateId("room", room), Head()
    for turn, stamped in enumerate(story.log):
        body = write_fact(ROOM, Fact(stamped.event, None))
        request = an_append(aggregate, head, event_id=f"e{turn:013d}", events=(body,))
        answer = await store.logs.append(request)
        assert isinstance(answer, Appended)
        head = answer.head


async def used(connection: GroupedConnection) -> int:
    """Bytes the store uses."""
    answer = await connection.call("INFO", "memory")
    assert isinstance(answer, bytes)
    line = next(line for line in answer.splitlines() if line.startswith(b"used_memory:"))
    return int(line.partition(b":")[2])


async def measure(count: int) -> dict[str, int]:
    """Bytes a game: of the row with its places, of the log, of the log packed."""
    stories = [played(pgn, n) for n, pgn in enumerate(islice(cycle(masters()), count))]
    with tempfile.TemporaryDirectory() as home:
        embedded = await EmbeddedStore.start(Path(home))
        store = await open_store(embedded.url)
        connection = GroupedConnection(wire_to(embedded.url), deadline_s=5.0)
        empty = await used(connection)
        for number, story in enumerate(stories):
            await write_log(store, f"room{number:08d}", story)
        logged = await used(connection)
        for number in range(count):
            await store.tiers.pack(AggregateId("room", f"room{number:08d}"))
        packed = await used(connection)
        for number, story in enumerate(stories):
            row = row_of(story.room)
            assert row is not None
            places = places_of(row, is_packed=True)
            name = f"room{number:08d}"
            await store.row_store.put(GAMES, name, 1, write_row(row), places=places, words={})
        kept = await used(connection)
        await connection.close()
        await store.close()
        await embedded.stop()
    return {
        "plies": sum(story.room.game.ply for story in stories) // count,
        "log": (logged - empty) // count,
        "packed": (packed - empty) // count,
        "row": (kept - packed) // count,
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    print(json.dumps(asyncio.run(measure(parser.parse_args().games))))


if __name__ == "__main__":
    main()
