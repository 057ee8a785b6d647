import pytest

from xiangqi_server.kernel.store.client.address import ServerAddress, Shape, StoreAddress
from xiangqi_server.kernel.store.port import StoreError


def test_an_address_of_a_cluster_names_servers_of_which_any_tells_the_rest() -> None:
    address = StoreAddress.read("cluster://ann:p%40ss@a:7001, b ,[::1]:7003?ssl_ca_certs=ca.pem")

    assert address.shape is Shape.CLUSTER
    assert address.seeds == (
        ServerAddress("a", 7001),
        ServerAddress("b", 6379),
        ServerAddress("::1", 7003),
    )
    for make in (address.store_url, address.seed_url):
        assert make(ServerAddress("c", 1)) == "redis://ann:p%40ss@c:1?ssl_ca_certs=ca.pem"
    assert address.store_url(ServerAddress("::1", 7003)).startswith(
        "redis://ann:p%40ss@[::1]:7003?"
    )


def test_an_s_at_the_end_is_tls() -> None:
    assert StoreAddress.read("clusters://a").store_url(ServerAddress("a", 1)) == "rediss://a:1"
    assert StoreAddress.read("sentinels://a/x").seed_url(ServerAddress("a", 1)) == "rediss://a:1"


def test_sentinels_are_not_told_the_password_of_the_store() -> None:
    address = StoreAddress.read(
        "sentinel://ann:pass@a,b:5/east?sentinel_password=word&sentinel_username=watch&db=2"
    )

    assert (address.shape, address.master_name) == (Shape.SENTINEL, "east")
    assert address.seeds == (ServerAddress("a", 26379), ServerAddress("b", 5))
    assert address.seed_url(ServerAddress("a", 1)) == "redis://a:1?password=word&username=watch"
    assert address.store_url(ServerAddress("c", 2)) == "redis://ann:pass@c:2?db=2"


@pytest.mark.parametrize("text", ["redis://a:1", "rediss://a", "unix:///run/socket", "socket"])
def test_any_other_address_is_left_to_redis_py(text: str) -> None:
    assert StoreAddress.read(text) == StoreAddress(text, Shape.SINGLE)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("cluster://", "no server is named"),
        ("cluster://a:x", "no server"),
        ("cluster://:7", "no server"),
        ("cluster://a:1/0", "one database"),
        ("sentinel://a:1", "the primary is not named: write sentinel://a:1/name"),
    ],
)
def test_an_address_that_lacks_something_says_what(text: str, reason: str) -> None:
    with pytest.raises(StoreError, match=reason):
        StoreAddress.read(text)
