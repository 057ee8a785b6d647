"""Sends one message to one endpoint: a connection of its own, without redirects, soon given up.

Of the answer only the status is read. Everything an endpoint may do (be slow, be endless, lead
elsewhere) ends the attempt, and is `LATER` to the application.
"""

import asyncio
import logging
import socket
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from ssl import SSLContext, create_default_context
from typing import Final

from xiangqi_server.net.push.encryption import SALT_BYTES, OwnKey, encrypted, is_readable
from xiangqi_server.net.push.endpoints import Endpoints, ServiceAddress
from xiangqi_server.net.push.port import PushOutcome, Subscription

log = logging.getLogger(__name__)

SEND_S: Final = 5.0
ANSWER_BYTES: Final = 4096
_GONE: Final = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)

Resolve = Callable[[ServiceAddress], Awaitable[list[str]]]


async def looked_up(endpoint: ServiceAddress) -> list[str]:
    """The addresses of a host.

    Raises:
        OSError: it has none.
    """
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(endpoint.host, endpoint.port, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]


class PushSender:
    """A `PushService`. Made and owned by the node.

    Args:
        contact: the address of the site, for the operators of push services.
        resolve: gives the addresses of a host.
    """

    def __init__(
        self,
        key: OwnKey,
        endpoints: Endpoints,
        contact: str,
        now_ms: Callable[[], int],
        random_bytes: Callable[[int], bytes],
        resolve: Resolve = looked_up,
    ) -> None:
        self._key = key
        self._endpoints = endpoints
        self._contact = contact
        self._now_ms = now_ms
        self._random_bytes = random_bytes
        self._resolve = resolve
        self._tls: SSLContext = create_default_context()

    @property
    def public_key(self) -> str:
        """See `PushService`."""
        return self._key.public

    def accepts(self, subscription: Subscription) -> bool:
        """See `PushService`."""
        return self._endpoints.read(subscription.endpoint) is not None and is_readable(subscription)

    async def send(
        self, subscription: Subscription, message: bytes, *, ttl_s: int, topic: str
    ) -> PushOutcome:
        """See `PushService`."""
        endpoint = self._endpoints.read(subscription.endpoint)
        if endpoint is None:  # the operator has named other services since
            return PushOutcome.GONE
        body = encrypted(message, subscription, self._random_bytes(SALT_BYTES))
        head = self._head(endpoint, len(body), ttl_s, topic)
        try:
            async with asyncio.timeout(SEND_S):
                status = await self._post(endpoint, head + body)
        except (OSError, ValueError) as error:
            log.info("push failed", extra={"host": endpoint.host, "why": type(error).__name__})
            return PushOutcome.LATER
        if status in _GONE:
            return PushOutcome.GONE
        is_taken = HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES
        if not is_taken:
            log.info("push not taken", extra={"host": endpoint.host, "status": status})
        return PushOutcome.TAKEN if is_taken else PushOutcome.LATER

    def _head(self, endpoint: ServiceAddress, body_bytes: int, ttl_s: int, topic: str) -> bytes:
        word = self._key.authorization(endpoint.origin, self._contact, self._now_ms())
        lines = (
            f"POST {endpoint.path} HTTP/1.1",
            f"Host: {endpoint.origin.removeprefix('https://')}",
            f"Authorization: {word}",
            "Content-Encoding: aes128gcm",
            "Content-Type: application/octet-stream",
            f"Content-Length: {body_bytes}",
            f"TTL: {ttl_s}",
            f"Topic: {topic}",
            "Urgency: normal",
            "Connection: close",
        )
        return "".join(f"{line}\r\n" for line in (*lines, "")).encode()

    async def _post(self, endpoint: ServiceAddress, request: bytes) -> int:
        """The status of the answer.

        Raises:
            OSError: the service is not reached, may not be, or is too slow.
            ValueError: what came is not an answer.
        """
        address = self._endpoints.reachable(endpoint, await self._resolve(endpoint))
        if address is None:
            raise ValueError("an address that is not public")
        reader, writer = await asyncio.open_connection(
            address,
            endpoint.port,
            ssl=self._tls,
            server_hostname=endpoint.host,
            limit=ANSWER_BYTES,
        )
        try:
            writer.write(request)
            version, status = (await reader.readline()).split(maxsplit=2)[:2]
            if not version.startswith(b"HTTP/1."):
                raise ValueError("not an answer by HTTP")
            return int(status)
        finally:
            writer.transport.abort()
