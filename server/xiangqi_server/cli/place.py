"""Which store a command works on: an operator's by its address, or a running node's own."""

import argparse
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from xiangqi_server.kernel.store.embedded.embedded import EmbeddedStore
from xiangqi_server.kernel.store.embedded.process import StoreProcess
from xiangqi_server.kernel.store.opening import open_store
from xiangqi_server.kernel.store.port import StoreError
from xiangqi_server.kernel.store.redis.redis_store import RedisStore
from xiangqi_server.node.settings import STORE_SCHEMES


class Place(NamedTuple):
    """A store.

    Fields:
        at: its address, or the directory of one that a node runs for itself.
        cold: the directory or the address of its old logs, "" for none.
    """

    at: str | Path
    cold: str


def add_place(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments that name a store."""
    place = parser.add_mutually_exclusive_group(required=True)
    place.add_argument("--store", metavar="URL", help="as of serve --store")
    place.add_argument("--data-dir", type=Path, metavar="DIR", help="of a node that is running")
    add_cold(parser)


def add_cold(parser: argparse.ArgumentParser) -> None:
    """Declare the argument that names the cold tier."""
    parser.add_argument(
        "--cold",
        metavar="PLACE",
        default=os.environ.get("XIANGQI_COLD", ""),
        help="as of serve ($XIANGQI_COLD)",
    )


def place_of(args: argparse.Namespace) -> Place:
    """The store that the arguments name.

    Raises:
        StoreError: that is no address.
    """
    data_dir: Path | None = args.data_dir
    at = _address(args.store or "") if data_dir is None else _home(data_dir)
    return Place(at, cold_of(args))


def cold_of(args: argparse.Namespace) -> str:
    """The cold tier that the arguments name."""
    cold: str = args.cold
    return cold if not cold or "://" in cold else str(Path(cold).expanduser())


def _address(text: str) -> str:
    """An address, as of `serve --store`.

    Raises:
        StoreError: it is not an address.
    """
    if not text.startswith(STORE_SCHEMES):
        known = ", ".join(STORE_SCHEMES)
        raise StoreError(f"{text!r} is no address; one begins with {known}")
    return text


def _home(data_dir: Path) -> Path:
    return data_dir.expanduser().absolute() / "store"


@asynccontextmanager
async def opened(place: Place) -> AsyncIterator[RedisStore]:
    """The store, open for the time of the block.

    Raises:
        StoreError: it cannot be used.
        OSError: there is no such directory, or no node runs on it.
    """
    url = place.at if isinstance(place.at, str) else await _embedded(place.at)
    store = await open_store(url, cold=place.cold)
    try:
        yield store
    finally:
        await store.close()


def place_at(text: str, cold: str) -> Place:
    """The store at an address, or of a data directory; raises like `place_of`."""
    return Place(_address(text) if "://" in text else _home(Path(text)), cold)


@asynccontextmanager
async def at_rest(place: Place, *, is_being_copied: bool) -> AsyncIterator[RedisStore]:
    """The store, open for the time of the block; that of a directory on which no node runs, too.

    Raises:
        StoreError: it cannot be used.
        OSError: there is nothing to be copied from there.
    """
    at, cold = place
    if isinstance(at, Path) and not is_being_copied and not at.is_dir():
        raise OSError(f"no server has its data in {at.parent}")
    if isinstance(at, str) or (at.is_dir() and await StoreProcess(at).answers()):
        url = at if isinstance(at, str) else await _embedded(at)
        store = await open_store(url, is_being_copied=is_being_copied, cold=cold)
        try:
            yield store
        finally:
            await store.close()
        return
    embedded = await EmbeddedStore.start(at.parent)
    try:
        async with at_rest(Place(embedded.url, cold), is_being_copied=is_being_copied) as store:
            yield store
    finally:
        await embedded.stop()


async def _embedded(home: Path) -> str:
    """The address of the store process that runs on `home`."""
    process = StoreProcess(home)
    try:
        answers = await process.answers()
    except FileNotFoundError:
        answers = False
    if not answers:
        raise OSError(f"no node runs on {home.parent}")
    return f"unix://{quote(str(process.socket))}"
