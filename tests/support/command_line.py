"""Running the console script as people do, in a process of its own."""

import subprocess
import sys
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ran:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str


def run_command(*words: str, stdin: bytes = b"") -> Ran:
    """Run `xiangqi-server` with these words and this standard input."""
    done = subprocess.run(
        [sys.executable, "-m", "xiangqi_server", *words],
        input=stdin,
        capture_output=True,
        timeout=60,
        check=False,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
