"""What a game by days weighs in the memory of a real store while it waits for its next move."""

from tests.support.random_play import random_games
from tests.support.rooms import a_story
from tests.support.stores import an_append
from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.terms import CorrespondenceClock
from xiangqi_server.game.rules.board.encoding import uci_of
from xiangqi_server.kernel.host.journal import Fact, write_fact, write_snapshot
from xiangqi_server.kernel.host.recent import CommandRef, Recent
from xiangqi_server.kernel.store.client.group_commit import GroupedConnection
from xiangqi_server.kernel.store.client.wires import wire_to
from xiangqi_server.kernel.store.keys import Keys
from xiangqi_server.kernel.store.opening import open_store
from xiangqi_server.kernel.store.values import EMPTY_HEAD, AggregateId, Appended

PLIES = 120
MOST_BYTES = 6_000
"""Of a quiet game by days, at so many plies."""


async def test_a_quiet_game_by_days_weighs_a_few_kilobytes(valkey_url: str, prefix: str) -> None:
    store = await open_store(valkey_url, prefix=prefix)
    room = AggregateId("room", "slowgame")
    game = next(game for game in random_games(20, seed=5) if game.ply == PLIES)
    story = a_story(*map(uci_of, game.moves), clock=CorrespondenceClock(3), think_ms=1_000)
    head = EMPTY_HEAD
    for number, stamped in enumerate(story.log):
        ref = CommandRef("abcdefghabcdefgh"[number % 2 :], f"m{number}.0123456789abcdef")
        body = write_fact(ROOM, Fact(stamped.event, ref))
        is_last = stamped is story.log[-1]
        whole = write_snapshot(ROOM, story.room, Recent()) if is_last else None
        name = f"0123456789abcdef{number:x}"
        appended = await store.logs.append(
            an_append(room, head, event_id=name, events=(body,), snapshot=whole, due_in_ms=9)
        )
        assert isinstance(appended, Appended)
        head = appended.head
    connection, keys = GroupedConnection(wire_to(valkey_url), deadline_s=5.0), Keys(prefix)
    before = await _weight(connection, keys, room)

    await store.tiers.pack(room)
    after = await _weight(connection, keys, room)

    assert (await store.logs.load(room)).head == head
    assert after <= MOST_BYTES < before
    await connection.close()
    await store.close()


async def _weight(connection: GroupedConnection, keys: Keys, room: AggregateId) -> int:
    """The memory of a log with all that belongs to it."""
    names = (*keys.of(room), keys.packed(room))
    found = [await connection.call("MEMORY", "USAGE", name) for name in names]
    return sum(size for size in found if isinstance(size, int))
