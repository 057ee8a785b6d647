"""A program that asks a node by plain HTTP, and one that follows a game on it."""

import json
from typing import Any

from tests.support.gateways import Node, Peer
from xiangqi_server.net.http.cross_origin import CrossOrigin
from xiangqi_server.net.http.http import Request, Response, Stream
from xiangqi_server.net.ports import Format
from xiangqi_server.node.api_requests import ApiRequests

ADDRESS = "192.0.2.7"


class Program:
    """Asks one node.

    Args:
        allowed: the origins that the operator allows.
    """

    def __init__(self, node: Node, allowed: frozenset[str] = frozenset()) -> None:
        self._node = node
        self._api = ApiRequests(
            node.gateway.program_requests, CrossOrigin(allowed), node.gateway.lines
        )

    async def ask(
        self, target: str, method: str = "GET", *, address: str = "", **headers: str
    ) -> Response:
        """What is answered; `_` in the names of `headers` stands for `-`."""
        answer = await self._api.answer(self._request(target, method, address, headers))
        assert isinstance(answer, Response)
        return answer

    async def post(
        self, target: str, body: bytes, *, address: str = "", **headers: str
    ) -> Response:
        """What is answered to a request with a body."""
        request = self._request(target, "POST", address, headers)
        answer = await self._api.answer(request._replace(has_body=True, body=body))
        assert isinstance(answer, Response)
        return answer

    async def read(self, target: str, **headers: str) -> Any:
        """The content of an answer."""
        return json.loads((await self.ask(target, **headers)).body)

    async def follow(self, target: str, **headers: str) -> "StreamPeer":
        """A connection on which a stream has begun."""
        return await self.begin(await self.offered(target, **headers))

    async def offered(self, target: str, **headers: str) -> Stream:
        """A stream that has not begun."""
        answer = await self._api.answer(self._request(target, "GET", "", headers))
        assert isinstance(answer, Stream)
        return answer

    async def begin(self, stream: Stream) -> "StreamPeer":
        """The connection on which it begins."""
        peer = StreamPeer(self._node, stream)
        stream.handler.opened(peer)
        await self._node.settle()
        return peer

    def _request(self, target: str, method: str, address: str, headers: dict[str, str]) -> Request:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return Request(method, target, named, counted_as=address)


class StreamPeer(Peer):
    """The far end of a stream."""

    def __init__(self, node: Node, stream: Stream) -> None:
        super().__init__(node, Format.LINES)
        self._stream = stream

    def hang_up(self) -> None:
        """Lose the connection, as the shell does it."""
        self.closed = self.closed or (1006, "")
        memberships, self._memberships = self._memberships, []
        for membership in memberships:
            membership.discard(self)
        self._stream.handler.closed(self)

    def catch_up(self) -> None:
        """Read again after it had missed something."""
        self._stream.handler.caught_up(self)


def code_of(answer: Response) -> str:
    """The code of an error."""
    return str(json.loads(answer.body)["code"])
