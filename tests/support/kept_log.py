"""Keeps what is logged while a test runs, as a reader of the log sees it."""

import logging


class KeptLog(logging.Handler):
    """Add it to a logger; `lines` are what came from `level` on, with their tracebacks."""

    def __init__(self, level: int = logging.NOTSET) -> None:
        super().__init__(level)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one record."""
        self.lines.append(logging.Formatter().format(record))
