"""Fairy-Stockfish as a judge of positions: what the side to move is ahead, or its mate."""

import subprocess
from types import TracebackType
from typing import Final, NamedTuple, Self

from tests.support.engine import engine_path, move_of_ours
from xiangqi_server.game.rules.board.fen import write_fen
from xiangqi_server.game.rules.board.position import Position

NO_MOVE: Final = "(none)"


class Judgement(NamedTuple):
    """What the engine found.

    Fields:
        cp: hundredths of a soldier; None with a mate in sight.
        mate_in: moves to the mate, below 0 when the side to move is mated; None without one.
        best: the move it would play, None without one.
    """

    cp: int | None
    mate_in: int | None
    best: str | None


class Judge:
    """One engine process, for the time of a `with` block."""

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            [engine_path()], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._tell("uci")
        self._tell("setoption name UCI_Variant value xiangqi")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._tell("quit")
        self._process.wait()

    def judge(self, position: Position, limit: str) -> Judgement:
        """What it finds within a limit, such as ``nodes 4000``; it remembers no other position."""
        self._tell("ucinewgame")
        self._tell(f"position fen {write_fen(position)}")
        self._tell(f"go {limit}")
        cp = mate_in = None
        assert self._process.stdout is not None
        for line in self._process.stdout:
            words = line.split()
            if "score" in words:
                kind, number = words[words.index("score") + 1 :][:2]
                cp = int(number) if kind == "cp" else None
                mate_in = int(number) if kind == "mate" else None
            if words[:1] == ["bestmove"]:
                best = None if words[1] == NO_MOVE else move_of_ours(words[1])
                return Judgement(cp, mate_in, best)
        raise AssertionError("the engine is gone")

    def _tell(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
