"""How many may be connected, and how often they may come: for the listener and for each address."""

import ipaddress
from functools import lru_cache
from typing import Final

from xiangqi_server.limits import shares_of, with_shares
from xiangqi_server.net.limits import ListenerLimits
from xiangqi_server.net.refusals import Refusal
from xiangqi_server.net.timer_wheel import TimerWheel

_IPV6_PREFIX_BITS: Final = 64
_IPV6_SITE_BITS: Final = 48
"""What a provider gives one customer holds 65,536 of the networks that count as one address."""


class ConnectionLimits:
    """Counts the peers that are in. Each `enter` that succeeds is followed by one `leave`.

    Arrivals are counted in spans of `ListenerLimits.arrival_seconds`, one after the other.
    """

    __slots__ = (
        "_arrivals",
        "_by_group",
        "_by_site",
        "_limits",
        "_span_end",
        "_uncounted",
        "_wheel",
        "inside_count",
    )

    def __init__(
        self, limits: ListenerLimits, trusted_proxies: frozenset[str], wheel: TimerWheel
    ) -> None:
        self.inside_count = 0
        self._wheel = wheel
        self._span_end = 0
        self._arrivals: dict[str, int] = {}
        self._limits = limits
        self._uncounted = limits.uncounted_addresses | trusted_proxies
        self._by_group: dict[str, int] = {}
        self._by_site: dict[str, int] = {}

    def enter(self, address: str) -> Refusal | None:
        """Let one more peer of `address` in, or say why not."""
        if self.inside_count >= self._limits.connections:
            return Refusal.SERVER_FULL
        group = self.group_of(address)
        if group:
            shares = shares_of(group)
            if self._arrives(group) > self._limits.arrivals_per_address * shares:
                return Refusal.TOO_OFTEN
            if self._by_group.get(group, 0) >= self._limits.connections_per_address * shares:
                return Refusal.ADDRESS_FULL
            if self._by_site.get(site_of(group), 0) >= self._limits.connections_per_site * shares:
                return Refusal.ADDRESS_FULL
        self._seat(group)
        return None

    def leave(self, address: str) -> None:
        """Count one peer of `address` less."""
        self.inside_count -= 1
        group = self.group_of(address)
        if not group:
            return
        _count_less(self._by_group, group)
        _count_less(self._by_site, site_of(group))

    def move(self, old: str, new: str) -> Refusal | None:
        """Count the place of a peer of `old` for `new` from now on, or say why it stays."""
        if old == new:
            return None
        self.leave(old)
        refusal = self.enter(new)
        if refusal is not None:
            self._seat(self.group_of(old))
        return refusal

    def group_of(self, address: str) -> str:
        """Give the group in which a peer of `address` is counted; "" for one that is not.

        The name of one in a trusted network says how many shares it has.
        """
        if address in self._uncounted:
            return ""
        group = address_group(address)
        return with_shares(group, self._limits.trusted_share) if self._trusts(group) else group

    def _trusts(self, group: str) -> bool:
        if not self._limits.trusted_networks:
            return False
        try:
            parsed = ipaddress.ip_address(group.partition("/")[0])
        except ValueError:  # what a proxy passed on is no address
            return False
        return any(parsed in network for network in self._limits.trusted_networks)

    def _seat(self, group: str) -> None:
        self.inside_count += 1
        if group:
            site = site_of(group)
            self._by_group[group] = self._by_group.get(group, 0) + 1
            self._by_site[site] = self._by_site.get(site, 0) + 1

    def _arrives(self, group: str) -> int:
        """Count an arrival; how many there were in the present span."""
        if self._wheel.now >= self._span_end:
            self._arrivals.clear()
            self._span_end = self._wheel.now + self._wheel.ticks(self._limits.arrival_seconds)
        count = self._arrivals[group] = self._arrivals.get(group, 0) + 1
        return count


def address_group(address: str) -> str:
    """Give what counts as one peer: an IPv4 address, or the /64 of an IPv6 address."""
    if ":" not in address:
        return address
    try:
        parsed = ipaddress.IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return _network_of(parsed, _IPV6_PREFIX_BITS)


@lru_cache(maxsize=4_096)  # of the sender, with each message
def site_of(group: str) -> str:
    """Give what one customer of a provider has: an IPv4 address, or the /48 of an IPv6 group.

    An address with shares of its own is a site of its own.
    """
    network, slash, _ = group.partition("/")
    if not slash or shares_of(group) > 1:
        return group
    try:
        return _network_of(ipaddress.IPv6Address(network), _IPV6_SITE_BITS)
    except ValueError:  # what a proxy passed on is no address
        return group


def _network_of(address: ipaddress.IPv6Address, prefix_bits: int) -> str:
    host_bits = address.max_prefixlen - prefix_bits
    return f"{ipaddress.IPv6Address(int(address) >> host_bits << host_bits)}/{prefix_bits}"


def _count_less(counts: dict[str, int], name: str) -> None:
    counts[name] -= 1
    if counts[name] <= 0:
        del counts[name]
