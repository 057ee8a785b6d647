"""Places for work that waits: few for one holder, bounded for all."""

from contextlib import suppress

import pytest

from xiangqi_server.gateway.connection.limits.waiting_places import WaitingPlaces
from xiangqi_server.kernel.aggregate.refusal import Refused
from xiangqi_server.wire.refusals import MessageRefusal


def test_one_holder_has_few_places_and_others_still_have_theirs() -> None:
    places = WaitingPlaces(most=9, of_one=2, retry_ms=700)
    leave = [places.enter("ann") for _ in range(2)]

    with pytest.raises(Refused) as refused:
        places.enter("ann")
    places.enter("ben")
    leave[0]()
    places.enter("ann")

    assert (refused.value.code, refused.value.retry_ms) == (MessageRefusal.TOO_FAST, 700)


def test_all_places_together_are_bounded_also_for_those_nobody_counts() -> None:
    places = WaitingPlaces(most=9, of_one=2, retry_ms=700)
    for _ in range(9):
        places.enter("")

    with pytest.raises(Refused):
        places.enter("ann")

    assert len(places) == 9


def test_a_place_is_freed_once_however_often_it_is_left() -> None:
    places = WaitingPlaces(most=9, of_one=2, retry_ms=700)
    leave = places.enter("ann")
    places.enter("ann")

    leave()
    leave()

    assert len(places) == 1


def test_a_place_is_held_for_the_time_of_a_block_however_it_ends() -> None:
    places = WaitingPlaces(most=9, of_one=2, retry_ms=700)

    with suppress(ValueError), places.place("ann"):
        places.enter("ben")
        raise ValueError

    assert len(places) == 1
