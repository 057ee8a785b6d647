"""What one listener allows its peers; each number once, and its maker may change each."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network

from xiangqi_server.limits import (
    ARRIVALS_OF_ADDRESS,
    CONNECTIONS_OF_ADDRESS,
    CONNECTIONS_OF_SITE,
    READERS,
    READERS_OF_ONE,
    TRUSTED_SHARES,
)

Network = IPv4Network | IPv6Network


@dataclass(frozen=True, slots=True)
class ListenerLimits:
    """Sizes in bytes, times in seconds, of one listener and each of its connections.

    A peer that exceeds one gets the answer named in the comment beside it.
    """

    message_bytes: int = 4096  # close 1009
    head_bytes: int = 8192  # HTTP 431
    handshake_seconds: float = 10.0  # from the TCP connection to a complete request; abort
    close_seconds: float = 5.0  # from our close frame to the end of the TCP connection; abort
    beat_seconds: float = 10.0  # a peer not heard of for so long is pinged
    silence_seconds: float = 25.0  # a peer not heard of for so long is gone; abort
    outbox_frames: int = 256  # unsent frames of one connection; cut, or skip what is droppable
    outbox_bytes: int = 262_144  # the same in bytes; each of the two alone suffices
    outbox_seconds: float = 20.0  # age of the oldest unsent byte; abort
    kernel_send_bytes: int = 65_536  # SO_SNDBUF: what the kernel holds for one peer is ours too
    control_burst: int = 60  # close 1008; pings, pongs and fragments, at once ...
    controls_per_second: int = 20  # ... and from then on
    connections: int = 16_000  # HTTP 503
    connections_per_address: int = CONNECTIONS_OF_ADDRESS.most  # HTTP 503; a /64 of IPv6 is one
    connections_per_site: int = CONNECTIONS_OF_SITE.most  # HTTP 503; the /48 of an IPv6 address
    arrivals_per_address: int = ARRIVALS_OF_ADDRESS.most  # HTTP 429; within `arrival_seconds`
    arrival_seconds: float = 10.0
    body_bytes: Mapping[str, int] = field(default_factory=dict)
    """The most bytes of a body (HTTP 413), by the path on which it is read at all."""
    bodies: int = READERS.most  # HTTP 503; bodies on their way at once
    bodies_per_address: int = READERS_OF_ONE.most  # HTTP 429; these of one address
    uncounted_addresses: frozenset[str] = frozenset({"127.0.0.1", "::1"})
    """Addresses the limits by address leave out: a balancer on this machine speaks for many."""
    trusted_networks: tuple[Network, ...] = ()
    """Networks whose addresses have the shares of many people each: schools, clubs."""
    trusted_share: int = TRUSTED_SHARES
