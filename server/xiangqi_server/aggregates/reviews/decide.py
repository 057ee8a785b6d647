"""What a review decides: one worker at a time has it, and each part is taken once."""

from typing import Final, assert_never

from xiangqi_server.aggregates.reviews.messages import (
    AskReview,
    Findings,
    FindingsGiven,
    ForgetReview,
    GiveFindings,
    LeaseReview,
    ReviewAsked,
    ReviewCommand,
    ReviewEvent,
    ReviewForgotten,
    ReviewGivenUp,
    ReviewLeased,
)
from xiangqi_server.aggregates.reviews.refusals import ReviewRefusal
from xiangqi_server.aggregates.reviews.state import LEASE_MS, MOST_LEASES, Review, due_at_ms
from xiangqi_server.aggregates.row_effects import PutRow, RemoveRow, row_effect
from xiangqi_server.kernel.aggregate.decision import Decision, Effect
from xiangqi_server.kernel.aggregate.refusal import require

REVIEWS: Final = "reviews"
"""The collection of those that wait, as rows."""
QUEUE: Final = "queue"
"""Its list by the moment from which a worker may take a review."""
MOVE_CHARS: Final = 4


def waiting_list(player: str) -> str:
    """The list of the reviews that wait for a player."""
    return f"by.{player}"


def decide(review: Review, command: ReviewCommand, now_ms: int) -> Decision[ReviewEvent]:
    """What `command` does to `review`.

    Raises:
        Refused: `REVIEW_NOT_YOURS`, another worker has it, or it is not wanted.
    """
    match command:
        case AskReview():
            return _ask(review, command, now_ms)
        case LeaseReview():
            return _lease(review, command, now_ms)
        case GiveFindings(lease, findings):
            return _give(review, lease, findings, now_ms)
        case ForgetReview():
            due_ms = due_at_ms(review)
            is_due = due_ms is not None and due_ms <= now_ms
            return Decision((ReviewForgotten(),) if is_due else ())
        case _:
            assert_never(command)


def _ask(review: Review, command: AskReview, now_ms: int) -> Decision[ReviewEvent]:
    asked = ReviewAsked(command.by, command.plies)
    if review.is_open and command.is_lost and not review.is_worked_on(now_ms):
        return Decision((asked,), (row_effect_of(review),))
    if review.is_open or review.is_done:
        return Decision()
    return Decision((asked,), (_queued(review.id, command.by, now_ms, now_ms),))


def _lease(review: Review, command: LeaseReview, now_ms: int) -> Decision[ReviewEvent]:
    is_free = review.is_open and not review.is_worked_on(now_ms)
    require(is_free, ReviewRefusal.REVIEW_NOT_YOURS)
    if review.fruitless >= MOST_LEASES:
        return Decision((ReviewGivenUp(),), (_dequeued(review.id),))
    until_ms = now_ms + LEASE_MS
    leased = ReviewLeased(command.lease, command.engine, command.is_quick, until_ms)
    return Decision((leased,), (_queued(review.id, review.by, review.asked_ms, until_ms),))


def _give(review: Review, lease: str, found: Findings, now_ms: int) -> Decision[ReviewEvent]:
    require(review.is_open and lease == review.lease.id, ReviewRefusal.REVIEW_NOT_YOURS)
    count, done = len(found.scores), len(review.scores)
    is_next = found.from_ply == done and 0 < count <= 1 + (review.plies or 0) - done
    if not is_next or len(found.best) != count * MOVE_CHARS:
        return Decision()  # a repeat, or none of it
    until_ms = now_ms + LEASE_MS
    is_last = done + count > (review.plies or 0)
    row = (
        _dequeued(review.id)
        if is_last
        else _queued(review.id, review.by, review.asked_ms, until_ms)
    )
    return Decision((FindingsGiven(found, until_ms),), (row,))


def row_effect_of(review: Review) -> Effect:
    """The effect that makes the row of a review again as it stands."""
    if not review.is_open:
        return _dequeued(review.id)
    return _queued(review.id, review.by, review.asked_ms, review.free_ms)


def _queued(room: str, by: str, asked_ms: int, free_ms: int) -> Effect:
    places = {QUEUE: free_ms, waiting_list(by): asked_ms}
    return row_effect(REVIEWS, PutRow(room, b"", places))


def _dequeued(room: str) -> Effect:
    return row_effect(REVIEWS, RemoveRow(room))
