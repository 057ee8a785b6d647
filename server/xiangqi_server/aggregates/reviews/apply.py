"""What an event does to a review; live play, rebuild and replay share it."""

from typing import assert_never

from msgspec.structs import replace

from xiangqi_server.aggregates.reviews.messages import (
    Findings,
    FindingsGiven,
    ReviewAsked,
    ReviewEvent,
    ReviewForgotten,
    ReviewGivenUp,
    ReviewLeased,
)
from xiangqi_server.aggregates.reviews.state import Lease, Review
from xiangqi_server.kernel.aggregate.decision import Stamped


def apply(review: Review, stamped: Stamped[ReviewEvent]) -> Review:
    """The review after one accepted event."""
    match stamped.event:
        case ReviewAsked(by, plies):
            if review.is_open:
                return review  # only its row was made again
            return Review(review.id, plies, by, stamped.at_ms)
        case ReviewLeased(lease, engine, is_quick, until_ms):
            return replace(
                review,
                lease=Lease(lease, until_ms),
                fruitless=review.fruitless + 1,
                engine=engine,
                is_quick=review.is_quick or is_quick,
            )
        case FindingsGiven(findings, until_ms):
            return _with(review, findings, until_ms, stamped.at_ms)
        case ReviewGivenUp():
            return replace(review, is_given_up=True)
        case ReviewForgotten():
            return Review(review.id, forgotten=review.forgotten + 1)
        case _:
            assert_never(stamped.event)


def _with(review: Review, found: Findings, until_ms: int, at_ms: int) -> Review:
    further = replace(
        review,
        lease=Lease(review.lease.id, until_ms),
        fruitless=0,
        scores=(*review.scores, *found.scores),
        best=review.best + found.best,
        lines={**review.lines, **found.lines},
        depths=review.depths + found.depths,
    )
    return replace(further, done_ms=at_ms) if further.is_done else further
