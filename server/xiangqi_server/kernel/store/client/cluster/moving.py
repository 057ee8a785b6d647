"""What a call needs of a slot that is being moved key by key is moved at once.

Theory of operation. While a slot is being moved, its old server answers for keys that are still
there, and its new one for all others. A call that names several keys is answered by neither, unless
one of them has all. Not every log has all keys that our scripts look at, so no log of the slot
could be written to until it was moved. That takes a large one minutes. So the keys of the call
are moved before their time, in one command; the mover of the slot finds them gone, and goes on.
Then the call is made at the new server, by a script that names one key and looks first whether it
may touch the others.

That takes two rights (MIGRATE, and RESTORE-ASKING at the new server). Without them, or where
anything else goes wrong, nothing was done, and the call waits for the slot.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final
from urllib.parse import unquote

from xiangqi_server.kernel.store.client.address import ServerAddress, StoreAddress
from xiangqi_server.kernel.store.client.error_replies import Redirected
from xiangqi_server.kernel.store.client.replies import Reply
from xiangqi_server.kernel.store.client.requests import Script, pack
from xiangqi_server.kernel.store.port import StoreError

ANSWERS_MS: Final = 1_000
"""How long a server that moves keys waits for the other one; it serves no other call meanwhile."""

Exchange = Callable[[ServerAddress, Sequence[bytes]], Awaitable[list[Reply | StoreError]]]


class MovedAhead:
    """Moves the keys of single calls.

    Args:
        exchange: calls a server.
        address: of the store; the servers know each other by the same user.
    """

    def __init__(self, exchange: Exchange, address: StoreAddress) -> None:
        self._exchange = exchange
        user, colon, password = address.credentials.removesuffix("@").partition(":")
        self._credentials: tuple[str, ...] = ()
        if colon:
            words = ("AUTH2", unquote(user)) if user else ("AUTH",)
            self._credentials = (*words, unquote(password))

    async def move(self, keys: Sequence[str], source: ServerAddress) -> ServerAddress | None:
        """Have a server move some keys; to which one, or None if it did not."""
        nowhere = f"{keys[0].partition('}')[0]}}}:nowhere"
        (named,) = await self._exchange(source, (pack("EXISTS", nowhere),))
        if not (isinstance(named, Redirected) and named.is_asking):
            return None
        target = ServerAddress(named.host or source.host, named.port)
        where = (target.host, target.port, "", 0, ANSWERS_MS)
        words = pack("MIGRATE", *where, *self._credentials, "KEYS", *keys)
        (moved,) = await self._exchange(source, (words,))
        return None if isinstance(moved, StoreError) else target


def as_moved(packed: bytes, script: Script, count: int) -> tuple[bytes, Script]:
    """A packed run of a script that names `count` keys, as one that names only the first."""
    other = script.with_keys_as_arguments(count)
    return packed.replace(_head(script, count), _head(other, 1), 1), other


def _head(script: Script, count: int) -> bytes:
    """The words of a packed run before its keys, without their start."""
    number = str(count)
    return f"{script.sha}\r\n${len(number)}\r\n{number}\r\n".encode()
