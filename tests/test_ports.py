"""Tests that run side by side never start their servers at one port."""

import subprocess
import sys
from pathlib import Path

from tests.support.server_process import free_port

MOSTLY, NEAR = 1_000, 10
ANOTHER_TEST = """
from tests.support.server_process import free_port
print(free_port(), flush=True)
input()
"""


def test_a_port_that_another_process_was_given_stays_its_own_while_nobody_listens_there() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", ANOTHER_TEST],
        cwd=Path(__file__).parent.parent,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        taken = int(process.stdout.readline())

        found = free_port((*[taken] * MOSTLY, *range(taken + 1, taken + NEAR)))

        process.communicate("\n")
    assert found != taken
