"""What a computer player decides: pure functions of what it has received and of chance.

Times are in ms, scores in centipawns for the computer, and `chance` is a random number from 0 to 1.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from xiangqi_server.computers.uci import ScoredMove, SearchResult
from xiangqi_server.game.rules.adjudication.unwinnable import cannot_be_won
from xiangqi_server.game.rules.board.fen import quiet_plies_told, read_fen

VARIED_PLIES: Final = 8
"""Until this ply a move is picked among nearly equal ones, so that no two games are the same."""
VARIED_LINES: Final = 4
VARIED_CP: Final = 40
EVEN_CP: Final = {80: 400, 40: 150, 0: 50}
"""By how much a side may be ahead in an even game, by the plies since anything was taken. The
longer neither gets any further, the less it is worth to be ahead."""
OFFER_PLIES: Final = 40
"""A draw is not offered sooner after a capture."""
EVEN_MOVES: Final = 10
DRAWN_PLY: Final = 80
OFFER_AGAIN_PLIES: Final = 40
"""How long a draw that was declined is not offered again."""
FIRST_PLIES: Final = 4
FIRST_PAUSE_MS: Final = (500, 1_000)
CLOCK_SHARE: Final = 0.011
PAUSE_MS: Final = (300, 3_000)
NO_CLOCK_PAUSE_MS: Final = 1_000
MOVES_LEFT: Final = 12
"""On a clock without a limit for a move, one move may take the time left divided by this."""
LEAST_BUDGET_MS: Final = 50
YIELD_MS: Final = 3 * 60_000
"""A game that has waited this long for its opponent goes on, and leaves its place to another."""


@dataclass(frozen=True, slots=True)
class Hopeless:
    """When a game is given up: after so many moves, one after the other, with such a score."""

    score_cp: int
    moves: int


def playable(moves: Sequence[str], losing: Iterable[str]) -> tuple[str, ...]:
    """The moves to choose from: not those that lose by the rules on repetition, if others are left.

    The banned ones are not among the legal moves to begin with.
    """
    lost = frozenset(losing)
    return tuple(move for move in moves if move not in lost) or tuple(moves)


def varied(result: SearchResult, ply: int, chance: float) -> str:
    """The move that is played: early in a game any that is nearly as good as the best one."""
    if ply >= VARIED_PLIES or len(result.best) < 2:
        return result.move
    best = max(line.score_cp for line in result.best)
    good = [line.move for line in result.best if line.score_cp >= best - VARIED_CP]
    return good[int(chance * len(good))] if good else result.move


def lines_wanted(ply: int) -> int:
    """Of how many moves the engine has to tell the scores."""
    return VARIED_LINES if ply < VARIED_PLIES else 1


def is_lost(scores: Sequence[int], hopeless: Hopeless) -> bool:
    """The last moves were all played in a lost position."""
    last = scores[-hopeless.moves :]
    return len(last) == hopeless.moves and all(score <= hopeless.score_cp for score in last)


def yields_place(waited_ms: int, *, is_own_turn: bool, is_left: bool) -> bool:
    """Whether others should play while a game waits: its opponent has gone, or rests for long."""
    return not is_own_turn and (is_left or waited_ms >= YIELD_MS)


def agrees_to_draw(scores: Sequence[int], fen: str, ply: int) -> bool:
    """Neither can win, or late in the game the computer has not been better for many moves."""
    last = scores[-EVEN_MOVES:]
    is_no_better = len(last) == EVEN_MOVES and max(last) <= _even_cp(quiet_plies_told(fen))
    return cannot_be_won(read_fen(fen).board) or (ply >= DRAWN_PLY and is_no_better)


def offers_draw(scores: Sequence[int], fen: str, ply: int, offered_ply: int | None) -> bool:
    """Neither can win, or for long neither took anything or was better; asked now and then.

    `offered_ply` is when a draw was offered last, None if it never was.
    """
    if offered_ply is not None and ply < offered_ply + OFFER_AGAIN_PLIES:
        return False
    if not agrees_to_draw(scores, fen, ply):
        return False
    quiet_plies = quiet_plies_told(fen)
    is_no_worse = min(scores[-EVEN_MOVES:], default=0) >= -_even_cp(quiet_plies)
    return (quiet_plies >= OFFER_PLIES and is_no_worse) or cannot_be_won(read_fen(fen).board)


def _even_cp(quiet_plies: int) -> int:
    return next(most for plies, most in EVEN_CP.items() if quiet_plies >= plies)


def budget_ms(left_ms: int, turn_ms: int | None) -> int:
    """How long a move may take in all, by what the clock has left and what the turn may take."""
    share = left_ms // MOVES_LEFT if turn_ms is None else turn_ms // 2
    return max(share, LEAST_BUDGET_MS)


def pause_ms(ply: int, left_ms: int | None, chance: float) -> int:
    """How long a person would take at least, by what the clock has left; None without a clock."""
    if ply < FIRST_PLIES:
        least, most = FIRST_PAUSE_MS
        return least + int((most - least) * chance)
    usual = NO_CLOCK_PAUSE_MS if left_ms is None else CLOCK_SHARE * left_ms
    least, most = PAUSE_MS
    return int(min(max(usual * (0.5 + chance), least), most))


def score_of(result: SearchResult, move: str) -> int | None:
    """What the engine says of the move that is played, or else of the best one."""
    told: dict[str, ScoredMove] = {line.move: line for line in result.best}
    return told[move].score_cp if move in told else result.score_cp
