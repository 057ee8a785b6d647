import pytest

from xiangqi_server.net.connection_limits import ConnectionLimits, address_group
from xiangqi_server.net.limits import ListenerLimits
from xiangqi_server.net.refusals import Refusal
from xiangqi_server.net.timer_wheel import TimerWheel

NO_PROXIES = frozenset[str]()


def test_the_listener_is_full_at_its_limit_and_free_again_when_someone_leaves() -> None:
    limits = ConnectionLimits(ListenerLimits(connections=2), NO_PROXIES, TimerWheel())

    first = [limits.enter("192.0.2.1"), limits.enter("192.0.2.2"), limits.enter("192.0.2.3")]
    limits.leave("192.0.2.1")
    again = limits.enter("192.0.2.3")

    assert first == [None, None, Refusal.SERVER_FULL]
    assert (again, limits.inside_count) == (None, 2)


def test_an_address_has_a_limit_of_its_own() -> None:
    limits = ConnectionLimits(ListenerLimits(connections_per_address=1), NO_PROXIES, TimerWheel())

    entered = [limits.enter("192.0.2.1"), limits.enter("192.0.2.1"), limits.enter("192.0.2.2")]

    assert entered == [None, Refusal.ADDRESS_FULL, None]


def test_the_network_of_an_ipv6_address_counts_as_one() -> None:
    limits = ConnectionLimits(ListenerLimits(connections_per_address=1), NO_PROXIES, TimerWheel())

    entered = [
        limits.enter("2001:db8::1"),
        limits.enter("2001:db8::2"),
        limits.enter("2001:db8:0:1::1"),
    ]

    assert entered == [None, Refusal.ADDRESS_FULL, None]


def test_the_machine_itself_and_our_proxies_are_not_counted_by_address() -> None:
    limits = ConnectionLimits(
        ListenerLimits(connections_per_address=1), frozenset({"10.0.0.1"}), TimerWheel()
    )

    entered = [limits.enter(address) for address in ("127.0.0.1", "10.0.0.1", "::1") * 3]

    assert entered == [None] * 9


def test_a_place_moves_to_the_address_a_proxy_names_if_there_is_room() -> None:
    limits = ConnectionLimits(
        ListenerLimits(connections_per_address=1), frozenset({"10.0.0.1"}), TimerWheel()
    )
    for _ in range(2):
        limits.enter("10.0.0.1")

    moved = [limits.move("10.0.0.1", "192.0.2.1"), limits.move("10.0.0.1", "192.0.2.1")]

    assert moved == [None, Refusal.ADDRESS_FULL]
    assert limits.inside_count == 2


def test_an_address_may_come_so_often_in_a_span_and_again_in_the_next() -> None:
    wheel = TimerWheel(tick_seconds=1.0)
    limits = ConnectionLimits(
        ListenerLimits(arrivals_per_address=2, arrival_seconds=3.0), NO_PROXIES, wheel
    )

    def come_and_go(address: str) -> Refusal | None:
        refusal = limits.enter(address)
        if refusal is None:
            limits.leave(address)
        return refusal

    hurried = [come_and_go(a) for a in ("192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2")]
    for _ in range(3):
        wheel.advance()
    later = come_and_go("192.0.2.1")

    assert hurried == [None, None, Refusal.TOO_OFTEN, None]
    assert later is None
    assert limits.inside_count == 0


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


def test_all_networks_of_one_customer_have_a_limit_together() -> None:
    limits = ConnectionLimits(ListenerLimits(connections_per_site=2), NO_PROXIES, TimerWheel())

    addresses = ["2001:db8:1:1::1", "2001:db8:1:2::1", "2001:db8:1:3::1", "2001:db8:2::1"]
    entered = [limits.enter(address) for address in addresses]
    limits.leave("2001:db8:1:1::1")
    again = limits.enter("2001:db8:1:3::1")

    assert entered == [None, None, Refusal.ADDRESS_FULL, None]
    assert again is None


def test_what_a_proxy_passes_on_that_is_no_address_counts_as_it_is() -> None:
    limits = ConnectionLimits(ListenerLimits(connections_per_address=1), NO_PROXIES, TimerWheel())

    entered = [limits.enter("no:address/64"), limits.enter("no:address/64"), limits.enter("none/")]

    assert entered == [None, Refusal.ADDRESS_FULL, None]
