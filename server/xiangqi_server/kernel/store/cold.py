"""The cold tier: packed logs of old games as files, each named by the digest of what is in it.

A file is written whole beside its place, made durable, and then given its name, so that a name
always stands for all of it. It is never changed, and what is read is held against its name. All
nodes on a store use the same directory, on a file system they share. A file in it says which one
it is, and the store remembers that. In an object store the same names stand for objects: see
`cold_objects`.
"""

import asyncio
import hashlib
import os
import secrets
from pathlib import Path
from typing import Final, Protocol

from xiangqi_server.kernel.store.port import RecordError, StoreUnavailable

IDENTITY_NAME: Final = "xiangqi-cold"
"""The file, or the object, with the identity of the cold tier."""
IDENTITY_BYTES: Final = 8


class ColdTier(Protocol):
    """Where packed logs are kept for good.

    Attributes:
        identity: which one it is; "" for none.
    """

    identity: str

    async def put(self, packed: bytes) -> str:
        """Have a packed log kept; its digest.

        Raises:
            OSError: it is not.
        """
        ...

    async def get(self, digest: str) -> bytes:
        """The packed log with this digest.

        Raises:
            RecordError: it is not there, or not as it was written.
        """
        ...


class _NoColdTier:
    """No cold tier: see `ColdTier`."""

    identity = ""

    async def put(self, packed: bytes) -> str:
        raise OSError("there is no cold tier")

    async def get(self, digest: str) -> bytes:
        raise RecordError(f"there is no cold tier to give {digest}")


NO_COLD_TIER: Final[ColdTier] = _NoColdTier()


def digest_of(packed: bytes) -> str:
    """The name of a packed log: the SHA-256 of it, as 64 hexadecimal digits."""
    return hashlib.sha256(packed).hexdigest()


def require_digest(packed: bytes, digest: str, place: str) -> bytes:
    """What was read at a place, if it is what was written there.

    Raises:
        RecordError: it is not.
    """
    if digest_of(packed) != digest:
        raise RecordError(f"the cold tier has other bytes in {place}")
    return packed


def open_cold_files(folder: Path) -> ColdTier:
    """The cold tier in a directory.

    Raises:
        StoreUnavailable: the directory cannot be used.
    """
    try:
        return ColdFiles(folder)
    except OSError as error:
        raise StoreUnavailable(f"the cold tier cannot be used: {error}") from error


class ColdFiles:
    """The cold tier in a directory, which is made if it is missing.

    Raises:
        OSError: the directory cannot be used.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self.identity = _identity(folder / IDENTITY_NAME)

    async def put(self, packed: bytes) -> str:
        """See `ColdTier.put`; it is on the disk."""
        digest = digest_of(packed)
        await asyncio.to_thread(_write, self._place(digest), packed)
        return digest

    async def get(self, digest: str) -> bytes:
        """See `ColdTier.get`."""
        place = self._place(digest)
        try:
            packed = await asyncio.to_thread(place.read_bytes)
        except OSError as error:
            raise RecordError(f"the cold tier does not give {place}: {error.strerror}") from error
        return require_digest(packed, digest, str(place))

    def _place(self, digest: str) -> Path:
        return self._folder / digest[:2] / digest[2:4] / digest


def _identity(file: Path) -> str:
    """What is written in a file, which is made if it is missing.

    Raises:
        OSError: it cannot be made or read, or somebody else is making it.
    """
    try:
        with file.open("x") as made:
            made.write(secrets.token_hex(IDENTITY_BYTES))
            made.flush()
            os.fsync(made.fileno())
        _sync(file.parent)
    except FileExistsError:
        pass
    identity = file.read_text()
    if len(identity) != 2 * IDENTITY_BYTES:
        raise OSError(f"{file} is not whole")
    return identity


def _write(place: Path, content: bytes) -> None:
    """Have a file on the disk whole, unless it is there already."""
    if place.exists():
        return
    place.parent.mkdir(parents=True, exist_ok=True)
    beside = place.with_name(f".{place.name}.{secrets.token_hex(IDENTITY_BYTES)}")
    try:
        with beside.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(place)
    finally:
        beside.unlink(missing_ok=True)
    for folder in (place.parent, place.parent.parent, place.parent.parent.parent):
        _sync(folder)


def _sync(folder: Path) -> None:
    """Have the names in a folder on the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
