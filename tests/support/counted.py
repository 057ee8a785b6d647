"""A connection to a store that counts the commands sent over it."""

from collections.abc import Sequence

from xiangqi_server.kernel.store.client.connecting import AnswerListener, Line, StoreConnection
from xiangqi_server.kernel.store.client.replies import Reply


class CountedConnection:
    """See `StoreConnection`.

    Attributes:
        answered: how many commands were answered.
    """

    def __init__(self, connection: StoreConnection) -> None:
        self._connection = connection
        self.answered = 0

    @property
    def is_connected(self) -> bool:
        return self._connection.is_connected

    async def connect(self) -> None:
        await self._connection.connect()

    async def send_packed_command(self, command: bytes, check_health: bool = True) -> None:
        await self._connection.send_packed_command(command, check_health=check_health)

    async def read_response(self) -> Reply:
        self.answered += 1
        return await self._connection.read_response()

    def take_over(self, listener: AnswerListener) -> Line:
        return self._connection.take_over(_CountingListener(self, listener))

    async def disconnect(self, nowait: bool = False) -> None:
        await self._connection.disconnect(nowait=nowait)


class _CountingListener:
    """See `AnswerListener`."""

    def __init__(self, connection: CountedConnection, listener: AnswerListener) -> None:
        self.lost = listener.lost
        self._connection = connection
        self._listener = listener

    def answered(self, answers: Sequence[Reply | Exception]) -> None:
        self._connection.answered += len(answers)
        self._listener.answered(answers)
