"""Who has what, as real servers say it."""

import asyncio

import pytest

from server.store.address import ServerAddress, StoreAddress
from server.store.cluster.slots import SLOTS
from server.store.cluster.topology import Topology
from server.store.port import StoreError, StoreUnavailable
from server.store.redis_store import open_store, wire_to
from tests.support.valkey_cluster import ValkeyCluster
from tests.support.valkey_process import ValkeyProcess


async def test_any_server_tells_who_has_which_slots(valkey_cluster: ValkeyCluster) -> None:
    for member in valkey_cluster.members:
        address = StoreAddress.read(f"cluster://127.0.0.1:{member.process.port}")
        topology = Topology(address, wire_to)

        await topology.refresh()

        found = topology.map
        masters = [
            ServerAddress("127.0.0.1", one.process.port) for one in valkey_cluster.members[:3]
        ]
        assert [found.owners[slot] for slot in (0, SLOTS // 2, SLOTS - 1)] == masters
        assert set(found.owners) == set(found.primaries) == set(masters)
        assert all(len(replicas) == 1 for replicas in found.replicas.values())
        assert (found.is_sound, found.epoch) == (True, 3)
        await topology.close()


async def test_servers_that_do_not_answer_are_passed_over(valkey_cluster: ValkeyCluster) -> None:
    seeds = valkey_cluster.url.removeprefix("cluster://")
    topology = Topology(StoreAddress.read(f"cluster://127.0.0.1:1,{seeds}"), wire_to)

    await topology.refresh()

    assert len(topology.map.primaries) == 3
    await topology.close()


async def test_a_primary_behind_sentinels_has_all_slots(sentinel_url: str) -> None:
    topology = Topology(StoreAddress.read(sentinel_url), wire_to)

    await topology.refresh()

    (primary,) = topology.map.primaries
    assert topology.map.owners == (primary,) * SLOTS
    assert len(topology.map.replicas[primary]) == 1
    await topology.close()


async def test_nobody_answers() -> None:
    with pytest.raises(StoreUnavailable, match="cannot be reached"):
        await open_store("cluster://127.0.0.1:1,127.0.0.1:2")


async def test_an_address_with_the_wrong_word_is_told_the_right_one(
    valkey_cluster: ValkeyCluster, sentinel_url: str, valkey_process: ValkeyProcess
) -> None:
    single = f"127.0.0.1:{valkey_process.port}"
    member = f"127.0.0.1:{valkey_cluster.members[4].process.port}"
    sentinel = sentinel_url.removeprefix("sentinel://").partition(",")[0]
    wrong = {
        f"redis://{member}": f"use cluster://{member}",
        f"redis://{sentinel}": f"use sentinel://{sentinel}/",
        f"cluster://{single}": f"use redis://{single}",
        f"cluster://{sentinel}": f"use sentinel://{sentinel}/",
        f"sentinel://{single}/name": f"use redis://{single}",
        f"sentinel://{member}/name": f"use cluster://{member}",
        f"sentinel://{sentinel}/another": "knows no primary called another",
    }

    for url, advice in wrong.items():
        with pytest.raises(StoreError, match=advice) as caught:
            await open_store(url)
        assert "\n" not in str(caught.value)


async def test_a_sentinel_that_answers_nonsense_is_passed_over_like_one_that_is_silent(
    sentinel_url: str,
) -> None:
    async def nonsense(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while await reader.read(4_096):
            writer.write(b"*2\r\n$4\r\nport\r\n$5\r\nseven\r\n" * 2)
        writer.close()

    async with await asyncio.start_server(nonsense, "127.0.0.1", 0) as server:
        mad = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        with pytest.raises(StoreError, match="can be read"):
            await Topology(StoreAddress.read(f"sentinel://{mad}/xiangqi"), wire_to).open()
        others = sentinel_url.removeprefix("sentinel://")
        topology = Topology(StoreAddress.read(f"sentinel://{mad},{others}"), wire_to)

        await topology.open()

        assert len(topology.map.primaries) == 1
        await topology.close()
