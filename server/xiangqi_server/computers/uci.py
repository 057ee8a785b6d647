"""What we write to an engine and what it says, over UCI or UCCI, as lines and values.

Theory of operation. Moves outside are ours, four characters with ranks 0 to 9. An engine that has
the option `UCI_Variant` (Fairy-Stockfish) numbers the ranks 1 to 10 and needs the name of the
variant. Every other UCI engine for xiangqi (Pikafish) and all that speak UCCI number them as we do.
UCCI differs from UCI in a few words: `ucciok`, options without `name` and `value`, scores without
``cp``, and ``banmoves`` in place of ``searchmoves``. Which one is spoken is known by the handshake.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from xiangqi_server.game.records.marks import MATE_CP

START_FEN: Final = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
LINE_PLIES: Final = 6
"""How much of a line is kept."""
VARIANT_OPTION: Final = "UCI_Variant"
LINES_OPTION: Final = "MultiPV"

_FROM_ONE: Final = re.compile(r"([a-i])(10|[1-9])([a-i])(10|[1-9])")
_FROM_ZERO: Final = re.compile(r"([a-i])([0-9])([a-i])([0-9])")
_OPTION: Final = re.compile(r"option (?:name )?(.+?) type ")
_SCORE: Final = re.compile(r"-?[0-9]{1,9}")
_LINE_NUMBER: Final = re.compile(r"[0-9]{1,3}")


@dataclass(frozen=True, slots=True)
class Dialect:
    """How an engine is spoken to.

    Fields:
        is_ucci: it speaks UCCI, else UCI.
        options: the names of what can be set.
    """

    is_ucci: bool = False
    options: frozenset[str] = frozenset()

    @property
    def counts_from_one(self) -> bool:
        """Its ranks are 1 to 10."""
        return not self.is_ucci and VARIANT_OPTION in self.options

    def written(self, move: str) -> str:
        """One of our moves as the engine reads it."""
        if not self.counts_from_one:
            return move
        return f"{move[0]}{int(move[1]) + 1}{move[2]}{int(move[3]) + 1}"

    def read(self, text: str) -> str | None:
        """A move as the engine writes it, as one of ours; None if it is not a move."""
        parts = (_FROM_ONE if self.counts_from_one else _FROM_ZERO).fullmatch(text)
        if parts is None:
            return None
        lowest = 1 if self.counts_from_one else 0
        return f"{parts[1]}{int(parts[2]) - lowest}{parts[3]}{int(parts[4]) - lowest}"

    def setting(self, name: str, value: str) -> str:
        """The line that sets an option."""
        if self.is_ucci:
            return f"setoption {name} {value}"
        return f"setoption name {name} value {value}"

    @property
    def new_game(self) -> str:
        """The line that begins a game."""
        return "setoption newgame" if self.is_ucci else "ucinewgame"


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """When a search ends, at the first of these; a depth in plies, None for no limit.

    Fields:
        movetime_ms: the longest it takes; what keeps a level the same on every machine is `nodes`.
    """

    movetime_ms: int
    depth: int | None = None
    nodes: int | None = None


@dataclass(frozen=True, slots=True)
class Search:
    """What an engine is asked: the best move of a game as it stands.

    Fields:
        game: the one the search belongs to; an engine forgets what it knew when another game comes.
        start_fen: where the game began.
        moves: played since, all of them, so that the engine sees repetitions.
        among: the moves it may choose from; at least one.
        excluded: other legal moves, which it must not choose.
        options: what is set before, where the engine has such an option.
        lines: how many moves it tells the scores of.
    """

    game: str
    start_fen: str
    moves: tuple[str, ...]
    among: tuple[str, ...]
    limits: SearchLimits
    excluded: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    lines: int = 1


@dataclass(frozen=True, slots=True)
class ScoredMove:
    """A move with its score in centipawns, for the side that moves.

    Fields:
        line: the moves that are expected, this one first.
        depth: how many plies were looked ahead.
    """

    move: str
    score_cp: int
    line: tuple[str, ...] = ()
    depth: int = 0


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What an engine found: its move, and what it said of the best ones, best first."""

    move: str
    best: tuple[ScoredMove, ...] = ()

    @property
    def score_cp(self) -> int | None:
        """How good the position is for the side that moves; None if the engine did not say."""
        return self.best[0].score_cp if self.best else None


def option_name(line: str) -> str | None:
    """The name of the option that a line of a handshake tells of; None if it tells of none."""
    found = _OPTION.match(line)
    return None if found is None else found[1]


def settings(search: Search, dialect: Dialect) -> dict[str, str]:
    """What has to be set for a search, of what the engine has."""
    wanted = {**search.options, LINES_OPTION: str(search.lines)}
    return {name: value for name, value in wanted.items() if name in dialect.options}


def search_lines(search: Search, dialect: Dialect) -> Iterable[str]:
    """The lines that begin a search."""
    fen = search.start_fen
    is_start = fen.startswith(f"{START_FEN} w") and not dialect.is_ucci
    place = "startpos" if is_start else f"fen {fen}"
    moves = "".join(f" {dialect.written(move)}" for move in search.moves)
    yield f"position {place}{' moves' if moves else ''}{moves}"
    limits = search.limits
    words = ["go"]
    if dialect.is_ucci:
        kind = ("nodes", limits.nodes) if limits.nodes else ("depth", limits.depth)
        if search.excluded:
            yield f"banmoves {' '.join(search.excluded)}"
        yield f"go {kind[0]} {kind[1]}" if kind[1] else "go infinite"  # it takes one limit
        return
    if limits.depth is not None:
        words.append(f"depth {limits.depth}")
    if limits.nodes is not None:
        words.append(f"nodes {limits.nodes}")
    words.append(f"movetime {limits.movetime_ms}")
    if search.excluded:
        words += ["searchmoves", *map(dialect.written, search.among)]
    yield " ".join(words)


class EngineOutput:
    """What an engine says during one search, line by line."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._scored: dict[int, ScoredMove] = {}

    def take(self, line: str) -> None:
        """Take a line; only those with a score and a move say anything.

        What an engine writes is not believed: numbers are short, and no line takes long to read.
        """
        kind, *words = line.split() or [""]
        score, move = _score_in(words), self._dialect.read(_after(words, "pv"))
        number = _after(words, "multipv") or "1"
        if kind != "info" or score is None or move is None or not _LINE_NUMBER.fullmatch(number):
            return
        depth, moves = _after(words, "depth"), tuple(self._line(words))
        known = self._scored.get(int(number), ScoredMove(move, score)).line
        is_cut = known[: len(moves)] == moves  # a bound comes with the first move alone
        self._scored[int(number)] = ScoredMove(
            move,
            score,
            known if is_cut else moves,
            int(depth) if _LINE_NUMBER.fullmatch(depth) else 0,
        )

    def _line(self, words: Sequence[str]) -> Iterator[str]:
        """The first moves of the line."""
        at = words.index("pv") + 1
        for word in words[at : at + LINE_PLIES]:
            move = self._dialect.read(word)
            if move is None:
                return
            yield move

    def result(self, line: str) -> SearchResult | None:
        """What the last line, `bestmove`, and the ones before it say; None if there is no move."""
        words = line.split()
        move = self._dialect.read(words[1]) if len(words) > 1 else None
        if move is None:
            return None
        return SearchResult(move, tuple(self._scored[n] for n in sorted(self._scored)))


def _after(words: Sequence[str], name: str) -> str:
    """The word that follows on another; empty without one."""
    at = words.index(name) + 1 if name in words else len(words)
    return words[at] if at < len(words) else ""


def _score_in(words: Sequence[str]) -> int | None:
    """The score that a line tells, in centipawns; None if it tells none."""
    kind = _after(words, "score")
    text = _after(words, kind) if kind in ("cp", "mate") else kind
    if not _SCORE.fullmatch(text):
        return None
    score = min(max(int(text), -MATE_CP), MATE_CP)
    if kind != "mate":
        return score
    return MATE_CP - score if score > 0 else -MATE_CP - score
