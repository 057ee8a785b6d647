"""A disk that can be full: a small file system where we may mount one, else a limit on files.

Without the right to mount, the processes are told that no file of theirs may grow
(`RLIMIT_FSIZE`): a store that wants to write then ends as it does on a full disk.
"""

import os
import resource
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.support.server_process import ServerProcess

SIZE_MB = 16
_CHUNK = bytes(65_536)


class SmallDisk:
    """A directory for the data of one server; as a context manager it is taken away at the end."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir()
        command = ["mount", "-t", "tmpfs", "-o", f"size={SIZE_MB}m", "none", str(path)]
        self.is_mounted = subprocess.run(command, capture_output=True).returncode == 0

    def fill(self, server: ServerProcess) -> None:
        """Leave no byte."""
        if not self.is_mounted:
            self._limit(server, self._largest())
            return
        descriptor = os.open(self.path / "ballast", os.O_WRONLY | os.O_CREAT)
        chunk = _CHUNK
        while chunk:
            try:
                os.write(descriptor, chunk)
            except OSError:
                chunk = chunk[: len(chunk) // 2]
        os.close(descriptor)

    def empty(self, server: ServerProcess) -> None:
        """Give the space back."""
        if self.is_mounted:
            (self.path / "ballast").unlink()
        else:
            self._limit(server, resource.RLIM_INFINITY)

    def _largest(self) -> int:
        return max(file.stat().st_size for file in self.path.rglob("*") if file.is_file())

    def _limit(self, server: ServerProcess, size_bytes: int) -> None:
        for process in (server.pid, server.find_store()):
            if process is not None:
                hard = resource.prlimit(process, resource.RLIMIT_FSIZE)[1]
                resource.prlimit(process, resource.RLIMIT_FSIZE, (size_bytes, hard))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.is_mounted:
            subprocess.run(["umount", "--lazy", self.path], check=True)
