"""The text of HTTP/1.1 requests and responses: a strict reader and a writer, without a socket.

Strict means one request line, well-formed header lines ended by CRLF, a path that starts with a
slash, single headers at most once, and no body. Anything else is a `BadRequest`,
so there is nothing two parsers could disagree about (request smuggling). Only an unserved method
may come with a body, so that its sender hears which ones are served. The body is not read, and no
other request on that connection. The few paths whose bodies are read stand in `bodies`.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from email.utils import formatdate
from http import HTTPStatus
from typing import Final, NamedTuple

from xiangqi_server.net.ports import StreamHandler

HEAD_END: Final = b"\r\n\r\n"

_REQUEST_LINE: Final = re.compile(r"([A-Z]{1,20}) (/[!-~]*) HTTP/1\.([01])")
_HEADERS: Final = re.compile(r"(?:[!#$%&'*+\-.^_`|~0-9A-Za-z]+:[\t -~\x80-\xff]*\r\n)*")
"""All header lines in one match: a browser sends a dozen, and thousands may come at once."""
_SERVED: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_WITHOUT_LENGTH: Final = frozenset({HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED})
_SINGLE: Final = frozenset(
    {"host", "origin", "content-length", "sec-websocket-key", "sec-websocket-version"}
)


class BadRequest(Exception):
    """The bytes are no request we read; the text says why, in words fit to be sent back."""


class Request(NamedTuple):
    """A request, all but its body.

    Attributes:
        target: path and query, as sent.
        headers: by lower-case name; several of one name are joined by ", ".
        is_http11: False for HTTP/1.0.
        counted_as: what limits by address count the sender under, "" for one they leave out.
        has_body: one follows. It is not read, but where the listener's `Bodies` take it.
        body: what was read of it; all, or nothing.
    """

    method: str
    target: str
    headers: dict[str, str]
    is_http11: bool = True
    counted_as: str = ""
    has_body: bool = False
    body: bytes = b""

    @property
    def path(self) -> str:
        """The target without its query, not decoded."""
        return self.target.partition("?")[0]

    @property
    def query(self) -> str:
        """What follows on the path, not decoded."""
        return self.target.partition("?")[2]

    def has_already(self, tag: str) -> bool:
        """Whether the sender has what a strong tag stands for (`If-None-Match`; `*` is any)."""
        known = [text.strip() for text in self.headers.get("if-none-match", "").split(",")]
        return known == ["*"] or tag in [text.removeprefix("W/") for text in known]

    @property
    def keeps_alive(self) -> bool:
        """True if the peer may send another request on the same connection."""
        return (
            self.is_http11
            and (not self.has_body or bool(self.body))
            and "close" not in self.tokens("connection")
        )

    @property
    def accepted_language(self) -> str:
        """The Accept-Language header, "" for none."""
        return self.headers.get("accept-language", "")

    @property
    def wants_websocket(self) -> bool:
        """True if the peer asks to speak websocket from here on."""
        return "upgrade" in self.tokens("connection") and "websocket" in self.tokens("upgrade")

    def tokens(self, name: str) -> list[str]:
        """Give the comma-separated words of a header, in lower case."""
        text = self.headers.get(name, "").lower()
        return [word.strip() for word in text.split(",")] if "," in text else [text.strip()]


@dataclass(frozen=True, slots=True)
class Response:
    """A whole answer; length, date and connection are added when it is written.

    Attributes:
        on_written: called once the peer has taken all of it, or is gone; it may come twice.
    """

    status: HTTPStatus
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = field(default=())
    on_written: Callable[[], None] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Stream:
    """An answer without an end of its own: lines, as `handler` sends them on the connection."""

    handler: StreamHandler
    headers: tuple[tuple[str, str], ...] = ()


def read_request(head: bytes) -> Request:
    """Read everything before the empty line that ends the head of a request.

    Raises:
        BadRequest: see the module.
    """
    request_line, has_headers, lines = head.decode("latin-1").partition("\r\n")
    match = _REQUEST_LINE.fullmatch(request_line)
    if match is None:
        raise BadRequest("not an HTTP/1.1 request line with an absolute path")
    headers = _read_headers(lines) if has_headers else {}
    method, target, minor = match.groups()
    is_http11 = minor == "1"
    if is_http11 and not headers.get("host"):
        raise BadRequest("missing Host header")
    has_body = "transfer-encoding" in headers or headers.get("content-length", "0") != "0"
    if has_body and method in _SERVED:
        raise BadRequest("a request body is not accepted")
    return Request(method, target, headers, is_http11, has_body=has_body)


def text_response(status: HTTPStatus, text: str, **headers: str) -> Response:
    """Give a short answer in plain text; `_` in the names of `headers` stands for `-`."""
    named = tuple((name.replace("_", "-"), value) for name, value in headers.items())
    kind = ("Content-Type", "text/plain; charset=utf-8")
    return Response(status, f"{text}\n".encode(), (kind, *named))


def write_response(
    response: Response, *, with_body: bool, keeps_alive: bool
) -> tuple[bytes, bytes]:
    """Give the head and the body of an answer; without its body if the request was HEAD.

    The body is the very one of `response`: a file that many read slowly is held once.
    """
    length = ("Content-Length", str(len(response.body)))
    has_length = response.status not in _WITHOUT_LENGTH
    headers = (*response.headers, length) if has_length else response.headers
    head = _write_head(response.status, headers, keeps_alive=keeps_alive)
    return head, response.body if with_body else b""


def write_stream_head(stream: Stream) -> bytes:
    """Give the bytes before the lines of a stream, which come in chunks."""
    headers = (*stream.headers, ("Transfer-Encoding", "chunked"))
    return _write_head(HTTPStatus.OK, headers, keeps_alive=False)


def _write_head(
    status: HTTPStatus, headers: tuple[tuple[str, str], ...], *, keeps_alive: bool
) -> bytes:
    lines = [
        f"HTTP/1.1 {status.value} {status.phrase}",
        f"Date: {formatdate(usegmt=True)}",
        f"Connection: {'keep-alive' if keeps_alive else 'close'}",
        "X-Content-Type-Options: nosniff",  # what players wrote is shown as nothing else
        *(f"{name}: {value}" for name, value in headers),
    ]
    return "\r\n".join(lines).encode("latin-1") + HEAD_END


def _read_headers(lines: str) -> dict[str, str]:
    """Read the header lines, at least one; there is no line end after the last."""
    if _HEADERS.fullmatch(lines + "\r\n") is None:
        raise BadRequest("malformed header line")
    headers: dict[str, str] = {}
    for line in lines.split("\r\n"):
        name, _, value = line.partition(":")
        name, value = name.lower(), value.strip(" \t")
        if name not in headers:
            headers[name] = value
        elif name in _SINGLE:
            raise BadRequest(f"more than one {name} header")
        else:
            headers[name] = f"{headers[name]}, {value}"
    return headers
