from tests.support.command_line import Ran, run_command


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
