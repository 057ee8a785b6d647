"""Why nothing happens: a refusal, and its code on which clients may rely."""

from enum import StrEnum


class RefusalCode(StrEnum):
    """Why a message or a command was refused: each topic lists its codes in an enum of its own.

    No two topics have the same code. The texts stand in `texts.refusals`.
    """


class CommonRefusal(RefusalCode):
    """Codes that several topics use."""

    BAD_MESSAGE = "bad_message"
    NOT_ALLOWED = "not_allowed"
    UNAVAILABLE = "unavailable"
    LIMIT_REACHED = "limit_reached"
    BANNED = "banned"
    NO_ACCOUNT = "no_account"
    NOT_YOURSELF = "not_yourself"
    EMPTY_TEXT = "empty_text"
    TEXT_TOO_LONG = "text_too_long"


class Refused(Exception):
    """The rules say no: nothing happened. Raised by `decide`, answered by the host.

    Fields:
        code: for programs.
        detail: what the code cannot say, or "": one English sentence, or of `BANNED_MOVE` the
            record of the ban, which has a sentence in every language.
        retry_ms: how long to wait before trying again; None where waiting does not help.
    """

    def __init__(self, code: RefusalCode, detail: str = "", retry_ms: int | None = None) -> None:
        super().__init__(code, detail, retry_ms)
        self.code = code
        self.detail = detail
        self.retry_ms = retry_ms


def require(condition: bool, code: RefusalCode, detail: str = "") -> None:
    """Go on if `condition` holds.

    Raises:
        Refused: with `code`, if it does not.
    """
    if not condition:
        raise Refused(code, detail)
