"""A room on our shell and nothing behind it: what one connection sends, all hear.

usage: python -m tests.bench.relay uvloop|asyncio|broadcast

Prints its port, then serves until it is killed. On SIGUSR1 it prints how many objects the collector
tracks and how long a full collection takes. `broadcast` is the same room in `websockets`' own
server.
"""

import asyncio
import gc
import json
import resource
import signal
import sys
import time
from contextlib import suppress
from http import HTTPStatus

import uvloop
from websockets.asyncio.server import ServerConnection
from websockets.asyncio.server import broadcast as send_to_all
from websockets.asyncio.server import serve as serve_websockets
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from xiangqi_server.net.fanout import Subscribers
from xiangqi_server.net.http.http import Request, Response, text_response
from xiangqi_server.net.limits import ListenerLimits
from xiangqi_server.net.listener import Listener
from xiangqi_server.net.listening_sockets import bound
from xiangqi_server.net.ports import Connection, Format
from xiangqi_server.net.timer_wheel import Ticker, TimerWheel
from xiangqi_server.net.websocket.handshake import Endpoint

PATH = "/ws"
SUBPROTOCOL = "bench.msgpack"
HOST = "127.0.0.1"


class Relay:
    """Sends each message to everybody, its sender included."""

    def __init__(self) -> None:
        self._everybody = Subscribers()

    def opened(self, connection: Connection) -> None:
        """Let `connection` hear everything."""
        self._everybody.add(connection, droppable=True)

    def received(self, connection: Connection, payload: bytes) -> None:
        """Tell everybody."""
        self._everybody.send(lambda _: payload)

    def caught_up(self, connection: Connection) -> None:
        """Send nothing: the next message is as good as the last."""

    def closed(self, connection: Connection) -> None:
        """Send nothing: it has left by itself."""


async def serve_ours() -> None:
    """Serve on our shell until killed."""
    wheel = TimerWheel()
    Ticker(wheel).start()
    listener = Listener(
        Relay(),
        endpoint=Endpoint(PATH, {SUBPROTOCOL: Format.MSGPACK}),
        answer=nothing_else,
        limits=ListenerLimits(message_bytes=16_384, connections_per_address=100_000),
        wheel=wheel,
    )
    port = await listener.start(bound(HOST, 0))
    await until_killed(port)


async def serve_broadcast() -> None:
    """Serve on the queries's own server until killed."""
    everybody: set[ServerConnection] = set()

    async def relay(connection: ServerConnection) -> None:
        everybody.add(connection)
        with suppress(ConnectionClosed):
            async for message in connection:
                send_to_all(everybody, message)
        everybody.discard(connection)

    async with serve_websockets(
        relay, HOST, 0, compression=None, subprotocols=[Subprotocol(SUBPROTOCOL)], max_size=4096
    ) as server:
        await until_killed(server.sockets[0].getsockname()[1])


async def until_killed(port: int) -> None:
    """Tell the port, to_record what was made so far, and wait."""
    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, report)
    gc.collect()
    gc.freeze()
    print(port, flush=True)
    await asyncio.Event().wait()


def report() -> None:
    """Print what the collector has to do."""
    began = time.thread_time()
    gc.collect()
    milliseconds = (time.thread_time() - began) * 1000
    print(json.dumps({"objects": len(gc.get_objects()), "collection_ms": milliseconds}), flush=True)


def nothing_else(_: Request) -> Response:
    """Answer what is no websocket."""
    return text_response(HTTPStatus.NOT_FOUND, "nothing here")


def main() -> None:
    """Run what the command line names."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    match sys.argv[1]:
        case "uvloop":
            uvloop.run(serve_ours())
        case "asyncio":
            asyncio.run(serve_ours())
        case "broadcast":
            asyncio.run(serve_broadcast())
        case other:
            raise SystemExit(f"no such relay: {other}")


if __name__ == "__main__":
    main()
