"""How refusals are reported: each is counted, and each kind is logged at most once a minute."""

import enum
import logging
from collections import Counter
from typing import Final

from xiangqi_server.net.timer_wheel import TimerWheel

_log = logging.getLogger(__name__)

_QUIET_SECONDS: Final = 60.0


class Refusal(enum.Enum):
    """Why the shell turned a peer away, or took something from it."""

    SERVER_FULL = "server_full"
    ADDRESS_FULL = "address_full"
    TOO_OFTEN = "too_often"
    TOO_MANY_REQUESTS = "too_many_requests"
    TOO_MANY_CONTROLS = "too_many_controls"
    SLOW_REQUEST = "slow_request"
    BAD_REQUEST = "bad_request"
    HEAD_TOO_LARGE = "head_too_large"
    BAD_BODY = "bad_body"
    WRONG_ORIGIN = "wrong_origin"
    WRONG_HANDSHAKE = "wrong_handshake"
    BAD_FRAME = "bad_frame"
    WRONG_KIND = "wrong_kind"
    BAD_TEXT = "bad_text"
    SLOW_READER = "slow_reader"
    SKIPPED_FRAMES = "skipped_frames"
    SILENT = "silent"
    NOT_CLOSED_IN_TIME = "not_closed_in_time"


_FOR_THE_OPERATOR: Final = frozenset({Refusal.SERVER_FULL, Refusal.ADDRESS_FULL})


class Refusals:
    """Counts of all refusals of one listener, by kind."""

    __slots__ = ("_logged_at", "_wheel", "counts")

    def __init__(self, wheel: TimerWheel) -> None:
        self.counts: Counter[Refusal] = Counter()
        self._wheel = wheel
        self._logged_at: dict[Refusal, int] = {}

    def count(self, refusal: Refusal, remote_address: str) -> None:
        """Count one refusal of the peer at `remote_address`, and log it if its kind was quiet."""
        self.counts[refusal] += 1
        logged_at = self._logged_at.get(refusal)
        now = self._wheel.now
        if logged_at is not None and now - logged_at < self._wheel.ticks(_QUIET_SECONDS):
            return
        self._logged_at[refusal] = now
        _log.log(
            logging.WARNING if refusal in _FOR_THE_OPERATOR else logging.INFO,
            "peer refused",
            extra={
                "refusal": refusal.value,
                "refusal_count": self.counts[refusal],
                "remote_address": remote_address,
            },
        )
