"""Whoever is turned away before a request is answered is told why in their language."""

from dataclasses import replace

import pytest

from tests.support.sockets import ENDPOINT, RecordingHandler, ask, dialled, serving, upgrade_request
from xiangqi_server.net.limits import ListenerLimits
from xiangqi_server.net.refusals import Refusal
from xiangqi_server.net.telling_refusals import in_english, language_in, told

WORDED = replace(ENDPOINT, words=lambda refusal, _, accepted: (f"{accepted}: {refusal.value}", "x"))
LANGUAGE = "Accept-Language: vi, en;q=0.5\r\n"
GET = f"GET / HTTP/1.1\r\nHost: a\r\n{LANGUAGE}".encode()


@pytest.mark.parametrize(
    ("data", "status", "refusal"),
    [
        (GET.replace(b"GET /", b"GET  /") + b"\r\n", b"400", Refusal.BAD_REQUEST),
        (GET + b"Content-Length: 5\r\n\r\nhello", b"400", Refusal.BAD_REQUEST),
        (GET + b"X: \x00\r\n\r\n", b"400", Refusal.BAD_REQUEST),
        (GET + b"X: " + b"x" * 10_000, b"431", Refusal.HEAD_TOO_LARGE),
        (upgrade_request(more=f"{LANGUAGE}Origin: null\r\n"), b"403", Refusal.WRONG_ORIGIN),
        (upgrade_request(protocol="other", more=LANGUAGE), b"400", Refusal.WRONG_HANDSHAKE),
        (
            upgrade_request(more=LANGUAGE).replace(b"GET", b"POST"),
            b"405",
            Refusal.WRONG_HANDSHAKE,
        ),
    ],
)
async def test_who_is_turned_away_is_told_in_words_for_their_language(
    data: bytes, status: bytes, refusal: Refusal
) -> None:
    async with serving(RecordingHandler(), endpoint=WORDED) as served:
        answer = await ask(served.port, data)

    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.split(b" ")[1] == status
    assert b"\r\nContent-Language: x" in head
    assert body.decode() == f"vi, en;q=0.5: {refusal.value}\n"


async def test_a_websocket_too_many_is_told_in_words_for_its_language() -> None:
    endpoint = replace(WORDED, trusted_proxies=frozenset({"127.0.0.1"}))
    limits = ListenerLimits(connections_per_address=1)
    hello = upgrade_request(more=f"X-Forwarded-For: 203.0.113.9\r\n{LANGUAGE}")

    async with (
        serving(RecordingHandler(), endpoint=endpoint, limits=limits) as served,
        dialled(served.port) as first,
    ):
        await first.send(hello)
        await first.read_head()
        answer = await ask(served.port, hello)

    assert answer.startswith(b"HTTP/1.1 503 ")
    assert b"\r\nRetry-After: 10\r\n" in answer
    assert answer.endswith(b"vi, en;q=0.5: address_full\n")


def test_the_shell_itself_says_it_in_english() -> None:
    assert told(in_english, Refusal.TOO_OFTEN, "vi").body == b"too often\n"
    assert told(in_english, Refusal.BAD_REQUEST, "", "why").body == b"bad request (why)\n"


@pytest.mark.parametrize(
    ("head", "language"),
    [
        (b"", ""),
        (b"GET / HTTP/1.1\r\naccept-language: vi\r\nX: a", "vi"),
        (b"GET / HTTP/1.1\r\nX: a\r\nACCEPT-LANGUAGE:zh-Hant", "zh-Hant"),
        (b"GET / HTTP/1.1\r\nX: Accept-Language: vi", ""),
        (b"GET / HTTP/1.1\r\nAccept-Language: vi\xff\x00", "vi"),
    ],
)
def test_a_language_is_found_in_a_head_that_cannot_be_read(head: bytes, language: str) -> None:
    assert language_in(head) == language
