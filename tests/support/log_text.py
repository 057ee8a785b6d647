"""Logs as the text that `xiangqi-server log` prints and `verify` reads."""

import json
from collections.abc import Sequence

from server.cli.log_lines import write_events
from server.store.base import EMPTY_HEAD, StoredEvent, heads


def text_of(events: Sequence[StoredEvent]) -> bytes:
    """The log of a room as a file."""
    lines = write_events(events, heads(EMPTY_HEAD, events))
    return "".join(json.dumps(line) + "\n" for line in lines).encode()
