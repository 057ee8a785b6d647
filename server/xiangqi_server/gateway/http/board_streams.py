"""Boards as programs follow them by plain HTTP, line by line, until they leave."""

from dataclasses import dataclass, field

from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.client_factory import ClientFactory
from xiangqi_server.gateway.connection.closing import close_with
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.lists.boards import BoardsHandler
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, RefusalCode, Refused
from xiangqi_server.net.ports import Connection
from xiangqi_server.wire.client import WatchBoards
from xiangqi_server.wire.server import ByeCode
from xiangqi_server.wire.terms import Language


class BoardStreams:
    """The streams of a node. Owned by the gateway.

    Args:
        boards: shows clients their boards.
    """

    def __init__(self, node: Node, boards: BoardsHandler, client_factory: ClientFactory) -> None:
        self._tasks = node.tasks
        self._client_factory = client_factory
        self._open: set[Client] = set()
        self.boards = boards

    def __len__(self) -> int:
        return len(self._open)

    def open(self, asked: WatchBoards, language: Language) -> "BoardStream":
        """A stream of boards that begins when somebody is connected to it."""
        return BoardStream(self, asked, language)

    def begin(self, connection: Connection, asked: WatchBoards, language: Language) -> Client:
        """Show a connection that has just been opened its boards from now on."""
        client = self._client_factory.make(Client, connection)
        client.language = language
        self._open.add(client)
        self._tasks.start(self._begin(client, asked))
        return client

    async def _begin(self, client: Client, asked: WatchBoards) -> None:
        code: RefusalCode | None = CommonRefusal.UNAVAILABLE
        try:
            await self.boards.watch(client, asked)
            code = None
        except Refused as refused:
            code = refused.code
        finally:
            if code is not None and not client.is_gone:
                client.refuse(None, code)
                client.connection.close()

    def end(self, client: Client) -> None:
        """The connection is gone."""
        client.is_gone = True
        self._open.discard(client)
        self.boards.discard(client)

    def say_bye(self, code: ByeCode) -> None:
        """End all streams, because the node stops."""
        for client in tuple(self._open):
            close_with(client, code)


@dataclass(slots=True)
class BoardStream:
    """One stream of boards: what its connection calls, see `net.ports.StreamHandler`."""

    streams: BoardStreams
    asked: WatchBoards
    language: Language
    client: Client | None = field(default=None)

    def opened(self, connection: Connection) -> None:
        """Begin to tell."""
        self.client = self.streams.begin(connection, self.asked, self.language)

    def caught_up(self, connection: Connection) -> None:
        """Tell all of it again."""
        if self.client is not None:
            self.streams.boards.show(self.client)

    def closed(self, connection: Connection) -> None:
        """Tell no more."""
        if self.client is not None:
            self.streams.end(self.client)
