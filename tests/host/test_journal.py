import pytest

from server.aggregate.decision import Order
from server.host.journal import (
    Fact,
    read_fact,
    read_order,
    read_snapshot,
    write_fact,
    write_order,
    write_snapshot,
)
from server.host.recent import CommandRef, Recent
from server.store import records
from server.store.base import AggregateId, RecordError
from tests.support.counters import COUNTER, TALLY, Added, Counter, Receive

KIND = COUNTER.erased()
COMMANDS = {"counter": KIND.commands, "tally": TALLY.commands}
RECENT = Recent().noting(CommandRef("ann", "1"), 7, actors=4)


@pytest.mark.parametrize("ref", [None, CommandRef("ann", "c1")])
def test_an_event_is_read_as_it_was_written(ref: CommandRef | None) -> None:
    fact = Fact(Added(1, "将帅"), ref)

    assert read_fact(KIND, write_fact(KIND, fact)) == fact


def test_a_snapshot_is_read_as_it_was_written() -> None:
    state = Counter("a", 7, 99, 2, ("g",))

    body = write_snapshot(KIND, state, RECENT)

    assert read_snapshot(KIND, "a", body) == (state, RECENT)


def test_an_order_is_read_as_it_was_written() -> None:
    body = write_order(Order("tally", "t", Receive(3, "g")))

    assert read_order(COMMANDS, body) == (AggregateId("tally", "t"), Receive(3, "g"))


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xc1",
        records.encode(2, [None, {"type": "added", "amount": 1}]),
        records.encode(1, [None]),
        records.encode(1, [None, {"type": "unheard_of"}]),
        records.encode(1, [None, {"type": "added", "amount": "1"}]),
        records.encode(1, ["ann", {"type": "added", "amount": 1}]),
    ],
)
def test_a_strange_record_is_an_error_and_no_surprise(body: bytes) -> None:
    with pytest.raises(RecordError):
        read_fact(KIND, body)


def test_an_order_to_a_kind_unknown_here_is_an_error() -> None:
    body = write_order(Order("unheard_of", "t", Receive(3, "g")))

    with pytest.raises(RecordError):
        read_order(COMMANDS, body)
