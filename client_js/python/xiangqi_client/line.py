"""One connection: texts out, texts in; the only module that knows websockets."""

from collections.abc import Awaitable, Callable
from typing import Final, Protocol

from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as open_websocket
from websockets.exceptions import InvalidHandshake, InvalidStatus, WebSocketException
from websockets.typing import Subprotocol

SUBPROTOCOL: Final = Subprotocol("xiangqi.v1.json")
OPEN_WITHIN_S: Final = 10
CLOSE_WITHIN_S: Final = 1
MESSAGE_BYTES: Final = 16 * 2**20
"""Of what the server tells, at most: a copy of all that it keeps of a player is the longest."""

_COME_AGAIN: Final = frozenset({408, 425, 429})
"""Of the answers 400 to 499, those that another try may change."""


class LineLost(Exception):
    """The connection ended, or did not come about; another one may."""


class CannotConnect(Exception):
    """No try will connect: what answers there is no such server, or does not let us in."""


class Line(Protocol):
    """An open connection. Its methods raise `LineLost` when it ends."""

    async def send(self, text: str) -> None:
        """Send one message."""

    async def receive(self) -> str | bytes:
        """Wait for the next message."""

    async def close(self) -> None:
        """Close it; raises nothing."""


Connect = Callable[[str], Awaitable[Line]]
"""Opens a connection to a URL. Raises `LineLost` or `CannotConnect`."""


class WebSocketLine:
    """A `Line` over a websocket; its holder closes it."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket

    async def send(self, text: str) -> None:
        """Send one message."""
        try:
            await self._socket.send(text)
        except (WebSocketException, OSError) as error:
            raise LineLost(str(error)) from error

    async def receive(self) -> str | bytes:
        """Wait for the next message."""
        try:
            return await self._socket.recv()
        except (WebSocketException, OSError, EOFError) as error:
            raise LineLost(str(error)) from error

    async def close(self) -> None:
        """Close it; a server that does not answer is waited for a second."""
        await self._socket.close()


async def connect(url: str) -> Line:
    """Open a websocket to a server.

    Raises:
        LineLost: nobody answers there now.
        CannotConnect: the peer does not want us (an answer 400 to 499), or speaks no websocket.
    """
    try:
        # The server has its own pings, and a websocket's would give up a server that stands still.
        socket = await open_websocket(
            url,
            subprotocols=[SUBPROTOCOL],
            compression=None,
            ping_interval=None,
            open_timeout=OPEN_WITHIN_S,
            close_timeout=CLOSE_WITHIN_S,
            max_size=MESSAGE_BYTES,
        )
    except InvalidStatus as error:
        status = error.response.status_code
        is_final = 400 <= status < 500 and status not in _COME_AGAIN
        raise (CannotConnect if is_final else LineLost)(str(error)) from error
    except (InvalidHandshake, OSError, EOFError, TimeoutError) as error:
        raise LineLost(str(error)) from error
    except WebSocketException as error:  # such as an address that is none
        raise CannotConnect(str(error)) from error
    return WebSocketLine(socket)
