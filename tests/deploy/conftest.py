"""A store that runs with the `valkey.conf` of `deploy/`, for all tests of it."""

import asyncio
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.server_process import free_port
from tests.support.stores import RETRY_S
from xiangqi_server.kernel.store.embedded.binary import find_binary
from xiangqi_server.kernel.store.opening import open_store
from xiangqi_server.kernel.store.port import StoreUnavailable

DEPLOY = Path(__file__).parent.parent.parent / "deploy"
PASSWORD = "a-password-of-the-operator"


@pytest.fixture(scope="session")
def store_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a store that runs with `valkey.conf`, but for its place and its password."""
    home: Path = tmp_path_factory.mktemp("operator")
    port = free_port()
    text = (DEPLOY / "valkey.conf").read_text()
    for line, ours in (
        ("port 6379", f"port {port}"),
        ("dir /var/lib/valkey", f"dir {home}"),
        ("CHANGE-ME-1", PASSWORD),
    ):
        assert line in text
        text = text.replace(line, ours)
    (home / "valkey.conf").write_text(text)
    command = [find_binary(), home / "valkey.conf"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        url = f"redis://xiangqi:{PASSWORD}@127.0.0.1:{port}"
        asyncio.run(until_it_answers(url))
        yield url
        process.terminate()


@pytest.fixture(scope="session")
def operator_url(store_url: str) -> str:
    """The same store, as the person on call reaches it."""
    return store_url.replace(f"xiangqi:{PASSWORD}", "operator:CHANGE-ME-2")


async def until_it_answers(url: str) -> None:
    while True:
        try:
            store = await open_store(url)
        except StoreUnavailable:
            await asyncio.sleep(RETRY_S)
        else:
            await store.close()
            return
