"""How many may be connected: a cap for the whole listener and one for each address."""

import ipaddress
from collections import Counter
from typing import Final

from server.net.limits import Limits
from server.net.refusals import Refusal

_IPV6_PREFIX_BITS: Final = 64


class Doorkeeper:
    """Counts who is in. Each `enter` that succeeds is followed by one `leave`."""

    __slots__ = ("_by_group", "_limits", "_uncounted", "inside_count")

    def __init__(self, limits: Limits, trusted_proxies: frozenset[str]) -> None:
        self.inside_count = 0
        self._limits = limits
        self._uncounted = limits.uncounted_addresses | trusted_proxies
        self._by_group: Counter[str] = Counter()

    def enter(self, address: str) -> Refusal | None:
        """Let one more peer of `address` in, or say why not."""
        if self.inside_count >= self._limits.connections:
            return Refusal.SERVER_FULL
        if address not in self._uncounted:
            group = address_group(address)
            if self._by_group[group] >= self._limits.connections_per_address:
                return Refusal.ADDRESS_FULL
            self._by_group[group] += 1
        self.inside_count += 1
        return None

    def leave(self, address: str) -> None:
        """Count one peer of `address` less."""
        self.inside_count -= 1
        if address in self._uncounted:
            return
        group = address_group(address)
        self._by_group[group] -= 1
        if self._by_group[group] <= 0:
            del self._by_group[group]

    def move(self, old: str, new: str) -> Refusal | None:
        """Count the place of a peer of `old` for `new` from now on, or say why it stays."""
        if old == new:
            return None
        self.leave(old)
        refusal = self.enter(new)
        if refusal is not None:
            self.enter(old)
        return refusal


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
    host_bits = parsed.max_prefixlen - _IPV6_PREFIX_BITS
    return f"{ipaddress.IPv6Address(int(parsed) >> host_bits << host_bits)}/{_IPV6_PREFIX_BITS}"
