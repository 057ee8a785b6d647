"""A store behind TLS, as Debian's redis-server offers it: one server, a cluster, Sentinels."""

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kernel.store.test_feed import a_following
from tests.support.certificates import Authority, Certificate
from tests.support.patience import PATIENCE_S
from tests.support.stores import a_room, an_append, append_at_last
from tests.support.valkey_cluster import (
    ValkeyCluster,
    ValkeySentinels,
    a_valkey_cluster,
    valkey_sentinels,
)
from tests.support.valkey_process import ValkeyProcess
from xiangqi_server.kernel.store.client.acknowledgement import Promise, PromiseKind
from xiangqi_server.kernel.store.client.cluster.slots import TAGS, slot_of
from xiangqi_server.kernel.store.feed import Publication
from xiangqi_server.kernel.store.keys import Keys
from xiangqi_server.kernel.store.opening import open_store
from xiangqi_server.kernel.store.port import StoreError
from xiangqi_server.kernel.store.redis.redis_store import RedisStore
from xiangqi_server.kernel.store.values import AggregateId, Appended

pytestmark = pytest.mark.skipif(
    shutil.which("redis-server") is None or shutil.which("openssl") is None,
    reason="needs redis-server with TLS, and openssl",
)

KEYS = Keys("xq:", len(TAGS), TAGS)
PROMISE = Promise(PromiseKind.REPLICA)


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    """It is known to nobody who is not told of it."""
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture(scope="module")
def certificate(authority: Authority) -> Certificate:
    """One of 127.0.0.1."""
    return authority.certificate("good")


@pytest.fixture(scope="module")
def single(
    certificate: Certificate, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ValkeyProcess]:
    """One server, which asks its clients for a certificate."""
    with ValkeyProcess(tmp_path_factory.mktemp("single"), certificate=certificate) as process:
        asyncio.run(process.until_it_answers())
        yield process


@pytest.fixture(scope="module")
def cluster(
    certificate: Certificate, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ValkeyCluster]:
    """Three masters with a replica each."""
    with a_valkey_cluster(tmp_path_factory.mktemp("cluster"), certificate=certificate) as ready:
        yield ready


@pytest.fixture(scope="module")
def sentinels(
    certificate: Certificate, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ValkeySentinels]:
    """A primary with a replica and three Sentinels."""
    with valkey_sentinels(tmp_path_factory.mktemp("sentinels"), certificate=certificate) as ready:
        yield ready


@pytest.fixture(params=["one server", "cluster", "Sentinels"])
def url(request: pytest.FixtureRequest) -> str:
    """The address of each shape of store."""
    if request.param == "one server":
        single: ValkeyProcess = request.getfixturevalue("single")
        return single.url
    if request.param == "cluster":
        cluster: ValkeyCluster = request.getfixturevalue("cluster")
        return cluster.url
    sentinels: ValkeySentinels = request.getfixturevalue("sentinels")
    return sentinels.url


async def _takes(store: RedisStore, room: AggregateId) -> None:
    """Make sure that a new event is stored, read and heard of."""
    ear = await a_following(store, room)
    async with asyncio.timeout(PATIENCE_S):
        result = await append_at_last(store, an_append(room))
    await ear.until(lambda: room in dict(ear.publications))
    loaded = await store.logs.load(room)

    assert isinstance(result, Appended)
    assert loaded.head == result.head
    assert dict(ear.publications)[room] == Publication(loaded.tail, loaded.head.digest)


def refusal_of(url: str) -> str:
    """What the operator is told."""
    try:
        asyncio.run(_open_and_close(url))
    except StoreError as error:
        return str(error)
    return "none"


async def _open_and_close(url: str) -> None:
    store = await open_store(url)
    await store.close()


async def test_a_store_behind_tls_is_a_store(url: str) -> None:
    store = await open_store(url, promise=None if url.startswith("rediss:") else PROMISE)

    await _takes(store, a_room())

    await store.close()


async def test_a_password_is_asked_for_behind_tls_as_well(
    single: ValkeyProcess, certificate: Certificate
) -> None:
    rights = ("on", ">secret", "~*", "&*", "+@all")
    await single.tell("ACL", "SETUSER", "player", *rights)
    server = f"127.0.0.1:{single.port}?{certificate.query}"

    store = await open_store(f"rediss://player:secret@{server}")
    await _takes(store, a_room())
    await store.close()
    with pytest.raises(StoreError, match="password"):
        await open_store(f"rediss://player:wrong@{server}")


async def test_what_a_primary_has_handed_over_is_found_and_heard_behind_tls(
    cluster: ValkeyCluster,
) -> None:
    store = await open_store(cluster.url, promise=PROMISE)
    old = cluster.members[1]
    room = a_room()
    while await cluster.owner_of(slot_of(KEYS.of(room)[0])) != old:
        room = a_room()
    await _takes(store, room)
    (replica,) = cluster.replicas_of(old)

    await replica.process.tell("CLUSTER", "FAILOVER")
    new = await cluster.until_promoted(old)
    another = a_room()
    while await cluster.owner_of(slot_of(KEYS.of(another)[0])) != new:
        another = a_room()
    await _takes(store, another)

    assert (await store.logs.load(room)).head.version == 1
    await store.close()


async def test_whoever_is_promoted_behind_tls_goes_on(sentinels: ValkeySentinels) -> None:
    store = await open_store(sentinels.url, promise=Promise(PromiseKind.PRIMARY))
    room = a_room()
    await _takes(store, room)
    old = await sentinels.primary()

    old.kill()
    await sentinels.until_promoted(old)
    await _takes(store, a_room())

    assert (await store.logs.load(room)).head.version == 1
    await store.close()


def test_a_client_without_a_certificate_is_told_how_to_name_one(
    single: ValkeyProcess, certificate: Certificate
) -> None:
    refusal = refusal_of(f"rediss://127.0.0.1:{single.port}?{certificate.trust}")

    assert "ssl_certfile= and ssl_keyfile=" in refusal


@pytest.mark.parametrize("word", ["rediss", "clusters", "sentinels"])
def test_an_authority_that_is_not_known_is_named_by_an_option(
    word: str, single: ValkeyProcess
) -> None:
    name = "/name" if word == "sentinels" else ""

    refusal = refusal_of(f"{word}://127.0.0.1:{single.port}{name}")

    assert "self-signed certificate in certificate chain" in refusal
    assert "?ssl_ca_certs=FILE" in refusal


@pytest.mark.parametrize(
    ("of", "end", "what", "advice"),
    [
        ("DNS:other.example", "21000101", "not valid for '127.0.0.1'", "a name that stands in"),
        ("IP:127.0.0.1", "20200201", "certificate has expired", "renew the certificate"),
    ],
)
def test_a_certificate_that_is_not_its_server_s_or_has_expired_is_told(
    authority: Authority, tmp_path: Path, of: str, end: str, what: str, advice: str
) -> None:
    served = authority.certificate(of.partition(":")[0] + end, of, end)
    with ValkeyProcess(tmp_path, certificate=served) as server:
        refusal = "Connect call failed"
        while "Connect call failed" in refusal:
            refusal = refusal_of(server.url)

    assert what in refusal
    assert advice in refusal


def test_tls_where_there_is_none_is_told_and_none_where_it_is_needed(
    single: ValkeyProcess, valkey_process: ValkeyProcess, certificate: Certificate
) -> None:
    for word, name in (("redis", ""), ("cluster", ""), ("sentinel", "/name")):
        plain = refusal_of(f"{word}s://127.0.0.1:{valkey_process.port}{name}?{certificate.trust}")
        secured = refusal_of(f"{word}://127.0.0.1:{single.port}{name}")

        assert "if this port speaks no TLS, write redis://" in plain
        assert "if this port speaks TLS, write rediss://" in secured


def test_a_file_that_is_not_there_or_holds_no_certificate_is_told_at_once(
    single: ValkeyProcess, certificate: Certificate, tmp_path: Path
) -> None:
    server = f"rediss://127.0.0.1:{single.port}"
    (tmp_path / "empty").touch()

    missing = refusal_of(f"{server}?ssl_ca_certs={tmp_path}/nowhere.pem")
    empty = refusal_of(f"{server}?ssl_ca_certs={tmp_path}/empty")
    halves = refusal_of(f"{server}?{certificate.trust}&ssl_certfile={certificate.file}")

    assert missing == f"ssl_ca_certs={tmp_path}/nowhere.pem: there is no such file"
    assert empty.startswith("the certificates or the key of its address: ")
    assert halves.startswith("the certificates or the key of its address: ")


def test_the_word_for_another_shape_has_its_tls(
    single: ValkeyProcess, cluster: ValkeyCluster, certificate: Certificate
) -> None:
    member = f"127.0.0.1:{cluster.members[2].process.port}"
    one = f"127.0.0.1:{single.port}"

    assert f"use clusters://{member}" in refusal_of(f"rediss://{member}?{certificate.query}")
    assert f"use rediss://{one}" in refusal_of(f"clusters://{one}?{certificate.query}")
