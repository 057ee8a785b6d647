"""Codes that let a player in: made to be written down on paper, kept as hashes only.

A code has a hundred random bits, so a plain hash of it tells nothing: they are too many to try.
It is read as people write it, with any spaces and case, and letters that look like digits.
"""

from hashlib import sha256
from typing import Final

CODE_BYTES: Final = 20
SHORT_CODE_BYTES: Final = 8
"""Of a code that may be guessed, so that tries are counted and a slow hash is kept."""
_LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_GROUP: Final = 5
_AS_DIGITS: Final = str.maketrans("OIL", "011")


def code_from(random: bytes) -> str:
    """A code of `CODE_BYTES` random bytes, such as `7K2QM-9XFTA-0B4CD-WZ3HN`."""
    letters = "".join(_LETTERS[byte % len(_LETTERS)] for byte in random)
    groups = (letters[start : start + _GROUP] for start in range(0, len(letters), _GROUP))
    return "-".join(groups)


def short_code_from(random: bytes) -> str:
    """A code of `SHORT_CODE_BYTES` random bytes for a phone, such as `7K2Q9XFT`."""
    return "".join(_LETTERS[byte % len(_LETTERS)] for byte in random)


def code_as_written(code: str) -> str:
    """A code however it was written: without spaces and case, and with digits for their likes."""
    return "".join(char for char in code.upper() if char.isalnum()).translate(_AS_DIGITS)


def code_hash(holder: str, code: str) -> str:
    """What is kept of a code; `holder` is the player, or the name, that alone may use it."""
    return sha256(f"code:{holder}:{code_as_written(code)}".encode()).hexdigest()
