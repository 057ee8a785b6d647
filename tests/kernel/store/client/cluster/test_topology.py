"""Who has what, as real servers say it."""

import asyncio
from collections.abc import Mapping
from types import MappingProxyType

import hiredis
import pytest

from tests.support.patience import PATIENCE_S
from tests.support.valkey_cluster import ValkeyCluster
from tests.support.valkey_process import ValkeyProcess
from xiangqi_server.kernel.store.client.address import ServerAddress, StoreAddress
from xiangqi_server.kernel.store.client.cluster.discovery import SlotMap
from xiangqi_server.kernel.store.client.cluster.slots import SLOTS
from xiangqi_server.kernel.store.client.cluster.topology import Topology
from xiangqi_server.kernel.store.client.requests import pack
from xiangqi_server.kernel.store.client.wires import wire_to
from xiangqi_server.kernel.store.opening import open_store
from xiangqi_server.kernel.store.port import StoreError, StoreUnavailable


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


NOBODY: Mapping[int, str] = MappingProxyType({})


class FakeSentinel:
    """Answers as a Sentinel does that knows what it was told, or not at all."""

    def __init__(
        self,
        epoch: int,
        master: int,
        current: int,
        replicas: Mapping[int, str],
        silent: Mapping[int, str] = NOBODY,
    ) -> None:
        self.is_silent = False
        self._silent = silent
        self._epoch, self._master, self._current = epoch, master, current
        self._replicas = replicas
        self._server: asyncio.Server | None = None

    async def open(self) -> str:
        """Listen; where."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return f"127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def close(self) -> None:
        """Listen no more."""
        assert self._server is not None
        self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        parser = hiredis.Reader()
        while data := await reader.read(4_096):
            parser.feed(data)
            while words := parser.gets():
                if not self.is_silent:
                    writer.write(self._answer([word.decode().upper() for word in words]))
        writer.close()

    def _answer(self, words: list[str]) -> bytes:
        match words:
            case ["SENTINEL", "MASTER", _]:
                down = "s_down," if self._master != self._current else ""
                return pack(*self._facts(self._master, f"{down}master", answered="2345"))
            case ["SENTINEL", "REPLICAS", _]:
                facts = [self._facts(port, "slave", age) for port, age in self._replicas.items()]
                for port, ago in self._silent.items():
                    facts.append(self._facts(port, "s_down,slave,disconnected", answered=ago))
                return b"*%d\r\n" % len(facts) + b"".join(pack(*some) for some in facts)
            case ["SENTINEL", *_]:
                return pack(*["127.0.0.1", str(self._current)])
        return b"+OK\r\n"

    def _facts(self, port: int, flags: str, age_ms: str = "7", answered: str = "3") -> list[str]:
        told = {
            "ip": "127.0.0.1",
            "port": str(port),
            "flags": flags,
            "config-epoch": str(self._epoch),
            "info-refresh": age_ms,
            "last-ok-ping-reply": answered,
        }
        return [word for fact in told.items() for word in fact]


async def _map_by(*sentinels: FakeSentinel) -> SlotMap:
    """What is known by asking some Sentinels once."""
    places = [await one.open() for one in sentinels]
    topology = Topology(StoreAddress.read(f"sentinel://{','.join(places)}/xiangqi"), wire_to)
    async with asyncio.timeout(PATIENCE_S):
        await topology.refresh()
    await topology.close()
    for one in sentinels:
        await one.close()
    return topology.map


def _server(port: int) -> ServerAddress:
    return ServerAddress("127.0.0.1", port)


async def test_the_sentinel_that_knows_of_the_latest_failover_is_believed() -> None:
    stale = FakeSentinel(0, 1, 1, {2: "7", 3: "7"})
    fresh = FakeSentinel(1, 2, 2, {3: "7"})

    found = await _map_by(stale, fresh)

    assert found.replicas == {_server(2): (_server(3),)}


async def test_the_new_primary_is_known_before_its_failover_has_ended() -> None:
    found = await _map_by(FakeSentinel(1, master=1, current=2, replicas={2: "7", 3: "7"}))

    assert found.replicas == {_server(2): (_server(3),)}
    assert found.silent_ms == {_server(1): 2_345}
    assert not found.is_sound  # so it is looked at again soon


async def test_a_server_that_any_sentinel_could_elect_is_a_replica() -> None:
    one, other = FakeSentinel(1, 1, 1, {2: "7"}), FakeSentinel(1, 1, 1, {3: "7"})

    found = await _map_by(one, other)

    assert set(found.replicas[_server(1)]) == {_server(2), _server(3)}


async def test_a_server_that_has_not_said_how_it_is_since_the_failover_may_still_do_so() -> None:
    found = await _map_by(FakeSentinel(1, 1, 1, {2: "0", 3: "1700000000000", 4: "7"}))

    assert found.replicas == {_server(1): (_server(4),)}
    assert found.silent_ms == {_server(2): 3, _server(3): 3}


async def test_a_server_is_silent_since_it_last_answered_any_of_the_sentinels() -> None:
    one = FakeSentinel(1, 1, 1, {}, silent={2: "900", 3: "50"})
    other = FakeSentinel(1, 1, 1, {3: "7"}, silent={2: "400", 4: "8"})

    found = await _map_by(one, other)

    assert found.replicas == {_server(1): (_server(3),)}
    assert found.silent_ms == {_server(2): 400, _server(3): 50, _server(4): 8}


async def test_a_silent_sentinel_does_not_keep_the_others_from_being_believed() -> None:
    silent, other = FakeSentinel(2, 3, 3, {}), FakeSentinel(1, 1, 1, {2: "7"})
    silent.is_silent = True

    found = await _map_by(silent, other)

    assert found.primaries == (_server(1),)
