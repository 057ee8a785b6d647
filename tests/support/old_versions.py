"""Servers of older versions, and what they left behind (`data/stores`)."""

import io
import json
import shutil
import subprocess
import tarfile
from pathlib import Path
from typing import Any, Final

from tests.support.server_process import ServerProcess

ROOT: Final = Path(__file__).parents[2]
STORES: Final = ROOT / "tests" / "data" / "stores"
BEFORE: Final = "86ba66fc"
"""The commit of the version before this one: both may run on one store during an upgrade."""
BOTH: Final = "both"
"""A store that this version and the one before served together."""
PROGRAM: Final = "server"
"""What the package was called up to that version."""
OPENING: Final = ("h2e2", "h9g7", "h0g2", "i9h9")
"""The moves of the games that they left behind."""


def old_server(data_dir: Path, checkout: Path, *flags: str) -> ServerProcess:
    """A server of an older version, not started yet."""
    return ServerProcess(data_dir, *flags, program=PROGRAM, checkout=checkout)


def checkout_of(commit: str, home: Path) -> Path | None:
    """The program as it was at a commit; None where the history is not there."""
    command = ("git", "-C", str(ROOT), "archive", commit, "server", "client_js")
    archive = subprocess.run(command, capture_output=True, check=False)
    if archive.returncode:
        return None
    home.mkdir()
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as tar:
        tar.extractall(home, filter="data")
    return home


def data_of(version: str, data_dir: Path) -> dict[str, Any]:
    """Put there what a server of that version left behind; what the people know who played."""
    shutil.copytree(STORES / version / "store", data_dir / "store")
    facts: dict[str, Any] = json.loads((STORES / version / "facts.json").read_bytes())
    return facts
