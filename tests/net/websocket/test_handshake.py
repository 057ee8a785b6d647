import base64
from http import HTTPStatus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.sockets import ENDPOINT, upgrade_request
from xiangqi_server.net.http.http import Request, read_request
from xiangqi_server.net.ports import Format
from xiangqi_server.net.refusals import Refusal
from xiangqi_server.net.websocket.handshake import (
    Endpoint,
    Gate,
    HandshakeRefused,
    Welcome,
    client_address,
    is_origin_allowed,
)

GATE = Gate(ENDPOINT)


def a_request(**kept: str | None) -> Request:
    """A good handshake with some headers changed, or left out if None; `_` stands for `-`."""
    request = read_request(upgrade_request().removesuffix(b"\r\n\r\n"))
    changes = {name.replace("_", "-"): value for name, value in kept.items()}
    headers = {name: value for name, value in request.headers.items() if name not in changes}
    headers |= {name: value for name, value in changes.items() if value is not None}
    return Request(request.method, request.target, headers)


def lines_without_date(answer: bytes) -> list[bytes]:
    return sorted(line for line in answer.split(b"\r\n") if not line.startswith(b"Date: "))


@given(
    st.binary(min_size=16, max_size=16),
    st.lists(st.sampled_from(["test.json", "test.msgpack", "other"]), min_size=1, max_size=4),
)
def test_a_common_handshake_is_accepted_as_the_library_accepts_it(
    key: bytes, offered: list[str]
) -> None:
    request = a_request(
        sec_websocket_key=base64.b64encode(key).decode(), sec_websocket_protocol=", ".join(offered)
    )

    plain, judged = GATE.accept_plain(request), GATE.accept_any(request)

    if isinstance(judged, Welcome):
        assert plain is not None
        assert plain.format is judged.format
        assert lines_without_date(plain.answer) == lines_without_date(judged.answer)
    else:
        assert plain is None


@pytest.mark.parametrize(
    "headers",
    [
        {"sec_websocket_key": None},
        {"sec_websocket_key": ""},
        {"sec_websocket_key": "dGhlIHNhbXBsZSBub25jZR=="},
        {"sec_websocket_key": "dGhlIHNhbXBsZSBub25jZQ==="},
        {"sec_websocket_version": None},
        {"sec_websocket_version": "12"},
        {"sec_websocket_protocol": None},
        {"sec_websocket_protocol": "TEST.JSON"},
        {"sec_websocket_protocol": "test.json.more"},
        {"sec_websocket_protocol": ","},
        {"upgrade": "websocket, h2c"},
    ],
)
def test_what_the_library_refuses_is_not_accepted_here(headers: dict[str, str | None]) -> None:
    request = a_request(**headers)
    judged = GATE.accept_any(request)

    verdict = GATE.judge(request)

    if isinstance(judged, HandshakeRefused):
        assert isinstance(verdict, HandshakeRefused)
        assert verdict.refusal is Refusal.WRONG_HANDSHAKE
        assert verdict.answer.status in (HTTPStatus.BAD_REQUEST, HTTPStatus.UPGRADE_REQUIRED)


def test_the_servers_preference_settles_the_subprotocol() -> None:
    verdict = GATE.judge(a_request(sec_websocket_protocol="test.json, test.msgpack"))

    assert isinstance(verdict, Welcome)
    assert verdict.format is Format.MSGPACK


@pytest.mark.parametrize(
    ("origin", "origins", "allowed"),
    [
        (None, frozenset(), True),
        ("http://play.example", frozenset(), True),
        ("https://play.example", frozenset(), True),
        ("https://play.example:8443", frozenset(), False),
        ("https://evil.example", frozenset(), False),
        ("https://play.example.evil.example", frozenset(), False),
        ("null", frozenset(), False),
        ("", frozenset(), False),
        ("file://play.example", frozenset(), False),
        (None, frozenset({"https://a.example"}), True),
        ("https://a.example", frozenset({"https://a.example"}), True),
        ("http://a.example", frozenset({"https://a.example"}), False),
        ("https://b.example", frozenset({"https://a.example"}), False),
        ("https://play.example", frozenset({"https://a.example"}), True),
        ("https://evil.example", frozenset({"*"}), True),
    ],
)
def test_pages_of_other_origins_are_kept_out(
    origin: str | None,
    origins: frozenset[str],
    allowed: bool,
) -> None:
    assert is_origin_allowed(a_request(origin=origin), origins) is allowed


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("192.0.2.1", "203.0.113.9", "192.0.2.1"),
        ("10.0.0.1", "203.0.113.9", "203.0.113.9"),
        ("10.0.0.1", "6.6.6.6, 203.0.113.9", "203.0.113.9"),
        ("10.0.0.1", "203.0.113.9, 10.0.0.2", "203.0.113.9"),
        ("10.0.0.1", "10.0.0.2", "10.0.0.1"),
        ("10.0.0.1", None, "10.0.0.1"),
        ("10.0.0.1", "x" * 500, "x" * 64),
        ("10.0.0.1", "203.0.113.9:4711", "203.0.113.9"),
        ("10.0.0.1", "203.0.113.9:4711, 10.0.0.2:4712", "203.0.113.9"),
        ("10.0.0.1", "[2001:db8::1]:4711", "2001:db8::1"),
        ("10.0.0.1", "[2001:db8::1]", "2001:db8::1"),
        ("10.0.0.1", "2001:db8::1", "2001:db8::1"),
        ("10.0.0.1", "[]:1, :1", "10.0.0.1"),
    ],
)
def test_the_peer_is_the_nearest_address_that_is_no_proxy_of_ours(
    peer: str, forwarded: str | None, address: str
) -> None:
    request = a_request(x_forwarded_for=forwarded)

    assert client_address(peer, request, frozenset({"10.0.0.1", "10.0.0.2"})) == address


def test_a_gate_keeps_nothing_of_one_request_for_the_next() -> None:
    gate = Gate(Endpoint("/ws", {"only": Format.JSON}))

    refused = gate.judge(a_request(sec_websocket_protocol="other"))
    accepted = gate.judge(a_request(sec_websocket_protocol="only"))

    assert isinstance(refused, HandshakeRefused)
    assert isinstance(accepted, Welcome)


def test_a_proxy_that_nobody_named_is_warned_of_once(caplog: pytest.LogCaptureFixture) -> None:
    gate = Gate(Endpoint("/ws", {}, trusted_proxies=frozenset({"10.0.0.1"})))
    forwarded = Request("GET", "/", {"host": "a", "x-forwarded-for": "203.0.113.9"})

    addresses = [
        gate.address_of("10.0.0.1", forwarded),
        gate.address_of("127.0.0.1", Request("GET", "/", {"host": "a"})),
        gate.address_of("8.8.8.8", forwarded),  # whoever sends it from outside is no news
    ]
    before = len(caplog.records)
    addresses += [gate.address_of("127.0.0.1", forwarded) for _ in range(3)]

    assert addresses[0] == "203.0.113.9"
    assert addresses[2:] == ["8.8.8.8", *["127.0.0.1"] * 3]
    assert (before, len(caplog.records)) == (0, 1)
    assert "--trusted-proxies" in caplog.text
