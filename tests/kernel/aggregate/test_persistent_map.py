"""A map that is never changed, held against a dictionary."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xiangqi_server.kernel.aggregate.persistent_map import PARTS, PersistentMap

KEYS = st.integers(0, 3 * PARTS)
"""A small number hashes to itself: some of these lie in the same part."""


def filled(entries: dict[int, str]) -> PersistentMap[int, str]:
    made: PersistentMap[int, str] = PersistentMap()
    for key, value in entries.items():
        made = made.set(key, value)
    return made


@given(st.dictionaries(KEYS, st.text()), st.dictionaries(KEYS, st.text()), st.sets(KEYS))
def test_it_is_a_dictionary_whose_changes_are_new_ones(
    first: dict[int, str], more: dict[int, str], gone: set[int]
) -> None:
    before = filled(first)
    after = before
    for key, value in more.items():
        after = after.set(key, value)
    both = first | more
    fewer = after.without([key for key in gone if key in both])

    assert dict(before) == first
    assert dict(after) == both
    assert dict(fewer) == {key: value for key, value in both.items() if key not in gone}
    assert before.set_all(more.items()) == after
    for made in (before, after, fewer, before.set_all(more.items())):
        assert len(made) == len(list(made)) == len(made.values())
        assert sorted(made.values()) == sorted(value for _, value in made.items())
        assert all(key in made for key in made)


def test_what_is_not_there_is_told() -> None:
    made = filled({1: "one"})

    assert PARTS + 1 not in made
    assert made.get(PARTS + 1) is None
    with pytest.raises(KeyError):
        made.without([PARTS + 1])


def test_maps_with_the_same_entries_are_equal() -> None:
    assert filled({1: "one", PARTS + 1: "two"}) == filled({PARTS + 1: "two", 1: "one"})
    assert filled({1: "one"}) != filled({1: "two"})
