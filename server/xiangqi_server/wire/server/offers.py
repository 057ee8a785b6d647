"""What the server sends about offers of games by days."""

from xiangqi_server.wire.parts import OfferInfo
from xiangqi_server.wire.server.base import ServerMessage


class OffersByDays(ServerMessage, tag="offers_by_days", frozen=True):
    """The answer to `offers_by_days`.

    Fields:
        rows: the latest first. Offers are left out where one of you ignores the other, so a page
            that is not the last may have fewer.
        rating: your own by days.
        next: see *Lists*.
        partial: some of it is missing for now; see *Lists*.
    """

    id: str
    rows: list[OfferInfo]
    rating: int
    next: str | None
    partial: bool = False
