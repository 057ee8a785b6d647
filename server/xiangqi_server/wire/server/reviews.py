"""What the server sends about the review of a game that is over."""

from xiangqi_server.aggregates.room.terms import RuleTerms
from xiangqi_server.wire.parts import ReviewMark
from xiangqi_server.wire.server.base import ServerMessage
from xiangqi_server.wire.terms import ReviewersName, ReviewState


class Review(ServerMessage, tag="review", frozen=True):
    """The answer to `review`.

    Fields:
        state: `none`, before it is asked for; `waiting`, `running`, `done`; or `given_up`, if
            engines failed or a failover lost the request, and it may be asked for again.
        reviewers: which engines look at games now, or will once they have started: `none`, `quick`
            for the small engine of the server alone, or `full`.
        place: how many reviews are taken before this one; null unless it waits.
        engine: the name of the engine, "" while none has looked.
        quick: the small engine of the server found some of it. Only clear mistakes are marked
            then, and more may be missed.
        depth: how many plies the engine looked ahead, on average.
        fen: where the game began.
        moves: of the game, four characters each.
        scores: of the positions so far, in hundredths of a soldier; positive where Red is better,
            a mate in n moves is 30,000 less n. The first is that before the first move.
        best: the best move in each of them, four characters; `a0a0` where no move is legal.
        marks: the moves that lost much, in their order.
    """

    id: str
    room: str
    state: ReviewState
    reviewers: ReviewersName
    place: int | None
    engine: str
    quick: bool
    depth: int
    fen: str
    moves: str
    scores: list[int]
    best: str
    marks: list[ReviewMark]


class ReviewJob(ServerMessage, tag="review_job", frozen=True):
    """The answer to `take_review`.

    Fields:
        room: of the game; null if there is nothing to do.
        retry_ms: when to ask again, if there is nothing to do.
        lease: to send with what was found. Another program may take the game if nothing was found
            for 90 seconds.
        fen: where the game began.
        moves: four characters each.
        rules: the rule set, with the options that the game was played by.
        from_ply: the first position that has no score yet.
    """

    id: str
    room: str | None
    retry_ms: int
    lease: str = ""
    fen: str = ""
    moves: str = ""
    rules: RuleTerms | None = None
    from_ply: int = 0
