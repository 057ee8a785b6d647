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

from server.store.port import StoreUnavailable
from server.store.redis_store import RedisStore, open_store
from server.store.values import Appended
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


def test_a_wrong_password_is_told(certificate: Path, port: int) -> None:
    trusted = quote(str(certificate))

    refusal = refusal_of(f"rediss://:wrong@127.0.0.1:{port}?ssl_ca_certs={trusted}")

    assert "password" in refusal


def test_a_certificate_nobody_vouches_for_is_refused(port: int) -> None:
    assert "certificate" in refusal_of(f"rediss://:secret@127.0.0.1:{port}")
