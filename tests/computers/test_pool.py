"""Searches over a few engines that hang, die, cheat, and are replaced."""

import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from tests.computers.test_engine_process import REPLIES, WHOLE_FEN, fake
from tests.support.patience import PATIENCE_S
from xiangqi_server.computers.pool import TRIES, EnginePool, SearchFailed
from xiangqi_server.computers.uci import Search, SearchLimits
from xiangqi_server.kernel.faults import Faults

NEVER_LATE_S = PATIENCE_S


@asynccontextmanager
async def a_pool(
    command: Sequence[str], places: int = 1, late_s: float = NEVER_LATE_S
) -> AsyncIterator[EnginePool]:
    pool = EnginePool({"it": command}, places, Faults(), late_s)
    running = asyncio.create_task(pool.run())
    try:
        async with asyncio.timeout(PATIENCE_S):
            yield pool
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running


def a_search(game: str = "g", depth: int = 1) -> Search:
    limits = SearchLimits(1, depth=depth)
    return Search(game, WHOLE_FEN, ("h2e2",), REPLIES, limits, ("a6a5",))


def failures_in(caplog: pytest.LogCaptureFixture) -> int:
    """How many engines were killed or lost."""
    return [record.message for record in caplog.records].count("engine failed")


async def test_every_search_is_answered_by_one_engine_in_turn(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with a_pool(fake("plays")) as pool:
        searches = [pool.search("it", a_search(f"g{n}"), 1.0) for n in range(5)]

        results = await asyncio.gather(*searches)

    assert {result.move for result in results} <= set(REPLIES)
    assert failures_in(caplog) == 0


async def test_who_can_wait_for_less_long_goes_first(tmp_path: Path) -> None:
    asked = tmp_path / "asked"
    async with a_pool(fake("plays", str(asked))) as pool:
        searches = [
            pool.search("it", a_search(depth=depth), wait_s)
            for depth, wait_s in ((1, 30.0), (2, 10.0), (3, 20.0))
        ]
        await asyncio.gather(*searches)

    assert [line.split()[2] for line in asked.read_text().splitlines()] == ["2", "3", "1"]


async def test_a_hung_engine_is_replaced_and_the_search_asked_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with a_pool(fake("hangs-once", str(tmp_path / "engine")), late_s=2.0) as pool:
        result = await pool.search("it", a_search(), 1.0)

    assert result.move in REPLIES
    assert 1 <= failures_in(caplog) < TRIES  # a busy machine may be late with the next one as well


@pytest.mark.parametrize("mode", ["dies", "cheats"])
async def test_a_search_fails_after_three_engines_and_the_next_one_is_tried(
    mode: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with a_pool(fake(mode)) as pool:
        for number in (1, 2):
            with pytest.raises(SearchFailed):
                await pool.search("it", a_search(), 1.0)

            assert failures_in(caplog) == number * TRIES


@pytest.mark.makes_faults
async def test_what_nobody_foresaw_of_an_engine_fails_its_search_and_ends_nothing_else(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with a_pool([sys.executable, "no\0word"]) as pool:
        for _ in range(2):
            with pytest.raises(SearchFailed):
                await pool.search("it", a_search(), 1.0)

    assert "fault" in [record.message for record in caplog.records]


@pytest.mark.parametrize("mode", ["digits", "words", "chatters"])
async def test_an_engine_that_writes_what_no_engine_does_ends_nothing_else(mode: str) -> None:
    async with a_pool(fake(mode)) as pool:
        searches = [
            pool.search("it", a_search(f"g{n}"), 1.0 if mode == "chatters" else 30.0)
            for n in range(2)
        ]

        results = await asyncio.gather(*searches, return_exceptions=True)

        failed = [isinstance(result, SearchFailed) for result in results]
        assert failed == [mode == "chatters"] * 2


async def test_who_has_gone_costs_no_search(tmp_path: Path) -> None:
    asked = tmp_path / "asked"
    async with a_pool(fake("plays", str(asked))) as pool:
        gone = asyncio.create_task(pool.search("it", a_search(depth=7), 1.0))
        await asyncio.sleep(0)
        gone.cancel()
        await pool.search("it", a_search(depth=1), 30.0)

    assert [line.split()[2] for line in asked.read_text().splitlines()] == ["1"]
