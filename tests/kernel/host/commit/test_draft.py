"""When a snapshot goes with an append, so that no aggregate takes long to be loaded."""

import pytest

from xiangqi_server.aggregates.lobby.kind import LOBBY
from xiangqi_server.aggregates.tournaments.kind import MOST_TAIL_BYTES, TOURNAMENT
from xiangqi_server.kernel.aggregate.kind import AnyKind
from xiangqi_server.kernel.host.commit.draft import SNAPSHOT_BYTES, snapshot_of
from xiangqi_server.kernel.host.replica import Replica
from xiangqi_server.kernel.store.values import AggregateId

TAILS = {
    "a small state, once the tail is worth it": (LOBBY, 100, SNAPSHOT_BYTES),
    "a large one, once the tail weighs as much": (LOBBY, 1_000_000, 1_000_000),
    "a small tournament, likewise": (TOURNAMENT, 10_000, 10_000),
    "a large tournament, before the tail takes long to replay": (
        TOURNAMENT,
        1_000_000,
        MOST_TAIL_BYTES,
    ),
}


@pytest.mark.parametrize(("kind", "saved_bytes", "due_bytes"), TAILS.values(), ids=TAILS)
def test_a_snapshot_is_taken_when_the_tail_is_heavy_and_not_before(
    kind: AnyKind, saved_bytes: int, due_bytes: int
) -> None:
    replica = Replica(AggregateId("any", "one"), kind)
    replica.saved(saved_bytes)

    replica.tail_bytes = due_bytes - 1
    early = snapshot_of(replica)
    replica.tail_bytes = due_bytes
    due = snapshot_of(replica)

    assert early is None
    assert due is not None


def test_a_state_too_large_for_a_record_is_not_tried_with_each_append() -> None:
    replica = Replica(AggregateId("tournament", "cup"), TOURNAMENT)
    replica.saved(1_000_000)
    replica.tail_bytes = MOST_TAIL_BYTES

    replica.put_off_snapshot()
    replica.tail_bytes += MOST_TAIL_BYTES - 1

    assert snapshot_of(replica) is None
