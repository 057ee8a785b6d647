import pytest

from tests.support.counters import COUNTER, TALLY, Added, Counter, Receive
from xiangqi_server.kernel.aggregate.decision import Effect
from xiangqi_server.kernel.host.journal import (
    Fact,
    read_effect,
    read_fact,
    read_snapshot,
    write_effect,
    write_fact,
    write_snapshot,
)
from xiangqi_server.kernel.host.recent import CommandRef, Recent
from xiangqi_server.kernel.store import records
from xiangqi_server.kernel.store.port import RecordError
from xiangqi_server.kernel.store.values import AggregateId

COMMANDS = {"counter": COUNTER.commands, "tally": TALLY.commands}
RECENT = Recent().noting(CommandRef("ann", "1"), 7, actors=4)


@pytest.mark.parametrize("ref", [None, CommandRef("ann", "c1")])
def test_an_event_is_read_as_it_was_written(ref: CommandRef | None) -> None:
    fact = Fact(Added(1, "将帅"), ref)

    assert read_fact(COUNTER, write_fact(COUNTER, fact)) == fact


def test_a_snapshot_is_read_as_it_was_written() -> None:
    state = Counter("a", 7, 99, 2, ("g",))

    body = write_snapshot(COUNTER, state, RECENT)

    assert read_snapshot(COUNTER, "a", body) == (state, RECENT)


def test_an_effect_is_read_as_it_was_written() -> None:
    body = write_effect(Effect("tally", "t", Receive(3, "g")))

    assert read_effect(COMMANDS, body) == (AggregateId("tally", "t"), Receive(3, "g"))


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
        read_fact(COUNTER, body)


def test_an_effect_to_a_kind_unknown_here_is_an_error() -> None:
    body = write_effect(Effect("unheard_of", "t", Receive(3, "g")))

    with pytest.raises(RecordError):
        read_effect(COMMANDS, body)
