"""Long texts hold nobody up, and leave the node nine tenths of its time."""

import asyncio
from collections.abc import Iterator

import pytest

from tests.support.virtual_time import pass_ms
from xiangqi_server.gateway.tournaments.paced_writing import SLICE_MS, PacedWriting


class SlowTexts:
    """Writes texts of pieces that take as long as a slice each by its own clock."""

    def __init__(self) -> None:
        self.written: list[str] = []
        self._now_ms = 0
        self.writing = PacedWriting(lambda: self._now_ms)

    async def ask(self, text: str) -> str:
        return await self.writing.write(self._pieces(text))

    def _pieces(self, text: str) -> Iterator[str]:
        for piece in text.split():
            self._now_ms += SLICE_MS
            self.written.append(piece)
            if piece == "bad":
                raise ValueError(piece)
            yield piece


async def test_a_text_is_written_slice_by_slice_with_a_rest_after_each() -> None:
    texts = SlowTexts()

    text = asyncio.ensure_future(texts.ask("one two three"))
    await pass_ms(9 * SLICE_MS - 1)
    early = tuple(texts.written)
    await pass_ms(2)
    later = tuple(texts.written)

    assert early == ("one",)
    assert later == ("one", "two")
    assert await text == "onetwothree"


async def test_the_next_text_begins_when_the_one_before_is_whole_and_has_rested() -> None:
    texts = SlowTexts()

    first = asyncio.ensure_future(texts.ask("one two"))
    second = asyncio.ensure_future(texts.ask("three"))
    await pass_ms(18 * SLICE_MS - 1)
    early = tuple(texts.written)

    assert early == ("one", "two")
    assert [await first, await second] == ["onetwo", "three"]


async def test_a_text_that_cannot_be_written_keeps_nobody_from_theirs() -> None:
    texts = SlowTexts()

    with pytest.raises(ValueError, match="bad"):
        await texts.ask("one bad")

    assert await texts.ask("two") == "two"
