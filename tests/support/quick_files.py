"""Where files that a test writes need not wait for a disk."""

import os
from pathlib import Path
from typing import Final

IN_MEMORY: Final = "/dev/shm"  # noqa: S108  pytest makes a folder of ours in it
_ROOM_BYTES: Final = 2 << 30
"""More than all tests together write."""


def can_hold_tests(folder: str) -> bool:
    """Whether `folder` is there, has room enough, and programs that a test makes run in it."""
    if not Path(folder).is_dir() or not os.access(folder, os.W_OK):
        return False
    found = os.statvfs(folder)
    return found.f_bavail * found.f_frsize > _ROOM_BYTES and not found.f_flag & os.ST_NOEXEC
