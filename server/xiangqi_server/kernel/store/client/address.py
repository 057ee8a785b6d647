"""The address of a store: one server, a cluster, or a primary that Sentinels know.

``redis://``, ``rediss://`` (TLS) and ``unix://`` are redis-py's own; ``cluster://a:1,b:2`` and
``sentinel://a:1,b:2/name`` name some servers of which any one tells the rest, and ``clusters://``
and ``sentinels://`` are the same over TLS. User, password and what stands behind ``?`` are
written as in ``redis://`` and are the same for all servers of the store. Sentinels are connected
to without them, unless ``sentinel_username=`` and ``sentinel_password=`` are given.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple, Self
from urllib.parse import parse_qsl, urlencode, urlsplit

from xiangqi_server.kernel.store.port import StoreError

STORE_PORT: Final = 6379
SENTINEL_PORT: Final = 26379

_SENTINEL_OPTIONS: Final = "sentinel_"


class Shape(StrEnum):
    """What answers at an address."""

    SINGLE = "single"
    CLUSTER = "cluster"
    SENTINEL = "sentinel"


class ServerAddress(NamedTuple):
    """A server, by where it listens."""

    host: str
    port: int

    def __str__(self) -> str:
        """As it stands in an address."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class StoreAddress:
    """Where a store is.

    Fields:
        text: the address as it was given.
        seeds: servers that know the others; empty for a single store.
        master_name: what Sentinels call the primary.
        is_tls: whether every connection is encrypted.
        credentials: user and password with their ``@``, as they were written.
        options: what redis-py gets besides, as (name, value).
    """

    text: str
    shape: Shape
    seeds: tuple[ServerAddress, ...] = ()
    master_name: str = ""
    is_tls: bool = False
    credentials: str = ""
    options: tuple[tuple[str, str], ...] = ()

    @classmethod
    def read(cls, text: str) -> Self:
        """What an address says.

        Raises:
            StoreError: it lacks a server, a name, or has no valid port; one of a single store is
                left to redis-py.
        """
        scheme, _, rest = text.partition("://")
        shape = {name: shape for shape in Shape for name in (shape, f"{shape}s")}.get(scheme)
        if shape is None or shape is Shape.SINGLE:
            return cls(text, Shape.SINGLE)
        rest, _, query = rest.partition("?")
        place, _, name = rest.partition("/")
        credentials, at, servers = place.rpartition("@")
        default = SENTINEL_PORT if shape is Shape.SENTINEL else STORE_PORT
        seeds = tuple(_endpoint(part, default) for part in servers.split(",") if part.strip())
        if not seeds:
            raise StoreError(f"no server is named: write {shape}://host:port,host:port")
        if shape is Shape.SENTINEL and not name:
            raise StoreError(f"the primary is not named: write {scheme}://{servers}/name")
        if shape is Shape.CLUSTER and name:
            raise StoreError(f"a cluster has one database and no name: leave /{name} out")
        options = tuple(parse_qsl(query, keep_blank_values=True))
        return cls(text, shape, seeds, name, scheme.endswith("s"), credentials + at, options)

    def store_url(self, endpoint: ServerAddress) -> str:
        """Where redis-py finds a server that holds data."""
        options = [option for option in self.options if not option[0].startswith(_SENTINEL_OPTIONS)]
        return self._url(self.credentials, endpoint, options)

    def sentinel_url(self, endpoint: ServerAddress) -> str:
        """Where redis-py finds a Sentinel."""
        options = [
            (name.removeprefix(_SENTINEL_OPTIONS), value)
            for name, value in self.options
            if name.startswith((_SENTINEL_OPTIONS, "ssl_"))
        ]
        return self._url("", endpoint, options)

    def seed_url(self, endpoint: ServerAddress) -> str:
        """Where redis-py finds a server that knows where the data are."""
        return (self.sentinel_url if self.shape is Shape.SENTINEL else self.store_url)(endpoint)

    def _url(
        self, credentials: str, endpoint: ServerAddress, options: list[tuple[str, str]]
    ) -> str:
        query = f"?{urlencode(options)}" if options else ""
        return f"{'rediss' if self.is_tls else 'redis'}://{credentials}{endpoint}{query}"


def _endpoint(text: str, default_port: int) -> ServerAddress:
    try:
        parts = urlsplit(f"//{text.strip()}")
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise StoreError(f"{text!r} is no server: {error}") from error
    if not host:
        raise StoreError(f"{text!r} is no server: write host:port")
    return ServerAddress(host, default_port if port is None else port)
