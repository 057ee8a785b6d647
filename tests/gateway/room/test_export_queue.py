"""Places for files that are written: few for one holder, bounded for all."""

import pytest

from server.aggregate.refusal import RefusalCode, Refused
from server.gateway.room.export_queue import PLACES, PLACES_OF_ONE, RETRY_MS, ExportQueue


def test_one_holder_has_few_places_and_others_still_have_theirs() -> None:
    queue = ExportQueue()
    leave = [queue.enter("ann") for _ in range(PLACES_OF_ONE)]

    with pytest.raises(Refused) as refused:
        queue.enter("ann")
    queue.enter("ben")
    leave[0]()
    queue.enter("ann")

    assert (refused.value.code, refused.value.retry_ms) == (RefusalCode.TOO_FAST, RETRY_MS)


def test_all_places_together_are_bounded_also_for_those_nobody_counts() -> None:
    queue = ExportQueue()
    for _ in range(PLACES):
        queue.enter("")

    with pytest.raises(Refused):
        queue.enter("ann")

    assert len(queue) == PLACES


def test_a_place_is_freed_once_however_often_it_is_left() -> None:
    queue = ExportQueue()
    leave = queue.enter("ann")
    queue.enter("ann")

    leave()
    leave()

    assert len(queue) == 1
