"""What tokens look like and what is derived from them; no store is needed for either.

A token ends in a checksum, so that one which was damaged on its way or in a browser's memory is
refused and not taken for somebody else's. Only a hash of it is kept.

Of a guest's token the public id of the player is a hash too, with another label, so neither
tells anything about the other. The token of a device of an account names its player.
"""

import re
from binascii import a2b_base64, b2a_base64
from hashlib import sha256
from typing import Final, NamedTuple

from xiangqi_server.aggregates.players.refusals import PlayerRefusal
from xiangqi_server.kernel.aggregate.base32 import base32
from xiangqi_server.kernel.aggregate.refusal import require

TOKEN_BYTES: Final = 32
_CHECK_BYTES: Final = 4
_GUEST: Final = re.compile(r"g[A-Za-z0-9_-]{48}")
_DEVICE: Final = re.compile(r"a([a-z2-7]{16})([A-Za-z0-9_-]{48})")
_PLAYER_BYTES: Final = 10  # 80 bits: 16 characters of base 32, without a rest
GUEST_LETTERS: Final = 4
_TO_URL: Final = bytes.maketrans(b"+/", b"-_")
_FROM_URL: Final = bytes.maketrans(b"-_", b"+/")


def mint(random_bytes: bytes) -> str:
    """The token of a new guest, made from `TOKEN_BYTES` random bytes."""
    return "g" + _written(random_bytes + _checksum(random_bytes))


def mint_device(player: str, random_bytes: bytes) -> str:
    """A token of a device of `player`, made from `TOKEN_BYTES` random bytes."""
    checksum = _checksum(player.encode() + random_bytes)
    return "a" + player + _written(random_bytes + checksum)


class ShownToken(NamedTuple):
    """A token that a client has shown, as far as other code need know it.

    Fields:
        player: the public id of its holder: 16 characters of a-z and 2-7. Of a device's token
            this is what it says, which proves nothing.
        hash: what is kept of it: 32 bytes from which it cannot be found.
        is_guest: the player's id is made from it: by it no other player can come.
    """

    player: str
    hash: bytes
    is_guest: bool


def read_token(token: str) -> ShownToken:
    """What a token says.

    Raises:
        Refused: `BAD_TOKEN`, if no token of ours looks like this.
    """
    device = _DEVICE.fullmatch(token)
    require(_is_whole(token, device), PlayerRefusal.BAD_TOKEN)
    return _shown(token, device)


def mint_guest(random_bytes: bytes) -> tuple[str, ShownToken]:
    """The token of a new guest, made from `TOKEN_BYTES` random bytes, and what it says."""
    token = mint(random_bytes)
    return token, _shown(token, None)


def guest_name(player: str) -> str:
    """The name shown for a guest, such as ``Guest 4k2m``."""
    return f"Guest {player[:GUEST_LETTERS]}"


def _shown(token: str, device: re.Match[str] | None) -> ShownToken:
    raw = token.encode()
    player = device[1] if device else base32(sha256(b"player:" + raw).digest()[:_PLAYER_BYTES])
    return ShownToken(player, sha256(b"kept:" + raw).digest(), device is None)


def _written(raw: bytes) -> str:
    """Bytes in base64 as addresses have it."""
    return b2a_base64(raw, newline=False).translate(_TO_URL).decode()


def _read(text: str) -> bytes:
    """What `_written` gave."""
    return a2b_base64(text.encode().translate(_FROM_URL))


def _is_whole(token: str, device: re.Match[str] | None) -> bool:
    if device is not None:
        raw = _read(device[2])
        return raw[TOKEN_BYTES:] == _checksum(device[1].encode() + raw[:TOKEN_BYTES])
    if _GUEST.fullmatch(token) is None:
        return False
    raw = _read(token[1:])
    return raw[TOKEN_BYTES:] == _checksum(raw[:TOKEN_BYTES])


def _checksum(random_bytes: bytes) -> bytes:
    return sha256(b"check:" + random_bytes).digest()[:_CHECK_BYTES]
