"""The kind of aggregate a review is."""

from typing import Final

from xiangqi_server.aggregates.reviews.apply import apply
from xiangqi_server.aggregates.reviews.decide import decide
from xiangqi_server.aggregates.reviews.messages import ForgetReview, ReviewCommand, ReviewEvent
from xiangqi_server.aggregates.reviews.state import Review, due_at_ms, forces_snapshot
from xiangqi_server.kernel.aggregate.kind import Kind, Records, Schedule

REVIEW: Final[Kind[Review, ReviewCommand, ReviewEvent]] = Kind(
    name="review",
    empty=Review.empty,
    decide=decide,
    apply=apply,
    commands=ReviewCommand,
    events=ReviewEvent,
    records=Records(Review, forces_snapshot=forces_snapshot),
    schedule=Schedule(due_at_ms, ForgetReview()),
)
