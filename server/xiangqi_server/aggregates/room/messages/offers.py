"""What one player proposes to the other, and how that is answered."""

from enum import StrEnum

from msgspec import Struct

from xiangqi_server.aggregates.room.messages.play import WithRuling
from xiangqi_server.game.rules.board.encoding import Side


class OfferKind(StrEnum):
    """What one player can propose to the other."""

    DRAW = "draw"
    TAKEBACK = "takeback"
    """The player's own last move is taken back, and with it the reply, if there is one."""
    ABORT = "abort"
    """The game ends without a result, at any ply; before the second move `Abort` needs no offer."""
    REMATCH = "rematch"


class MakeOffer(Struct, frozen=True, gc=False, tag="offer"):
    """Propose something, at the ply that the player sees.

    To propose what the other player proposes is to agree (except for takebacks, where each
    player means another move): `fresh_id` is then used as in `AcceptOffer`.
    """

    by: str
    what: OfferKind
    ply: int
    fresh_id: str


class AcceptOffer(Struct, frozen=True, gc=False, tag="accept"):
    """Agree to the other player's offer; `fresh_id` becomes the room of a rematch.

    `ruling` is what the rules say of the shorter game after a takeback.
    """

    by: str
    what: OfferKind
    fresh_id: str
    ruling: WithRuling | None = None


class DeclineOffer(Struct, frozen=True, gc=False, tag="decline"):
    """Turn the other player's offer down, or take your own back."""

    by: str
    what: OfferKind


class Offered(Struct, frozen=True, gc=False, tag="offered"):
    """One player proposed something to the other."""

    side: Side
    what: OfferKind
    ply: int


class Declined(Struct, frozen=True, gc=False, tag="declined"):
    """An offer was turned down by the other player, or taken back by its own (`side` acted)."""

    side: Side
    what: OfferKind


class TookBack(Struct, frozen=True, gc=False, tag="took_back"):
    """The last moves are undone, as if they had not been played; the turn starts again.

    Fields:
        side: the side that asked for it.
        plies: how many moves are undone, 1 or 2.
        spent_ms: how long the turn that is cut off had lasted; it is charged.
        red_left_ms, black_left_ms, red_periods, black_periods: as in `Moved`. Time spent on the
            moves that are undone is not given back.
    """

    side: Side
    plies: int
    spent_ms: int
    red_left_ms: int
    black_left_ms: int
    red_periods: int = 0
    black_periods: int = 0


class RematchOpened(Struct, frozen=True, gc=False, tag="rematch_opened"):
    """Both players want to play again, with sides changed, in `room`."""

    room: str


OfferCommand = MakeOffer | AcceptOffer | DeclineOffer
OfferEvent = Offered | Declined | TookBack | RematchOpened
