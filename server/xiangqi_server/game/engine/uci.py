"""What our engine and the program that uses it say to each other: UCI, as lines and values.

Moves are written with ranks 0 to 9, as everywhere with us. Words that are not known are
passed over, as UCI asks.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from xiangqi_server.game.engine.choice import STRENGTHS
from xiangqi_server.game.engine.search import Thought
from xiangqi_server.game.rules.board.encoding import Move, Side, move_from_uci, uci_of
from xiangqi_server.game.rules.board.fen import START_FEN
from xiangqi_server.game.rules.game.game import Game

NAME: Final = "xiangqi-server engine"
MAX_SEED: Final = 2**31 - 1
HANDSHAKE: Final = (
    f"id name {NAME}",
    "id author the authors of xiangqi-server",
    f"option name Level type spin default {max(STRENGTHS)} min 0 max {max(STRENGTHS)}",
    f"option name Seed type spin default 0 min 0 max {MAX_SEED}",
    "option name OwnBook type check default true",
    "uciok",
)
TURNS_LEFT: Final = 30
"""How many more moves are assumed to be played with the time on the clock."""

_LIMITS: Final = ("depth", "nodes", "movetime", "movestogo", "wtime", "btime", "winc", "binc")
_WORDS: Final = frozenset({*_LIMITS, "searchmoves", "infinite", "ponder", "mate", "perft"})
_CLOCKS: Final = (("wtime", "winc"), ("btime", "binc"))


@dataclass(frozen=True, slots=True)
class Go:
    """What a `go` asks for; None where it sets no limit.

    Fields:
        time_ms: how long to think, at most.
        among: the moves to choose from; empty for all of them.
        is_infinite: the answer has to wait for `stop`.
    """

    depth: int | None = None
    nodes: int | None = None
    time_ms: int | None = None
    among: frozenset[Move] = frozenset()
    is_infinite: bool = False


def read_go(words: Sequence[str], side: Side) -> Go:
    """Read what follows `go`, for the side to move.

    Raises:
        ValueError: a limit is no number, or a move no move.
    """
    said: dict[str, list[str]] = {}
    values: list[str] = []
    for word in words:
        if word in _WORDS:
            values = said[word] = []
        else:
            values.append(word)
    limits: dict[str, int] = {name: int(" ".join(said[name])) for name in _LIMITS if name in said}
    return Go(
        limits.get("depth"),
        limits.get("nodes"),
        _time_ms(limits, side),
        frozenset(map(move_from_uci, said.get("searchmoves", ()))),
        "infinite" in said,
    )


def _time_ms(limits: Mapping[str, int], side: Side) -> int | None:
    if "movetime" in limits:
        return limits["movetime"]
    time, increment = _CLOCKS[side]
    if time not in limits:
        return None
    share = limits[time] // (limits.get("movestogo") or TURNS_LEFT)
    return min(share + limits.get(increment, 0) // 2, limits[time] // 2)


def read_position(words: Sequence[str]) -> Game:
    """Read what follows `position`: `startpos` or a FEN, and the moves from there.

    Raises:
        ValueError: no possible position, or a move is not legal.
    """
    at = words.index("moves") if "moves" in words else len(words)
    start = list(words[:at])
    if start == ["startpos"]:
        start = ["fen", START_FEN]
    if start[:1] != ["fen"]:
        raise ValueError("a position is startpos, or fen and a FEN")
    game = Game.start(" ".join(start[1:]), composed=True)
    for move in words[at + 1 :]:
        game = game.play(move_from_uci(move))
    return game


def read_option(words: Sequence[str]) -> tuple[str, str]:
    """Read what follows `setoption`: the name in lower case, and the value.

    Raises:
        ValueError: it does not say `name` and `value`.
    """
    if words[:1] != ["name"] or "value" not in words:
        raise ValueError("an option is set by name and value")
    at = words.index("value")
    return " ".join(words[1:at]).lower(), " ".join(words[at + 1 :])


def info_line(thought: Thought, elapsed_ms: int) -> str:
    """The function that reports a thought."""
    mate = thought.mate_in
    score = f"cp {thought.score}" if mate is None else f"mate {mate}"
    rate = thought.nodes * 1000 // max(elapsed_ms, 1)
    line = " ".join(map(uci_of, thought.line))
    return (
        f"info depth {thought.depth} score {score} time {elapsed_ms}"
        f" nodes {thought.nodes} nps {rate} pv {line}"
    )
