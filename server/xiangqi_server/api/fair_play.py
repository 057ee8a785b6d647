"""What a game says of how one of its players played: figures for operators, and no verdict.

A flat rhythm or the moves of an engine mean little alone: strong players have both. So a figure is
compared with those of other games of like strength. A review knows one best move of a position, so
moves that anybody would find count as well, in all games alike.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean
from typing import Final

from xiangqi_server.aggregates.reviews.decide import MOVE_CHARS
from xiangqi_server.aggregates.reviews.state import Review
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.api.reviews import began
from xiangqi_server.game.records.marks import losses
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.wire import parts
from xiangqi_server.wire.terms import FigureName

GAMES: Final = 20
"""How many games of a player are looked at."""
PEERS: Final = 40
"""How many games of others they are compared with."""
NEAR_POINTS: Final = 100
"""Players so far apart are of like strength."""
LEAST_PEERS: Final = 10
"""Among fewer a percentile says nothing."""
LEAST_MOVES: Final = 8
"""Fewer moves of a player have no figure."""
FAST_MS: Final = 500
PAD_MS: Final = 100
"""Is added to each time, so that tenths of a second between fast moves do not count."""
OPENING_PLIES: Final = 12
"""So many moves may be known by heart."""
DECIDED_CP: Final = 300
"""With such a score the moves are no longer hard to find, or do not matter."""
IN_ONE: Final = 1_000


@dataclass(frozen=True, slots=True)
class Measured:
    """What was measured of one side of a game.

    Fields:
        values: in thousandths; what is not known is not there.
        is_quick: our own engine has reviewed it, which is no match for others.
    """

    values: Mapping[FigureName, int]
    is_quick: bool = False


def figures_of(room: Room, review: Review, side: Side) -> Measured:
    """The figures of one side of a game that is over."""
    return Measured({**_of_times(room, side), **_of_review(room, review, side)}, review.is_quick)


def _plies(room: Room, side: Side, first: int = 0) -> range:
    own = int(side) ^ began(room)
    return range(own + 2 * max(0, (first - own + 1) // 2), room.game.ply, 2)


def _of_times(room: Room, side: Side) -> dict[FigureName, int]:
    receipts = [room.score[ply].receipt for ply in _plies(room, side)[1:]]
    times_ms = [receipt.spent_ms for receipt in receipts if receipt and receipt.spent_ms]
    if len(times_ms) < LEAST_MOVES:
        return {}
    fast = sum(ms <= FAST_MS for ms in times_ms)
    return {"time_spread": spread(times_ms), "fast_moves": round(IN_ONE * fast / len(times_ms))}


def spread(times_ms: Sequence[int]) -> int:
    """How much times differ: their standard deviation by their mean, in thousandths."""
    mean = fmean(times_ms) + PAD_MS
    deviation = sqrt(fmean((ms + PAD_MS - mean) ** 2 for ms in times_ms))
    return round(IN_ONE * deviation / mean)


def _of_review(room: Room, review: Review, side: Side) -> dict[FigureName, int]:
    if not review.is_done or review.plies != room.game.ply:
        return {}
    open_ = [ply for ply in _plies(room, side, OPENING_PLIES) if _is_open(review.scores[ply])]
    if len(open_) < LEAST_MOVES:
        return {}
    lost = losses(review.scores, black_began=began(room))
    best = sum(_best_at(review, ply) == room.score[ply].uci for ply in open_)
    mean = fmean(max(0.0, lost[ply]) for ply in open_)
    return {"best_moves": round(IN_ONE * best / len(open_)), "loss": round(IN_ONE * mean)}


def _is_open(score_cp: int) -> bool:
    return abs(score_cp) <= DECIDED_CP


def _best_at(review: Review, ply: int) -> str:
    return review.best[ply * MOVE_CHARS : (ply + 1) * MOVE_CHARS]


def percentile(value: int, others: Sequence[int]) -> int | None:
    """How many of a hundred others are lower, equal ones by half; None among too few."""
    if len(others) < LEAST_PEERS:
        return None
    lower = sum(other < value for other in others)
    return round(100 * (lower + others.count(value) / 2) / len(others))


def compared(own: Measured, peers: Sequence[Measured]) -> list[parts.FairPlayFigure]:
    """The figures of a game beside those of others."""
    return [
        parts.FairPlayFigure(name, value, percentile(value, others), len(others))
        for name, value in own.values.items()
        for others in [_like(name, own, peers)]
    ]


def _like(name: FigureName, own: Measured, peers: Sequence[Measured]) -> list[int]:
    """A figure of the others, as far as it was found in the same way."""
    is_timed = name in ("time_spread", "fast_moves")
    alike = [peer for peer in peers if is_timed or peer.is_quick == own.is_quick]
    return [peer.values[name] for peer in alike if name in peer.values]
