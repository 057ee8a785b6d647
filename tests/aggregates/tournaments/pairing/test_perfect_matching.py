"""Pairings in which nobody is left over, held against every pairing there is."""

from hypothesis import given
from hypothesis import strategies as st

from xiangqi_server.aggregates.tournaments.pairing.perfect_matching import (
    all_perfect,
    grown,
    has_disjoint,
    without,
)

COUNT = 8
EDGES = [(one, other) for one in range(COUNT) for other in range(one + 1, COUNT)]
graphs = st.sets(st.sampled_from(EDGES))


def partners_of(graph: set[tuple[int, int]]) -> dict[int, frozenset[int]]:
    """With whom each may be paired."""
    return {
        one: frozenset(other for pair in graph if one in pair for other in pair if other != one)
        for one in range(COUNT)
    }


def most_pairs(graph: set[tuple[int, int]]) -> int:
    """How many pairs there can be, by trying all."""
    if not graph:
        return 0
    first = min(map(min, graph))
    own = {pair for pair in graph if first in pair}
    others = ({other for other in graph if not set(other) & set(pair)} for pair in own)
    return max(most_pairs(graph - own), *(1 + most_pairs(left) for left in others))


@given(graphs, st.integers(0, 4))
def test_as_many_are_paired_as_can_be_and_who_was_paired_still_is(
    graph: set[tuple[int, int]], count: int
) -> None:
    partners = partners_of(graph)
    start: list[tuple[int, int]] = []
    for pair in sorted(graph):
        if len(start) < count and not {one for two in start for one in two} & set(pair):
            start.append(pair)

    found = grown(COUNT, start, lambda one: sorted(partners[one]))

    paired = [one for pair in found for one in pair]
    assert set(found) <= graph
    assert len(paired) == len(set(paired))
    assert len(found) == most_pairs(graph)
    assert {one for pair in start for one in pair} <= set(paired)


def test_one_who_is_left_over_is_found_a_partner_through_an_odd_cycle() -> None:
    graph = {(0, 1), (1, 2), (2, 3), (3, 4), (0, 4), (3, 5)}
    partners = partners_of(graph)

    found = grown(6, [(1, 2), (3, 4)], lambda one: sorted(partners[one]))

    assert set(found) == {(0, 4), (1, 2), (3, 5)}


@given(graphs)
def test_every_pairing_of_all_is_told_once(graph: set[tuple[int, int]]) -> None:
    partners = partners_of(graph)

    found = list(all_perfect(partners))

    assert len(found) == len(set(found))
    assert all(set(pairs) <= graph and len(pairs) == COUNT // 2 for pairs in found)
    assert bool(found) is (most_pairs(graph) == COUNT // 2)


@given(graphs, st.integers(0, 4))
def test_rounds_to_come_are_possible_if_their_pairings_share_no_pair(
    graph: set[tuple[int, int]], rounds: int
) -> None:
    partners = partners_of(graph)

    def exists(left: dict[int, frozenset[int]], rounds: int) -> bool:
        return rounds == 0 or any(
            exists(without(left, pairs), rounds - 1) for pairs in all_perfect(left)
        )

    found = has_disjoint(partners, rounds, iter(range(10_000)))

    assert found is exists(partners, rounds)


def test_two_groups_of_three_who_have_not_met_are_no_round() -> None:
    partners = partners_of({(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5), (6, 7)})

    assert not has_disjoint(partners, 1, iter(range(10)))


def test_what_is_not_found_in_as_many_looks_is_taken_for_impossible() -> None:
    partners = partners_of(set(EDGES))

    assert has_disjoint(partners, 3, iter(range(100)))
    assert not has_disjoint(partners, 3, iter(range(2)))
