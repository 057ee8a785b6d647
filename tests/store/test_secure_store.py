"""An operator's store behind TLS and a password, as Debian's redis-server offers it."""

import asyncio
import gc
import shutil
import socket
import subprocess
import warnings
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from server.store.acknowledgement import Promise, PromiseKind
from server.store.cluster.slots import SLOTS
from server.store.feed import Publication
from server.store.group_commit import GroupedConnection
from server.store.port import StoreUnavailable
from server.store.redis_store import RedisStore, open_store, wire_to
from server.store.replies import read_facts
from server.store.values import Appended
from tests.store.test_feed import a_following
from tests.support.patience import PATIENCE_S
from tests.support.server_process import free_port
from tests.support.stores import RETRY_S, a_room, an_append

pytestmark = pytest.mark.skipif(
    shutil.which("redis-server") is None or shutil.which("openssl") is None,
    reason="needs redis-server with TLS, and openssl",
)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate of 127.0.0.1 that nobody signed; its key lies beside it."""
    home = tmp_path_factory.mktemp("tls")
    options = (
        "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 "
        "-subj /CN=localhost -addext subjectAltName=IP:127.0.0.1 -keyout key.pem -out cert.pem"
    )
    subprocess.run(["openssl", *options.split()], cwd=home, check=True, capture_output=True)
    return home / "cert.pem"


@pytest.fixture(scope="module")
def port(certificate: Path) -> Iterator[int]:
    """Where a store that speaks only TLS listens; its password is "secret"."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
    options = (
        f"--port 0 --tls-port {port} --bind 127.0.0.1 --tls-cert-file cert.pem "
        "--tls-key-file key.pem --tls-ca-cert-file cert.pem --tls-auth-clients no "
        "--requirepass secret --appendonly no"
    )
    command = ["redis-server", *options.split()]
    with subprocess.Popen(command, cwd=certificate.parent, stdout=subprocess.DEVNULL) as process:
        yield port
        process.kill()


async def give_all_slots(url: str) -> None:
    """Have the server at `url`, once it has come up, serve the whole of its cluster."""
    connection = GroupedConnection(wire_to(url), PATIENCE_S)
    async with asyncio.timeout(PATIENCE_S):
        while True:
            try:
                await connection.call("CLUSTER", "ADDSLOTSRANGE", "0", str(SLOTS - 1))
                break
            except StoreUnavailable:
                await asyncio.sleep(RETRY_S)
        facts: dict[str, str] = {}
        while facts.get("cluster_state") != "ok":
            await asyncio.sleep(RETRY_S)
            facts = read_facts(await connection.call("CLUSTER", "INFO"))
    await connection.close()


@pytest.fixture(scope="module")
def cluster_at(certificate: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a cluster of one server listens that speaks only TLS, with the same password."""
    port, home = free_port(), tmp_path_factory.mktemp("cluster")
    options = (
        f"--port 0 --tls-port {port} --bind 127.0.0.1 --dir {home} "
        f"--tls-cert-file {certificate} --tls-key-file {certificate.with_name('key.pem')} "
        f"--tls-ca-cert-file {certificate} --tls-auth-clients no --tls-cluster yes "
        f"--cluster-enabled yes --cluster-port {free_port()} --requirepass secret --appendonly no"
    )
    command = ["redis-server", *options.split()]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        trusted = quote(str(certificate))
        asyncio.run(give_all_slots(f"rediss://:secret@127.0.0.1:{port}?ssl_ca_certs={trusted}"))
        yield f"127.0.0.1:{port}"
        process.kill()


async def open_at_last(url: str) -> RedisStore:
    """The store, once its process has come up."""
    while True:
        try:
            return await open_store(url)
        except StoreUnavailable as error:
            if "refused" not in str(error).lower():
                raise
            await asyncio.sleep(RETRY_S)


def refusal_of(url: str) -> str:
    """What the operator is told; the refused connection may outlive its loop by a farewell."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        try:
            asyncio.run(open_at_last(url))
        except StoreUnavailable as error:
            refusal = str(error)
        else:
            refusal = "none"
        gc.collect()
    return refusal


async def test_a_store_behind_tls_and_a_password_is_a_store(certificate: Path, port: int) -> None:
    trusted = quote(str(certificate))
    store = await open_at_last(f"rediss://:secret@127.0.0.1:{port}?ssl_ca_certs={trusted}")

    assert isinstance(await store.append(an_append(a_room())), Appended)

    await store.close()


async def test_a_cluster_behind_tls_and_a_password_is_a_store(
    certificate: Path, cluster_at: str
) -> None:
    trusted = quote(str(certificate))
    url = f"clusters://:secret@{cluster_at}?ssl_ca_certs={trusted}"
    store = await open_store(url, promise=Promise(PromiseKind.PRIMARY))
    rooms = [a_room() for _ in range(8)]
    ear = await a_following(store, *rooms)

    results = await store.append_all([an_append(room) for room in rooms])
    await ear.until(lambda: len(ear.publications) == len(rooms))
    loaded = [await store.load(room) for room in rooms]
    await store.close()

    heads = [result.head for result in results if isinstance(result, Appended)]
    assert [one.head for one in loaded] == heads
    assert dict(ear.publications) == {
        room: Publication(one.tail, one.head.digest)
        for room, one in zip(rooms, loaded, strict=True)
    }


async def test_a_cluster_with_a_certificate_nobody_vouches_for_is_refused(cluster_at: str) -> None:
    with pytest.raises(StoreUnavailable, match="certificate"):
        await open_store(f"clusters://:secret@{cluster_at}")


def test_a_wrong_password_is_told(certificate: Path, port: int) -> None:
    trusted = quote(str(certificate))

    refusal = refusal_of(f"rediss://:wrong@127.0.0.1:{port}?ssl_ca_certs={trusted}")

    assert "password" in refusal


def test_a_certificate_nobody_vouches_for_is_refused(port: int) -> None:
    assert "certificate" in refusal_of(f"rediss://:secret@127.0.0.1:{port}")
