from itertools import pairwise

import pytest
from redis.crc import key_slot

from xiangqi_server.kernel.store.client.cluster.slots import SLOTS, TAGS, slot_of
from xiangqi_server.kernel.store.keys import Keys
from xiangqi_server.kernel.store.values import AggregateId

RUN = SLOTS // len(TAGS)


def test_the_tag_of_a_shard_lies_in_the_middle_of_its_run_of_slots() -> None:
    for shard, tag in enumerate(TAGS):
        assert abs(key_slot(tag.encode()) - (shard * RUN + RUN // 2)) <= 1


@pytest.mark.parametrize("masters", range(3, 33))
def test_no_master_has_more_shards_than_the_whole_number_above_its_share(masters: int) -> None:
    bounds = [round(SLOTS * number / masters) for number in range(masters + 1)]
    slots = [key_slot(tag.encode()) for tag in TAGS]

    shards = [sum(start <= slot < end for slot in slots) for start, end in pairwise(bounds)]

    assert max(shards) == -(-len(TAGS) // masters)
    assert min(shards) == len(TAGS) // masters


def test_tags_stay_as_they_are_for_ever() -> None:
    """Stores are laid out by them: see `tests/kernel/store/test_keys.py` for the shards."""
    assert (len(set(TAGS)), TAGS[0], TAGS[119], TAGS[-1]) == (256, "e8a", "zt7", "qmh")


def test_all_keys_of_an_aggregate_are_in_one_slot() -> None:
    keys = Keys("xq:", len(TAGS), TAGS)
    player = AggregateId("player", "p1")
    assert keys.shard_of(player) == 119

    slots = {
        slot_of(key)
        for key in (*keys.to_append(player), keys.channel(player), keys.metas[119], keys.due(119))
    }

    assert slots == {key_slot(keys.of(player)[0].encode())} == {key_slot(b"{zt7}")}
    assert slot_of("no tag") == key_slot(b"no tag")
