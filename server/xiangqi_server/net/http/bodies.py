"""Which requests may have a body, how long it may be, and how many bodies are on their way at once.

A body has its length told beforehand, once, as a number. Bodies in chunks, or without a length, are
refused: there is nothing two parsers could disagree about.
"""

import re
from collections import Counter
from collections.abc import Mapping
from http import HTTPStatus
from typing import Final

from xiangqi_server.limits import shares_of
from xiangqi_server.net.http.http import Request

_LENGTH: Final = re.compile(r"[0-9]{1,12}")
CONTINUE: Final = b"HTTP/1.1 100 Continue\r\n\r\n"


class BodyRefused(Exception):
    """A body that is not read; with the status of the answer, and words fit to be sent."""

    def __init__(self, status: HTTPStatus, text: str) -> None:
        super().__init__(text)
        self.status = status


class Bodies:
    """The bodies of one listener.

    Args:
        paths: the most bytes of a body, by the path of its request.
        most: how many bodies may be on their way at once.
        most_of_one: how many of these from one address; see `shares_of`.
    """

    __slots__ = ("_by_group", "_most", "_most_of_one", "_paths", "arriving")

    def __init__(
        self, paths: Mapping[str, int] | None = None, most: int = 0, most_of_one: int = 0
    ) -> None:
        self._paths = paths or {}
        self._most = most
        self._most_of_one = most_of_one
        self._by_group: Counter[str] = Counter()
        self.arriving = 0

    def takes(self, request: Request) -> bool:
        """Whether the body of a request is read at all."""
        return request.method == "POST" and request.path in self._paths

    def enter(self, request: Request, group: str) -> int:
        """Take a place for a body; how many bytes it has. `leave` gives the place back.

        Args:
            group: the address as limits count it; "" for one that they leave out.

        Raises:
            BodyRefused: its length is not told, or is too large, or there is no place.
        """
        if "transfer-encoding" in request.headers:
            raise BodyRefused(HTTPStatus.LENGTH_REQUIRED, "a body needs a Content-Length")
        told = request.headers.get("content-length", "")
        if _LENGTH.fullmatch(told) is None:
            raise BodyRefused(HTTPStatus.LENGTH_REQUIRED, "a body needs a Content-Length")
        limit = self._paths[request.path]
        if int(told) > limit:
            raise BodyRefused(
                HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"a body has at most {limit} bytes"
            )
        if self.arriving >= self._most:
            raise BodyRefused(HTTPStatus.SERVICE_UNAVAILABLE, "too many bodies at once")
        if group and self._by_group[group] >= self._most_of_one * shares_of(group):
            text = "too many bodies of one address at once"
            raise BodyRefused(HTTPStatus.TOO_MANY_REQUESTS, text)
        self._by_group[group] += 1
        self.arriving += 1
        return int(told)

    def leave(self, group: str) -> None:
        """Give a place back."""
        self.arriving -= 1
        self._by_group[group] -= 1
        if not self._by_group[group]:
            del self._by_group[group]
