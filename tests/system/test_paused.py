"""Whatever ails the store: nobody is told that a move stands which does not, everybody is told
that the server pauses, no player pays for it, and nobody has to mend anything but the store.
"""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import pytest

from tests.support.bad_link import bad_link
from tests.support.laws import audit
from tests.support.patience import PATIENCE_S
from tests.support.random_play import random_games
from tests.support.server_process import ServerProcess
from tests.support.small_disk import SmallDisk
from tests.support.stores import RETRY_S
from tests.support.valkey_process import ValkeyProcess
from tests.support.wire_client import Message, WireClient, open_game, whole_room
from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.messages import Moved, RoomEvent, TimeCredited
from xiangqi_server.game.rules.board.encoding import uci_of
from xiangqi_server.kernel.aggregate.decision import Stamped
from xiangqi_server.kernel.host.journal import read_fact
from xiangqi_server.kernel.store.opening import open_store
from xiangqi_server.kernel.store.values import EMPTY_HEAD, AggregateId, heads_after

pytestmark = pytest.mark.system

CLOCK = {"type": "fischer", "main_ms": 600_000, "increment_ms": 5_000}
ILL_S = 2.0
"""Longer than a silence of the nodes that counts as none."""
FILLER = 48
MANY_PLIES = 60
RUNBOOK = Path(__file__).parent.parent.parent / "deploy" / "RUNBOOK.md"
LOADING = ("--key-load-delay", "30000", "--loading-process-events-interval-bytes", "1024")


@dataclass
class Place:
    """One server on one store of its operator."""

    store: ValkeyProcess
    server: ServerProcess


@contextmanager
def a_place(home: Path) -> Iterator[Place]:
    """A server on a store, for the time of the block."""
    (home / "store").mkdir(parents=True)
    with ValkeyProcess(home / "store") as store:
        asyncio.run(store.until_it_answers())
        with ServerProcess(home / "data", "--store", store.url) as server:
            yield Place(store, server)
            log = server.log()
    assert "Traceback" not in log
    assert " ERROR " not in log


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """One for all tests of this module that need no store of their own."""
    with a_place(tmp_path_factory.mktemp("paused")) as place:
        yield place


@dataclass
class Table:
    """A game in which Red is to play its first move."""

    red: WireClient
    black: WireClient
    room: str
    ply: int = 0

    async def try_move(self) -> Message:
        """Red's first move, always the same command."""
        move = {"type": "move", "id": "m1", "room": self.room, "ply": 0, "text": "h2e2"}
        return await self.red.ask(move)

    async def move_at_last(self) -> Message:
        """The answer to the move once it is taken: it is tried again as long as we pause."""
        while (answer := await self.try_move())["type"] == "refused":
            assert answer["code"] == "unavailable", answer
            await asyncio.sleep(0.1)
        return answer

    async def play_on(self, plies: int) -> list[str]:
        """Play so many plies of a game, or until a move is refused; the moves that are done."""
        done: list[str] = []
        (game,) = random_games(1, seed=3, plies=self.ply + plies)
        for move in map(uci_of, game.moves[self.ply :]):
            mover = self.black if self.ply % 2 else self.red
            command = {"type": "move", "id": f"ply{self.ply}", "room": self.room}
            answer = await mover.ask({**command, "ply": self.ply, "text": move})
            if answer["type"] == "refused":
                assert answer["code"] == "unavailable", answer
                break
            done.append(move)
            self.ply += 1
        return done


@asynccontextmanager
async def a_table(server: ServerProcess, url: str = "") -> AsyncIterator[Table]:
    """A new game of two guests."""
    where = url or server.socket_url
    async with WireClient(where) as red, WireClient(where, form="msgpack") as black:
        yield Table(red, black, await open_game(red, black, {"clock": CLOCK}))


async def log_of(url: str, room: str) -> tuple[list[Stamped[RoomEvent]], list[str]]:
    """The events of a room in the store, and the digest each leads to."""
    store = await open_store(url)
    events = await store.logs.read(AggregateId("room", room), 0)
    await store.close()
    facts = [read_fact(ROOM, event.body) for event in events]
    log = [
        Stamped(event.version, event.at_ms, cast("RoomEvent", fact.event))
        for event, fact in zip(events, facts, strict=True)
    ]
    return log, [head.digest.hex() for head in heads_after(EMPTY_HEAD, events)]


def given_in(log: list[Stamped[RoomEvent]]) -> list[int]:
    """The times a log gives back to clocks, in milliseconds."""
    return [one.event.ms for one in log if isinstance(one.event, TimeCredited)]


Harm = Callable[[ValkeyProcess], Awaitable[None]]


async def nothing(_: ValkeyProcess) -> None:
    """It passes by itself."""


async def make_replica(store: ValkeyProcess) -> None:
    """Read-only: the replica of somebody who is not there."""
    await store.tell("REPLICAOF", "127.0.0.1", "1")


async def make_primary(store: ValkeyProcess) -> None:
    await store.tell("REPLICAOF", "NO", "ONE")


async def take_memory(store: ValkeyProcess) -> None:
    await store.tell("CONFIG", "SET", "maxmemory", "1mb")


async def give_memory(store: ValkeyProcess) -> None:
    await store.tell("CONFIG", "SET", "maxmemory", "0")


async def fail_to_save(store: ValkeyProcess) -> None:
    """MISCONF: the last snapshot could not be written, for a directory is in its place."""
    (store.home / "dump.rdb").mkdir()
    await store.tell("CONFIG", "SET", "save", "3600 1")
    await store.tell("BGSAVE")
    await store.until_it_says("INFO", "persistence", text=b"rdb_last_bgsave_status:err")


async def save_no_more(store: ValkeyProcess) -> None:
    await store.tell("CONFIG", "SET", "save", "")
    (store.home / "dump.rdb").rmdir()


async def hold_clients(store: ValkeyProcess) -> None:
    """CLIENT PAUSE, for longer than a node waits for an answer."""
    await store.tell("CLIENT", "PAUSE", "4500", "ALL")


async def lock_out(store: ValkeyProcess) -> None:
    """The rights of the server's user are taken away, and it is thrown out."""
    await store.tell("ACL", "SETUSER", "default", "-evalsha", "-eval")


async def let_in(store: ValkeyProcess) -> None:
    await store.tell("ACL", "SETUSER", "default", "+@all")


async def stop(store: ValkeyProcess) -> None:
    os.kill(store.pid, signal.SIGSTOP)


async def go_on(store: ValkeyProcess) -> None:
    os.kill(store.pid, signal.SIGCONT)


async def kill(store: ValkeyProcess) -> None:
    """kill -9 a store that will take a while to read its log again."""
    for number in range(FILLER):
        await store.tell("SET", f"filler{number}", os.urandom(1024).hex())
    await store.tell("BGREWRITEAOF")
    await store.until_it_says("INFO", "persistence", text=b"aof_rewrite_in_progress:0")
    store.kill()


async def start_slowly(store: ValkeyProcess) -> None:
    """Start it again: for a while it answers only that it is loading."""
    store.start(*LOADING)
    while "is loading" not in await store.refusal("PING"):  # noqa: ASYNC110 - it tells nobody
        await asyncio.sleep(RETRY_S)


ILLS: dict[str, tuple[Harm, Harm, str]] = {
    # what ails it, what heals it, and what the log says, as the runbook tells
    "read-only": (make_replica, make_primary, "read only replica"),
    "out of memory": (take_memory, give_memory, "used memory > 'maxmemory'"),
    "MISCONF": (fail_to_save, save_no_more, "MISCONF"),
    "without rights": (lock_out, let_in, "no permissions"),
    "CLIENT PAUSE": (hold_clients, nothing, "did not answer within 3 s"),
    "stopped": (stop, go_on, "did not answer within 3 s"),
    "killed, then loading": (kill, start_slowly, "cannot be reached"),
}
WARDS = (
    ("killed, then loading",),
    ("CLIENT PAUSE", "read-only"),
    ("stopped", "MISCONF"),
    ("out of memory", "without rights"),
)
"""Which ills meet one store, one after the other."""


@dataclass
class Course:
    """What came of one ill: a game, its log, and what was told."""

    refused: Message
    done: Message
    moved: Message
    credited: list[Message]
    log: list[Stamped[RoomEvent]]
    digests: list[str]
    told: str


async def fall_ill(place: Place, harm: Harm, cure: Harm) -> Course:
    """Let a game meet an ill of its store, and go on."""
    told_before = len(place.server.log())
    async with asyncio.timeout(PATIENCE_S), a_table(place.server) as table:
        await harm(place.store)
        began_s = asyncio.get_running_loop().time()
        refused = await table.try_move()
        for one in (table.red, table.black):
            await one.expect("paused")
        await asyncio.sleep(max(0.0, began_s + ILL_S - asyncio.get_running_loop().time()))
        await cure(place.store)
        for one in (table.red, table.black):
            await one.expect("resumed")
        done = await table.move_at_last()
        moved = await table.black.expect("moved")
        log, digests = await log_of(place.store.url, table.room)
        # a busy machine may hold the node at other times too: that is given back like this
        credited = [await table.black.expect("time_credited") for _ in given_in(log)]
    told = place.server.log()[told_before:]
    return Course(refused, done, moved, credited, log, digests, told)


@dataclass
class Slow:
    """What came of a game on a slow store: the answers to its moves, and its log."""

    answers: list[object]
    log: list[Stamped[RoomEvent]]


async def be_slow(place: Place, home: Path) -> Slow:
    """Play two moves on a node that is far from its store."""
    async with asyncio.timeout(PATIENCE_S), bad_link(place.store.port, one_way_ms=60) as slow:
        address = slow.replace("ws://", "redis://").removesuffix("/ws")
        node = ServerProcess(home / "far", "--store", address)
        await asyncio.to_thread(node.start)
        try:
            async with a_table(node) as table:
                done = await table.try_move()
                reply = {"type": "move", "id": "m2", "room": table.room, "ply": 1, "text": "h9g7"}
                answer = await table.black.ask(reply)
                log, _ = await log_of(place.store.url, table.room)
        finally:
            await asyncio.to_thread(node.stop)
    return Slow([done["type"], answer["type"]], log)


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Future[Slow]]:
    """What comes of a slow store, while others are ill."""
    home = tmp_path_factory.mktemp("slow")

    def far_away() -> Slow:
        with a_place(home / "place") as place:
            return asyncio.run(be_slow(place, home))

    with ThreadPoolExecutor() as pool:
        yield pool.submit(far_away)


@pytest.fixture(scope="module")
def courses(
    tmp_path_factory: pytest.TempPathFactory,
    slow: Future[Slow],  # begins with these
) -> Iterator[dict[str, Future[Course]]]:
    """What comes of each ill. They take their course side by side, several on one place."""
    home = tmp_path_factory.mktemp("ills")
    courses: dict[str, Future[Course]] = {ill: Future() for ill in ILLS}

    def ward(ills: tuple[str, ...]) -> None:
        with a_place(home / ills[0].replace(" ", "_")) as place:
            for ill in ills:
                harm, cure, _ = ILLS[ill]
                try:
                    courses[ill].set_result(asyncio.run(fall_ill(place, harm, cure)))
                except Exception as error:
                    courses[ill].set_exception(error)

    with ThreadPoolExecutor() as pool:
        wards = [pool.submit(ward, ills) for ills in WARDS]
        yield courses
        for done in wards:
            done.result()


@pytest.fixture
def course(
    request: pytest.FixtureRequest, courses: dict[str, Future[Course]], ill: str, tmp_path: Path
) -> Course:
    """What comes of one ill; a test that is run once more has one of its own."""
    if getattr(request.node, "execution_count", 1) > 1:
        harm, cure, _ = ILLS[ill]
        with a_place(tmp_path) as place:
            return asyncio.run(fall_ill(place, harm, cure))
    return courses[ill].result(timeout=PATIENCE_S)


@pytest.mark.parametrize("ill", ILLS)
def test_a_game_pauses_while_its_store_is_ill_and_goes_on(course: Course, ill: str) -> None:
    reason = ILLS[ill][2]

    refused, done, moved = course.refused, course.done, course.moved
    assert (refused["type"], refused["code"]) == ("refused", "unavailable")
    assert (done["version"], done["digest"]) == (moved["version"], moved["digest"])
    assert course.digests[done["version"] - 1] == done["digest"]
    assert [one.event.uci for one in course.log if isinstance(one.event, Moved)] == ["h2e2"]
    assert reason in next(line for line in course.told.splitlines() if "store unavailable" in line)
    assert reason in RUNBOOK.read_text()
    assert given_in(course.log) == [credit["ms"] for credit in course.credited] != []
    audit(course.log)


def test_a_slow_store_is_waited_for_and_costs_the_players_nothing(slow: Future[Slow]) -> None:
    course = slow.result(timeout=PATIENCE_S)

    moves = [one for one in course.log if isinstance(one.event, Moved)]
    _, black = audit(course.log)
    assert course.answers == ["done", "done"]
    assert [one.event.uci for one in moves if isinstance(one.event, Moved)] == ["h2e2", "h9g7"]
    assert black.gaps_ms >= 60  # from the arrival of Black's move to its commit: nobody's time


async def test_a_node_that_was_stopped_charges_nobody_for_it(place: Place) -> None:
    before = await asyncio.to_thread(place.server.figures)
    async with asyncio.timeout(PATIENCE_S), a_table(place.server) as table:
        os.kill(place.server.pid, signal.SIGSTOP)
        try:
            await asyncio.sleep(ILL_S)
        finally:
            os.kill(place.server.pid, signal.SIGCONT)
        done = await table.move_at_last()
        log, digests = await log_of(place.store.url, table.room)
    after = await asyncio.to_thread(place.server.figures)

    assert digests[done["version"] - 1] == done["digest"]
    given_ms = given_in(log)
    assert sum(given_ms) >= 1_500
    assert after["xiangqi_credits_total"] - before["xiangqi_credits_total"] == len(given_ms)
    credited_s = after["xiangqi_credited_seconds_total"] - before["xiangqi_credited_seconds_total"]
    assert credited_s == pytest.approx(sum(given_ms) / 1000)
    assert (
        "xiangqi_data_free_ratio" not in after
    )  # the disk of the operator's store is the operator's
    audit(log)


async def test_a_full_disk_pauses_the_games_until_there_is_space(tmp_path: Path) -> None:
    with SmallDisk(tmp_path / "disk") as disk, ServerProcess(disk.path / "data") as server:
        async with asyncio.timeout(PATIENCE_S), a_table(server) as table:
            disk.fill(server)
            done = await table.play_on(MANY_PLIES)
            for one in (table.red, table.black):
                await one.expect("paused")
            refused = await table.play_on(1)
            disk.empty(server)
            resumed = len(done) + 2
            while len(done) < resumed:
                await asyncio.sleep(0.1)
                done += await table.play_on(1)
            record = await whole_room(server.socket_url, table.room)
        log = server.log()

    assert refused == []
    assert [line[0] for line in record["moves"]] == done
    assert "store process was started again" in log  # what was said before found no space
    assert "Traceback" not in log
