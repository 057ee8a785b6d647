import asyncio
import json
import os
import signal
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.support.command_line import run_command
from tests.support.server_process import ServerProcess, free_port
from tests.support.valkey_process import ValkeyProcess
from xiangqi_server.computers.levels import OWN_LEVEL_NUMBERS

HEAVEN = "redis://127.0.0.1:1/0"
"""Nobody listens on port 1."""
LATER = ("argon2", "hypothesis", "prometheus_client", "pytest", "rich")
"""For the first password and the first question for figures, for a long command, for tests."""


def read(url: str) -> tuple[int, bytes]:
    with urllib.request.urlopen(url, timeout=10) as answer:  # noqa: S310 - our own server
        return answer.status, answer.read()


@pytest.fixture
def server(tmp_path: Path) -> ServerProcess:
    """A server that is not started yet, on any free port."""
    return ServerProcess(tmp_path / "data", port=0)


def test_it_says_where_it_is_and_serves_page_and_health_there(server: ServerProcess) -> None:
    with server:
        page = read(server.url)
        live = read(f"{server.health_url}live")
        ready = read(f"{server.health_url}ready")

    assert page[0] == 200
    assert b"<html" in page[1]
    assert (live[0], json.loads(live[1])) == (200, {"live": True})
    assert (ready[0], json.loads(ready[1])) == (
        200,
        {"ready": True, "state": "ready", "acknowledge": "primary"},
    )


def test_the_address_is_the_last_line_and_computers_that_come_are_not_told_one_by_one(
    tmp_path: Path,
) -> None:
    with ServerProcess(tmp_path / "data", "--computer", "on", "--engine", "own", port=0) as server:
        while server.figures()["xiangqi_connections"] < len(OWN_LEVEL_NUMBERS):  # they have come
            pass
        log = server.log()

    assert server.told[-1].startswith("Xiangqi server ready at ")
    assert [line[:31] for line in server.told[:-1]] == ["Computer opponents: levels 1 to"]
    assert "computer player is here" not in log


def test_a_method_that_nothing_serves_is_told_so_with_a_body_too(server: ServerProcess) -> None:
    with server:
        for method in ("POST", "PUT", "DELETE", "PATCH"):
            request = urllib.request.Request(  # noqa: S310 - our own server
                f"{server.url}api/games", data=b'{"limit": 1}', method=method
            )
            with pytest.raises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(request, timeout=10)  # noqa: S310 - our own server

            told = json.loads(refused.value.read())
            assert (refused.value.code, refused.value.headers["Allow"]) == (
                405,
                "GET, HEAD, OPTIONS",
            )
            assert told["code"] == "not_allowed"
            refused.value.close()


def test_what_serving_does_not_need_at_once_is_not_imported_before_it_is_ready(
    server: ServerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPROFILEIMPORTTIME", "1")  # Python tells each import as it is done
    with server:
        told = [line for line in server.log().splitlines() if line.startswith("import time:")]

    imported = {line.rpartition("|")[2].strip().partition(".")[0] for line in told}
    assert {"redis", "xiangqi_server", "websockets"} <= imported
    assert imported & set(LATER) == set()


@pytest.mark.parametrize("signum", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_it_clean_and_its_store_with_it(
    server: ServerProcess, signum: signal.Signals
) -> None:
    server.start()
    store = server.store_pid()

    code = server.stop(signum)

    assert code == 0
    assert not Path(f"/proc/{store}").exists()
    assert "Traceback" not in server.log()
    assert "ERROR" not in server.log()


def test_it_starts_again_after_a_kill_and_takes_its_store_over(server: ServerProcess) -> None:
    server.start()
    store = server.store_pid()
    server.kill()

    server.start()
    taken_over = server.store_pid()
    code = server.stop()

    assert (taken_over, code) == (store, 0)


def test_a_second_start_on_one_data_directory_is_told_who_has_it(server: ServerProcess) -> None:
    with server:
        ran = run_command("serve", "--port", "0", "--data-dir", str(server.data_dir))

    assert ran.code == 1
    assert ran.out == ""
    last = ran.err.splitlines()[-1]
    assert last.startswith("xiangqi-server: the store cannot be used: ")
    assert str(server.data_dir) in last
    assert "in use by process" in last
    assert "Traceback" not in ran.err


def test_a_port_in_use_is_told_in_one_line(server: ServerProcess, tmp_path: Path) -> None:
    with server:
        port = server.url.rstrip("/").rpartition(":")[2]
        ran = run_command("serve", "--port", port, "--data-dir", str(tmp_path / "other"))

    assert ran.code == 1
    last = ran.err.splitlines()[-1]
    assert last.startswith("xiangqi-server: cannot listen: ")
    assert "--port (XIANGQI_PORT)" in last
    assert "Traceback" not in ran.err


@pytest.mark.parametrize("host", ["no-such-host.invalid", "203.0.113.1"])
def test_a_host_that_is_not_of_this_machine_is_told_in_one_line(host: str, tmp_path: Path) -> None:
    ran = run_command("serve", "--host", host, "--port", "0", "--data-dir", str(tmp_path / "data"))

    assert ran.code == 1
    last = ran.err.splitlines()[-1]
    assert last.startswith("xiangqi-server: cannot listen: ")
    assert "--host (XIANGQI_HOST)" in last


def test_a_store_that_cannot_be_reached_is_told_in_one_line() -> None:
    ran = run_command("serve", "--port", "0", "--store", HEAVEN)

    assert (ran.code, ran.out) == (1, "")
    assert ran.err.splitlines()[-1].startswith("xiangqi-server: the store cannot be used: ")
    assert "Traceback" not in ran.err


@pytest.mark.parametrize("setting", ["maxmemory", "min-replicas-to-write"])
def test_one_store_that_refuses_writes_is_told_in_one_line_until_it_takes_them(
    tmp_path: Path, setting: str
) -> None:
    (tmp_path / "store").mkdir()
    with ValkeyProcess(tmp_path / "store") as store:
        with ServerProcess(tmp_path / "node", "--store", store.url) as node:
            asyncio.run(store.tell("CONFIG", "SET", setting, "1"))
        ran = run_command("serve", "--port", "0", "--store", store.url)
        asyncio.run(store.tell("CONFIG", "SET", setting, "0"))
        node.start()
        code = node.stop()

    assert (ran.code, ran.out, code) == (1, "", 0)
    last = ran.err.splitlines()[-1]
    assert last.startswith("xiangqi-server: the store cannot be used: the store refuses: ")


def test_a_data_directory_that_cannot_be_made_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")

    ran = run_command("serve", "--port", "0", "--data-dir", str(tmp_path / "file" / "data"))

    assert ran.code == 1
    assert ran.err.splitlines()[-1].startswith("xiangqi-server: the store cannot be used: ")


@pytest.mark.parametrize(
    "words",
    [
        ("serve", "--port", "no"),
        ("--port", "70000"),
        ("serve", "--store", "http://h"),
        ("serve", "--log-level", "loud"),
        ("serve", "--no-such-flag"),
        ("serve", "surplus"),
    ],
)
def test_a_wrong_word_gets_one_line_and_exit_code_2(words: tuple[str, ...]) -> None:
    ran = run_command(*words)

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("xiangqi-server")
    assert len(ran.err.splitlines()) == 1


def test_settings_come_from_the_environment_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = free_port()
    monkeypatch.setenv("XIANGQI_LOG_FORMAT", "json")
    monkeypatch.setenv("XIANGQI_HEALTH_PORT", str(port))

    with ServerProcess(tmp_path / "data", port=0) as server:
        health_url = server.health_url
        os.kill(server.store_pid(), signal.SIGKILL)
    lines = server.log().splitlines()

    assert health_url == f"http://127.0.0.1:{port}/"
    assert all(json.loads(line)["level"] in ("info", "warning") for line in lines)


@pytest.mark.parametrize("words", [("--help",), ("serve", "--help")])
def test_help_is_printed(words: tuple[str, ...]) -> None:
    ran = run_command(*words)

    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("usage: xiangqi-server")
