"""The short form of the replay: games of masters before a crowd, and a server that is killed."""

from pathlib import Path

import pytest

from tests.nemesis.replay import Run, arguments
from tests.support.server_process import ServerProcess

pytestmark = pytest.mark.system

SHORT = "--games 3 --sockets 12 --seconds 4 --kills 1 --pace 0.4"


async def test_a_crowd_sees_each_move_once_and_in_its_time_though_the_server_is_killed(
    tmp_path: Path,
) -> None:
    with ServerProcess(tmp_path / "data") as server:
        run = Run(server, arguments(SHORT.split()))

        assert await run.run() == 0

    seen = run.score.counts
    assert min(seen[kind] for kind in ("played", "moves", "boards", "reconnected")) > 0
