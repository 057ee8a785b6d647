"""What the command says when it cannot play; how it plays is told by `system/test_computers.py`."""

from pathlib import Path

import pytest

from tests.support.command_line import run_command
from tests.support.server_process import ServerProcess, free_port
from tests.support.wire_client import WireClient

NOBODY = f"ws://127.0.0.1:{free_port()}/ws"


def a_file(folder: Path, *tokens: str) -> str:
    file = folder / "tokens"
    file.write_text("".join(f"{token}\n" for token in tokens))
    return str(file)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "tokens: 1, levels: 1 to 8; it needs a token for each level, so name by --levels"),
        (("--levels", "1-2"), "tokens: 1, levels: 1 to 2; it needs a token for each level"),
        (("--levels", "7", "--engine", "own"), "level 7 needs an engine"),
        (("--levels", "7", "--engine", "/no/such/engine"), "engine: there is no such program"),
        (("--levels", "7", "--engine", "an-engine 'a b"), "No closing quotation"),
        (("--create", "--levels", "1"), "--create needs --store or --data-dir"),
    ],
)
def test_what_is_missing_is_told_in_one_line(
    tmp_path: Path, words: tuple[str, ...], told: str
) -> None:
    ran = run_command("bot", "--url", NOBODY, "--token-file", a_file(tmp_path, "one"), *words)

    assert (ran.code, ran.out) == (1, "")
    assert told in ran.err.splitlines()[-1]
    assert "Traceback" not in ran.err


@pytest.mark.parametrize("words", [("--levels", "0-3"), ("--levels", "9"), ("--games", "0")])
def test_a_wrong_number_is_a_wrong_argument(tmp_path: Path, words: tuple[str, ...]) -> None:
    ran = run_command("bot", "--token-file", a_file(tmp_path, "one"), *words)

    assert ran.code == 2


async def test_a_token_that_the_server_refuses_ends_it_with_a_code_of_its_own(
    tmp_path: Path,
) -> None:
    with ServerProcess(tmp_path / "data") as server:
        async with WireClient(server.socket_url) as guest:
            damaged = f"{str(guest.token)[:-4]}AAAA"
        words = ("--url", server.socket_url, "--levels", "1", "--engine", "own")
        ran = run_command("bot", *words, "--token-file", a_file(tmp_path, damaged))
        elsewhere = server.socket_url.replace("/ws", "/nowhere")
        away = run_command("bot", *words, "--url", elsewhere, "--token-file", a_file(tmp_path, "x"))

    assert ran.code == 3
    assert "bad_token" in ran.err.splitlines()[-1]
    assert away.code == 1
    assert "Traceback" not in ran.err + away.err
