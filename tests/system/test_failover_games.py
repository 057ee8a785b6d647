"""The nemesis of games on a store of several servers, briefly: a primary dies, its replicas lag."""

import asyncio
import random
from pathlib import Path

import pytest

from tests.nemesis.sites import SiteRow, a_site, a_site_round, wrong_clocks
from xiangqi_server.kernel.store.client.acknowledgement import PromiseKind

pytestmark = pytest.mark.system

GAMES = 3
AHEAD_MS = 3_000


def test_what_a_promotion_takes_is_written_back_and_its_clock_costs_nobody_time(
    tmp_path: Path,
) -> None:
    try:
        clocks = wrong_clocks(tmp_path, AHEAD_MS)
    except LookupError as error:
        pytest.skip(str(error))
    row = SiteRow("lag-kill", PromiseKind.PRIMARY)

    with a_site(tmp_path, "cluster", PromiseKind.PRIMARY, clocks) as site:
        asyncio.run(a_site_round(site, row, GAMES, random.Random(3)))
        log = site.log()

    assert row.is_whole, row
    assert row.restored > 0, "nothing was lost, so that nothing is proved"
    assert row.hit.acknowledged > 0
    assert row.hit.overcharged_ms < AHEAD_MS / 2
    assert "Traceback" not in log
