"""The engine as other programs run it: a process that speaks UCI."""

import subprocess
import sys
from collections.abc import Iterator
from typing import IO

import pytest

from tests.support.command_line import run_command
from xiangqi_server.game.rules.board.encoding import move_from_uci
from xiangqi_server.game.rules.game.game import Game

OTHER = "position startpos moves h2e2"


def answers(*lines: str) -> list[str]:
    """What it says to these lines before it ends."""
    ran = run_command("engine", stdin="".join(f"{line}\n" for line in lines).encode())
    assert (ran.code, ran.err) == (0, "")
    return ran.out.splitlines()


def best_moves(*lines: str) -> list[str]:
    said = answers(*lines)
    return [line.removeprefix("bestmove ") for line in said if line.startswith("bestmove")]


class Talk:
    """A process one talks to, line by line."""

    def __init__(self, stdin: IO[str], stdout: IO[str]) -> None:
        self._stdin = stdin
        self._stdout = stdout

    def say(self, line: str) -> None:
        self._stdin.write(f"{line}\n")
        self._stdin.flush()

    def hear(self, word: str) -> str:
        """The next line that begins with a word."""
        return next(line.strip() for line in self._stdout if line.startswith(word))


@pytest.fixture
def talk() -> Iterator[Talk]:
    """An engine that runs for the time of the test."""
    with subprocess.Popen(
        [sys.executable, "-m", "xiangqi_server", "engine"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        yield Talk(process.stdin, process.stdout)
        process.kill()


def test_it_introduces_itself_and_ends_with_its_input() -> None:
    said = answers("uci", "isready")

    assert said[0] == "id name xiangqi-server engine"
    assert "option name Level type spin default 6 min 0 max 6" in said
    assert said[-2:] == ["uciok", "readyok"]


def test_the_seed_decides_what_is_played() -> None:
    def chosen(seed: int) -> list[str]:
        return [f"setoption name Seed value {seed}", "ucinewgame", "go", OTHER, "go", "ucinewgame"]

    search = ["setoption name Level value 1", "setoption name OwnBook value false"]
    said = best_moves(*search, *chosen(1), *chosen(2), *chosen(3), *chosen(1))

    assert said[:2] == said[-2:]
    assert len({tuple(said[:2]), tuple(said[2:4]), tuple(said[4:6])}) > 1


def test_it_chooses_among_searchmoves_alone() -> None:
    lines = ("position startpos moves h2e2", "go depth 2 searchmoves a9a8 i9i8")

    first, second = best_moves(*lines, "position startpos", "go searchmoves a9a8")

    assert first in ("a9a8", "i9i8")
    assert second == "(none)"


def test_a_mate_is_told_as_one_and_the_side_that_is_mated_has_no_move() -> None:
    said = answers(
        *("position fen 3k5/9/4P4/9/9/9/9/9/9/4K4 w", "go nodes 500"),
        *("position fen 3k5/4P4/9/9/9/9/9/9/9/4K4 b", "go"),
    )

    assert any(" score mate 1 " in line for line in said)
    assert said[-2] in ("bestmove e7d7", "bestmove e7e8")
    assert said[-1] == "bestmove (none)"


def test_what_is_wrong_is_told_and_changes_nothing() -> None:
    wrong = (
        "position startpos moves a0a9",
        "position fen nonsense",
        "setoption name Level value 9",
        "setoption name Seed value x",
        "setoption Level 3",
        "go depth much",
    )

    said = answers("position startpos moves h2e2", *wrong, "go depth 1 searchmoves h9g7")

    assert [line for line in said if line.startswith("info string")] == said[: len(wrong)]
    assert said[-1] == "bestmove h9g7"


def test_what_it_does_not_know_is_passed_over() -> None:
    assert answers("", "hello", "debug on", "setoption name Hash value 16", "\xff", "isready") == [
        "readyok"
    ]


def test_an_endless_search_answers_when_it_is_stopped_and_says_meanwhile_that_it_lives(
    talk: Talk,
) -> None:
    talk.say("position startpos moves a0a1")
    talk.say("go infinite")
    talk.hear("info depth 1")
    talk.say("isready")
    talk.hear("readyok")
    talk.say("stop")

    move = move_from_uci(talk.hear("bestmove").split()[1])

    talk.say("isready")
    talk.hear("readyok")
    Game.start().play(move_from_uci("a0a1")).play(move)


def test_a_search_ends_at_its_time_and_the_process_with_quit(talk: Talk) -> None:
    talk.say("position startpos moves a0a1")
    talk.say("go movetime 0")
    at_once = talk.hear("bestmove")
    talk.say("go infinite")
    talk.say("quit")
    at_last = talk.hear("bestmove")

    legal = Game.start().play(move_from_uci("a0a1")).legal_moves()
    assert {move_from_uci(told.split()[1]) for told in (at_once, at_last)} <= set(legal)
