"""Makes a connection to the store, and makes sure of what answers there before anything is sent."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Final, Protocol

from redis.exceptions import RedisError, ResponseError

from xiangqi_server.kernel.store.client.acknowledgement import ReplicaWait
from xiangqi_server.kernel.store.client.error_replies import as_store_error
from xiangqi_server.kernel.store.client.replies import Reply
from xiangqi_server.kernel.store.client.requests import Argument, Ask, pack
from xiangqi_server.kernel.store.port import Promoted, StoreError, StoreUnavailable, StoreUnusable

Greet = Callable[[Ask], Awaitable[None]]
"""Makes sure of a server that was connected to; raises `StoreError` if it must not be used."""

BROKEN: Final = (RedisError, OSError, RuntimeError)
"""What a connection that is of no use raises; uvloop, `RuntimeError` when it is closing."""


class AnswerListener(Protocol):
    """Hears what comes over a connection."""

    def answered(self, answers: Sequence[Reply | Exception]) -> None:
        """So many more answers, in order; an error that the store answers is one of redis-py's."""
        ...

    def lost(self, error: Exception) -> None:
        """Nothing more will come."""
        ...


class Line(Protocol):
    """What is open between us and the store; see `pipeline`."""

    def write(self, packed: bytes) -> None:
        """Send packed commands; raises an error of redis-py if that cannot be."""
        ...

    def abort(self) -> None:
        """End it at once; the listener hears no more of it."""
        ...


class StoreConnection(Protocol):
    """What we use of a connection of redis-py, with its types."""

    @property
    def is_connected(self) -> bool:
        """Whether it was opened, and no error has closed it since."""
        ...

    async def connect(self) -> None:
        """Open it: authenticate, select the database."""
        ...

    async def send_packed_command(self, command: bytes, check_health: bool = True) -> None:
        """Write packed commands."""
        ...

    async def read_response(self) -> Reply:
        """The next answer; an error answer is raised."""
        ...

    def take_over(self, listener: AnswerListener) -> Line:
        """Pass on all that comes from now on; nothing may be read here after it.

        Raises an error of redis-py if the connection has ended meanwhile.
        """
        ...

    async def disconnect(self, nowait: bool = False) -> None:
        """Close it."""
        ...


class Primary(Protocol):
    """Which server answers at an address, as its connections have found; see `single_primary`."""

    @property
    def id(self) -> str:
        """What the latest connection has found."""
        ...

    @property
    def promotions(self) -> int:
        """How many were noticed."""
        ...

    async def ask(self, call: Ask) -> str:
        """What a connection finds that was just opened."""
        ...


class Connector:
    """Opens the connection of one `GroupedConnection`, again and again.

    Args:
        connection: not open yet; it must have no time limits and no retries of its own.
        greet: what to make sure of whenever it was opened; None: nothing.
        wait: for the copies of what is lasting; it learns which servers to ask. None without one.
        primary: which server answers; None: the code that opens this knows it.
    """

    def __init__(
        self,
        connection: StoreConnection,
        greet: Greet | None,
        wait: ReplicaWait | None,
        primary: Primary | None,
    ) -> None:
        self._connection = connection
        self._greet = greet
        self._wait = wait
        self._primary = primary
        self._primary_id = ""

    @property
    def promotions(self) -> int:
        """How many promotions the connections to this address have noticed."""
        return 0 if self._primary is None else self._primary.promotions

    def is_another_primary(self) -> bool:
        """Whether other connections have found another server than this one has."""
        return self._primary is not None and self._primary_id != self._primary.id

    async def open(self, listener: AnswerListener) -> Line | StoreUnavailable:
        """A line to a server that may be used, whose answers go to `listener`.

        If there is no such server, the trouble instead: `Promoted` if another server has been
        promoted since the calls were made, `StoreUnusable` if the store must not be used.
        """
        try:
            return await self._open(listener)
        except BROKEN as error:
            return StoreUnavailable(f"the store cannot be reached: {error}")
        except Promoted as error:
            return error
        except StoreError as error:
            return StoreUnusable(f"the store must not be used: {error}")

    async def hang_up(self) -> None:
        """Close what was opened without a line, and wait for nothing."""
        await self._connection.disconnect(nowait=True)

    async def close(self) -> None:
        """Close the connection for good."""
        with suppress(*BROKEN):
            await self._connection.disconnect()

    async def _open(self, listener: AnswerListener) -> Line:
        if self._connection.is_connected:
            await self.hang_up()
        await self._connection.connect()
        if self._primary is not None:
            promotions = self._primary.promotions
            self._primary_id = await self._primary.ask(self._ask)
            if promotions != self._primary.promotions:
                raise Promoted("another server was promoted")
        if self._greet is not None:
            await self._greet(self._ask)
        if self._wait is not None:
            await self._wait.look(self._ask)
        return self._connection.take_over(listener)

    async def _ask(self, *arguments: Argument) -> Reply:
        await self._connection.send_packed_command(pack(*arguments), check_health=False)
        try:
            return await self._connection.read_response()
        except ResponseError as error:
            raise as_store_error(error) from error
