"""What the two players propose to each other.

They are draws, takebacks and calling the game off, while it runs, and a rematch after it. At most
one offer of a kind is open. An answer ends it, or its owner taking it back, or the
*other* player's next move. A move of its owner leaves it open, unless it is a takeback.

After an offer was turned down, or taken back, its player must wait before the same offer: 10 s,
then 30 s, 90 s, and so on up to 10 minutes. A takeback that is granted makes the refusals of
takebacks before it forgotten; otherwise they count to the end of the game.
"""

from typing import assert_never

from xiangqi_server.aggregates.room.decisions.endings import RoomDecision, RoomEnding, ended
from xiangqi_server.aggregates.room.decisions.opening import rematch_of
from xiangqi_server.aggregates.room.decisions.preconditions import (
    require_in_time,
    require_log_space,
    require_playing,
    seat_of,
)
from xiangqi_server.aggregates.room.decisions.takebacks import require_takeback, take_back
from xiangqi_server.aggregates.room.messages import (
    AcceptOffer,
    Declined,
    DeclineOffer,
    MakeOffer,
    Offered,
    OfferKind,
    RematchOpened,
    WithRuling,
)
from xiangqi_server.aggregates.room.parts import Offer
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.state import Room, Status
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.kernel.aggregate.decision import Decision, Effect
from xiangqi_server.kernel.aggregate.refusal import Refused, require


def make_offer(room: Room, command: MakeOffer, now_ms: int) -> RoomDecision:
    """Propose something; to propose what the other player proposes is to agree.

    Raises:
        Refused: STALE_PLY, ALREADY_OFFERED, OFFER_TOO_SOON; ANSWER_FIRST, TAKEBACKS_OFF or
            NOTHING_TO_TAKE_BACK of a takeback; NOT_STARTED or GAME_NOT_OVER of a rematch;
            or as `preconditions` say.
    """
    side = seat_of(room, command.by)
    _require_offerable(room, command.what)
    require_log_space(room)
    require(command.ply == room.game.ply, RoomRefusal.STALE_PLY)
    require_in_time(room, now_ms)

    open_offer = room.offers.of(command.what)
    if open_offer is None:
        return _offered(room, command, side, now_ms)
    require(open_offer.side is not side, RoomRefusal.ALREADY_OFFERED)
    require(command.what is not OfferKind.TAKEBACK, RoomRefusal.ANSWER_FIRST)
    return _agreed(room, open_offer, command.fresh_id, now_ms)


def accept_offer(room: Room, command: AcceptOffer, now_ms: int) -> RoomDecision:
    """Agree to what the other player proposed.

    Raises:
        Refused: NO_SUCH_OFFER or OWN_OFFER, or as `preconditions` say.
    """
    side = seat_of(room, command.by)
    open_offer = room.offers.of(command.what)
    if open_offer is None:
        raise Refused(RoomRefusal.NO_SUCH_OFFER)
    require(open_offer.side is not side, RoomRefusal.OWN_OFFER)
    require_in_time(room, now_ms)
    return _agreed(room, open_offer, command.fresh_id, now_ms, command.ruling)


def decline_offer(room: Room, command: DeclineOffer) -> RoomDecision:
    """Turn the other player's proposal down, or take your own back.

    Raises:
        Refused: NOT_SEATED or NO_SUCH_OFFER.
    """
    side = seat_of(room, command.by)
    require(room.offers.of(command.what) is not None, RoomRefusal.NO_SUCH_OFFER)
    return Decision((Declined(side, command.what),))


def _require_offerable(room: Room, what: OfferKind) -> None:
    """Go on if such an offer may be made: a rematch after the game, all others while it runs."""
    if what is not OfferKind.REMATCH:
        require_playing(room)
        return
    require(room.status is Status.OVER, RoomRefusal.GAME_NOT_OVER)
    require(None not in (room.seats.red, room.seats.black), RoomRefusal.NOT_STARTED)
    require(room.series.next is None, RoomRefusal.ALREADY_OFFERED, "The rematch is open already.")


def _offered(room: Room, command: MakeOffer, side: Side, now_ms: int) -> RoomDecision:
    """A new offer, if its side need not wait and there is something to offer."""
    if command.what is OfferKind.TAKEBACK:
        require_takeback(room, side)
    wait = room.offers.wait(command.what, side)
    early_ms = 0 if wait is None else wait.until_ms - now_ms
    if early_ms > 0:
        raise Refused(RoomRefusal.OFFER_TOO_SOON, retry_ms=early_ms)
    return Decision((Offered(side, command.what, command.ply),))


def _agreed(
    room: Room, offer: Offer, fresh_id: str, now_ms: int, ruling: WithRuling | None = None
) -> RoomDecision:
    match offer.what:
        case OfferKind.DRAW:
            return ended(room, RoomEnding.AGREEMENT)
        case OfferKind.ABORT:
            return ended(room, RoomEnding.ABORTED)
        case OfferKind.TAKEBACK:
            return take_back(room, offer.side, now_ms, ruling)
        case OfferKind.REMATCH:
            effect = Effect("room", fresh_id, rematch_of(room))
            return Decision((RematchOpened(fresh_id),), (effect,))
        case _:
            assert_never(offer.what)
