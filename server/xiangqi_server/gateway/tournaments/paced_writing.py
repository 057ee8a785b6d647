"""Long texts are written slice by slice, one text at a time, with a long rest after each slice.

The standings of a thousand players take 30 ms to write out, and no other request should be held up
for that long. If they are asked for again and again, from however many addresses, they take a tenth
of the node's time.
"""

import asyncio
from collections.abc import Callable, Iterable
from typing import Final

SLICE_MS: Final = 4
"""How long a text is written before others are served."""
REST: Final = 9
"""The rest after a slice, in multiples of the time that the slice took."""


class PacedWriting:
    """Owned by what writes.

    Args:
        now_ms: a clock that is never set back.
    """

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self._turn = asyncio.Lock()

    async def write(self, pieces: Iterable[str]) -> str:
        """The pieces as one text; they are made when it is the turn of this text."""
        written: list[str] = []
        await self._turn.acquire()
        begun_ms = self._now_ms()
        try:
            for piece in pieces:
                written.append(piece)
                if self._now_ms() - begun_ms >= SLICE_MS:
                    await asyncio.sleep(self._rest_s(begun_ms))
                    begun_ms = self._now_ms()
            return "".join(written)
        finally:
            asyncio.get_running_loop().call_later(self._rest_s(begun_ms), self._turn.release)

    def _rest_s(self, begun_ms: int) -> float:
        return REST * (self._now_ms() - begun_ms) / 1000
