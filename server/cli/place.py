"""Which store a command works on: an operator's by its address, or a running node's own."""

import argparse
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import quote

from server.store.embedded import EmbeddedStore
from server.store.process import StoreProcess
from server.store.redis_store import RedisStore, open_store

Place = str | Path
"""The address of a store, or the directory of one that a node runs for itself."""


def add_place(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments that name a store."""
    place = parser.add_mutually_exclusive_group(required=True)
    place.add_argument("--store", metavar="URL", help="as of serve --store")
    place.add_argument("--data-dir", type=Path, metavar="DIR", help="of a node that is running")


def place_of(args: argparse.Namespace) -> Place:
    """The store that the arguments name."""
    data_dir: Path | None = args.data_dir
    address: str = args.store or ""
    return address if data_dir is None else data_dir.expanduser().absolute() / "store"


@asynccontextmanager
async def opened(place: Place) -> AsyncIterator[RedisStore]:
    """The store, open for the time of the block.

    Raises:
        StoreError: it cannot be used.
        OSError: there is no such directory, or no node runs on it.
    """
    store = await open_store(place if isinstance(place, str) else await _embedded(place))
    try:
        yield store
    finally:
        await store.close()


def place_at(text: str) -> Place:
    """The store at an address, or of a data directory."""
    is_address = "://" in text
    return text if is_address else Path(text).expanduser().absolute() / "store"


@asynccontextmanager
async def at_rest(place: Place, *, is_being_copied: bool) -> AsyncIterator[RedisStore]:
    """The store, open for the time of the block; that of a directory on which no node runs, too.

    Raises:
        StoreError: it cannot be used.
    """
    if isinstance(place, str) or (place.is_dir() and await StoreProcess(place).answers()):
        url = place if isinstance(place, str) else await _embedded(place)
        store = await open_store(url, is_being_copied=is_being_copied)
        try:
            yield store
        finally:
            await store.close()
        return
    embedded = await EmbeddedStore.start(place.parent)
    try:
        async with at_rest(embedded.url, is_being_copied=is_being_copied) as store:
            yield store
    finally:
        await embedded.stop()


async def _embedded(home: Path) -> str:
    """The address of the store process that runs on `home`."""
    process = StoreProcess(home)
    if not await process.answers():
        raise OSError(f"no node runs on {home.parent}")
    return f"unix://{quote(str(process.socket))}"
