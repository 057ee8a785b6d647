"""The server as it is, but it waits longer for people: for tests in browsers.

    python -m tests.support.patient_server serve ...

Both of a found pair have 20 s to show up, and 20 s or more for a first move. That is enough for a
person, and not for a browser on a busy machine whose pages take ten times as long. How long these
limits are is tested in virtual time (`tests/aggregates/room`).
"""

import sys
from typing import Final

from tests.support.patience import PATIENCE_S
from xiangqi_server.__main__ import main
from xiangqi_server.aggregates.room import time_limits
from xiangqi_server.aggregates.room.speed import Speed

PATIENCE_MS: Final = int(PATIENCE_S * 1_000)


def wait_longer() -> None:
    """Give people as long to show up, and for a first move, as a test waits for anything."""
    vars(time_limits).update(READY_MS=PATIENCE_MS, FIRST_MOVE_MS=dict.fromkeys(Speed, PATIENCE_MS))


if __name__ == "__main__":
    wait_longer()
    sys.exit(main())
