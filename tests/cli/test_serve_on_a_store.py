"""What `serve` makes of an operator's store that may lose something, or that cannot be asked."""

import asyncio
import json
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.command_line import run_command
from tests.support.server_process import ServerProcess
from tests.support.valkey_process import ValkeyProcess
from tests.support.wire_client import WireClient

pytestmark = pytest.mark.system

FORGETFUL = ("--appendonly", "no")
MUTE = ("--rename-command", "CONFIG", "")


@contextmanager
def a_store(home: Path, *flags: str) -> Iterator[ValkeyProcess]:
    (home / "store").mkdir()
    store = ValkeyProcess(home / "store")
    store.start(*flags)
    asyncio.run(store.until_it_answers())
    yield store
    store.kill()


async def welcome_of(server: ServerProcess) -> object:
    async with WireClient(server.socket_url) as guest:
        return guest.welcome["durability"]


def readiness(server: ServerProcess) -> object:
    with urllib.request.urlopen(f"{server.health_url}ready") as answer:  # noqa: S310 - our own
        return json.loads(answer.read())["acknowledge"]


@pytest.mark.parametrize(
    ("flags", "word"), [(FORGETFUL, "appendonly is no"), (MUTE, "--store-durability declared")]
)
def test_a_store_that_may_lose_moves_is_refused_in_one_line(
    tmp_path: Path, flags: tuple[str, ...], word: str
) -> None:
    with a_store(tmp_path, *flags) as store:
        ran = run_command("serve", "--port", "0", "--store", store.url)

    assert (ran.code, ran.out) == (1, "")
    assert len(ran.err.splitlines()) == 1
    assert word in ran.err


def test_the_cold_tier_of_a_store_is_named_again_at_every_start(tmp_path: Path) -> None:
    cold = tmp_path / "cold"
    with a_store(tmp_path) as store:
        with ServerProcess(tmp_path / "data", "--store", store.url, "--cold", str(cold)):
            is_made = (cold / "xiangqi-cold").is_file()
        without = run_command("serve", "--port", "0", "--store", store.url)
        log = run_command("log", "nobody", "--store", store.url, "--cold", str(cold))

    assert is_made
    assert (without.code, "not named by --cold" in without.err) == (1, True)
    assert log.err == "xiangqi-server log: there is no room nobody\n"


def test_whoever_accepts_the_loss_is_served_and_everybody_is_told(tmp_path: Path) -> None:
    with a_store(tmp_path, *FORGETFUL) as store:
        flags = ("--store", store.url, "--acknowledge", "volatile")
        with ServerProcess(tmp_path / "data", *flags) as server:
            told = (readiness(server), asyncio.run(welcome_of(server)))

    assert told == ("volatile", "volatile")
    (warning,) = [line for line in server.log().splitlines() if " WARNING " in line]
    assert "acknowledged moves may be lost" in warning


def test_the_operator_s_word_is_taken_for_a_store_that_cannot_be_asked(tmp_path: Path) -> None:
    with a_store(tmp_path, *MUTE) as store:
        flags = ("--store", store.url, "--store-durability", "declared")
        with ServerProcess(tmp_path / "data", *flags) as server:
            told = (readiness(server), asyncio.run(welcome_of(server)))

    assert told == ("primary", "primary")
    assert " WARNING " not in server.log()
