"""Tags by which aggregates count addresses without learning them.

A limit that everybody shares needs a smaller one for each address, decided in one place. That
place need not know the address itself: a tag is its hash with a secret that this node makes
at its start and keeps to itself. So each node counts an address separately, and a restart begins
again.
"""

from collections.abc import Callable
from hashlib import sha256
from zlib import crc32

from xiangqi_server.limits import shares_of

TAG_CHARS = 12


class Tags:
    """Owned by the gateway.

    Args:
        random_bytes: gives that many random bytes.
    """

    def __init__(self, random_bytes: Callable[[int], bytes]) -> None:
        self._secret = random_bytes(32)

    def of(self, address: str, player: str) -> str:
        """The tag of an address as limits count it; "" for one they leave out.

        An address that stands for many people has a tag for each of them: `player` draws it.
        """
        if not address:
            return ""
        share = crc32(player.encode()) % shares_of(address)
        return sha256(self._secret + f"{address} {share}".encode()).hexdigest()[:TAG_CHARS]
