import pytest

from tests.support.faulty_store import FaultyStore
from tests.support.memory_store import MemoryStore
from tests.support.stores import SetClock, a_room, an_append, append_group
from xiangqi_server.kernel.host.commit.appender import Appender
from xiangqi_server.kernel.store.port import StoreUnavailable
from xiangqi_server.kernel.store.values import AggregateId, Append, Appended


def never(_aggregate: AggregateId) -> bool:
    """No part of the store has a new primary."""
    return False


async def test_accepted_appends_are_timed() -> None:
    appender = Appender(
        MemoryStore(SetClock()), "n", never, list[Append]().append, iter((5.0, 5.004)).__next__
    )

    assert isinstance(await appender.append(an_append(a_room())), Appended)

    took, took_s = appender.histogram()
    assert took == [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
    assert (round(took_s, 6), appender.waiting, appender.conflicts) == (0.004, 0, 0)


async def test_conflicts_and_lost_answers_are_counted_apart() -> None:
    faulty = FaultyStore(MemoryStore(SetClock()))
    unanswered: list[Append] = []
    appender, room = Appender(faulty, "n", never, unanswered.append, lambda: 0.0), a_room()
    last = an_append(a_room())
    await appender.append(an_append(room))

    await appender.append(an_append(room, event_id="second"))
    faulty.answers_to_lose = 1
    with pytest.raises(StoreUnavailable):
        await appender.append(last)

    assert unanswered == [last]
    assert (appender.conflicts, appender.unanswered, appender.waiting) == (1, 1, 0)
    assert sum(appender.histogram()[0]) == 1


async def test_an_append_without_an_answer_is_not_counted_as_known() -> None:
    faulty = FaultyStore(MemoryStore(SetClock()))
    appender = Appender(faulty, "n", never, list[Append]().append, lambda: 0.0)
    answered, lost, waiting = (appender.fresh_id() for _ in range(3))

    faulty.answers_to_lose = 1
    (result,) = await append_group(appender, (an_append(a_room(), event_id=lost),))
    assert isinstance(result, StoreUnavailable)
    await append_group(appender, (an_append(a_room(), event_id=answered),))

    assert [appender.is_own(one) for one in (answered, waiting, lost)] == [True, True, False]
    assert not appender.is_own("n2x1")
