"""The row of an offer by days: a room that waits for anybody that suits, as lists have it.

It is there from the opening of the room until somebody sits down, or it is over.
"""

from hashlib import sha256
from typing import Final

import msgspec
from msgspec import Struct

from xiangqi_server.aggregates.room.messages import PublicOffer
from xiangqi_server.aggregates.room.state import Room, Status
from xiangqi_server.aggregates.room.terms import GameTerms
from xiangqi_server.aggregates.row_effects import PutRow, RemoveRow, row_effect
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.kernel.aggregate.decision import Effect

OFFERS: Final = "offers"
"""The collection; a row's id is the room's."""
ALL: Final = "all"
"""The list of all of them, by the moment of their opening."""
_TERMS_CHARS: Final = 24


class OfferRow(Struct, frozen=True, array_like=True):
    """An offer in a list. Fields are added at the end, with a default.

    Fields:
        player: its owner.
        side: the free one.
        opened_ms, until_ms: since when it stands, and until when.
    """

    player: str
    side: Side
    terms: GameTerms
    listing: PublicOffer
    opened_ms: int
    until_ms: int


def row_of(room: Room) -> OfferRow | None:
    """The row of a room; None if it is no offer, or waits no longer."""
    listing = room.invitation.listing
    if listing is None or room.status is not Status.WAITING:
        return None
    side = Side.RED if room.seats.red is None else Side.BLACK
    opened_ms = room.timing.opened_at_ms
    until_ms = opened_ms + room.invitation.waits_ms
    player = room.seats.taken()[0]
    return OfferRow(player, side, room.terms, listing, opened_ms, until_ms)


def put_offer(room: str, row: OfferRow) -> PutRow:
    """What puts a row into its lists: all, those of its player, and those of the same terms."""
    opened = dict.fromkeys((ALL, player_list(row.player)), row.opened_ms)
    places = {**opened, terms_list(row.terms): row.listing.rating}
    return PutRow(room, msgspec.msgpack.encode(row), places)


def row_effects(before: Room, after: Room) -> tuple[Effect, ...]:
    """What a decision changes in the lists."""
    was, now = row_of(before), row_of(after)
    if was == now:
        return ()
    command = RemoveRow(after.id) if now is None else put_offer(after.id, now)
    return (row_effect(OFFERS, command),)


def read_row(body: bytes) -> OfferRow:
    """A row as the row store keeps it."""
    return msgspec.msgpack.decode(body, type=OfferRow)


def player_list(player: str) -> str:
    """The list of the offers of a player."""
    return f"by.{player}"


def terms_list(terms: GameTerms) -> str:
    """The list of the offers on just these terms, by the ratings of their owners."""
    digest = sha256(msgspec.json.encode(terms)).hexdigest()
    return f"terms.{digest[:_TERMS_CHARS]}"
