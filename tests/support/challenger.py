"""Somebody who challenges a computer player, over the client library."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.support.patience import PATIENCE_S
from tests.support.server_process import ServerProcess
from xiangqi_client import Game, Refused, Session, commands
from xiangqi_client.commands import SidePreference
from xiangqi_client.parts import FischerClock, GameTerms, RuleTerms

MAIN_MS = 600_000


def create_tokens(server: ServerProcess, file: Path, levels: str) -> None:
    """Make the accounts of these levels and the file with their tokens, as an operator does."""
    words = ["--create", "--levels", levels, "--token-file", str(file)]
    command = [sys.executable, "-m", "xiangqi_server", "bot", *words]
    command += ["--data-dir", str(server.data_dir)]
    subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE_S)


def start_bot(
    server: ServerProcess, file: Path, levels: str, engine: str, *flags: str
) -> "subprocess.Popen[bytes]":
    """The command that plays these levels, without the pauses of a person."""
    command = [sys.executable, "-m", "xiangqi_server", "bot", "--url", server.socket_url]
    command += ["--at-once", "--token-file", str(file), "--levels", levels]
    command += ["--engine", engine, *flags]
    return subprocess.Popen(command, stderr=subprocess.DEVNULL)


async def challenge(session: Session, name: str, side: SidePreference, rules: str = "axf") -> Game:
    """A game against a player of this name, once it is there to be asked."""
    terms = GameTerms(clock=FischerClock(MAIN_MS, 5_000), rules=RuleTerms(rules))
    asked = commands.Challenge(player=None, name=name, terms=terms, side=side)
    events = session.events()
    while True:
        try:
            done = await session.ask(asked)
        except Refused as refused:
            if refused.code not in ("not_online", "no_such_player"):
                raise
            await events.wait(0.5)
        else:
            return await session.join(str(done.room))


def processes() -> Iterator[tuple[int, int, str]]:
    """Every process that there is now: its id, that of its parent, its command line."""
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            words = (entry / "cmdline").read_bytes().split(b"\0")
        except OSError:  # it has ended meanwhile
            continue
        if fields[0] != "Z":
            yield int(entry.name), int(fields[1]), os.fsdecode(b" ".join(words))


def children_of(pid: int) -> Sequence[int]:
    """The processes that a process has started."""
    return [child for child, parent, _ in processes() if parent == pid]
