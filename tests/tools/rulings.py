"""The suite of rulings, put to any engine that speaks UCI: which cases it rules as the books do.

usage: python -m tests.tools.rulings [OPTIONS] COMMAND [ARGUMENT ...]
       python -m tests.tools.rulings --library

An engine has no word for a ruling, so it is asked for the worth of a move: the position before the
last move of a case, `go searchmoves` that move. An engine that knows the rule sees a lost or won
game at once, and 0 where it is a draw. With `--library` Fairy-Stockfish is asked as a library
(pyffish), which has a word for it. README.md beside the cases says what the figures mean.
"""

import argparse
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

import pyffish

from tests.support.rule_data import json_lines
from xiangqi_server.game.rules.board.encoding import Side, uci_of
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.game.notation import read_move

DEPTH: Final = 6
DECIDED_CP: Final = 15_000
LEVEL_CP: Final = 20
_SCORE: Final = re.compile(r" score (cp|mate) (-?\d+)")
_LABELS: Final = {"axf": ("AXF", "AXF+WXF", "AXF+WXF+CXA"), "cxa": ("CXA", "AXF+WXF+CXA")}


class Said(NamedTuple):
    """What an engine made of a case: a verdict as the cases have it, or `undecided`."""

    id: str
    published: str
    engine: str


class Engine:
    """A running engine. `started` makes one and ends it."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def tell(self, line: str) -> None:
        """Send one line."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def until(self, word: str) -> list[str]:
        """The lines up to one that begins with a word."""
        assert self._process.stdout is not None
        lines = []
        for line in self._process.stdout:
            lines.append(line.rstrip())
            if line.startswith(word):
                return lines
        raise RuntimeError(f"the engine ended before it said {word!r}")


@contextmanager
def started(command: list[str], variant: str) -> Iterator[Engine]:
    """An engine that is ready, for the time of the block."""
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, bufsize=1) as process:
        engine = Engine(process)
        engine.tell("uci")
        engine.until("uciok")
        if variant:
            engine.tell(f"setoption name UCI_Variant value {variant}")
        engine.tell("isready")
        engine.until("readyok")
        try:
            yield engine
        finally:
            engine.tell("quit")


def cases_of(rule_set: str) -> list[dict[str, Any]]:
    """The cases of a set that end in a repetition, the contested ones left out."""
    contested = {row["id"] for row in json_lines("rules/contested.jsonl")}
    return [
        row
        for row in json_lines("rules/cases.jsonl")
        if row["ruleset"] in _LABELS[rule_set]
        and row["id"] not in contested
        and row["verdict"] != "none"
        and row["moves"]
    ]


def asked(engine: Engine, case: dict[str, Any], first_rank: int) -> Said:
    """Put one case to an engine, with ranks counted from `first_rank`."""
    game, moves = _game_of(case, first_rank)
    engine.tell("ucinewgame")
    engine.tell(f"position fen {case['fen']} moves {' '.join(moves[:-1])}")
    engine.tell(f"go depth {DEPTH} searchmoves {moves[-1]}")
    scores = [found for line in engine.until("bestmove") if (found := _SCORE.search(line))]
    mover, other = ("black", "red") if game.to_move is Side.RED else ("red", "black")
    return Said(case["id"], case["verdict"], _verdict(scores[-1] if scores else None, mover, other))


def by_library(case: dict[str, Any]) -> Said:
    """What Fairy-Stockfish makes of a case as a library."""
    game, moves = _game_of(case, 1)
    is_over, worth = pyffish.is_optional_game_end("xiangqi", case["fen"], moves)
    side, other = ("red", "black") if game.to_move is Side.RED else ("black", "red")
    loses = "draw" if worth == 0 else f"{side if worth < 0 else other}_loses"
    return Said(case["id"], case["verdict"], loses if is_over else "undecided")


def _game_of(case: dict[str, Any], first_rank: int) -> tuple[Game, list[str]]:
    """The game of a case, and its moves with ranks counted from `first_rank`."""
    game = Game.start(case["fen"], composed=True)
    for text in case["moves"]:
        game = game.play(read_move(game.position, text))
    return game, [_with_ranks_from(uci_of(move), first_rank) for move in game.moves]


def _verdict(score: re.Match[str] | None, mover: str, other: str) -> str:
    if score is None:
        return "undecided"
    worth = int(score[2])
    if score[1] == "mate" or abs(worth) >= DECIDED_CP:
        return f"{other if worth > 0 else mover}_loses"
    return "draw" if abs(worth) <= LEVEL_CP else "undecided"


def _with_ranks_from(uci: str, first_rank: int) -> str:
    return f"{uci[0]}{int(uci[1]) + first_rank}{uci[2]}{int(uci[3]) + first_rank}"


def table(said: list[Said]) -> str:
    """What the books say by what the engine says, as a table of Markdown."""
    words = ("red_loses", "black_loses", "draw", "undecided")
    counts = Counter((one.published, one.engine) for one in said)
    rows = [f"| published | {' | '.join(f'engine: {word}' for word in words)} |", "|---" * 5 + "|"]
    for published in words[:3]:
        numbers = " | ".join(str(counts[published, word]) for word in words)
        rows.append(f"| {published} | {numbers} |")
    same = sum(one.published == one.engine for one in said)
    return "\n".join([*rows, "", f"{same} of {len(said)} the same."])


def main(arguments: list[str]) -> int:
    """Put the suite to the engine of a command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--set", choices=_LABELS, default="axf", dest="rule_set")
    parser.add_argument("--variant", default="", help="for engines of several games: xiangqi")
    parser.add_argument("--first-rank", type=int, choices=(0, 1), default=0)
    parser.add_argument("--markdown", action="store_true", help="a table instead of lines of JSON")
    parser.add_argument("--library", action="store_true", help="Fairy-Stockfish as a library")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    args = parser.parse_args(arguments)
    cases = cases_of(args.rule_set)
    if args.library:
        said = [by_library(case) for case in cases]
    else:
        with started(args.command, args.variant) as engine:
            said = [asked(engine, case, args.first_rank) for case in cases]
    told = table(said) if args.markdown else "\n".join(json.dumps(one._asdict()) for one in said)
    sys.stdout.write(f"{told}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
