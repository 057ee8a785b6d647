"""The addresses by which other machines in the same network reach this one.

A club's laptop has a network without internet and without names, so people type an address. No
packet is sent to find it: each interface is asked what it is called.
"""

import fcntl
import socket
import struct
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from ipaddress import IPv4Address
from typing import Final

_ASK_ADDRESS: Final = 0x8915 if sys.platform == "linux" else 0xC0206921
"""``SIOCGIFADDR`` of Linux, and of macOS."""
_NAME_BYTES: Final = 15
_ADDRESS: Final = slice(20, 24)
"""Where the address stands in a ``struct ifreq``."""


def network_addresses(
    interfaces: Callable[[], Iterable[tuple[int, str]]] = socket.if_nameindex,
) -> tuple[IPv4Address, ...]:
    """The addresses of this machine but the loopback; those of a private network come first."""
    found = set[IPv4Address]()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asker:
        for _, name in interfaces():
            with suppress(OSError):  # it has no address, or is gone
                found.add(_address_of(asker, name))
    there = (address for address in found if not address.is_loopback)
    return tuple(sorted(there, key=lambda address: (not address.is_private, address)))


def _address_of(asker: socket.socket, name: str) -> IPv4Address:
    request = struct.pack("256s", name.encode()[:_NAME_BYTES])
    return IPv4Address(fcntl.ioctl(asker.fileno(), _ASK_ADDRESS, request)[_ADDRESS])
