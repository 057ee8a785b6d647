"""The cheapest pairing of neighbours, held against every pairing there is."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from xiangqi_server.aggregates.tournaments.pairing.matching import nearest

ALONE = 10**6


def all_pairings(left: tuple[int, ...]) -> list[tuple[tuple[int, int], ...]]:
    """Every way of pairing some of these."""
    if not left:
        return [()]
    first, rest = left[0], left[1:]
    found = all_pairings(rest)
    for other in rest:
        others = tuple(one for one in rest if one != other)
        found += [((first, other), *more) for more in all_pairings(others)]
    return found


@given(st.integers(0, 7), st.dictionaries(st.integers(0, 60), st.integers(0, 50)))
def test_it_is_the_cheapest_of_all_pairings(count: int, prices: dict[int, int]) -> None:
    def cost(one: int, other: int) -> int | None:
        price = prices.get(one * 7 + other, 51)
        return None if price % 5 == 4 else price

    def total(pairs: tuple[tuple[int, int], ...]) -> int:
        costs = [cost(*pair) for pair in pairs]
        spent = sum(price for price in costs if price is not None)
        return spent + ALONE * (count - 2 * len(pairs))

    allowed = [
        pairs
        for pairs in all_pairings(tuple(range(count)))
        if all(cost(*pair) is not None for pair in pairs)
    ]
    found = tuple(nearest(count, cost, max(count, 1), lambda _: ALONE))

    assert total(found) == min(map(total, allowed))


@given(st.integers(0, 60), st.integers(1, 6))
def test_partners_stand_no_further_apart_than_the_reach(count: int, reach: int) -> None:
    pairs = nearest(count, lambda one, other: (other - one) % 4, reach, lambda _: ALONE)

    assert all(0 < other - one <= reach for one, other in pairs)
    paired = sorted(number for pair in pairs for number in pair)
    assert len(paired) == count - count % 2
    assert all(one != other for one, other in pairwise(paired))
