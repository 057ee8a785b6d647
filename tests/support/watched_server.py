"""The server as it is, but it writes down each turn of its loop that takes long, and what took it.

    TURNS=FILE python -m tests.support.watched_server serve ...

A turn is what the loop does between two looks at its sockets. It is measured by the processor time
of the loop's thread, so a busy machine tells nearly the same. `FILE` gets a JSON line for each turn
over `LONG_MS`: its milliseconds, its callbacks, and where the program was during it, by samples of
processor time. The server runs on asyncio's own loop here, because uvloop shows no turns.
"""

import asyncio
import gc
import json
import os
import signal
import sys
from collections import Counter
from pathlib import Path
from time import monotonic, thread_time_ns
from types import FrameType
from typing import Any, Final, TextIO

import xiangqi_server
from xiangqi_server.__main__ import main
from xiangqi_server.cli import serve

LONG_MS: Final = 5.0
SAMPLE_S: Final = 0.001
DEEP: Final = 12
_OURS: Final = str(Path(xiangqi_server.__file__).parent)


class WatchedLoop(asyncio.SelectorEventLoop):
    """A loop that writes down its long turns."""

    _run_once_unwatched = asyncio.SelectorEventLoop._run_once  # type: ignore[attr-defined]

    def __init__(self, out: TextIO) -> None:
        super().__init__()
        self._out = out
        self._begun_ns = 0
        self._seen: Counter[str] = Counter()
        self._garbage_ns = self._garbage_begun_ns = 0
        gc.callbacks.append(self._collects)
        signal.signal(signal.SIGPROF, self._sample)
        signal.setitimer(signal.ITIMER_PROF, SAMPLE_S, SAMPLE_S)

    def _run_once(self) -> None:
        self._begun_ns, self._garbage_ns = thread_time_ns(), 0
        self._run_once_unwatched()
        took_ms = (thread_time_ns() - self._begun_ns) / 1e6
        if took_ms > LONG_MS:
            self._write(took_ms)
        if self._seen:
            self._seen.clear()

    def _write(self, took_ms: float) -> None:
        row = {
            "at_s": round(monotonic(), 3),
            "ms": round(took_ms, 1),
            "garbage_ms": round(self._garbage_ns / 1e6, 1),
            "seen": self._seen.most_common(DEEP),
        }
        self._out.write(json.dumps(row) + "\n")
        self._out.flush()

    def _collects(self, phase: str, _: dict[str, int]) -> None:
        if phase == "start":
            self._garbage_begun_ns = thread_time_ns()
        else:
            self._garbage_ns += thread_time_ns() - self._garbage_begun_ns

    def _sample(self, _: int, frame: FrameType | None) -> None:
        names: list[str] = []
        while frame is not None and len(names) < DEEP:
            path = frame.f_code.co_filename
            if path.startswith(_OURS):
                names.append(f"{path[len(_OURS) + 1 :]}:{frame.f_code.co_name}")
            frame = frame.f_back
        self._seen[" < ".join(names)] += 1


def watch(path: Path) -> None:
    """Have the server run on such a loop."""
    out = path.open("a", encoding="utf-8")

    def new_loop() -> Any:
        return WatchedLoop(out)

    vars(serve)["NEW_LOOP"] = new_loop


if __name__ == "__main__":
    watch(Path(os.environ["TURNS"]))
    sys.exit(main())
