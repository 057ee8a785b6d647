"""A store that may lose what it acknowledges is not written to, unless its operator wants it so."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.stores import a_room, an_append, append_at_last
from tests.support.valkey_process import ValkeyProcess
from xiangqi_server.kernel.store.embedded.binary import find_binary
from xiangqi_server.kernel.store.embedded.embedded import EmbeddedStore
from xiangqi_server.kernel.store.opening import open_store
from xiangqi_server.kernel.store.port import StoreUnavailable
from xiangqi_server.kernel.store.values import Appended

_REDIS = shutil.which("redis-server")
PROGRAMS = [None] if _REDIS is None else [None, Path(_REDIS)]
NO_LOG = ("--appendonly", "no")
NOW_AND_THEN = ("--appendfsync", "everysec")
NOT_ON_REWRITE = ("--no-appendfsync-on-rewrite", "yes")
EVICTING = ("--maxmemory", "100mb", "--maxmemory-policy", "allkeys-lru")


@pytest.fixture(params=PROGRAMS, ids=str)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ValkeyProcess]:
    """An operator's store that is not started yet, of each program there is."""
    own = ValkeyProcess(tmp_path, request.param or find_binary())
    yield own
    own.kill_if_running()


async def opening(store: ValkeyProcess, *flags: str) -> str:
    """Why a store that is started so is refused; "" if it is taken."""
    store.start(*flags)
    await store.until_it_answers()
    try:
        opened = await open_store(store.url, must_be_durable=True)
    except StoreUnavailable as error:
        return str(error)
    await opened.close()
    return ""


@pytest.mark.parametrize(
    ("flags", "found", "needed"),
    [
        (NO_LOG, "appendonly is no", "appendonly yes"),
        (NOW_AND_THEN, "appendfsync is everysec", "appendfsync always"),
        (NOT_ON_REWRITE, "no-appendfsync-on-rewrite is yes", "no-appendfsync-on-rewrite no"),
        (EVICTING, "maxmemory-policy is allkeys-lru", "maxmemory-policy noeviction"),
    ],
)
async def test_a_store_that_may_lose_something_is_refused_by_the_name_of_its_setting(
    store: ValkeyProcess, flags: tuple[str, ...], found: str, needed: str
) -> None:
    refusal = await opening(store, *flags)

    assert found in refusal
    assert f"set {needed} in its configuration" in refusal
    assert "--acknowledge volatile" in refusal
    assert "\n" not in refusal


async def test_all_that_is_wrong_is_said_at_once(store: ValkeyProcess) -> None:
    refusal = await opening(store, *NO_LOG, *EVICTING)

    assert "appendonly is no, maxmemory-policy is allkeys-lru" in refusal


@pytest.mark.parametrize("flags", [(), ("--maxmemory", "100mb"), ("--save", "60 1")], ids=str)
async def test_a_durable_store_is_taken(store: ValkeyProcess, flags: tuple[str, ...]) -> None:
    assert await opening(store, *flags) == ""


async def test_a_store_that_evicts_nothing_for_want_of_a_limit_is_taken(
    store: ValkeyProcess,
) -> None:
    assert await opening(store, "--maxmemory-policy", "allkeys-lru") == ""


async def test_our_own_store_is_durable(tmp_path: Path) -> None:
    embedded = await EmbeddedStore.start(tmp_path)

    opened = await open_store(embedded.url, must_be_durable=True)

    assert isinstance(await opened.logs.append(an_append(a_room())), Appended)
    await opened.close()
    await embedded.stop()


async def test_without_the_right_to_look_the_operator_has_to_say_so(store: ValkeyProcess) -> None:
    rights = ("default", "on", "nopass", "~*", "&*", "+@all", "-config")

    refusal = await opening(store, "--user", *rights)

    assert "cannot be read" in refusal
    assert "CONFIG GET" in refusal
    assert "--store-durability declared" in refusal
    unchecked = await open_store(store.url)
    assert isinstance(await unchecked.logs.append(an_append(a_room())), Appended)
    await unchecked.close()


@pytest.mark.parametrize("name", ["", "hidden"])
async def test_a_store_without_the_command_counts_as_one_without_the_right(
    store: ValkeyProcess, name: str
) -> None:
    refusal = await opening(store, "--rename-command", "CONFIG", name)

    assert "--store-durability declared" in refusal


async def test_a_store_that_comes_back_with_other_settings_is_written_to_no_more(
    store: ValkeyProcess,
) -> None:
    store.start()
    await store.until_it_answers()
    opened = await open_store(store.url, must_be_durable=True)
    await opened.logs.append(an_append(a_room()))
    store.kill()
    store.start(*NOW_AND_THEN)
    await store.until_it_answers()

    with pytest.raises(StoreUnavailable, match="appendfsync is everysec"):
        await opened.logs.append(an_append(a_room()))

    store.kill()
    store.start()
    assert isinstance(await append_at_last(opened, an_append(a_room())), Appended)
    await opened.close()
