"""Which pages of other sites may read an answer in the browsers of their readers (CORS).

Nothing is ever sent along by a browser on its own: answers depend on no cookie, and credentials are
not allowed. So a page reads only what it could ask for itself, from where its reader is.
"""

from http import HTTPStatus
from typing import Final

from xiangqi_server.net.http.http import Request, Response

ANY: Final = "*"
ALLOWED: Final = "GET, HEAD, OPTIONS"
"""The methods of requests that change nothing."""
_PREFLIGHT_SECONDS: Final = 86_400

Headers = tuple[tuple[str, str], ...]


class CrossOrigin:
    """Says so in the headers of answers.

    Args:
        allowed: origins, exactly; `ANY` among them allows all, none but the server's own.
    """

    __slots__ = ("_allowed",)

    def __init__(self, allowed: frozenset[str]) -> None:
        self._allowed = allowed

    def headers(self, request: Request) -> Headers:
        """What an answer says to the page that asks."""
        if ANY in self._allowed:
            return (("Access-Control-Allow-Origin", ANY), *_EXPOSED)
        if not self._allowed:
            return ()
        origin = request.headers.get("origin", "")
        varies = (("Vary", "Origin"),)
        if origin not in self._allowed:
            return varies
        return (("Access-Control-Allow-Origin", origin), *_EXPOSED, *varies)

    def preflight(self, request: Request) -> Response:
        """The answer to OPTIONS: what may be asked, and whether this page may."""
        headers: Headers = (("Allow", ALLOWED), *self.headers(request))
        if any(name == "Access-Control-Allow-Origin" for name, _ in headers):
            headers += (
                ("Access-Control-Allow-Methods", ALLOWED),
                ("Access-Control-Allow-Headers", "Authorization, If-None-Match"),
                ("Access-Control-Max-Age", str(_PREFLIGHT_SECONDS)),
            )
        return Response(HTTPStatus.NO_CONTENT, b"", headers)


_EXPOSED: Final[Headers] = (("Access-Control-Expose-Headers", "ETag, Retry-After"),)
