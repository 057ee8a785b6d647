"""What a peer reads when its request is not taken: the server's words, in its language.

The shell itself knows only English.
"""

import re
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Final

from xiangqi_server.net.http.http import Response, text_response
from xiangqi_server.net.refusals import Refusal

RETRY_SECONDS: Final = 10
"""When to try again where there are too many connections."""

Words = Callable[[Refusal, str, str], tuple[str, str]]
"""The text for a refusal, and the language it is in.

It is given a detail in English, "" for none, and what Accept-Language says, "" for nothing.
"""

_STATUS: Final[Mapping[Refusal, HTTPStatus]] = {
    Refusal.BAD_REQUEST: HTTPStatus.BAD_REQUEST,
    Refusal.HEAD_TOO_LARGE: HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
    Refusal.WRONG_ORIGIN: HTTPStatus.FORBIDDEN,
    Refusal.WRONG_HANDSHAKE: HTTPStatus.BAD_REQUEST,
    Refusal.SERVER_FULL: HTTPStatus.SERVICE_UNAVAILABLE,
    Refusal.ADDRESS_FULL: HTTPStatus.SERVICE_UNAVAILABLE,
    Refusal.TOO_OFTEN: HTTPStatus.TOO_MANY_REQUESTS,
}
_LATER: Final = frozenset({Refusal.SERVER_FULL, Refusal.ADDRESS_FULL, Refusal.TOO_OFTEN})
_ACCEPTED: Final = re.compile(rb"\r\naccept-language:([\t -~]*)", re.IGNORECASE)


def in_english(refusal: Refusal, detail: str, _: str) -> tuple[str, str]:
    """The words of the shell itself."""
    text = refusal.value.replace("_", " ")
    return f"{text} ({detail})" if detail else text, "en"


def told(
    words: Words,
    refusal: Refusal,
    accepted: str = "",
    detail: str = "",
    *,
    status: HTTPStatus | None = None,
    **headers: str,
) -> Response:
    """The answer that tells a refusal; `_` in the names of `headers` stands for `-`."""
    text, language = words(refusal, detail, accepted)
    if refusal in _LATER:
        headers["Retry_After"] = str(RETRY_SECONDS)
    return text_response(status or _STATUS[refusal], text, Content_Language=language, **headers)


def language_in(head: bytes) -> str:
    """What Accept-Language says in the bytes of a head that cannot be read, "" if nothing."""
    found = _ACCEPTED.search(head)
    return found[1].decode("ascii").strip() if found is not None else ""
