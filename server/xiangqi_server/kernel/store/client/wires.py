"""Connections of redis-py to one server, whose failures say what an operator can do.

A certificate, a server with TLS where none was expected, and one without it become errors in
plain words. How calls travel is the affair of `group_commit`.
"""

import asyncio
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, cast

from redis.asyncio.connection import (
    AbstractConnection,
    Connection,
    ConnectionPool,
    SSLConnection,
    UnixDomainSocketConnection,
)
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import ResponseError

from xiangqi_server.kernel.store.client.connecting import AnswerListener, Line, StoreConnection
from xiangqi_server.kernel.store.client.pipeline import Pipeline
from xiangqi_server.kernel.store.port import StoreError

_FILES: Final = ("ssl_ca_certs", "ssl_ca_path", "ssl_certfile", "ssl_keyfile")
"""Options of an address that name a file or a directory."""
# Codes of OpenSSL (x509_vfy.h) for what is wrong with a certificate.
_NOT_VALID_YET_OR_ANY_MORE: Final = frozenset({9, 10})
_UNKNOWN_ISSUER: Final = frozenset({2, 18, 19, 20, 21})
_ANOTHER_NAME: Final = frozenset({62, 64})
_NO_TLS: Final = "this port speaks no TLS, write redis://, cluster:// or sentinel://"
_OWN_CERTIFICATE: Final = (
    "where the server asks for a certificate, name ours by ssl_certfile= and ssl_keyfile="
)
_MAYBE_TLS: Final = "if this port speaks TLS, write rediss://, clusters:// or sentinels://"


class _Handing(AbstractConnection):
    """One that hands over its transport when it is welcomed.

    redis-py offers no way to read but its own, which waits for each answer by a coroutine. So its
    private names for the stream, and for what makes errors of their texts, are used here.
    """

    async def connect(self) -> None:
        """Open it, and see that the server talks to us: without that, nothing may be wrong yet."""
        await super().connect()  # type: ignore[no-untyped-call]  # redis-py's own
        await self.send_command("PING")
        with suppress(ResponseError):  # it does talk
            await self.read_response()

    def take_over(self, listener: AnswerListener) -> Line:
        """See `StoreConnection.take_over`."""
        if self._reader is None or self._writer is None or self._reader.at_eof():
            raise RedisConnectionError("the connection is closed")
        transport = cast(asyncio.Transport, self._writer.transport)  # one that reads as well
        return Pipeline(transport, self._parser.parse_error, listener)


class _SocketConnection(_Handing, UnixDomainSocketConnection):
    """One by a socket of this machine."""


class _PlainConnection(_Handing, Connection):
    """One without TLS."""

    async def connect(self) -> None:
        with _explained(is_tls=False):
            await super().connect()


class _TlsConnection(_Handing, SSLConnection):
    """One with TLS, which ends without the farewell of TLS.

    That would be waited for, half a minute at a server that stands still, and says nothing: every
    answer has its length.
    """

    async def connect(self) -> None:
        with _explained(is_tls=True):
            await super().connect()

    async def disconnect(
        self,
        nowait: bool = False,
        error: Exception | None = None,
        failure_count: int | None = None,
        health_check_failed: bool = False,
    ) -> None:
        if self._writer is not None:
            self._writer.transport.abort()
        await super().disconnect(
            nowait=True,
            error=error,
            failure_count=failure_count,
            health_check_failed=health_check_failed,
        )


def wire_to(url: str) -> StoreConnection:
    """A connection for `GroupedConnection`, which sets the time limits and does the retries.

    Raises:
        StoreError: `url` is not one we can use, or names a file that is not there or holds no
            certificate or key.
    """
    no_retry = Retry(NoBackoff(), 0)
    try:
        pool = ConnectionPool.from_url(url, protocol=2, socket_timeout=None, retry=no_retry)
        if pool.connection_class is SSLConnection:
            pool.connection_class = _TlsConnection
            _require_files(pool.connection_kwargs)
        elif pool.connection_class is Connection:
            pool.connection_class = _PlainConnection
        elif pool.connection_class is UnixDomainSocketConnection:
            pool.connection_class = _SocketConnection
        connection = pool.make_connection()  # type: ignore[no-untyped-call]  # redis-py's own
        connection.driver_info = None  # it would say CLIENT SETINFO, which Redis 7.0 does not know
        wire: StoreConnection = connection
        if isinstance(wire, _TlsConnection):
            wire.ssl_context.get()
    except (TypeError, ValueError) as error:
        raise StoreError(f"not the address of a store: {error}") from error
    except OSError as error:  # an `SSLError` is one
        raise StoreError(f"the certificates or the key of its address: {error}") from error
    return wire


def _require_files(options: dict[str, object]) -> None:
    """Refuse an address that names a file which is not there.

    Raises:
        StoreError: its text has the option and the file.
    """
    for name in _FILES:
        if name in options and not Path(str(options[name])).exists():
            raise StoreError(f"{name}={options[name]}: there is no such file")


@contextmanager
def _explained(*, is_tls: bool) -> Iterator[None]:
    """Add to a failure to connect what may help."""
    try:
        yield
    except asyncio.CancelledError as error:  # a server without TLS says nothing to our greeting
        if is_tls:
            error.add_note(f"if {_NO_TLS}")
        raise
    except RedisConnectionError as error:
        remedy = _remedy(error, is_tls=is_tls)
        if not remedy:
            raise
        raise RedisConnectionError(f"{error} - {remedy}") from error


def _remedy(error: BaseException, *, is_tls: bool) -> str:
    """What to do about a failure to connect; "" if that is nothing of TLS."""
    causes = list(_causes(error))
    for cause in causes:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return _remedy_of_certificate(cause.verify_code)
        if isinstance(cause, ssl.SSLError):
            return _NO_TLS if cause.reason == "WRONG_VERSION_NUMBER" else _OWN_CERTIFICATE
    if any(isinstance(cause, ConnectionRefusedError) for cause in causes):
        return ""
    is_cut = any(isinstance(cause, (ConnectionResetError, EOFError)) for cause in causes)
    if is_cut or "closed by server" in str(error):
        return _OWN_CERTIFICATE if is_tls else _MAYBE_TLS
    return ""


def _remedy_of_certificate(code: int) -> str:
    if code in _UNKNOWN_ISSUER:
        return "name the file of the authority that signed it: ?ssl_ca_certs=FILE"
    if code in _ANOTHER_NAME:
        return (
            "the address, or what the servers call each other, must be a name that stands in "
            "the certificate"
        )
    if code in _NOT_VALID_YET_OR_ANY_MORE:
        return "renew the certificate of the server, or set the clocks"
    return "see the certificate of the server"


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
