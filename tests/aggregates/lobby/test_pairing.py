"""Who plays whom: nobody starves, nobody meets whom he ignores, sides even out."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.lobbies import NOW_MS, a_wait
from xiangqi_server.aggregates.lobby.pairing import (
    BASE_POINTS,
    GATHER_MS,
    MAX_PAIRS,
    PATIENCE_MS,
    TICK_MS,
    Pairing,
    next_tick_ms,
    pair,
    window_points,
)
from xiangqi_server.aggregates.lobby.pools import Queue
from xiangqi_server.aggregates.lobby.state import QueueEntry

BLITZ, RAPID = Queue("5+3", rated=False), Queue("10+5", rated=False)
SOON_MS = NOW_MS + 1_000

Queues = Mapping[Queue, Mapping[str, QueueEntry]]


def a_queue(*waits: QueueEntry) -> dict[str, QueueEntry]:
    return {wait.player: wait for wait in waits}


def pairs(*waits: QueueEntry, now_ms: int = SOON_MS) -> list[set[str]]:
    """Who is paired of those in one queue."""
    return [_names(pairing) for pairing in pair({BLITZ: a_queue(*waits)}, now_ms)]


def _names(pairing: Pairing) -> set[str]:
    return {pairing.red.player, pairing.black.player}


def test_the_nearest_rating_is_found_on_either_side() -> None:
    ann, ben, cho = (a_wait(n, rating=r) for n, r in (("ann", 1500), ("ben", 1590), ("cho", 1430)))

    assert pairs(ann, ben, cho) == [{"ann", "cho"}]


def test_a_rating_outside_either_window_is_not_played() -> None:
    far = a_wait("ben", rating=1_500 + BASE_POINTS + 11)

    assert pairs(a_wait("ann"), far) == []
    assert pairs(a_wait("ann", since_ms=NOW_MS - 20_000), far) == []


def test_windows_widen_as_both_wait() -> None:
    far = a_wait("ben", rating=1_700)

    assert pairs(a_wait("ann"), far, now_ms=NOW_MS + 9_999) == []
    assert pairs(a_wait("ann"), far, now_ms=NOW_MS + 10_000) == [{"ann", "ben"}]


def test_the_impatient_are_served_before_those_who_suit_each_other_better() -> None:
    champion = a_wait("zoe", rating=2_400, since_ms=SOON_MS - PATIENCE_MS)

    assert pairs(a_wait("ann"), a_wait("ben", rating=1_501), champion) == [{"zoe", "ben"}]


def test_who_came_first_is_served_first() -> None:
    waits = [a_wait(name, since_ms=NOW_MS - age) for age, name in enumerate(("ann", "ben", "cho"))]

    assert pairs(*waits) == [{"cho", "ben"}]


def test_the_last_opponent_is_not_met_again_while_others_wait() -> None:
    ann, ben = a_wait("ann", last_opponent="ben"), a_wait("ben")
    cho = a_wait("cho", rating=1_580)
    stranger = a_wait("dan", rating=2_500)

    assert pairs(ann, ben, cho) == [{"ann", "cho"}]
    assert pairs(ann, ben, stranger) == []
    assert pairs(ann, ben) == [{"ann", "ben"}]


def test_the_impatient_meet_the_last_opponent_before_they_meet_nobody() -> None:
    early_ms = SOON_MS - PATIENCE_MS
    ann = a_wait("ann", last_opponent="ben", ignores=("cho",), since_ms=early_ms)

    assert pairs(ann, a_wait("ben"), a_wait("cho", ignores=("ben",))) == [{"ann", "ben"}]


@pytest.mark.parametrize("age_ms", [0, PATIENCE_MS])
def test_who_ignores_or_is_ignored_is_never_met(age_ms: int) -> None:
    ann = a_wait("ann", ignores=("ben",), since_ms=SOON_MS - age_ms)
    ben = a_wait("ben", since_ms=SOON_MS - age_ms)

    assert pairs(ann, ben) == pairs(ben, ann) == []


def test_a_crowd_is_paired_in_several_ticks_those_who_came_first_in_the_first() -> None:
    waits = [a_wait(f"p{n:04}", since_ms=NOW_MS + n) for n in range(2 * MAX_PAIRS + 20)]
    later_ms = NOW_MS + 10_000

    first = pair({BLITZ: a_queue(*waits)}, later_ms)
    paired = set.union(*map(_names, first))
    rest = a_queue(*(wait for wait in waits if wait.player not in paired))

    assert len(first) == MAX_PAIRS
    assert waits[0].player in paired
    assert next_tick_ms({BLITZ: a_queue(*waits)}, first, later_ms) == later_ms + GATHER_MS
    assert len(pair({BLITZ: rest}, later_ms + GATHER_MS)) == 10


def test_red_is_for_whoever_had_it_less_often() -> None:
    (pairing,) = pair({BLITZ: a_queue(a_wait("ann", tilt=1), a_wait("ben", tilt=-1))}, SOON_MS)

    assert (pairing.red.player, pairing.black.player) == ("ben", "ann")


@pytest.mark.parametrize(("toss", "red"), [(0, "ann"), (1, "ben")])
def test_between_equals_the_toss_of_who_waited_longer_decides(toss: int, red: str) -> None:
    queue = a_queue(a_wait("ben", toss=0), a_wait("ann", toss=toss, since_ms=NOW_MS - 1))

    (pairing,) = pair({BLITZ: queue}, SOON_MS)

    assert pairing.red.player == red
    assert pairing.room == "room-ann"


def test_one_who_waits_in_two_queues_is_paired_once_in_that_of_the_longer_wait() -> None:
    ann, ben, cho = map(a_wait, ("ann", "ben", "cho"))
    longer = a_wait("ann", since_ms=NOW_MS - 1)
    queues = {BLITZ: a_queue(longer, ben), RAPID: a_queue(ann, cho)}

    assert [_names(pairing) for pairing in pair(queues, SOON_MS)] == [{"ann", "ben"}]


def test_a_tick_follows_while_waiting_can_help() -> None:
    far = a_queue(a_wait("ann"), a_wait("ben", rating=2_500))
    apart = a_queue(a_wait("ann", ignores=("ben",)), a_wait("ben"))

    assert next_tick_ms({BLITZ: far}, (), SOON_MS) == SOON_MS + TICK_MS
    assert next_tick_ms({BLITZ: a_queue(a_wait("ann"))}, (), SOON_MS) is None
    assert next_tick_ms({BLITZ: apart}, (), NOW_MS + PATIENCE_MS) is None


# Any crowd.

NAMES = [f"p{number}" for number in range(12)]


@st.composite
def crowds(draw: st.DrawFn) -> Queues:
    """Up to a dozen players in one or both of two queues, some of whom ignore others."""
    queues: dict[Queue, dict[str, QueueEntry]] = {BLITZ: {}, RAPID: {}}
    for name in NAMES[: draw(st.integers(0, len(NAMES)))]:
        wait = a_wait(
            name,
            since_ms=NOW_MS - draw(st.integers(0, 2 * PATIENCE_MS)),
            rating=draw(st.integers(1_000, 2_200)),
            tilt=draw(st.integers(-4, 4)),
            last_opponent=draw(st.none() | st.sampled_from(NAMES)),
            ignores=tuple(draw(st.lists(st.sampled_from(NAMES), max_size=3))),
            toss=draw(st.integers(0, 1)),
        )
        for queue in draw(st.sampled_from([(BLITZ,), (RAPID,), (BLITZ, RAPID)])):
            queues[queue][name] = wait
    return queues


def _suit(one: QueueEntry, other: QueueEntry) -> bool:
    return other.player not in one.ignores and one.player not in other.ignores


def _left(queues: Queues, pairings: list[Pairing]) -> dict[Queue, list[QueueEntry]]:
    gone = {name for pairing in pairings for name in _names(pairing)}
    return {
        queue: [wait for wait in waits.values() if wait.player not in gone]
        for queue, waits in queues.items()
    }


@given(crowds())
def test_pairs_are_of_one_queue_apart_from_nobody_and_of_each_player_once(queues: Queues) -> None:
    pairings = pair(queues, NOW_MS)

    paired = [name for pairing in pairings for name in (pairing.red.player, pairing.black.player)]
    assert len(paired) == len(set(paired))
    for pairing in pairings:
        assert {pairing.red.player, pairing.black.player} <= queues[pairing.queue].keys()
        assert _suit(pairing.red, pairing.black)
        assert pairing.red.tilt <= pairing.black.tilt


@given(crowds())
def test_nobody_starves(queues: Queues) -> None:
    """Whoever has waited long enough is left alone only with whom he must not meet."""
    for waits in _left(queues, pair(queues, NOW_MS)).values():
        for wait in waits:
            if NOW_MS - wait.since_ms >= PATIENCE_MS:
                others = [other for other in waits if other is not wait]
                assert not any(_suit(wait, other) for other in others)


@given(crowds())
def test_no_two_are_left_who_could_have_been_paired(queues: Queues) -> None:
    for waits in _left(queues, pair(queues, NOW_MS)).values():
        for one in waits:
            for other in waits:
                is_again = one.last_opponent == other.player or other.last_opponent == one.player
                waited_ms = NOW_MS - max(one.since_ms, other.since_ms)
                is_near = abs(one.rating - other.rating) <= window_points(waited_ms)
                assert one is other or is_again or not is_near or not _suit(one, other)


@given(crowds())
def test_a_last_opponent_is_met_only_by_the_impatient_or_the_last_two(queues: Queues) -> None:
    pairings = pair(queues, NOW_MS)
    left = _left(queues, pairings)

    for pairing in pairings:
        red, black = pairing.red, pairing.black
        if red.last_opponent == black.player or black.last_opponent == red.player:
            oldest_ms = NOW_MS - min(red.since_ms, black.since_ms)
            assert oldest_ms >= PATIENCE_MS or left[pairing.queue] == []


@given(crowds(), st.randoms())
def test_the_order_of_a_map_does_not_matter(queues: Queues, random: st.randoms) -> None:  # type: ignore[valid-type]
    def shuffled(waits: Mapping[str, QueueEntry]) -> dict[str, QueueEntry]:
        names = list(waits)
        random.shuffle(names)  # type: ignore[attr-defined]
        return {name: waits[name] for name in names}

    again = {queue: shuffled(waits) for queue, waits in queues.items()}

    assert pair(again, NOW_MS) == pair(queues, NOW_MS)
