"""A device that is signed in, and its tokens: which are good, and when one is replaced.

A token that has been in use for long is replaced by a fresh one. The answer that carries the
fresh one may be lost, so the one before stays good until the fresh one is shown, and a while
longer for other tabs.

A program may come in by a token that was created for it. The program is listed and signed out like
a device, may do less, and its token is never replaced, because it is kept in a file.
"""

from collections.abc import Iterator
from enum import IntEnum
from hashlib import sha256
from hmac import compare_digest
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from xiangqi_server.kernel.aggregate.base32 import base32
from xiangqi_server.kernel.aggregate.spans import DAY_MS

ROTATE_MS: Final = 7 * DAY_MS
"""A token this old is replaced when it is shown."""
GRACE_MS: Final = 10 * 60 * 1000
"""How long the old token stays good once the fresh one has been shown."""
_ID_BYTES: Final = 5  # 8 characters of base 32, without a rest


class Scope(IntEnum):
    """What may be done by a token, from least to most; events keep the numbers."""

    READ = 0
    """May look at what anybody may see."""
    PLAY = 1
    """May play as well, and do what belongs to it."""
    OWN = 2
    """May do everything, with the account too, as a browser may."""


class Device(Struct, frozen=True, gc=False):
    """A browser or program that is signed in.

    Fields:
        id: known to the player alone.
        token_hash: the hash of its present token.
        label: what the player calls it; may be empty.
        since_ms: when it signed in.
        used_ms: when it was last here, at most `USE_MS` too early.
        rotated_ms: since when it has had its present token.
        before_hash: the hash of the token before, None for the first token.
        shown_ms: when the present token was first shown, 0 if it never was.
        scope: what may be done by its token; less than `OWN` for one created for a program.
    """

    id: str
    token_hash: bytes
    label: str = ""
    since_ms: int = 0
    used_ms: int = 0
    rotated_ms: int = 0
    before_hash: bytes | None = None
    shown_ms: int = 0
    scope: Scope = Scope.OWN

    @property
    def is_program(self) -> bool:
        """Its token was created for a program."""
        return self.scope is not Scope.OWN


def device_id(token_hash: bytes) -> str:
    """The id of the device that signs in by a token of this hash."""
    return base32(sha256(b"device:" + token_hash).digest()[:_ID_BYTES])


def program_id(message: str) -> str:
    """The id of the device of a program whose token was asked for by a message.

    Args:
        message: what all copies of the message have in common, and no other of its player.
    """
    return _asked_id("program", message)


def signed_in_id(message: str) -> str:
    """The id of the device that was asked to be signed in by a message.

    Args:
        message: what all copies of the message have in common, and no other one; without the
            password, of which nothing but its slow hash is kept.
    """
    return _asked_id("sign_in", message)


def _asked_id(what: str, message: str) -> str:
    return base32(sha256(f"{what}:{message}".encode()).digest()[:_ID_BYTES])


def wants_rotation(device: Device, token_hash: bytes, now_ms: int) -> bool:
    """Whether a device that comes in now, by a token of this hash, should get a fresh one.

    A device that was given a fresh token and shows the one before has missed the answer.
    """
    if device.is_program:
        return False
    age_ms = now_ms - device.rotated_ms
    by_present = compare_digest(device.token_hash, token_hash)
    has_missed = not by_present and not device.shown_ms and age_ms > GRACE_MS
    return has_missed or (by_present and age_ms > ROTATE_MS)


def good_hashes(device: Device, now_ms: int) -> Iterator[bytes]:
    """The hashes of the tokens by which a device comes in."""
    yield device.token_hash
    if device.before_hash is not None and (
        not device.shown_ms or now_ms - device.shown_ms <= GRACE_MS
    ):
        yield device.before_hash


def new_device(token_hash: bytes, label: str, at_ms: int, *, scope: Scope = Scope.OWN) -> Device:
    """A device that signs in by a token of this hash."""
    id_ = device_id(token_hash)
    return Device(id_, token_hash, label, at_ms, at_ms, at_ms, shown_ms=at_ms, scope=scope)


def seen(device: Device, at_ms: int, *, by_present: bool) -> Device:
    """The device after it was here, by its present token if `by_present`."""
    first_ms = (device.shown_ms or at_ms) if by_present else device.shown_ms
    return replace(device, used_ms=at_ms, shown_ms=first_ms)


def rotated(device: Device, shown_hash: bytes, token_hash: bytes, at_ms: int) -> Device:
    """The device with a fresh token; `shown_hash` is of the one it came by."""
    return replace(
        device,
        token_hash=token_hash,
        before_hash=shown_hash,
        used_ms=at_ms,
        rotated_ms=at_ms,
        shown_ms=0,
    )
