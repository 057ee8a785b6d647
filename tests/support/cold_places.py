"""Places for a cold tier that a test may look into and damage: a directory, or objects."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Final, Protocol

import obstore
from obstore.store import S3Store

CREDENTIALS: Final = {
    "AWS_ACCESS_KEY_ID": "key",
    "AWS_SECRET_ACCESS_KEY": "secret",
    "AWS_REGION": "us-east-1",
}
BUCKET: Final = "old-games"


class ColdPlace(Protocol):
    """Where a cold tier lies.

    Attributes:
        address: as of `--cold`.
    """

    address: str

    def another(self) -> "ColdPlace":
        """An empty one beside it."""
        ...

    def names(self) -> set[str]:
        """The logs that are there."""
        ...

    def write(self, name: str, content: bytes) -> None:
        """Put something else in place of a log."""
        ...

    def remove(self, name: str) -> None:
        """Take a log away."""
        ...


class Folder:
    """A directory; see `ColdPlace`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.address = str(folder)

    def another(self) -> "Folder":
        return Folder(self._folder.with_name("other"))

    def names(self) -> set[str]:
        found = (path for path in self._folder.glob("*/*/*") if path.is_file())
        return {path.name for path in found if not path.name.startswith(".")}

    def write(self, name: str, content: bytes) -> None:
        self._path(name).write_bytes(content)

    def remove(self, name: str) -> None:
        self._path(name).unlink()

    def _path(self, name: str) -> Path:
        return self._folder / name[:2] / name[2:4] / name


class Objects:
    """A prefix of a bucket; see `ColdPlace`."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._prefix = secrets.token_hex(4)
        self.address = f"s3://{BUCKET}/{self._prefix}?endpoint={url}"

    def another(self) -> "Objects":
        return Objects(self._url)

    def names(self) -> set[str]:
        pages = obstore.list(self._store())
        paths = [one["path"] for page in pages for one in page]
        return {path.rpartition("/")[2] for path in paths if "/" in path}

    def write(self, name: str, content: bytes) -> None:
        obstore.put(self._store(), self._path(name), content)

    def remove(self, name: str) -> None:
        obstore.delete(self._store(), self._path(name))

    def _store(self) -> S3Store:
        return _bucket(self._url, self._prefix)

    def _path(self, name: str) -> str:
        return f"{name[:2]}/{name[2:4]}/{name}"


class S3Server:
    """A server that speaks S3, in a thread, with one bucket."""

    def __init__(self, server: Any) -> None:
        self._netloc = ":".join(map(str, server.get_host_and_port()))
        self.url = f"http://{self._netloc}"

    @classmethod
    @contextmanager
    def running(cls) -> Iterator["S3Server"]:
        """Run one for the time of the block."""
        from moto.server import ThreadedMotoServer  # half a second, in every process that collects

        server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
        server.start()
        try:
            started = cls(server)
            started._make_bucket()
            yield started
        finally:
            server.stop()

    def a_prefix(self) -> Objects:
        """An empty prefix of its bucket."""
        return Objects(self.url)

    def _make_bucket(self) -> None:
        connection = HTTPConnection(self._netloc)
        connection.request("PUT", f"/{BUCKET}")
        connection.getresponse().read()
        connection.close()


def _bucket(url: str, prefix: str) -> S3Store:
    return S3Store(BUCKET, prefix=prefix, endpoint=url, client_options={"allow_http": True})
