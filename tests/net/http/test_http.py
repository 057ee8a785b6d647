from http import HTTPStatus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xiangqi_server.net.http.http import (
    BadRequest,
    Request,
    Response,
    read_request,
    text_response,
    write_response,
)


def test_a_request_is_read_with_lower_case_names_and_joined_headers() -> None:
    request = read_request(
        b"GET /game/x?ply=3 HTTP/1.1\r\nHost: a.example\r\nAccept:  text/html \r\nACCEPT: */*"
    )

    assert request == Request(
        "GET", "/game/x?ply=3", {"host": "a.example", "accept": "text/html, */*"}, is_http11=True
    )
    assert request.path == "/game/x"


@pytest.mark.parametrize(
    "head",
    [
        b"",
        b"GET / HTTP/1.1",
        b"GET / HTTP/1.1\r\nHost:",
        b"GET / HTTP/2.0\r\nHost: a",
        b"get / HTTP/1.1\r\nHost: a",
        b"GET  / HTTP/1.1\r\nHost: a",
        b"GET http://evil.example/ HTTP/1.1\r\nHost: a",
        b"OPTIONS * HTTP/1.1\r\nHost: a",
        b"CONNECT evil.example:443 HTTP/1.1\r\nHost: a",
        b"GET /\x00 HTTP/1.1\r\nHost: a",
        b"GET /\xe8\xbd\xa6 HTTP/1.1\r\nHost: a",
        b"GET / HTTP/1.1\nHost: a",
        b"GET / HTTP/1.1\r\nHost: a\nX: b",
        b"GET / HTTP/1.1\r\nHost: a\rX: b",
        b"GET / HTTP/1.1\r\nHost : a",
        b"GET / HTTP/1.1\r\nHost: a\r\n folded: b",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b",
        b"GET / HTTP/1.1\r\nHost: a\r\nno colon",
        b"GET / HTTP/1.1\r\nHost: a\r\nX: \x00",
        b"GET / HTTP/1.1\r\nHost: a\r\nOrigin: a\r\nOrigin: b",
        b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5",
        b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nContent-Length: 0",
        b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: +0",
        b"GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked",
        b"GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity",
    ],
)
def test_anything_two_parsers_could_disagree_about_is_refused(head: bytes) -> None:
    with pytest.raises(BadRequest):
        read_request(head)


@given(st.binary(max_size=300))
def test_any_bytes_are_a_request_or_a_bad_request(head: bytes) -> None:
    try:
        path = read_request(head).path
    except BadRequest:
        path = "/"

    assert path.startswith("/")


def test_a_connection_is_kept_unless_a_side_wants_it_closed() -> None:
    assert read_request(b"GET / HTTP/1.1\r\nHost: a").keeps_alive
    assert not read_request(b"GET / HTTP/1.1\r\nHost: a\r\nConnection: TE, Close").keeps_alive
    assert not read_request(b"GET / HTTP/1.0").keeps_alive


def test_an_upgrade_needs_both_headers() -> None:
    both = b"GET / HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, Upgrade\r\nUpgrade: WebSocket"

    assert read_request(both).wants_websocket
    assert not read_request(both.replace(b"WebSocket", b"h2c")).wants_websocket
    assert not read_request(both.replace(b", Upgrade", b"")).wants_websocket


def test_an_answer_is_written_with_its_length_and_what_becomes_of_the_connection() -> None:
    response = text_response(HTTPStatus.NOT_FOUND, "nothing here", Retry_After="1")

    head, body = write_response(response, with_body=True, keeps_alive=True)

    lines = head.split(b"\r\n")
    assert lines[0] == b"HTTP/1.1 404 Not Found"
    assert lines[1].startswith(b"Date: ")
    assert lines[2:] == [
        b"Connection: keep-alive",
        b"X-Content-Type-Options: nosniff",
        b"Content-Type: text/plain; charset=utf-8",
        b"Retry-After: 1",
        b"Content-Length: 13",
        b"",
        b"",
    ]
    assert body is response.body


def test_whatever_is_answered_is_taken_for_nothing_else_by_a_browser() -> None:
    picture = Response(HTTPStatus.OK, b"picture", (("Content-Type", "image/png"),))

    head, _ = write_response(picture, with_body=True, keeps_alive=True)

    assert b"\r\nX-Content-Type-Options: nosniff\r\n" in head


def test_an_answer_to_head_has_the_length_but_not_the_body() -> None:
    answer = Response(HTTPStatus.OK, b"body")

    head, body = write_response(answer, with_body=False, keeps_alive=False)

    assert b"Content-Length: 4\r\n" in head
    assert b"Connection: close\r\n" in head
    assert head.endswith(b"\r\n\r\n")
    assert body == b""


@pytest.mark.parametrize("header", ["Content-Length: 5", "Transfer-Encoding: chunked"])
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_a_method_that_nobody_serves_may_have_a_body_after_which_nothing_is_read(
    method: str, header: str
) -> None:
    request = read_request(f"{method} /api/games HTTP/1.1\r\nHost: a\r\n{header}".encode())

    assert (request.method, request.has_body, request.keeps_alive) == (method, True, False)
