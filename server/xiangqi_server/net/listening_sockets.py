"""The sockets that a port is served on: bound at the start of the server, served by a `Listener`.

Processes that share a port are handed the same sockets: the kernel keeps connections for them, and
each takes one when it has time. One that ends takes none of the others' with it.
"""

import asyncio
import errno
import socket
import sys
from collections.abc import Sequence
from typing import Final

POLL_S: Final = 0.05


async def bound_when_free(host: str, port: int, wait_s: float) -> tuple[socket.socket, ...]:
    """The same as `bound`, but wait a while for processes that are ending and have the port.

    Raises:
        OSError: the address is not ours, or still in use.
    """
    for _ in range(int(wait_s / POLL_S)):
        try:
            return bound(host, port)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
            await asyncio.sleep(POLL_S)
    return bound(host, port)


def bound(host: str, port: int) -> tuple[socket.socket, ...]:
    """A socket for each address of `host`, bound to one port; port 0 is any free one.

    Raises:
        OSError: the address is not ours or in use.
    """
    kinds = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    sockets: list[socket.socket] = []
    try:
        for family, type_, protocol, _, address in dict.fromkeys(kinds):
            made = socket.socket(family, type_, protocol)
            sockets.append(made)
            if sys.platform != "win32":
                made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family is socket.AF_INET6:
                made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            made.bind((address[0], port_of(sockets) or port, *address[2:]))
            made.setblocking(False)  # noqa: FBT003  its only argument
    except OSError:
        close(sockets)
        raise
    return tuple(sockets)


def port_of(sockets: Sequence[socket.socket]) -> int:
    """The port that these share; 0 if the first has none yet."""
    return int(sockets[0].getsockname()[1])


def close(sockets: Sequence[socket.socket]) -> None:
    """Give the port free, unless another process has these sockets too."""
    for one in sockets:
        one.close()
