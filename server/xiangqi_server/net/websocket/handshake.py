"""Whether a peer may open a websocket: path, origin, subprotocol, the rest of the handshake.

The handshake of nearly every client is accepted here, in a fifth of the library's time, for the
sake of thousands that come back at once. Any other is judged, and refused in words, by the library.
What the library does not know of (origins by Host header, formats, proxies) is decided here alone.
No socket is touched.
"""

import hashlib
import ipaddress
import logging
import re
from binascii import b2a_base64
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final, NamedTuple

from websockets.datastructures import Headers
from websockets.http11 import Request as LibraryRequest
from websockets.server import ServerProtocol
from websockets.typing import Subprotocol

from xiangqi_server.net.http.cross_origin import ANY
from xiangqi_server.net.http.http import Request, Response
from xiangqi_server.net.ports import Format
from xiangqi_server.net.refusals import Refusal
from xiangqi_server.net.telling_refusals import Words, in_english, told

_log = logging.getLogger(__name__)

_MAX_ADDRESS_CHARS: Final = 64
_KEY: Final = re.compile(r"[A-Za-z0-9+/]{21}[AQgw]==")  # 16 bytes in base64
_HOP: Final = re.compile(r"\[([^\]]*)\](?::\d+)?|([^:]*):\d+")
"""An address in brackets, with a port, or both, which is how some proxies write it."""
_GUID: Final = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # RFC 6455, section 1.3
_PREFIX: Final = "Failed to open a WebSocket connection: "
"""What the library says before what is wrong."""
_SWITCH: Final = (
    b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Accept: %b\r\nSec-WebSocket-Protocol: %b\r\n\r\n"
)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where the websocket is, and which peers may open it.

    Attributes:
        path: the path websockets are opened on.
        subprotocols: the format each offered subprotocol stands for, the preferred one first.
        origins: the origins allowed besides that of the Host header, in full
            ("https://play.example"); `ANY` among them allows all. A request without an origin comes
            from no browser and is allowed.
        trusted_proxies: addresses whose X-Forwarded-For header is believed.
        words: what a peer reads when its request is not taken.
    """

    path: str
    subprotocols: Mapping[str, Format]
    origins: frozenset[str] = frozenset()
    trusted_proxies: frozenset[str] = frozenset()
    words: Words = in_english


class Welcome(NamedTuple):
    """A handshake that succeeded: the format agreed on, and the bytes that tell the peer."""

    format: Format
    answer: bytes


class HandshakeRefused(NamedTuple):
    """A handshake that failed: what to count, and what to tell the peer."""

    refusal: Refusal
    answer: Response


class Gate:
    """Judges websocket handshakes; one serves all connections of a listener."""

    __slots__ = ("_has_warned", "_library", "endpoint")

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint
        self._has_warned = False
        # `accept` keeps nothing of one request for the next, so that one instance is enough.
        self._library = ServerProtocol(subprotocols=[Subprotocol(s) for s in endpoint.subprotocols])

    def address_of(self, peer: str, request: Request) -> str:
        """Give the sender of a request that came from `peer`; warn once of an unknown proxy.

        Without its name all its peers have one address, or, on this machine, none that counts.
        """
        proxies = self.endpoint.trusted_proxies
        if "x-forwarded-for" not in request.headers:
            return peer
        if peer not in proxies and not self._has_warned and is_near(peer):
            self._has_warned = True
            _log.warning(
                "X-Forwarded-For from an address that is not trusted: limits by address do not "
                "hold behind this proxy; see --trusted-proxies",
                extra={"remote_address": peer},
            )
        return client_address(peer, request, proxies)

    def judge(self, request: Request) -> Welcome | HandshakeRefused:
        """Accept a request to speak websocket on the endpoint's path, or say why not."""
        if request.method != "GET" or not request.is_http11:
            detail = "only GET over HTTP/1.1"
            return self._refused(request, HTTPStatus.METHOD_NOT_ALLOWED, detail, Allow="GET")
        if not is_origin_allowed(request, self.endpoint.origins):
            answer = told(self.endpoint.words, Refusal.WRONG_ORIGIN, request.accepted_language)
            return HandshakeRefused(Refusal.WRONG_ORIGIN, answer)
        return self.accept_plain(request) or self.accept_any(request)

    def accept_plain(self, request: Request) -> Welcome | None:
        """Accept the handshake of a common client; None if it needs a closer look."""
        headers = request.headers
        key = headers.get("sec-websocket-key", "")
        if (
            _KEY.fullmatch(key) is None
            or headers.get("sec-websocket-version") != "13"
            or headers.get("upgrade", "").lower() != "websocket"
        ):
            return None
        offered, formats = headers.get("sec-websocket-protocol", ""), self.endpoint.subprotocols
        if offered in formats:
            return Welcome(formats[offered], _switch(key, offered))
        words = [word.strip() for word in offered.split(",")]
        for subprotocol, format_ in formats.items():
            if subprotocol in words:
                return Welcome(format_, _switch(key, subprotocol))
        return None

    def accept_any(self, request: Request) -> Welcome | HandshakeRefused:
        """Have the library accept a handshake or find what is wrong with it."""
        answer = self._library.accept(LibraryRequest(request.target, Headers(request.headers)))
        if answer.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            detail = bytes(answer.body).decode().partition("\n")[0]
            detail = detail.removeprefix(_PREFIX).removesuffix(".")
            return self._refused(request, HTTPStatus(answer.status_code), detail)
        subprotocol = answer.headers["Sec-WebSocket-Protocol"]
        return Welcome(self.endpoint.subprotocols[subprotocol], answer.serialize())

    def _refused(
        self, request: Request, status: HTTPStatus, detail: str, **headers: str
    ) -> HandshakeRefused:
        if status is HTTPStatus.UPGRADE_REQUIRED:
            headers["Upgrade"] = "websocket"
        refusal, language = Refusal.WRONG_HANDSHAKE, request.accepted_language
        answer = told(self.endpoint.words, refusal, language, detail, status=status, **headers)
        return HandshakeRefused(refusal, answer)


def is_origin_allowed(request: Request, origins: frozenset[str]) -> bool:
    """Tell whether a page of the request's origin may open a websocket here: ours always may."""
    origin = request.headers.get("origin")
    if origin is None or ANY in origins or origin in origins:
        return True
    scheme, _, host = origin.partition("://")
    return scheme in ("http", "https") and host.lower() == request.headers["host"].lower()


def is_near(address: str) -> bool:
    """Tell whether an address is of this machine or of a private network."""
    try:
        return ipaddress.ip_address(address.partition("%")[0]).is_private
    except ValueError:
        return False


def client_address(peer: str, request: Request, trusted_proxies: frozenset[str]) -> str:
    """Give the nearest address that is not one of our own proxies', without its port.

    Ports differ from one connection to the next, and would make each of them somebody else.
    """
    if peer not in trusted_proxies:
        return peer
    hops = [_bare(hop.strip()) for hop in request.headers.get("x-forwarded-for", "").split(",")]
    for hop in reversed(hops):
        if hop and hop not in trusted_proxies:
            return hop[:_MAX_ADDRESS_CHARS]
    return peer


def _bare(hop: str) -> str:
    match = _HOP.fullmatch(hop)
    return hop if match is None else match[1] or match[2] or ""


def _switch(key: str, subprotocol: str) -> bytes:
    digest = hashlib.sha1(key.encode() + _GUID, usedforsecurity=False).digest()
    return _SWITCH % (b2a_base64(digest, newline=False), subprotocol.encode())
