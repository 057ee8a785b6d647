"""Reviews as they are asked for and shown."""

from collections.abc import Sequence
from typing import Final

from xiangqi_server.aggregates.reviews.decide import MOVE_CHARS
from xiangqi_server.aggregates.reviews.messages import Findings
from xiangqi_server.aggregates.reviews.state import Review
from xiangqi_server.aggregates.room.speed import Speed, speed_of
from xiangqi_server.aggregates.room.state import Room, Status
from xiangqi_server.game.records.marks import Mark, marks_of
from xiangqi_server.game.rules.board.encoding import Side, uci_of
from xiangqi_server.wire import client, parts, server
from xiangqi_server.wire.terms import ReviewersName, ReviewState

LOST_MS: Final = 5_000
"""A review that waits and has had no place in the queue for so long is in none."""
OPENING_PLIES: Final = 12
"""A game by days that is younger stands where many games have stood."""


def found_in(message: client.GiveReview) -> Findings:
    """What a program hands over, for the review."""
    return Findings(
        message.from_ply,
        message.scores,
        message.best,
        {line.ply: line.moves for line in message.lines},
        message.depths,
    )


def marks_in(review: Review, room: Room) -> list[Mark]:
    """The moves of a reviewed game that lost much."""
    moves = [uci_of(move) for move in room.game.moves]
    best = [review.best[at : at + MOVE_CHARS] for at in range(0, len(review.best), MOVE_CHARS)]
    is_quick = review.is_quick
    return marks_of(review.scores, moves, best, black_began=began(room), is_quick=is_quick)


def began(room: Room) -> bool:
    """Whether Black moved first."""
    return (room.game.to_move is Side.BLACK) == (room.game.ply % 2 == 0)


def review_view(
    id_: str, room: Room, review: Review, reviewers: ReviewersName, place: int | None, now_ms: int
) -> server.Review:
    """The answer to `review`."""
    marks = [
        parts.ReviewMark(
            mark.ply, mark.name, round(mark.loss * 100), review.lines.get(mark.ply, "")
        )
        for mark in marks_in(review, room)
    ]
    return server.Review(
        id_,
        room.id,
        "given_up" if is_lost(review, place, now_ms) else state_name(review, now_ms),
        reviewers,
        place,
        review.engine,
        review.is_quick,
        review.depth,
        room.game.start_fen,
        _moves(room),
        list(review.scores),
        review.best,
        marks,
    )


def state_name(review: Review, now_ms: int) -> ReviewState:
    """How a review stands."""
    if review.is_done:
        return "done"
    if review.is_given_up:
        return "given_up"
    if not review.is_open:
        return "none"
    return "running" if review.is_worked_on(now_ms) else "waiting"


def is_lost(review: Review, place: int | None, now_ms: int) -> bool:
    """Whether nobody will take a review: a failover took back that it is not done.

    The queue lies elsewhere than the log, so a failover may take back one of them alone.
    """
    waits = review.is_open and not review.is_worked_on(now_ms)
    return waits and place is None and now_ms >= review.free_ms + LOST_MS


def job_view(id_: str, room: Room, review: Review) -> server.ReviewJob:
    """What a program needs to know to look at a game."""
    fen, done = room.game.start_fen, len(review.scores)
    lease, rules = review.lease.id, room.terms.rules
    return server.ReviewJob(id_, room.id, 0, lease, fen, _moves(room), rules, done)


def _moves(room: Room) -> str:
    return "".join(map(uci_of, room.game.moves))


def may_be_seen_by_player_of(finished: Room, running: Sequence[Room]) -> bool:
    """Whether an engine's words on a finished game help its reader in no running game.

    While a clock runs nothing is shown. A game by days goes on for weeks, so only a game
    that has stood where it stands now is kept back.
    """
    for room in running:
        if not room.is_on:
            continue
        if speed_of(room.terms.clock) is not Speed.CORRESPONDENCE:
            return False
        game = room.game
        if game.ply >= OPENING_PLIES and game.position in finished.game.positions_since(0):
            return False
    return True


def is_reviewable(room: Room) -> bool:
    """A game that was played and is over."""
    return room.status is Status.OVER and room.game.ply > 0
