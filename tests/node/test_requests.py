"""Requests over plain HTTP are counted by address, like anything else."""

from collections.abc import Awaitable
from http import HTTPStatus

import pytest

from tests.support.gateways import a_node
from tests.support.sockets import SITE
from xiangqi_server.gateway.connection.background_tasks import BackgroundTasks
from xiangqi_server.gateway.connection.limits.address_limits import AddressLimits
from xiangqi_server.limits import FILES_OF_ADDRESS, PAGES_OF_ADDRESS
from xiangqi_server.net.http.cross_origin import CrossOrigin
from xiangqi_server.net.http.http import Request, Response, text_response
from xiangqi_server.net.refusals import Refusal
from xiangqi_server.node.api_requests import ApiRequests
from xiangqi_server.node.listening import no_socket, words_for
from xiangqi_server.node.previews import PagePreviews
from xiangqi_server.node.requests import Files, HttpRequests

ADDRESS = "192.0.2.1"


class Asker:
    """Asks one node by HTTP; time passes only when told."""

    def __init__(self, requests: HttpRequests) -> None:
        self.requests = requests

    async def ask(
        self, target: str, address: str = ADDRESS, language: str = "en", method: str = "GET"
    ) -> Response:
        headers = {"accept-language": language}
        answer = self.requests.answer(Request(method, target, headers, counted_as=address))
        found = await answer if isinstance(answer, Awaitable) else answer
        assert isinstance(found, Response)
        return found

    async def statuses(self, target: str, count: int, address: str = ADDRESS) -> set[HTTPStatus]:
        return {(await self.ask(target, address)).status for _ in range(count)}


async def an_asker(now_ms: list[int]) -> Asker:
    node = await a_node()

    def own(request: Request) -> Response | None:
        is_asked = request.path == "/serving"
        return text_response(HTTPStatus.OK, "serving") if is_asked else no_socket(request)

    previews = PagePreviews(node.gateway.previews, SITE)
    api = ApiRequests(node.gateway.program_requests, CrossOrigin(frozenset()), node.gateway.lines)
    files = Files(node.gateway.exports, node.gateway.tournament_exports)
    limits = AddressLimits(lambda: now_ms[0], BackgroundTasks(node.host), None, "n")
    return Asker(HttpRequests(own, api, files, SITE, previews, limits))


@pytest.mark.parametrize(
    "file",
    ["game/nosuchroom.pgn", "game/nosuchroom.log", "game/nosuchroom.png", "tournament/cup1.trf"],
)
async def test_files_of_games_and_tournaments_are_counted_by_address_until_time_has_passed(
    file: str,
) -> None:
    now_ms = [1_000_000]
    asker = await an_asker(now_ms)
    target = f"/{file}"

    free = await asker.statuses(target, FILES_OF_ADDRESS.burst)
    late = await asker.ask(target)
    elsewhere = await asker.ask(target, "192.0.2.2")
    page = await asker.ask("/")
    now_ms[0] += FILES_OF_ADDRESS.every_ms
    again = await asker.ask(target)

    assert free == {HTTPStatus.NOT_FOUND}
    assert (late.status, elsewhere.status) == (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.NOT_FOUND)
    assert (page.status, again.status) == (HTTPStatus.OK, HTTPStatus.NOT_FOUND)


@pytest.mark.parametrize(
    ("target", "status"),
    [("/", 200), ("/missing", 404), ("/serving", 200), (f"/a/{SITE.tree_hash}/src/main.js", 200)],
)
async def test_pages_and_what_is_missing_are_counted_too(target: str, status: int) -> None:
    asker = await an_asker([1_000_000])

    free = await asker.statuses(target, PAGES_OF_ADDRESS.burst)
    late = await asker.ask("/")

    assert free == {HTTPStatus(status)}
    assert late.status is HTTPStatus.TOO_MANY_REQUESTS


async def test_whom_limits_by_address_leave_out_is_not_counted() -> None:
    asker = await an_asker([1_000_000])

    answers = await asker.statuses("/game/nosuchroom.pgn", FILES_OF_ADDRESS.burst + 1, address="")

    assert answers == {HTTPStatus.NOT_FOUND}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en-GB", "Too many requests. Try again in 1 s."),
        ("zh-CN,zh;q=0.9", "请求过于频繁，请在 1 秒后重试。"),
        ("zh-TW", "請求過於頻繁，請在 1 秒後重試。"),
        ("fr, vi;q=0.8, en;q=0.2", "Quá nhiều yêu cầu. Hãy thử lại sau 1 giây."),
    ],
)
async def test_one_too_many_is_told_in_words_when_to_come_again(language: str, text: str) -> None:
    asker = await an_asker([1_000_000])
    await asker.statuses("/game/nosuchroom.pgn", FILES_OF_ADDRESS.burst)

    late = await asker.ask("/game/nosuchroom.pgn", language=language)

    assert late.body.decode() == f"{text}\n"
    assert ("Retry-After", "1") in late.headers


@pytest.mark.parametrize(
    ("method", "target", "status", "text"),
    [
        ("POST", "/serving", 405, "Ở đây chỉ nhận GET và HEAD."),
        ("PUT", "/game/abcdefgh1234.pgn", 405, "Ở đây chỉ nhận GET và HEAD."),
        ("GET", "/game/nosuchroom.pgn", 404, "Không có tệp này."),
        ("GET", "/ws", 426, "Đây là nơi các chương trình mở WebSocket. Trang web ở /"),
        (
            "GET",
            "/game/abcdefgh1234.pgn?notation=x",
            400,
            "Không có cách ghi nước đi này. Hãy chọn: wxf, iccs, chinese, uci.",
        ),
        (
            "GET",
            "/game/abcdefgh1234.log?until=0",
            400,
            "Đây không phải là phiên bản của ván cờ: một số nguyên, từ 1 trở lên.",
        ),
    ],
)
async def test_why_there_is_no_answer_is_told_in_the_language_asked_for(
    method: str, target: str, status: int, text: str
) -> None:
    asker = await an_asker([1_000_000])

    answer = await asker.ask(target, language="vi-VN,vi;q=0.9", method=method)

    assert (answer.status, answer.body.decode()) == (status, f"{text}\n")
    assert ("Content-Language", "vi") in answer.headers
    assert (("Allow", "GET, HEAD") in answer.headers) is (status == HTTPStatus.METHOD_NOT_ALLOWED)


@pytest.mark.parametrize(
    "refusal",
    [
        Refusal.BAD_REQUEST,
        Refusal.HEAD_TOO_LARGE,
        Refusal.WRONG_ORIGIN,
        Refusal.WRONG_HANDSHAKE,
        Refusal.SERVER_FULL,
        Refusal.TOO_OFTEN,
    ],
)
def test_who_is_turned_away_is_told_in_their_language_and_english_readers_the_detail(
    refusal: Refusal,
) -> None:
    told = [words_for(refusal, "detail", one) for one in ("en", "vi, en", "zh-TW", "zh-CN", "fr")]

    assert [language for _, language in told] == ["en", "vi", "zh-Hant", "zh-Hans", "en"]
    assert len({text for text, _ in told}) == 4
    assert [("detail" in text) for text, _ in told] == [True, False, False, False, True]
