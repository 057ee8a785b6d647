"""How far a long file has been read, shown on a terminal.

It is shown on standard error, so the answers can be piped on.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, TimeRemainingColumn
from rich.progress import Progress as Bar


class Progress:
    """A bar that follows the position in a file, or nothing at all."""

    def __init__(self, bar: Bar | None, size_bytes: int) -> None:
        self._bar = bar
        self._task = None if bar is None else bar.add_task("read", total=size_bytes)

    @staticmethod
    def none() -> "Progress":
        """Progress that is not shown."""
        return Progress(None, 0)

    @staticmethod
    @contextmanager
    def on_terminal(size_bytes: int) -> "Iterator[Progress]":
        """A bar on standard error while the block runs."""
        columns = (BarColumn(), DownloadColumn(), TimeRemainingColumn())
        with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
            yield Progress(bar, size_bytes)

    def reached(self, stream: BufferedReader) -> None:
        """The file has been read up to where it stands."""
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, completed=stream.tell())

    def counted(self, stream: BufferedReader) -> Iterator[bytes]:
        """The lines of a file, followed by the bar."""
        done = 0
        for line in stream:
            done += len(line)
            if self._bar is not None and self._task is not None:
                self._bar.update(self._task, completed=done)
            yield line
