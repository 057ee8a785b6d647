"""Why nothing happens to a review."""

from xiangqi_server.kernel.aggregate.refusal import RefusalCode


class ReviewRefusal(RefusalCode):
    """Codes of reviews."""

    NO_REVIEWER = "no_reviewer"
    REVIEW_WHILE_PLAYING = "review_while_playing"
    TOO_MANY_REVIEWS = "too_many_reviews"
    REVIEW_NOT_YOURS = "review_not_yours"
