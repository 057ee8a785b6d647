import asyncio
import socket

import pytest

from tests.support.patience import PATIENCE_S
from xiangqi_server.net.listening_sockets import POLL_S, bound, bound_when_free, close, port_of


async def test_a_port_is_waited_for_until_whoever_has_it_gives_it_free() -> None:
    first = bound("127.0.0.1", 0)
    port = port_of(first)
    first[0].listen()

    with pytest.raises(OSError, match="in use"):
        await bound_when_free("127.0.0.1", port, 2 * POLL_S)
    waiting = asyncio.create_task(bound_when_free("127.0.0.1", port, PATIENCE_S))
    await asyncio.sleep(0)
    close(first)
    again = await waiting

    assert port > 0
    assert port_of(again) == port
    close(again)


def test_every_address_of_a_name_has_the_same_port(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = [
        (socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 0))
        for address in ("127.0.0.1", "127.0.0.2")
    ]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: kinds)

    sockets = bound("both.example", 0)

    assert [one.getsockname()[0] for one in sockets] == ["127.0.0.1", "127.0.0.2"]
    assert len({one.getsockname()[1] for one in sockets}) == 1
    close(sockets)


def test_an_address_that_is_not_ours_leaves_nothing_bound() -> None:
    with pytest.raises(OSError, match="assign"):
        bound("192.0.2.1", 0)
