import pytest

from server.store.base import Appended, StoreUnavailable
from server.store.measured import MeasuredStore
from tests.support.faulty_store import FaultyStore
from tests.support.memory_store import MemoryStore
from tests.support.stores import SetClock, a_room, an_append


async def test_accepted_appends_are_timed() -> None:
    store = MeasuredStore(MemoryStore(SetClock()), iter((5.0, 5.004)).__next__)

    assert isinstance(await store.append(an_append(a_room())), Appended)

    took, took_s = store.spread()
    assert took == [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
    assert (round(took_s, 6), store.waiting, store.conflicts) == (0.004, 0, 0)


async def test_conflicts_and_lost_answers_are_counted_apart() -> None:
    faulty = FaultyStore(MemoryStore(SetClock()))
    store, room = MeasuredStore(faulty, lambda: 0.0), a_room()
    await store.append(an_append(room))

    await store.append(an_append(room, event_id="second"))
    faulty.answers_to_lose = 1
    with pytest.raises(StoreUnavailable):
        await store.append(an_append(a_room()))

    assert (store.conflicts, store.unavailable, store.waiting) == (1, 1, 0)
    assert sum(store.spread()[0]) == 1
