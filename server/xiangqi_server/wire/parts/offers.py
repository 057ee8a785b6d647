"""Parts of messages about offers of games by days."""

from msgspec import Struct

from xiangqi_server.wire.limits import Moment
from xiangqi_server.wire.parts.players import PlayerRef
from xiangqi_server.wire.terms import GameTerms, SideName


class OfferInfo(Struct, frozen=True):
    """A game by days that waits for anybody.

    Fields:
        room: to send in `accept_challenge`, or of your own in `withdraw_challenge`.
        by: its owner.
        side: the free one.
        rating: its owner's, when the offer was made; 0 if hidden.
        min_rating, max_rating: the least and the greatest rating that may take it, null for any.
        until_ms: the server's time at which it lapses.
    """

    room: str
    by: PlayerRef
    side: SideName
    terms: GameTerms
    rating: int
    min_rating: int | None
    max_rating: int | None
    until_ms: Moment
