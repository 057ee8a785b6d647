"""Answers plain HTTP: programs, files of games and tournaments, the page, and whether we serve.

Every request counts, on a connection that is kept alive as on a new one, by the address it
comes from: a whole game costs as much as over the socket, everything else, also what is not
there, costs little but something.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from http import HTTPStatus

from xiangqi_server.gateway.connection.limits.address_limits import AddressLimits
from xiangqi_server.gateway.room.exports.export_queue import in_words, told_to_wait
from xiangqi_server.gateway.room.exports.exports import Exports, is_game_file
from xiangqi_server.gateway.tournaments.exports import TournamentExports, is_tournament_file
from xiangqi_server.limits import FILES_OF_ADDRESS, PAGES_OF_ADDRESS
from xiangqi_server.net.http.http import Request, Response, Stream
from xiangqi_server.net.http.static import Site
from xiangqi_server.node.api_requests import ApiRequests, is_api_request
from xiangqi_server.node.previews import (
    PagePreviews,
    is_picture,
    is_told_preview,
    wants_preview,
)
from xiangqi_server.texts.web import ONLY_READ, TOO_MANY


@dataclass(frozen=True, slots=True)
class Files:
    """Whole games and tournaments as files."""

    games: Exports
    tournaments: TournamentExports

    def answer(self, request: Request) -> Response | Awaitable[Response] | None:
        """Answer a request for one of them; None if it is for something else."""
        return self.games.answer(request) or self.tournaments.answer(request)


class HttpRequests:
    """The answers of one node.

    Args:
        own: answers requests for anything but these files; None for what it does not know.
        api: answers programs, and counts them itself.
        exports: games and tournaments.
        files: the page.
        limits: counts requests by address.
    """

    def __init__(
        self,
        own: Callable[[Request], Response | None],
        api: ApiRequests,
        exports: Files,
        files: Site,
        previews: PagePreviews,
        limits: AddressLimits,
    ) -> None:
        self._own = own
        self._api = api
        self._exports = exports
        self._files = files
        self._previews = previews
        self._games = limits.of(FILES_OF_ADDRESS)
        self._pages = limits.of(PAGES_OF_ADDRESS)
        self._now_ms = limits.now_ms

    def answer(self, request: Request) -> Response | Awaitable[Response | Stream]:
        """Answer a request, or say how long its sender has to wait."""
        if is_api_request(request):
            return self._api.answer(request)
        wait_ms = self._wait_ms(request)
        if wait_ms:
            return told_to_wait(HTTPStatus.TOO_MANY_REQUESTS, TOO_MANY, wait_ms, request)
        if request.method not in ("GET", "HEAD"):
            return in_words(HTTPStatus.METHOD_NOT_ALLOWED, ONLY_READ, request, Allow="GET, HEAD")
        return self._own(request) or self._exports.answer(request) or self._page(request)

    def _page(self, request: Request) -> Response | Awaitable[Response]:
        if is_picture(request):
            return self._previews.picture(request)
        if is_told_preview(request):
            return self._previews.answer(request)
        if wants_preview(request):
            return self._previews.page(request)
        return self._files.answer(request)

    def _wait_ms(self, request: Request) -> int:
        if not request.counted_as:
            return 0
        now_ms = self._now_ms()
        wait_ms = self._pages.take(request.counted_as, now_ms)
        is_dear = is_game_file(request) or is_tournament_file(request) or is_told_preview(request)
        is_dear = is_dear or is_picture(request)
        if wait_ms or not is_dear:
            return wait_ms
        return self._games.take(request.counted_as, now_ms)
