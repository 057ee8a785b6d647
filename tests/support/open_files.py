"""How many files and sockets this process has open."""

import os


def open_file_count() -> int:
    """Count this process's open files and sockets."""
    return len(os.listdir("/proc/self/fd"))  # noqa: PTH208  a count of names needs no paths
