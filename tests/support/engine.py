"""A chess engine process as a player: Fairy-Stockfish, variant xiangqi, over UCI."""

import asyncio
import re
import shutil
from pathlib import Path
from typing import Self

_MOVE = re.compile(r"([a-i])(10|[1-9])([a-i])(10|[1-9])")


def engine_path() -> str:
    """Where Debian puts the engine."""
    found = shutil.which("fairy-stockfish") or "/usr/games/fairy-stockfish"
    assert Path(found).exists(), "install Debian's package fairy-stockfish"
    return found


class Engine:
    """One engine process. Its ranks are 1-10; ours 0-9 are spoken outside.

    Args:
        skill: -20 (weak) to 20.
        nodes: how long it thinks, in positions, so that a game does not hang on the machine.
    """

    def __init__(self, *, skill: int, nodes: int) -> None:
        self._skill = skill
        self._nodes = nodes
        self._process: asyncio.subprocess.Process | None = None

    async def __aenter__(self) -> Self:
        self._process = await asyncio.create_subprocess_exec(
            engine_path(), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
        )
        self._tell("uci")
        self._tell("setoption name UCI_Variant value xiangqi")
        self._tell(f"setoption name Skill Level value {self._skill}")
        self._tell("setoption name Hash value 8")
        self._tell("isready")
        await self._until("readyok")
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._process is not None
        self._tell("quit")
        await self._process.wait()

    async def move(self, moves: list[str]) -> str | None:
        """Its move after `moves` from the start, four characters each; None if it has none."""
        self._tell(" ".join(["position startpos moves", *map(_to_engine, moves)]))
        self._tell(f"go nodes {self._nodes}")
        answer = await self._until("bestmove")
        move = answer.split()[1]
        return None if move == "(none)" else move_of_ours(move)

    def _tell(self, line: str) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n".encode())

    async def _until(self, word: str) -> str:
        assert self._process is not None
        assert self._process.stdout is not None
        while True:
            line = (await self._process.stdout.readline()).decode()
            assert line, "the engine is gone"
            if line.startswith(word):
                return line


def _to_engine(move: str) -> str:
    return f"{move[0]}{int(move[1]) + 1}{move[2]}{int(move[3]) + 1}"


def move_of_ours(move: str) -> str:
    """A move of the engine's, whose ranks are 1-10, with ranks 0-9."""
    parts = _MOVE.fullmatch(move)
    assert parts is not None, move
    return f"{parts[1]}{int(parts[2]) - 1}{parts[3]}{int(parts[4]) - 1}"
