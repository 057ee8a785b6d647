from importlib.metadata import version

import pytest

from tests.support.command_line import Ran, run_command
from xiangqi_server.__main__ import COMMANDS


def test_help_names_every_command() -> None:
    ran = run_command("--help")

    assert (ran.code, ran.err) == (0, "")
    assert all(name in ran.out for name in ("serve", "adjudicate", "moves", "perft", "rebuild"))


def test_an_unknown_command_is_one_clear_line() -> None:
    ran = run_command("fly")

    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith("xiangqi-server: argument COMMAND: invalid choice: 'fly'")


def test_an_unknown_flag_alone_is_taken_for_one_of_the_server() -> None:
    assert run_command("--fly") == Ran(2, "", "xiangqi-server: unrecognized arguments: --fly\n")


def test_the_version_is_that_of_the_package() -> None:
    told = Ran(0, f"xiangqi-server {version('xiangqi-server')}\n", "")

    assert run_command("--version") == told


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_each_command_says_what_it_does(command: str) -> None:
    ran = run_command(command, "--help")

    usage, told, *_ = ran.out.split("\n\n")
    assert usage.startswith(f"usage: xiangqi-server {command}")
    assert told[0].isupper()
    assert len(told) > 30


def test_the_help_of_bot_says_where_its_tokens_come_from() -> None:
    assert "of create-bot has one" in " ".join(run_command("bot", "--help").out.split())


def test_the_old_word_of_a_setting_is_refused_with_the_new_one() -> None:
    ran = run_command("serve", "--allow-origin", "*")

    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "xiangqi-server serve: argument --allow-origin: it is --origins now\n"
