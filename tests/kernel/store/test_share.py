"""How nodes agree without a word which of them looks through a shard."""

from collections import Counter

import pytest

from xiangqi_server.kernel.store.share import EVERYTHING, SWEEPERS, Share

SHARDS = 256
NAMES = frozenset(f"node{number}" for number in range(32))


def shares(names: frozenset[str]) -> dict[str, set[int]]:
    """The shards of each node, if all see the same nodes."""
    return {name: {*Share(name, names).of(SHARDS)} for name in names}


@pytest.mark.parametrize("count", [1, 2, 3, 32])
def test_every_shard_has_two_sweepers_or_as_many_as_there_are(count: int) -> None:
    names = frozenset(sorted(NAMES)[:count])

    sweepers = Counter(shard for shards in shares(names).values() for shard in shards)

    assert sweepers == dict.fromkeys(range(SHARDS), min(SWEEPERS, count))


def test_a_node_that_knows_of_no_other_has_all_shards() -> None:
    assert EVERYTHING.of(16) == tuple(range(16))


def test_no_node_has_much_more_than_another() -> None:
    sizes = [len(shards) for shards in shares(NAMES).values()]

    assert sum(sizes) == SWEEPERS * SHARDS
    assert max(sizes) <= 2 * sum(sizes) / len(sizes)


def test_when_a_node_dies_only_its_shards_find_others() -> None:
    before = shares(NAMES)
    after = shares(NAMES - {"node7"})

    kept = [before[name] <= after[name] for name in after]
    taken = [shard for name in after for shard in after[name] - before[name]]

    assert all(kept)
    assert Counter(taken) == Counter(before["node7"])


def test_work_for_one_node_a_shard_is_given_once() -> None:
    given = Counter(shard for name in NAMES for shard in Share(name, NAMES).of(16, sweepers=1))

    assert given == dict.fromkeys(range(16), 1)


def test_nodes_agree_on_an_order_for_each_name_and_who_is_gone_leaves_it() -> None:
    turns = {name: Share(name, NAMES).turn_at("lobby:main") for name in NAMES}
    first = min(turns, key=turns.__getitem__)
    others = NAMES - {first}

    assert sorted(turns.values()) == list(range(len(NAMES)))
    assert {name: Share(name, others).turn_at("lobby:main") for name in others} == {
        name: turn - 1 for name, turn in turns.items() if name != first
    }
    assert EVERYTHING.turn_at("lobby:main") == 0
