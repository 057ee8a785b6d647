"""A damaged log of our own store is cut off where its whole commands end.

A Redis or Valkey keeps it like this: `appendonlydir` holds a manifest, one base and the files of
commands written since, in order. A power loss, or a disk that lies, may leave zeros or garbage at
the end or in the middle of one. Nothing after that place can be trusted, for each command rests
on those before; what scripts wrote together stands between MULTI and EXEC and is kept or cut off
together.
"""

import mmap
import os
import shutil
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

from xiangqi_server.kernel.store.port import StoreUnavailable

FOLDER: Final = "appendonlydir"
_MULTI: Final = b"MULTI"
_EXEC: Final = b"EXEC"


class Cut(NamedTuple):
    """What was taken off the end of a file."""

    file: Path
    kept_bytes: int
    cut_bytes: int


class Repair(NamedTuple):
    """What was cut off, and where a copy of all files as they were is; nothing, if all is whole."""

    cuts: tuple[Cut, ...]
    copy: Path | None


def repair(home: Path) -> Repair:
    """Cut the log in `home` off at its last whole command. The store must not run.

    Raises:
        StoreUnavailable: there is no log, or its list of files cannot be read.
        OSError: the files cannot be copied or cut.
    """
    folder = home / FOLDER
    files = _logs(folder)
    kept = {file: whole_bytes(file) for file in files}
    first = next((file for file in files if kept[file] < file.stat().st_size), None)
    if first is None:
        return Repair((), None)
    copy = next(place for n in count(1) if not (place := home / f"{FOLDER}.damaged.{n}").exists())
    shutil.copytree(folder, copy)
    cuts = []
    for file in files[files.index(first) :]:
        size = file.stat().st_size
        end = kept[file] if file is first else 0
        if size > end:
            _truncate(file, end)
            cuts.append(Cut(file, end, size - end))
    return Repair(tuple(cuts), copy)


def whole_bytes(file: Path) -> int:
    """Where the last command of a log ends that is whole, and with it all before it."""
    size = file.stat().st_size
    if not size:
        return 0
    with file.open("rb") as opened, mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as log:
        end, is_open = 0, False
        for name, after in _commands(log):
            if name == _MULTI:
                is_open = True
            elif name == _EXEC:
                is_open = False
            if not is_open:
                end = after
        return end


def _commands(log: mmap.mmap) -> Iterator[tuple[bytes, int]]:
    """Each command's name, and where it ends, as long as they can be read."""
    at = 0
    while at < len(log):
        if log[at : at + 1] == b"#":  # a note on the time
            end = log.find(b"\r\n", at)
            if end < 0:
                return
            at = end + 2
            continue
        words, at = _number(log, at, b"*")
        name = b""
        for number in range(words):
            length, start = _number(log, at, b"$")
            at = start + length + 2
            if start == 0 or at > len(log) or log[at - 2 : at] != b"\r\n":
                return
            if number == 0:
                name = log[start : start + length].upper()
        if not name.isalpha() or not name.isascii():
            return
        yield name, at


def _number(log: mmap.mmap, at: int, sign: bytes) -> tuple[int, int]:
    """The number of a line that begins with `sign`, and where the line ends; else zeros."""
    end = log.find(b"\r\n", at, at + 24)
    digits = log[at + 1 : end]
    if end < 0 or log[at : at + 1] != sign or not digits.isdigit():
        return 0, 0
    return int(digits), end + 2


def _logs(folder: Path) -> list[Path]:
    """The files of commands, in order, by the manifest."""
    try:
        (manifest,) = folder.glob("*.manifest")
        lines = [line.split() for line in manifest.read_text().splitlines() if line.strip()]
    except (OSError, ValueError) as error:
        raise StoreUnavailable(f"{folder} has no list of its files that can be read") from error
    entries = [dict(zip(words[::2], words[1::2], strict=False)) for words in lines]
    logs = sorted((int(entry["seq"]), entry["file"]) for entry in entries if entry["type"] == "i")
    return [folder / name for _, name in logs if (folder / name).exists()]


def _truncate(file: Path, size: int) -> None:
    """Cut a file off, and have the disk know it."""
    with file.open("r+b") as opened:
        opened.truncate(size)
        os.fsync(opened.fileno())
