"""One message to one endpoint, by TLS, against services that do what they should not."""

import secrets
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.support.push_endpoint import HOST, Browser, PushEndpoint, certificate, push_endpoint
from xiangqi_server.net.push import sender
from xiangqi_server.net.push.encryption import OwnKey
from xiangqi_server.net.push.endpoints import Endpoints, ServiceAddress
from xiangqi_server.net.push.port import PushOutcome
from xiangqi_server.net.push.sender import PushSender, Resolve, looked_up

NOW_MS = 1_795_176_000_123
SITE = "https://club.example"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return certificate(tmp_path_factory.mktemp("push"))[0].parent


def a_sender(service: str, resolve: Resolve = looked_up) -> PushSender:
    endpoints = Endpoints((service,))
    return PushSender(OwnKey.fresh(), endpoints, SITE, lambda: NOW_MS, secrets.token_bytes, resolve)


async def sent(endpoint: PushEndpoint, browser: Browser) -> PushOutcome:
    service = urlsplit(endpoint.base).netloc
    subscription = browser.subscription(endpoint.base)
    push = a_sender(service)
    return await push.send(subscription, b'{"title":"x"}', ttl_s=90, topic="room1")


async def test_a_message_arrives_so_that_its_browser_can_read_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(folder / "push.crt"))
    browser = Browser()
    async with push_endpoint(folder) as endpoint:
        outcome = await sent(endpoint, browser)

    assert outcome is PushOutcome.TAKEN
    assert endpoint.shown(browser) == [{"title": "x"}]
    (head,) = endpoint.heads
    assert (head["TTL"], head["Topic"], head["Host"]) == ("90", "room1", endpoint.base[8:])
    assert head["Authorization"].startswith("vapid t=")


async def test_what_a_service_answers_decides_what_becomes_of_the_subscription(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(folder / "push.crt"))
    expected = {
        b"HTTP/1.1 404 Not Found\r\n\r\n": PushOutcome.GONE,
        b"HTTP/1.1 410 Gone\r\n\r\n": PushOutcome.GONE,
        b"HTTP/1.1 429 Too Many Requests\r\n\r\n": PushOutcome.LATER,
        b"HTTP/1.1 503 Service Unavailable\r\n\r\n": PushOutcome.LATER,
        b"HTTP/1.1 307 Moved\r\nLocation: https://127.0.0.1/\r\n\r\n": PushOutcome.LATER,
        b"HTTP/1.1 201 " + b"x" * 10_000_000: PushOutcome.LATER,
        b"x" * 10_000_000: PushOutcome.LATER,
        b"SSH-2.0-OpenSSH_9.9\r\n": PushOutcome.LATER,
        b"\r\n": PushOutcome.LATER,
        b"": PushOutcome.LATER,
    }
    async with push_endpoint(folder) as endpoint:
        for answer, outcome in expected.items():
            endpoint.answer = answer
            assert await sent(endpoint, Browser()) is outcome, answer[:40]

    assert len(endpoint.bodies) == len(expected)  # nothing twice, no redirect


async def test_a_service_that_says_nothing_is_left_alone_soon(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(folder / "push.crt"))
    monkeypatch.setattr(sender, "SEND_S", 0.0)
    async with push_endpoint(folder) as endpoint:
        outcome = await sent(endpoint, Browser())

    assert outcome is PushOutcome.LATER


async def test_a_service_that_cannot_prove_who_it_is_gets_nothing(folder: Path) -> None:
    async with push_endpoint(folder) as endpoint:
        outcome = await sent(endpoint, Browser())

    assert (outcome, endpoint.bodies) == (PushOutcome.LATER, [])


async def test_a_name_that_is_bent_to_our_own_machine_is_not_followed(folder: Path) -> None:
    asked: list[str] = []

    async def bent(endpoint: ServiceAddress) -> list[str]:
        asked.append(endpoint.host)
        return [HOST]

    push = a_sender("push.example", bent)
    subscription = Browser().subscription("https://push.example")
    outcome = await push.send(subscription, b"x", ttl_s=1, topic="t")

    assert (outcome, asked) == (PushOutcome.LATER, ["push.example"])


async def test_a_subscription_of_a_service_that_the_operator_named_no_more_is_over() -> None:
    push = a_sender("push.example")
    subscription = Browser().subscription("https://other.example")

    assert not push.accepts(subscription)
    assert await push.send(subscription, b"x", ttl_s=1, topic="t") is PushOutcome.GONE
