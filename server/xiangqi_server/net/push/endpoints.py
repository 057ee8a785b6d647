"""Which endpoints messages are sent to, and at which addresses of the network.

A client names the endpoint, so it may be any address there is: that of a server in our own network,
or of one that somebody wants to see flooded. So an endpoint is taken only if its host belongs to a
push service that is known, and it is reached only at a public address. The host's name is looked
up before each connection, and all of its addresses are looked at. The connection goes to one of
these and not to the name, which might lead elsewhere a moment later.

An operator whose push service stands in a network of its own names that by its address and port.
"""

import re
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final, NamedTuple

KNOWN_SERVICES: Final = (
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    "push.apple.com",
    "notify.windows.com",
)
"""The push services of the browsers; hosts below these belong to them."""
HTTPS_PORT: Final = 443
ENDPOINT_CHARS: Final = 1_000
_ENDPOINT: Final = re.compile(r"https://([a-z0-9.-]{1,253})(?::([0-9]{1,5}))?(/[!-~]*)")
_SERVICE: Final = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)+(:[0-9]{1,5})?")
_CARRYING: Final = tuple(
    ip_network(net) for net in ("::/96", "64:ff9b::/96", "64:ff9b:1::/48", "2001::/32", "2002::/16")
)
"""Addresses of IPv6 that carry one of IPv4 in them, which might be any."""


class ServiceAddress(NamedTuple):
    """An endpoint, taken apart."""

    host: str
    port: int
    path: str

    @property
    def origin(self) -> str:
        """Its address without the path."""
        port = "" if self.port == HTTPS_PORT else f":{self.port}"
        return f"https://{self.host}{port}"


class Endpoints:
    """The push services to which messages go.

    Args:
        services: their hosts, each with the hosts below it; an address with a port stands for
            itself alone, and needs not be public.
    """

    def __init__(self, services: Iterable[str]) -> None:
        self._services = frozenset(services)

    def read(self, text: str) -> ServiceAddress | None:
        """The endpoint that a client names; None if nothing is sent there."""
        found = _ENDPOINT.fullmatch(text) if len(text) <= ENDPOINT_CHARS else None
        if found is None:
            return None
        endpoint = ServiceAddress(found[1], int(found[2] or HTTPS_PORT), found[3])
        return endpoint if self._is_known(endpoint) else None

    def reachable(self, endpoint: ServiceAddress, addresses: Iterable[str]) -> str | None:
        """The one of a host's addresses to connect to; None if one of them is not public."""
        found = list(addresses)
        may_reach = self._names_itself(endpoint) or all(map(is_public, found))
        return found[0] if found and may_reach else None

    def _is_known(self, endpoint: ServiceAddress) -> bool:
        if self._names_itself(endpoint):
            return True
        host = endpoint.host
        parents = {host[at:] for at in range(len(host)) if not at or host[at - 1] == "."}
        is_address = _address(host) is not None
        return endpoint.port == HTTPS_PORT and not is_address and bool(parents & self._services)

    def _names_itself(self, endpoint: ServiceAddress) -> bool:
        """Whether the operator has named this very address."""
        is_address = _address(endpoint.host) is not None
        return is_address and f"{endpoint.host}:{endpoint.port}" in self._services


def is_service(text: str) -> bool:
    """Whether an operator may name a push service so: a host, or an address with its port."""
    host, _, port = text.partition(":")
    return _SERVICE.fullmatch(text) is not None and bool(port) is (_address(host) is not None)


def is_public(text: str) -> bool:
    """Whether an address belongs to one machine that anybody may reach."""
    address = _address(text)
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    if address is None or any(address in net for net in _CARRYING):
        return False
    return address.is_global and not (address.is_multicast or address.is_reserved)


def _address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(text)
    except ValueError:
        return None
