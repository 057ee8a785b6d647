"""How log records are written: one line each on standard error, for people or for machines.

A record's event is constant text; its facts come in `extra` and are written as JSON values, so that
no text of a peer can break out of its line.
"""

import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import Final

_CONTROLS: Final = re.compile("[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
_STANDARD: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


def configure_logging(*, level: str, form: str, worker: int = 0) -> None:
    """Write records of `level` ("debug" to "error") and above as "text" or as "json".

    Each names the `worker` that wrote it, if there are several.
    """
    handler = logging.StreamHandler(sys.stderr)
    if worker:
        handler.addFilter(_OfWorker(worker))
    handler.setFormatter(JsonFormatter() if form == "json" else TextFormatter())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    # What the library has to say of a peer, we count; at INFO it repeats every close.
    logging.getLogger("websockets").setLevel(logging.WARNING)


class _OfWorker(logging.Filter):
    """Adds the number of the worker to each record."""

    def __init__(self, worker: int) -> None:
        super().__init__()
        self._worker = worker

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass, with one more fact."""
        record.worker = self._worker
        return True


class JsonFormatter(logging.Formatter):
    """One JSON object a line: time, level, logger, event, the facts, and the traceback if any."""

    def format(self, record: logging.LogRecord) -> str:
        """Give the line of `record`."""
        line: dict[str, object] = {
            "time": _time_of(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
            **_facts_of(record),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return _without_controls(json.dumps(line, ensure_ascii=False, default=str))


class TextFormatter(logging.Formatter):
    """Time, level, logger, event and the facts as name=value; a traceback on lines of its own."""

    def format(self, record: logging.LogRecord) -> str:
        """Give the line of `record`."""
        facts = "".join(
            [
                f" {name}={json.dumps(value, ensure_ascii=False, default=str)}"
                for name, value in _facts_of(record).items()
            ]
        )
        head = f"{_time_of(record)} {record.levelname:<7} {record.name}: "
        line = head + record.getMessage().replace("\r", "\\r").replace("\n", "\\n") + facts
        line = _without_controls(line)
        if record.exc_info:
            line = f"{line}\n{self.formatException(record.exc_info)}"
        return line


def _without_controls(line: str) -> str:
    """The line with everything escaped that a terminal obeys or that looks like a line's end."""
    return _CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", line)


def _time_of(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


def _facts_of(record: logging.LogRecord) -> dict[str, object]:
    return {name: value for name, value in vars(record).items() if name not in _STANDARD}
