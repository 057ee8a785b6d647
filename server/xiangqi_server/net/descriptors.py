"""How many connections the system lets us hold: one open file each, and most systems allow few."""

import logging
import resource
from typing import Final

_log = logging.getLogger(__name__)

RESERVED_COUNT: Final = 256
"""Files left for everything that is no connection: the store, logs, pipes, the loop itself."""


def make_room(wanted: int) -> int:
    """Raise our limit of open files for `wanted` connections; give how many there is room for."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + RESERVED_COUNT
    if _is_less(soft, needed):
        allowed = hard if _is_less(hard, needed) else needed
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
        except (OSError, ValueError):  # macOS has a lower limit than it tells
            allowed = soft
        soft = allowed
    if not _is_less(soft, needed):
        return wanted
    room = max(1, soft - RESERVED_COUNT)
    _log.warning("few open files allowed", extra={"open_files": soft, "connections": room})
    return room


def _is_less(limit: int, count: int) -> bool:
    return limit != resource.RLIM_INFINITY and limit < count
