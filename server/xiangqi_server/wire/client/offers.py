"""Offers of games by days, which wait for somebody while their owner is away."""

from xiangqi_server.wire.client.base import Request
from xiangqi_server.wire.limits import Cursor, Rating
from xiangqi_server.wire.terms import GameTerms, SidePreference


class OfferByDays(Request, tag="offer_by_days", frozen=True):
    """Offer a game by days to anybody, for 14 days. Answer: `done` with its room.

    The room waits like one of `invite`, without any connection, and stands in `offers_by_days`.
    Anybody takes the free seat by `accept_challenge`, or by `join` and `sit`. Its owner takes it
    back by `withdraw_challenge`. A player has ten of them at a time.

    Fields:
        terms: the clock is `correspondence`.
        side: your own.
        min_rating, max_rating: the least and the greatest rating that may take it, null for any.
        match: take an offer on just these terms instead, if one suits both: the nearest rating
            first. The room of the answer is that of a game then. Without one, yours is opened.
    """

    terms: GameTerms
    side: SidePreference = "any"
    min_rating: Rating | None = None
    max_rating: Rating | None = None
    match: bool = False


class OffersByDays(Request, tag="offers_by_days", frozen=True):
    """See the offers of games by days, the latest first. Answer: `offers_by_days`.

    Fields:
        mine: only your own.
        after: `next` of the page before; all else as there.
    """

    mine: bool = False
    after: Cursor | None = None
