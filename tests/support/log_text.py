"""Logs as the text that `xiangqi-server log` prints and `verify` reads."""

from collections.abc import Sequence

from xiangqi_server.kernel.store.log_lines import log_lines
from xiangqi_server.kernel.store.values import StoredEvent


def text_of(events: Sequence[StoredEvent]) -> bytes:
    """The log of a room as a file."""
    return "".join(line.text() for line in log_lines(events)).encode()
