"""What a player and an address may ask over all their connections."""

import pytest

from tests.support.gateways import a_node
from xiangqi_server.api.rate_limits import Charge
from xiangqi_server.gateway.connection.limits.rate_limits import (
    ADDRESS_RATES,
    FORGET_AT,
    PLAYER_RATES,
    AddressBuckets,
    Buckets,
    RateLimits,
    SenderLimits,
)
from xiangqi_server.kernel.aggregate.refusal import Refused
from xiangqi_server.limits import ADDRESSES_OF_SITE, MESSAGES, Rate
from xiangqi_server.wire.refusals import MessageRefusal

T0_MS = 1_000_000


def test_a_bucket_belongs_to_its_holder_and_says_how_long_to_wait() -> None:
    buckets = Buckets(Rate(every_ms=100, burst=2))

    first = [buckets.take("ann", T0_MS) for _ in range(3)]
    other = buckets.take("ben", T0_MS)
    later = buckets.take("ann", T0_MS + 100)

    assert (first, other, later) == ([0, 0, 100], 0, 0)


def test_many_are_taken_together_or_none_of_them() -> None:
    buckets = AddressBuckets(Rate(every_ms=100, burst=4))
    address = "2001:db8::/64"

    first = buckets.take(address, T0_MS, 3)
    too_many = buckets.take(address, T0_MS, 3)
    one = buckets.take(address, T0_MS)
    later = buckets.take(address, T0_MS + 300, 3)

    assert (first, too_many, one, later) == (0, 200, 0, 0)


def test_holders_whose_buckets_are_full_again_are_forgotten() -> None:
    buckets = Buckets(Rate(every_ms=100, burst=2))
    for number in range(FORGET_AT):
        buckets.take(f"guest {number}", T0_MS)

    buckets.take("one more", T0_MS + 100)

    assert len(buckets) == 1


def test_a_crowd_that_is_still_counted_is_not_gone_through_for_each_message() -> None:
    buckets = Buckets(Rate(every_ms=100, burst=2))

    for number in range(2 * FORGET_AT):
        buckets.take(f"guest {number}", T0_MS)

    assert len(buckets) == 2 * FORGET_AT


def test_each_player_has_an_allowance_and_each_address_a_larger_one() -> None:
    allowances = RateLimits(
        {charge: AddressBuckets(rate) for charge, rate in ADDRESS_RATES.items()}
    )
    player_burst = PLAYER_RATES[Charge.START].burst
    address_burst = ADDRESS_RATES[Charge.START].burst

    greedy = [allowances.take("ann", "", Charge.START, T0_MS) for _ in range(player_burst + 1)]
    crowd = [
        allowances.take(f"guest{number}", "192.0.2.1", Charge.START, T0_MS)
        for number in range(address_burst + 1)
    ]
    elsewhere = allowances.take("ben", "192.0.2.2", Charge.START, T0_MS)

    assert [bool(wait_ms) for wait_ms in greedy] == [False] * player_burst + [True]
    assert [bool(wait_ms) for wait_ms in crowd] == [False] * address_burst + [True]
    assert elsewhere == 0


async def test_many_connections_of_one_player_share_an_allowance() -> None:
    node = await a_node()
    first = await node.guest()
    burst = PLAYER_RATES[Charge.MESSAGE].burst
    peers = [first]
    while len(peers) * (MESSAGES.burst - 10) <= burst:
        peers.append(await node.guest(token=first.token))

    for peer in peers:
        for _ in range(MESSAGES.burst - 10):
            peer.say("leave_lobby")
    await node.settle()

    refused = [message for peer in peers for message in peer.told("refused")]
    assert {message["code"] for message in refused} == {"too_fast"}
    assert all(message["retry_ms"] > 0 for message in refused)
    assert not any(peer.closed for peer in peers)


def test_who_asks_as_nobody_in_particular_is_counted_by_address_and_by_nothing_else() -> None:
    limits = SenderLimits(Rate(every_ms=100, burst=1), AddressBuckets(Rate(every_ms=10, burst=9)))

    limits.count("", "192.0.2.1", T0_MS)
    limits.count("", "192.0.2.2", T0_MS)
    for _ in range(3):
        limits.count("", "", T0_MS)
    with pytest.raises(Refused) as refused:
        limits.count("", "192.0.2.1", T0_MS)

    assert (refused.value.code, refused.value.retry_ms) == (MessageRefusal.TOO_FAST, 100)


def test_all_networks_of_one_customer_share_what_a_few_addresses_may() -> None:
    buckets = AddressBuckets(Rate(every_ms=1_000, burst=5))
    site = [f"2001:db8:7:{number:x}::/64" for number in range(100)]

    passed = [network for network in site * 5 if not buckets.take(network, T0_MS)]
    again = [buckets.take(network, T0_MS + 250) for network in site[50:52]]
    elsewhere = [buckets.take(other, T0_MS) for other in ("2001:db8:8::/64", "192.0.2.1")]

    assert len(passed) == 5 * ADDRESSES_OF_SITE
    assert (again, elsewhere) == ([0, 250], [0, 0])


def test_what_is_given_back_to_an_address_is_given_back_to_its_site() -> None:
    buckets = AddressBuckets(Rate(every_ms=1_000, burst=1))
    networks = [f"2001:db8:7:{number:x}::/64" for number in range(50)]

    for network in networks:
        assert buckets.take(network, T0_MS) == 0
        buckets.give_back(network)
