"""A push service of our own, on loopback by TLS; it reads what it is sent as a browser does."""

import asyncio
import json
import ssl
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import http_ece
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from cryptography.x509.oid import NameOID

from xiangqi_server.net.push.port import Subscription

HOST = "127.0.0.1"


class Browser:
    """A browser with a push subscription: the keys that only it has."""

    def __init__(self, name: str = "a") -> None:
        self.name = name
        self._key = generate_private_key(SECP256R1())
        self.secret = name.encode().ljust(16, b"-")[:16]

    @property
    def point(self) -> bytes:
        """Its public key."""
        public = self._key.public_key()
        return public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def subscription(self, base: str) -> Subscription:
        """What it gives a site whose messages go to a service at an address."""
        return Subscription(f"{base}/{self.name}", self.point, self.secret)

    def as_sent(self, base: str) -> dict[str, str]:
        """The same as fields of `subscribe_notices`."""
        key, secret = (urlsafe_b64encode(raw).decode() for raw in (self.point, self.secret))
        return {"endpoint": f"{base}/{self.name}", "key": key, "secret": secret}

    def read(self, body: bytes) -> bytes:
        """A message, decrypted by another program than ours."""
        return bytes(
            http_ece.decrypt(
                body, private_key=self._key, auth_secret=self.secret, version="aes128gcm"
            )
        )


@dataclass
class PushEndpoint:
    """What came to it, and what it answers.

    Attributes:
        base: its address.
        heads: the headers of each message.
        bodies: what was sent.
        answer: what it says to the next ones.
    """

    base: str = ""
    paths: list[str] = field(default_factory=list)
    heads: list[Mapping[str, str]] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)
    answer: bytes = b"HTTP/1.1 201 Created\r\n\r\n"

    def shown(self, browser: Browser) -> list[dict[str, Any]]:
        """The notices that a browser has been sent."""
        both = zip(self.paths, self.bodies, strict=True)
        return [json.loads(browser.read(body)) for path, body in both if path == f"/{browser.name}"]

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take one message."""
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            headers = dict(line.split(": ", 1) for line in head[1:] if line)
            self.paths.append(head[0].split()[1])
            self.heads.append(headers)
            self.bodies.append(await reader.readexactly(int(headers["Content-Length"])))
            writer.write(self.answer)
            await writer.drain()
        except (OSError, EOFError):
            pass
        finally:
            writer.transport.abort()


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for loopback that vouches for itself, and its key, in files."""
    key = generate_private_key(SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    now = datetime.now(UTC)
    for_host = x509.SubjectAlternativeName([x509.IPAddress(ip_address(HOST))])
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(for_host, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, SHA256())
    )
    files = folder / "push.crt", folder / "push.key"
    files[0].write_bytes(made.public_bytes(Encoding.PEM))
    raw = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    files[1].write_bytes(raw)
    return files


@asynccontextmanager
async def push_endpoint(folder: Path) -> AsyncIterator[PushEndpoint]:
    """A push service, for the time of the block; `SSL_CERT_FILE` has to name its certificate."""
    endpoint = PushEndpoint()
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    tls.load_cert_chain(folder / "push.crt", folder / "push.key")
    server = await asyncio.start_server(endpoint.take, HOST, 0, ssl=tls)
    endpoint.base = f"https://{HOST}:{server.sockets[0].getsockname()[1]}"
    try:
        yield endpoint
    finally:
        server.close()
        await server.wait_closed()
