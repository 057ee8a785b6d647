"""What a review takes, and what becomes of it. Moments are in store time, in ms."""

from msgspec import Struct


class AskReview(Struct, frozen=True, tag="ask"):
    """Have a finished game looked at.

    Fields:
        by: the player that asks.
        plies: how many moves the game has; as many positions and one are looked at.
        is_lost: it was asked for before, and the queue does not have it.
    """

    by: str
    plies: int
    is_lost: bool = False


class LeaseReview(Struct, frozen=True, tag="lease"):
    """Take the work for a while.

    Fields:
        lease: a fresh id, by which results are known.
        engine: its name.
        is_quick: it is our own engine, which misses more.
    """

    lease: str
    engine: str
    is_quick: bool


class Findings(Struct, frozen=True, array_like=True):
    """What an engine found of some positions that follow one another.

    Fields:
        from_ply: the first of them; the opening position is 0.
        scores: in hundredths of a soldier, positive where Red is better.
        best: the best moves, four characters each, blank where there is no move.
        lines: how the game should have gone on, by the ply of a move that lost much.
        depths: the plies that the engine looked ahead, all together.
    """

    from_ply: int
    scores: list[int]
    best: str
    lines: dict[int, str]
    depths: int = 0


class GiveFindings(Struct, frozen=True, tag="give"):
    """Hand over a part of the work; the lease holds for as long again."""

    lease: str
    findings: Findings


class ForgetReview(Struct, frozen=True, tag="forget"):
    """The alarm of a review that was kept for long enough."""


ReviewCommand = AskReview | LeaseReview | GiveFindings | ForgetReview


class ReviewAsked(Struct, frozen=True, gc=False, tag="asked"):
    """Somebody wants the game looked at, perhaps once more while it waits.

    Fields:
        by, plies: as in `AskReview`.
    """

    by: str
    plies: int


class ReviewLeased(Struct, frozen=True, gc=False, tag="leased"):
    """A worker looks at it for a while; the fields are those of `LeaseReview`."""

    lease: str
    engine: str
    is_quick: bool
    until_ms: int


class FindingsGiven(Struct, frozen=True, tag="given"):
    """A part is done, and the lease holds until a later moment."""

    findings: Findings
    until_ms: int


class ReviewGivenUp(Struct, frozen=True, tag="given_up"):
    """Workers took it several times and found nothing."""


class ReviewForgotten(Struct, frozen=True, tag="forgotten"):
    """What was found is gone; the review may be asked for again."""


ReviewEvent = ReviewAsked | ReviewLeased | FindingsGiven | ReviewGivenUp | ReviewForgotten
