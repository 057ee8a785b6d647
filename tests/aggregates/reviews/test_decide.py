"""A review: whatever is killed, one worker has it at a time and each position is found once."""

from dataclasses import dataclass

import pytest

from xiangqi_server.aggregates.reviews.decide import QUEUE, row_effect_of
from xiangqi_server.aggregates.reviews.kind import REVIEW
from xiangqi_server.aggregates.reviews.messages import (
    AskReview,
    Findings,
    ForgetReview,
    GiveFindings,
    LeaseReview,
    ReviewCommand,
    ReviewEvent,
)
from xiangqi_server.aggregates.reviews.refusals import ReviewRefusal
from xiangqi_server.aggregates.reviews.state import KEPT_MS, LEASE_MS, MOST_LEASES, Review
from xiangqi_server.aggregates.row_effects import PutRow, RemoveRow
from xiangqi_server.kernel.aggregate.decision import Stamped
from xiangqi_server.kernel.aggregate.refusal import Refused

NOW_MS = 1_700_000_000_000


@dataclass
class Story:
    """A review, what happened to it, and the order that its row got last."""

    review: Review
    now_ms: int = NOW_MS
    row: object = None

    def do(self, command: ReviewCommand, after_ms: int = 0) -> list[ReviewEvent]:
        self.now_ms += after_ms
        decision = REVIEW.decide(self.review, command, self.now_ms)
        for event in decision.events:
            self.review = REVIEW.apply(self.review, Stamped(1, self.now_ms, event))
        for effect in decision.effects:
            self.row = effect.command
        return list(decision.events)

    def lease(self, name: str, after_ms: int = 0, *, is_quick: bool = False) -> list[ReviewEvent]:
        return self.do(LeaseReview(name, "engine", is_quick), after_ms)

    def give(self, lease: str, from_ply: int, count: int, after_ms: int = 0) -> list[ReviewEvent]:
        found = Findings(from_ply, [from_ply] * count, "h2e2" * count, {from_ply: "h2e2"}, count)
        return self.do(GiveFindings(lease, found), after_ms)


def asked(plies: int = 40) -> Story:
    story = Story(Review.empty("room"))
    story.do(AskReview("ann", plies))
    return story


def queued_ms(story: Story) -> int | None:
    """From when on the review may be taken, as its row says."""
    return story.row.places[QUEUE] if isinstance(story.row, PutRow) else None


def test_a_worker_that_is_killed_leaves_what_it_has_given_to_the_next_one() -> None:
    story = asked()
    story.lease("one")
    story.give("one", 0, 16)
    story.give("one", 16, 16, after_ms=30_000)

    with pytest.raises(Refused) as refused:
        story.lease("two", after_ms=LEASE_MS - 1)
    story.lease("two", after_ms=1)
    story.give("two", 32, 9)

    assert refused.value.code is ReviewRefusal.REVIEW_NOT_YOURS
    assert (story.review.is_done, len(story.review.scores)) == (True, 41)
    assert story.review.best == "h2e2" * 41
    assert sorted(story.review.lines) == [0, 16, 32]
    assert story.row == RemoveRow("room")


def test_what_comes_twice_or_too_late_changes_nothing() -> None:
    story = asked()
    story.lease("one")
    story.give("one", 0, 16)

    assert not story.give("one", 0, 16)  # the answer was lost, or a failover took the lease back
    assert not story.give("one", 17, 16)
    assert not story.give("one", 16, 26)
    story.lease("two", after_ms=LEASE_MS)
    with pytest.raises(Refused):
        story.give("one", 16, 16)
    assert len(story.review.scores) == 16


def test_a_review_may_be_taken_when_its_lease_is_over() -> None:
    story = asked()
    assert queued_ms(story) == NOW_MS

    story.lease("one")
    assert queued_ms(story) == NOW_MS + LEASE_MS

    story.give("one", 0, 16, after_ms=50_000)
    assert queued_ms(story) == NOW_MS + 50_000 + LEASE_MS
    assert row_effect_of(story.review).command == story.row  # as `rebuild` writes it


def test_a_review_that_nobody_can_do_is_given_up_and_may_be_asked_for_again() -> None:
    story = asked()
    for number in range(MOST_LEASES):
        story.lease(str(number), after_ms=LEASE_MS)

    story.lease("last", after_ms=LEASE_MS)

    assert (story.review.is_given_up, story.review.is_open) == (True, False)
    assert story.row == RemoveRow("room")
    assert story.do(AskReview("bo", 40))
    assert (story.review.is_open, story.review.by) == (True, "bo")


def test_a_part_by_our_own_engine_makes_it_a_quick_look() -> None:
    story = asked()
    story.lease("own", is_quick=True)
    story.give("own", 0, 16)
    story.lease("full", after_ms=LEASE_MS)
    story.give("full", 16, 25)

    assert (story.review.is_done, story.review.is_quick, story.review.depth) == (True, True, 1)


def test_asking_twice_changes_nothing() -> None:
    story = asked()

    assert not story.do(AskReview("bo", 40))
    story.lease("one")
    story.give("one", 0, 16)
    story.give("one", 16, 25)
    assert not story.do(AskReview("bo", 40))


def test_what_was_kept_for_long_enough_leaves_the_log() -> None:
    story = asked(plies=15)
    story.lease("one")
    story.give("one", 0, 16)
    due_ms = REVIEW.schedule.due_at_ms(story.review)
    forces = REVIEW.records.forces_snapshot

    assert due_ms == NOW_MS + KEPT_MS
    assert not story.do(ForgetReview(), after_ms=KEPT_MS - 1)
    assert story.do(ForgetReview(), after_ms=1)
    assert forces is not None
    assert forces(story.review)
    assert story.do(ForgetReview())
    assert story.review == Review("room", forgotten=2)
    assert not forces(story.review)
    assert REVIEW.schedule.due_at_ms(story.review) is None
    assert story.do(AskReview("ann", 15))


def test_a_review_that_the_queue_lost_is_put_back_with_what_was_found() -> None:
    story = asked()
    story.lease("one")
    story.give("one", 0, 16)
    until_ms, story.row = story.review.lease.until_ms, None

    assert story.do(AskReview("bob", 40, is_lost=True)) == []  # somebody works on it
    assert story.do(AskReview("bob", 40), LEASE_MS) == []
    assert len(story.do(AskReview("bob", 40, is_lost=True))) == 1

    assert queued_ms(story) == until_ms
    assert (story.review.by, len(story.review.scores)) == ("ann", 16)
    story.lease("two")
    story.give("two", 16, 25)
    assert story.review.is_done
    assert story.do(AskReview("bob", 40, is_lost=True)) == []
