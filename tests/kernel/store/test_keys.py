from xiangqi_server.kernel.store.keys import Keys, read_name, write_name
from xiangqi_server.kernel.store.values import AggregateId


def test_all_keys_of_an_aggregate_share_the_hash_tag_of_its_shard() -> None:
    keys = Keys("xq:", 16)

    names = keys.to_append(AggregateId("room", "abc"))

    assert names == (
        "xq:{s14}:log:room:abc",
        "xq:{s14}:head:room:abc",
        "xq:{s14}:snapshot:room:abc",
        "xq:{s14}:due",
        "xq:{s14}:outbox",
    )
    assert names == (*keys.of(AggregateId("room", "abc")), keys.due(14), keys.outbox(14))


def test_an_aggregate_stays_in_its_shard_for_ever() -> None:
    """The store is laid out by these numbers: they must be the same in every release."""
    names = [AggregateId("room", "abc"), AggregateId("lobby", "main"), AggregateId("player", "p1")]

    assert [Keys(shards=16).shard_of(name) for name in names] == [14, 1, 7]
    assert [Keys(shards=256).shard_of(name) for name in names] == [238, 161, 119]


def test_aggregates_are_spread_over_all_shards() -> None:
    keys = Keys(shards=16)

    shards = [keys.shard_of(AggregateId("room", f"r{number}")) for number in range(1_600)]

    assert set(shards) == set(range(16))
    assert max(map(shards.count, range(16))) < 150


def test_a_name_is_read_as_it_was_written() -> None:
    name = AggregateId("room", "abc")

    assert read_name(write_name(name)) == name
