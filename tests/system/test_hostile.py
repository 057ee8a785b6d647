"""Nonsense over real sockets: each piece gets a clear answer or a clean close, none a traceback."""

import asyncio
import json
import struct
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress

import msgpack
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.typing import Subprotocol

from tests.support.patience import PATIENCE_S
from tests.support.server_process import ServerProcess
from tests.support.wire_client import WireClient

pytestmark = pytest.mark.system

HANDSHAKE = (
    "GET /ws HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
)
RAW = {
    "nothing": b"",
    "zeroes": b"\0" * 4096,
    "high bytes": bytes(range(128, 256)) * 64,
    "a TLS greeting": bytes.fromhex("1603010200010001fc0303") + b"\x11" * 300,
    "no end of a head": b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 5_000,
    "one endless line": b"GET /" + b"a" * 100_000,
    "another method": b"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello",
    "smuggling": b"GET / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n"
    b"Content-Length: 5\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\n\r\n",
    "plain HTTP on the socket path": b"GET /ws HTTP/1.1\r\nHost: h\r\n\r\n",
    "no subprotocol": f"{HANDSHAKE}\r\n".encode(),
    "a bad key": HANDSHAKE.replace("dGhl", "!!!!").encode() + b"\r\n",
    "a foreign origin": f"{HANDSHAKE}Origin: http://evil.example\r\n"
    f"Sec-WebSocket-Protocol: xiangqi.v1.json\r\n\r\n".encode(),
    "an unmasked frame": f"{HANDSHAKE}Sec-WebSocket-Protocol: xiangqi.v1.json\r\n\r\n".encode()
    + b"\x81\x02{}",
    "a frame of many gigabytes": f"{HANDSHAKE}Sec-WebSocket-Protocol: xiangqi.v1.json\r\n"
    f"\r\n".encode()
    + b"\x81\xff"
    + struct.pack(">Q", 2**40)
    + b"mask",
}
PATHS = (
    "/../../etc/passwd",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/a/../../settings.py",
    "/a/x/..%2f..%2fpyproject.toml",
    "//etc/passwd",
    "/game/../app.py",
    "/game/%00",
    "/index.html%00.js",
    "/\\..\\..\\etc\\passwd",
    "/server/app.py",
)
DEEP = 900
PAYLOADS: dict[str, tuple[str, bytes | str]] = {
    "no JSON": ("json", "}{"),
    "empty text": ("json", ""),
    "deep JSON": ("json", "[" * DEEP + "]" * DEEP),
    "deep JSON in a field": ("json", '{"type":"hello","id":' + "[" * DEEP + "]" * DEEP + "}"),
    "NaN": ("json", '{"type":"pong","n":NaN}'),
    "a huge number": ("json", '{"type":"pong","n":1' + "0" * 3_000 + "}"),
    "lone surrogate": ("json", '{"type":"hello","id":"\\ud800"}'),
    "unknown type": ("json", '{"type":"sudo","id":"1"}'),
    "doubled type": ("json", '{"type":"hello","type":"pong","id":"1","n":1}'),
    "no msgpack": ("msgpack", b"\xc1"),
    "empty bytes": ("msgpack", b""),
    "deep msgpack": ("msgpack", b"\x91" * 4_000 + b"\xc0"),
    "a huge array": ("msgpack", b"\xdd\xff\xff\xff\xff"),
    "a huge map": ("msgpack", b"\xdf\xff\xff\xff\xff" + b"\xa1a" * 1_000),
    "an extension": ("msgpack", b"\xc7\xff\x01" + b"x" * 255),
}
FATAL: dict[str, tuple[str, bytes | str, int]] = {
    "oversize": ("json", '{"type":"hello","id":"' + "x" * 5_000 + '"}', 1009),
    "binary where text is spoken": ("json", b"\x80", 1003),
    "text where binary is spoken": ("msgpack", "{}", 1003),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One server for all; when everything is over its log holds no traceback."""
    with ServerProcess(tmp_path_factory.mktemp("hostile") / "data") as server:
        yield server
        log = server.log()
    assert "Traceback" not in log
    assert " ERROR " not in log


async def told(server: ServerProcess, data: bytes) -> bytes:
    """What the server says to these bytes until it closes; we close our half at once."""
    async with asyncio.timeout(PATIENCE_S):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        try:
            writer.write(data)
            writer.write_eof()
            return await reader.read()
        except ConnectionError:
            return b""
        finally:
            writer.close()


@asynccontextmanager
async def a_socket(server: ServerProcess, form: str) -> AsyncIterator[ClientConnection]:
    protocol = Subprotocol(f"xiangqi.v1.{form}")
    async with connect(
        server.socket_url, subprotocols=[protocol], compression=None, ping_interval=None
    ) as socket:
        yield socket


async def assert_alive(server: ServerProcess) -> None:
    async with WireClient(server.socket_url) as client:
        assert client.welcome["player"]


@pytest.mark.parametrize("data", RAW.values(), ids=RAW)
async def test_raw_bytes_are_answered_or_cut_off(server: ServerProcess, data: bytes) -> None:
    answer = await told(server, data)

    assert answer == b"" or answer.startswith(b"HTTP/1.1 ")
    assert b"Traceback" not in answer
    await assert_alive(server)


@pytest.mark.parametrize("path", PATHS)
async def test_no_path_leads_out_of_the_client(server: ServerProcess, path: str) -> None:
    request = f"GET {path} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"

    answer = await told(server, request.encode())

    assert answer.split(b" ", 2)[1] in (b"400", b"404")
    assert b"root:" not in answer


@pytest.mark.parametrize("path", ["/", "/serving", "/game/abcdefgh1234.pgn", "/preview.jpg"])
async def test_nothing_is_changed_by_http_so_other_methods_are_told_which_there_are(
    server: ServerProcess, path: str
) -> None:
    answer = await told(server, f"DELETE {path} HTTP/1.1\r\nHost: h\r\n\r\n".encode())

    assert answer.startswith(b"HTTP/1.1 405 ")
    assert b"\r\nAllow: GET, HEAD\r\n" in answer


async def test_pipelined_requests_are_answered_in_order_or_cut_off(server: ServerProcess) -> None:
    one = b"GET /%s HTTP/1.1\r\nHost: h\r\n\r\n"

    answer = await told(server, one % b"" + one % b"nothing" + one % b"")

    assert answer.startswith(b"HTTP/1.1 200 ")
    assert answer.count(b"HTTP/1.1 ") in (1, 3)
    await assert_alive(server)


async def test_a_wrong_subprotocol_is_refused(server: ServerProcess) -> None:
    with pytest.raises((InvalidStatus, InvalidHandshake)):
        async with connect(server.socket_url, subprotocols=[Subprotocol("chat")]):
            pass


@pytest.mark.parametrize(("form", "payload"), PAYLOADS.values(), ids=PAYLOADS)
async def test_nonsense_is_refused_and_the_connection_lives(
    server: ServerProcess, form: str, payload: bytes | str
) -> None:
    hello = {"type": "hello", "id": "1"}

    async with asyncio.timeout(PATIENCE_S), a_socket(server, form) as socket:
        await socket.send(payload)
        first = await socket.recv()
        await socket.send(json.dumps(hello) if form == "json" else msgpack.packb(hello))
        second = await socket.recv()

    refused, welcome = (
        json.loads(raw) if isinstance(raw, str) else msgpack.unpackb(raw) for raw in (first, second)
    )
    assert (refused["type"], refused["code"]) == ("refused", "bad_message")
    assert welcome["type"] == "welcome"


@pytest.mark.parametrize(("form", "payload", "code"), FATAL.values(), ids=FATAL)
async def test_what_breaks_the_protocol_is_closed_with_a_code(
    server: ServerProcess, form: str, payload: bytes | str, code: int
) -> None:
    async with asyncio.timeout(PATIENCE_S), a_socket(server, form) as socket:
        await socket.send(payload)
        with pytest.raises(ConnectionClosed) as closed:
            await socket.recv()

    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == code


async def test_a_flood_is_told_to_slow_down_and_then_closed(server: ServerProcess) -> None:
    heard = []
    async with asyncio.timeout(PATIENCE_S), a_socket(server, "json") as socket:
        await socket.send('{"type":"hello","id":"1"}')
        with suppress(ConnectionClosed):
            for _ in range(200):
                await socket.send('{"type":"leave_lobby","id":"x"}')
        with suppress(ConnectionClosed):
            while True:
                heard.append(json.loads(await socket.recv()))

    assert socket.close_code == 1008
    assert {message.get("code") for message in heard if message["type"] == "refused"} == {
        "too_fast"
    }
    assert (heard[-1]["type"], heard[-1]["code"]) == ("bye", "too_fast")
    await assert_alive(server)


async def test_guests_who_leave_a_room_before_it_came_end_nothing(server: ServerProcess) -> None:
    clock = {"type": "fischer", "main_ms": 600_000, "increment_ms": 0}
    async with (
        asyncio.timeout(PATIENCE_S),
        WireClient(server.socket_url) as host,
        a_socket(server, "json") as passing,
        a_socket(server, "json") as staying,
    ):
        for socket in (passing, staying):
            await socket.send(json.dumps({"type": "hello", "id": "h"}))
        for _ in range(6):
            room = (await host.ask({"type": "invite", "terms": {"clock": clock}}))["room"]
            join = json.dumps({"type": "join", "id": f"j{room}", "room": room})
            leave = json.dumps({"type": "leave", "id": f"l{room}", "room": room})
            for line in (join, leave):
                await passing.send(line)
            await staying.send(join)

        while True:  # until a beat tells that the node still knows who looks at what
            told = json.loads(await staying.recv())
            if told["type"] == "ping" and told["rooms"]:
                break

    await assert_alive(server)
