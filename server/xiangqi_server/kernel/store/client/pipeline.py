"""The bytes of an open connection to the store: commands out, and answers in as they come.

redis-py connects, with TLS or without, and authenticates, over the streams of asyncio. From then on
the transport is ours: through a stream each answer wakes a reader and a task, and its callers only
a turn of the loop later.
"""

import asyncio
from collections.abc import Callable
from typing import Final

from hiredis import Reader
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import InvalidResponse

from xiangqi_server.kernel.store.client.connecting import AnswerListener

_NOTHING: Final = object()
"""What the reader gives where no answer is complete."""


class Pipeline(asyncio.Protocol):
    """See `store.connecting.Line`; it takes over a transport for good.

    Args:
        transport: open; all that was asked over it is answered.
        read_error: makes an error of the text of one.
        listener: hears what comes.
    """

    def __init__(
        self,
        transport: asyncio.Transport,
        read_error: Callable[[str], Exception],
        listener: AnswerListener,
    ) -> None:
        self._transport = transport
        self._listener: AnswerListener | None = listener
        self._reader = Reader(
            protocolError=InvalidResponse, replyError=read_error, notEnoughData=_NOTHING
        )
        self._former = transport.get_protocol()
        transport.set_protocol(self)

    def write(self, packed: bytes) -> None:
        """Send packed commands.

        Raises:
            RedisConnectionError: the connection is not open any more.
        """
        if self._transport.is_closing():  # uvloop would raise RuntimeError
            raise RedisConnectionError("the connection is closed")
        self._transport.write(packed)

    def abort(self) -> None:
        """End the connection at once; the listener hears no more of it."""
        self._listener = None
        self._transport.abort()

    def data_received(self, data: bytes) -> None:
        """Tell the answers that are complete. Called by the transport."""
        if self._listener is None:
            return
        try:
            self._reader.feed(data)
            answers = list(iter(self._reader.gets, _NOTHING))
        except InvalidResponse as error:
            self._lose(error)
            return
        if answers:
            self._listener.answered(answers)

    def connection_lost(self, error: Exception | None) -> None:
        """Tell that nothing more will come. Called by the transport."""
        self._former.connection_lost(None)  # redis-py waits for that when it disconnects
        self._lose(error or RedisConnectionError("it has closed the connection"))

    def _lose(self, error: Exception) -> None:
        listener = self._listener
        self.abort()
        if listener is not None:
            listener.lost(error)
