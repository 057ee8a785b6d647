"""What you ask of the review of a game that is over, and what the programs that review it say."""

from typing import Annotated

from msgspec import Meta

from xiangqi_server.wire.client.base import Request
from xiangqi_server.wire.limits import CommandId, EngineName, Moves, PartScores, Ply, RoomId
from xiangqi_server.wire.parts import ReviewedLine

DepthSum = Annotated[int, Meta(ge=0, le=100_000)]


class Review(Request, tag="review", frozen=True):
    """See what an engine said of a game that is over. Answer: `review`.

    Fields:
        room: of the game.
    """

    room: RoomId


class AskReview(Request, tag="ask_review", frozen=True):
    """Have an engine look at a game that is over. Answer: `done`, also if it was asked before.

    A player of the game may ask, and anybody with an account, but not while playing.

    Fields:
        room: of the game.
    """

    room: RoomId


class TakeReview(Request, tag="take_review", frozen=True):
    """Take the next game to look at; for the programs of the server. Answer: `review_job`.

    Fields:
        engine: its name.
        quick: it is the small engine of the server itself.
    """

    engine: EngineName
    quick: bool


class GiveReview(Request, tag="give_review", frozen=True):
    """Hand over what was found of some positions. Answer: `done`, also to a repeat.

    Fields:
        room, lease: as in `review_job`.
        from_ply: the first position; 0 is the one before the first move.
        scores: of each, in hundredths of a soldier; positive where Red is better. A mate in n
            moves is 30,000 less n.
        best: the best moves, four characters each; `a0a0` where no move is legal.
        lines: how the game should have gone on instead of moves that lost much.
        depths: how many plies were looked ahead, all positions together.
    """

    room: RoomId
    lease: CommandId
    from_ply: Ply
    scores: PartScores
    best: Moves
    lines: Annotated[list[ReviewedLine], Meta(max_length=16)] = []
    depths: DepthSum = 0
