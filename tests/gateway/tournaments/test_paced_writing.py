"""What is written in one go leaves the node nine tenths of its time."""

import asyncio

import pytest

from server.gateway.tournaments.paced_writing import PacedWriting
from tests.support.virtual_time import pass_ms


class SlowTexts:
    """Writes texts that take a tenth of a second each by its own clock."""

    def __init__(self) -> None:
        self.written: list[str] = []
        self._now_ms = 0
        self.writing = PacedWriting(lambda: self._now_ms)

    async def ask(self, name: str) -> str:
        return await self.writing.write(lambda: self._text(name))

    def _text(self, name: str) -> str:
        self._now_ms += 100
        self.written.append(name)
        if name == "bad":
            raise ValueError(name)
        return name


async def test_the_first_text_comes_at_once_and_the_next_after_a_rest() -> None:
    texts = SlowTexts()

    first = await texts.ask("ann")
    second = asyncio.ensure_future(texts.ask("ben"))
    await pass_ms(899)
    early = tuple(texts.written)
    await pass_ms(2)

    assert first == "ann"
    assert early == ("ann",)
    assert await second == "ben"


async def test_a_text_that_cannot_be_written_keeps_nobody_from_theirs() -> None:
    texts = SlowTexts()

    with pytest.raises(ValueError, match="bad"):
        await texts.ask("bad")

    assert await texts.ask("ann") == "ann"
