"""An emptied store ends no node, is served to nobody as if nothing were, and is said to be one."""

import asyncio
import json
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from tests.support.server_process import ServerProcess
from tests.support.stores import RETRY_S
from tests.support.valkey_process import ValkeyProcess
from tests.support.wire_client import WireClient
from xiangqi_server.kernel.store.client.group_commit import GroupedConnection
from xiangqi_server.kernel.store.client.wires import wire_to

pytestmark = pytest.mark.system

INVITE = {"type": "invite", "terms": {"clock": {"type": "none"}}, "side": "red"}
REPLACED = {
    "ready": False,
    "state": "paused",
    "acknowledge": "primary",
    "reason": "store replaced",
}


def readiness(server: ServerProcess) -> dict[str, object]:
    try:
        with urlopen(f"{server.health_url}ready") as answer:  # noqa: S310 - our own address
            body: bytes = answer.read()
    except HTTPError as error:
        with error:
            body = error.read()
    told: dict[str, object] = json.loads(body)
    return told


async def until_paused(server: ServerProcess) -> dict[str, object]:
    while (told := await asyncio.to_thread(readiness, server))["ready"]:  # noqa: ASYNC110
        await asyncio.sleep(RETRY_S)
    return told


def errors(server: ServerProcess) -> list[str]:
    return [line for line in server.log().splitlines() if " ERROR " in line]


async def test_two_nodes_pause_and_serve_again_when_they_are_started_anew(tmp_path: Path) -> None:
    (tmp_path / "store").mkdir()
    with ValkeyProcess(tmp_path / "store") as store:
        await store.until_it_answers()
        one = ServerProcess(tmp_path / "one", "--store", store.url)
        two = ServerProcess(tmp_path / "two", "--store", store.url)
        with one, two:
            async with WireClient(one.socket_url) as ann, WireClient(two.socket_url) as ben:
                room = (await ann.ask(INVITE))["room"]
                await ben.ask({"type": "join", "room": room})
                await store.tell("FLUSHALL")
                told = [await until_paused(server) for server in (one, two)]
                refused = [await who.ask({**INVITE, "id": "late"}) for who in (ann, ben)]
            logs = list(await store.tell("KEYS", "*log:*") or ())  # type: ignore[arg-type]
            said = [len(errors(server)) for server in (one, two)]
            one.stop()
            one.start()
            still = readiness(two)
            two.stop()
            two.start()
            async with WireClient(one.socket_url) as ann:
                opened = await ann.ask(INVITE)
            again = [readiness(server)["ready"] for server in (one, two)]

    assert told == [REPLACED, REPLACED]
    assert [answer["code"] for answer in refused] == ["unavailable", "unavailable"]
    assert logs == []
    assert said == [1, 1]
    assert still == REPLACED
    assert opened["type"] == "done"
    assert again == [True, True]


async def test_the_only_node_pauses_when_its_own_store_is_emptied(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data") as server:
        async with WireClient(server.socket_url) as ann:
            await ann.ask(INVITE)
            operator = GroupedConnection(wire_to(f"unix://{server.store_socket}"), 5.0)
            await operator.call("FLUSHALL")
            await operator.close()
            told = await until_paused(server)
            refused = await ann.ask({**INVITE, "id": "late"})

    assert told == REPLACED
    assert refused["code"] == "unavailable"
    assert "Traceback" not in server.log()
    (error,) = errors(server)
    assert "store replaced" in error


async def test_a_store_that_comes_back_empty_is_noticed_too(tmp_path: Path) -> None:
    (tmp_path / "store").mkdir()
    with ValkeyProcess(tmp_path / "store") as store:
        await store.until_it_answers()
        with ServerProcess(tmp_path / "data", "--store", store.url) as server:
            store.kill()
            for file in (tmp_path / "store").glob("appendonlydir/*"):
                file.unlink()
            store.start()
            while readiness(server).get("reason") != "store replaced":  # noqa: ASYNC110
                await asyncio.sleep(RETRY_S)

    assert len(errors(server)) == 1
