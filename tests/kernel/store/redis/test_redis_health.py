"""What an engine lacks is told by name before anything is written there."""

import asyncio
from pathlib import Path

import pytest

from tests.support.valkey_cluster import a_valkey_cluster
from tests.support.valkey_process import ValkeyProcess
from xiangqi_server.kernel.store.opening import open_store
from xiangqi_server.kernel.store.port import StoreError


async def _missing_at(url: str) -> str:
    with pytest.raises(StoreError, match="this engine lacks ") as caught:
        await open_store(url)
    return str(caught.value).removeprefix("this engine lacks ").partition(":")[0]


async def test_a_server_without_our_commands_is_refused_by_their_names(tmp_path: Path) -> None:
    process = ValkeyProcess(tmp_path)
    process.start("--rename-command", "HRANDFIELD", "", "--rename-command", "XTRIM", "")
    try:
        await process.until_it_answers()

        assert await _missing_at(process.url) == "HRANDFIELD, XTRIM"
        assert await process.tell("DBSIZE") == 0
    finally:
        process.kill()


def test_a_cluster_without_sharded_publications_is_refused(tmp_path: Path) -> None:
    flags = ("--rename-command", "SSUBSCRIBE", "")
    with a_valkey_cluster(tmp_path, replicas=0, flags=flags) as cluster:
        assert asyncio.run(_missing_at(cluster.url)) == "SSUBSCRIBE"


async def test_who_may_not_ask_for_commands_is_believed(valkey_process: ValkeyProcess) -> None:
    rights = ("on", ">secret", "~*", "&*", "+@all", "-command|info")
    await valkey_process.tell("ACL", "SETUSER", "player", *rights)

    store = await open_store(f"redis://player:secret@127.0.0.1:{valkey_process.port}")

    assert store.metadata.identity
    await store.close()
