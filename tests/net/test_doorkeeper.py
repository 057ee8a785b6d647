import pytest

from server.net.doorkeeper import Doorkeeper, address_group
from server.net.limits import Limits
from server.net.refusals import Refusal

NO_PROXIES = frozenset[str]()


def test_the_listener_is_full_at_its_limit_and_free_again_when_someone_leaves() -> None:
    door = Doorkeeper(Limits(connections=2), NO_PROXIES)

    first = [door.enter("192.0.2.1"), door.enter("192.0.2.2"), door.enter("192.0.2.3")]
    door.leave("192.0.2.1")
    again = door.enter("192.0.2.3")

    assert first == [None, None, Refusal.SERVER_FULL]
    assert (again, door.inside_count) == (None, 2)


def test_an_address_has_a_limit_of_its_own() -> None:
    door = Doorkeeper(Limits(connections_per_address=1), NO_PROXIES)

    entered = [door.enter("192.0.2.1"), door.enter("192.0.2.1"), door.enter("192.0.2.2")]

    assert entered == [None, Refusal.ADDRESS_FULL, None]


def test_the_network_of_an_ipv6_address_counts_as_one() -> None:
    door = Doorkeeper(Limits(connections_per_address=1), NO_PROXIES)

    entered = [door.enter("2001:db8::1"), door.enter("2001:db8::2"), door.enter("2001:db8:0:1::1")]

    assert entered == [None, Refusal.ADDRESS_FULL, None]


def test_the_machine_itself_and_our_proxies_are_not_counted_by_address() -> None:
    door = Doorkeeper(Limits(connections_per_address=1), frozenset({"10.0.0.1"}))

    entered = [door.enter(address) for address in ("127.0.0.1", "10.0.0.1", "::1") * 3]

    assert entered == [None] * 9


def test_a_place_moves_to_the_address_a_proxy_names_if_there_is_room() -> None:
    door = Doorkeeper(Limits(connections_per_address=1), frozenset({"10.0.0.1"}))
    for _ in range(2):
        door.enter("10.0.0.1")

    moved = [door.move("10.0.0.1", "192.0.2.1"), door.move("10.0.0.1", "192.0.2.1")]

    assert moved == [None, Refusal.ADDRESS_FULL]
    assert door.inside_count == 2


@pytest.mark.parametrize(
    ("address", "group"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("not:an:address", "not:an:address"),
        ("", ""),
    ],
)
def test_what_counts_as_one_peer(address: str, group: str) -> None:
    assert address_group(address) == group
