"""One-time codes of whoever runs the server: for an operator's account, for a lost password."""

import asyncio
from pathlib import Path

import pytest

from tests.support.command_line import Ran, run_command
from tests.support.patience import PATIENCE_S
from tests.support.server_process import ServerProcess
from tests.support.wire_client import WireClient

pytestmark = pytest.mark.system

PASSWORD = "nine dragons and a horse"
OTHER = "a cannon behind the screen"


async def command(server: ServerProcess, name: str, *words: str) -> Ran:
    """Run a command on the store of a server."""
    place = ("--data-dir", str(server.data_dir))
    return await asyncio.to_thread(run_command, name, *words, *place)


async def test_an_operators_account_is_made_by_a_code_of_the_command_line(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data", "--operators", "Zhang Wei,Ann") as server:
        async with asyncio.timeout(PATIENCE_S), WireClient(server.socket_url) as peer:
            sign_up = {"type": "sign_up", "name": "Zhang Wei", "password": PASSWORD}
            early = await peer.ask(sign_up)
            made = await command(server, "operator-code", "Zhang Wei")
            done = await peer.ask({**sign_up, "code": made.out.strip()})
            again = await command(server, "operator-code", "Zhang Wei")
            await peer.send({"type": "moderation", "of": "reports"})
            moderation = await peer.expect("moderation", "refused")

    assert early["code"] == "operator_code"
    assert made.code == 0
    assert "only if each node names it in --operators" in made.err
    assert (done["type"], moderation["type"]) == ("done", "moderation")
    assert (again.code, again.out) == (1, "")
    assert "operator without an account" in server.log()
    assert made.out.strip() not in server.log()


async def test_an_owner_who_lost_everything_comes_in_by_a_code_of_the_operator(
    tmp_path: Path,
) -> None:
    with ServerProcess(tmp_path / "data") as server:
        async with (
            asyncio.timeout(PATIENCE_S),
            WireClient(server.socket_url) as owner,
            WireClient(server.socket_url) as peer,
        ):
            await owner.ask({"type": "sign_up", "name": "An Nan", "password": PASSWORD})
            made = await command(server, "reset-password", "an nan")
            code = made.out.strip()
            recover = {"type": "recover", "name": "An Nan", "code": code, "password": OTHER}
            await peer.send(recover)
            recovered = await peer.expect("recovered", "refused")
            again = await peer.ask(recover)
            nobody = await command(server, "reset-password", "Nobody")

    assert made.code == 0
    assert (recovered["type"], recovered["player"]) == ("recovered", owner.welcome["player"])
    assert again["code"] == "wrong_code"
    assert (nobody.code, nobody.out) == (1, "")
    assert "account recovered" in server.log()
    assert not any(secret in server.log() for secret in (code, recovered["code"], OTHER))


def test_without_a_node_there_is_no_code(tmp_path: Path) -> None:
    ran = run_command("reset-password", "An Nan", "--data-dir", str(tmp_path))

    assert (ran.code, ran.out) == (2, "")


async def test_a_bot_of_whoever_runs_the_server_comes_in_by_the_token_in_its_file(
    tmp_path: Path,
) -> None:
    file = tmp_path / "computer-3.token"
    with ServerProcess(tmp_path / "data") as server:
        made = await command(server, "create-bot", "Computer 3", "--token-file", str(file))
        token = file.read_text()
        again = await command(server, "create-bot", "Computer 3", "--token-file", str(file))
        kept = file.read_text()
        file.write_text("lost")
        fresh = await command(server, "create-bot", "Computer 3", "--token-file", str(file))
        async with (
            asyncio.timeout(PATIENCE_S),
            WireClient(server.socket_url, token=token.strip()) as first,
            WireClient(server.socket_url, token=file.read_text().strip()) as second,
        ):
            welcomes = [first.welcome, second.welcome]
            paired = await first.ask({"type": "queue", "pool": "5+3"})
            taken = await second.ask({"type": "sign_out", "everywhere": True})
        somebody = await command(server, "create-bot", "Computer", "--token-file", str(file))
        rival = await command(server, "create-bot", "Pikafish", "--token-file", str(file))
        twice = await command(server, "create-bot", "pikafish", "--token-file", str(tmp_path / "2"))

    assert [made.code, again.code, fresh.code, rival.code] == [0, 0, 0, 0]
    assert (token, file.stat().st_mode & 0o777) == (kept, 0o600)
    assert {one["player"] for one in welcomes} == {first.welcome["player"]}
    assert [(one["name"], one["bot"], one["scope"]) for one in welcomes] == [
        ("Computer 3", True, "play")
    ] * 2
    assert (paired["code"], taken["code"]) == ("no_bots", "token_scope")
    assert (somebody.code, twice.code) == (1, 1)
    assert not (tmp_path / "2").exists()


async def test_no_code_is_made_for_a_name_that_is_not_among_the_operators(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ServerProcess(tmp_path / "data", "--operators", "Zhang Wei") as server:
        monkeypatch.setenv("XIANGQI_OPERATORS", "Zhang Wei, Ann")
        refused = await command(server, "operator-code", "Zhang")
        made = await command(server, "operator-code", "zhang wei")

    assert (refused.code, refused.out) == (1, "")
    assert refused.err == (
        "xiangqi-server operator-code: Zhang: XIANGQI_OPERATORS does not have this name, but "
        "Zhang Wei, Ann\n"
    )
    assert (made.code, made.err) == (0, "")
