"""A node as a browser or a messenger asks it by plain HTTP: pages, files and pictures."""

from collections.abc import Awaitable

from tests.support.gateways import Node
from xiangqi_server.net.http.cross_origin import CrossOrigin
from xiangqi_server.net.http.http import Request, Response
from xiangqi_server.node.api_requests import ApiRequests
from xiangqi_server.node.previews import PagePreviews
from xiangqi_server.node.requests import Files, HttpRequests
from xiangqi_server.node.site import site

FILES = site()


class Pages:
    """What one node answers."""

    def __init__(self, node: Node) -> None:
        gateway = node.gateway
        self._requests = HttpRequests(
            lambda _: None,
            ApiRequests(gateway.program_requests, CrossOrigin(frozenset()), gateway.lines),
            Files(gateway.exports, gateway.tournament_exports),
            FILES,
            PagePreviews(gateway.previews, FILES),
            gateway.address_limits,
        )

    async def fetch(self, path: str, **headers: str) -> Response:
        """A page as a program gets it that says no more than these headers."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        answer = self._requests.answer(Request("GET", path, {"host": "play.example"} | named))
        found = await answer if isinstance(answer, Awaitable) else answer
        assert isinstance(found, Response)
        return found
