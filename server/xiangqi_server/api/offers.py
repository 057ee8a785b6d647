"""What a client's offer of a game by days becomes, which others suit it, and how it is shown."""

from collections.abc import Sequence
from typing import Final

from xiangqi_server.aggregates.lobby.refusals import LobbyRefusal
from xiangqi_server.aggregates.players.refusals import PlayerRefusal
from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.aggregates.room.messages import Open, PublicOffer
from xiangqi_server.aggregates.room.offer_row import OfferRow
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.terms import Seats
from xiangqi_server.aggregates.room.terms_check import checked_terms
from xiangqi_server.api.names.naming import NameOf, player_ref
from xiangqi_server.api.names.shown_ratings import shown_rating
from xiangqi_server.api.room.room_part_views import side_name
from xiangqi_server.api.seeker import seeker_of
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, require
from xiangqi_server.kernel.aggregate.spans import DAY_MS
from xiangqi_server.wire import client, parts

OFFER_MS: Final = 14 * DAY_MS
"""How long an offer stands."""


def opened_offer(message: client.OfferByDays, player: Player, toss: int, now_ms: int) -> Open:
    """The command that opens the room of an offer; `toss` 0 gives Red to a player without a wish.

    Raises:
        Refused: RATED_NEEDS_ACCOUNT, BAD_TERMS or UNKNOWN_RULES.
    """
    terms = checked_terms(message.terms)
    seeker = seeker_of(player, terms, now_ms)
    require(seeker.has_account or not terms.rated, RoomRefusal.RATED_NEEDS_ACCOUNT)
    takes_red = message.side == "red" or (message.side == "any" and toss == 0)
    seats = Seats(red=player.id) if takes_red else Seats(black=player.id)
    listing = PublicOffer(seeker.rating, message.min_rating, message.max_rating)
    return Open(terms, seats, waits_ms=OFFER_MS, listing=listing)


def require_suited(player: Player, owner: Player) -> None:
    """Go on if a player may take an offer of another, whatever the ratings are.

    Raises:
        Refused: NOT_YOURSELF, NO_BOTS or IGNORED.
    """
    require(player.id != owner.id, CommonRefusal.NOT_YOURSELF)
    require(not player.identity.is_bot, PlayerRefusal.NO_BOTS)
    require(not are_apart(player, owner), LobbyRefusal.IGNORED)


def are_apart(player: Player, other: Player) -> bool:
    """Whether one of two players does not want to meet the other."""
    return other.id in player.friends.ignored or player.id in other.friends.ignored


def suitable(
    rows: Sequence[tuple[str, OfferRow]], wanted: client.OfferByDays, mine: Open
) -> list[str]:
    """The rooms of offers on the same terms that suit both sides, the nearest rating first.

    Of those as near as each other the oldest comes first.
    """
    own, listing = mine.seats.taken(), mine.listing
    if listing is None:
        return []
    found = [
        (abs(row.listing.rating - listing.rating), row.opened_ms, room)
        for room, row in rows
        if row.player not in own
        and row.listing.admits(listing.rating)
        and listing.admits(row.listing.rating)
        and wanted.side in ("any", side_name(row.side))
    ]
    return [room for *_, room in sorted(found)]


def offer_view(room: str, row: OfferRow, names: NameOf) -> parts.OfferInfo:
    """An offer as readers see it."""
    return parts.OfferInfo(
        room=room,
        by=player_ref(row.player, names),
        side=side_name(row.side),
        terms=row.terms,
        rating=shown_rating(row.listing.rating, row.player, names) or 0,
        min_rating=row.listing.low,
        max_rating=row.listing.high,
        until_ms=row.until_ms,
    )
