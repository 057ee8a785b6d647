"""How a room begins and gets its players: opening, sitting, declining, and what a rematch opens.

A challenge is a room that waits for one player only. So it is withdrawn, expires, is found
again after a crash and becomes a game in the same way as any invitation. By an effect of the room,
the aggregate of the challenged player lists it until it is answered. An invitation waits for
any player with its key: to know the id of a room gives no seat.
"""

from hashlib import sha256
from typing import Any, Final

from msgspec.structs import replace

from xiangqi_server.aggregates.room.decisions.endings import (
    RoomDecision,
    RoomEnding,
    ended,
    unchallenged,
)
from xiangqi_server.aggregates.room.decisions.feed import began
from xiangqi_server.aggregates.room.decisions.preconditions import seat_of
from xiangqi_server.aggregates.room.decisions.ratings import engage
from xiangqi_server.aggregates.room.messages import (
    Challenge,
    DeclineChallenge,
    Open,
    Opened,
    PublicOffer,
    Seated,
    Sit,
    WithdrawChallenge,
)
from xiangqi_server.aggregates.room.parts import INVITE_MS, Series
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.results import GameResultName, result_of
from xiangqi_server.aggregates.room.state import Room, Status
from xiangqi_server.aggregates.room.terms import CorrespondenceClock, Seats
from xiangqi_server.aggregates.room.terms_check import checked_terms
from xiangqi_server.aggregates.room.time_limits import READY_MS
from xiangqi_server.aggregates.row_effects import game_row_effect
from xiangqi_server.game.rules.board.by_side import BySide
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.kernel.aggregate.decision import Decision, Effect
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, require
from xiangqi_server.kernel.aggregate.spans import DAY_MS

MAX_WAITS_MS: Final = 14 * DAY_MS
_SERIES_POINTS: Final[dict[GameResultName, tuple[int, int]]] = {
    "red": (2, 0),
    "black": (0, 2),
    "draw": (1, 1),
    "none": (0, 0),
}


def open_room(room: Room, command: Open, now_ms: int) -> RoomDecision:
    """Open an empty room; with both seats taken, Red's turn begins, or both are asked to show up.

    The aggregate of a player that waits for a friend hears of it now: the room can be found again.

    Raises:
        Refused: ROOM_EXISTS, NOT_YOURSELF, BAD_TERMS or UNKNOWN_RULES.
    """
    require(room.status is Status.EMPTY, RoomRefusal.ROOM_EXISTS)
    _require_sense(command)

    asked: dict[str, Any] = {name: getattr(command, name) for name in Opened.__struct_fields__}
    opened = Opened(**asked | {"terms": checked_terms(command.terms)})
    challenge = _challenge(room, opened, now_ms, by_guest=command.by_guest)
    row = (game_row_effect(room.id),) if len(opened.seats.taken()) > 1 else ()
    told = began(room.id, opened.seats, opened.terms, Series(opened.origin).tournament)
    return Decision((opened,), (*_engaged(room, opened), *challenge, *row, *told))


def _require_sense(command: Open) -> None:
    """Go on if somebody is seated, and no seat is promised that cannot be taken."""
    red, black = command.seats.red, command.seats.black
    require(red is not None or black is not None, RoomRefusal.BAD_TERMS, "Nobody is seated.")
    is_alone = red == black or (command.invited is not None and command.invited in (red, black))
    require(not is_alone, CommonRefusal.NOT_YOURSELF)
    has_free_seat = red is None or black is None
    require(command.invited is None or has_free_seat, RoomRefusal.BAD_TERMS, "No seat is free.")
    require(0 <= command.waits_ms <= MAX_WAITS_MS, RoomRefusal.BAD_TERMS)
    if command.listing is not None:
        _require_offer(command, command.listing)


def _require_offer(command: Open, listing: PublicOffer) -> None:
    """Go on if an offer to everybody can be taken: one by days, within some range of ratings."""
    is_by_days = isinstance(command.terms.clock, CorrespondenceClock)
    is_free = command.invited is None and not command.lock and len(command.seats.taken()) == 1
    require(is_by_days and is_free, RoomRefusal.BAD_TERMS, "Only a game by days is offered so.")
    low, high = listing.low, listing.high
    require(low is None or high is None or low <= high, RoomRefusal.BAD_TERMS, "An empty range.")


def _engaged(room: Room, opened: Opened) -> tuple[Effect, ...]:
    """The effects that tell the seated players of the game."""
    seats, is_full = opened.seats, len(opened.seats.taken()) > 1
    is_live = opened.ready_ms > 0 and is_full
    return tuple(
        engage(
            room,
            side,
            player,
            opened.terms,
            opponent=seats.of(side.opponent),
            live=is_live,
            can_wait=is_live and opened.ready_ms > READY_MS,
        )
        for side in Side
        if (player := seats.of(side)) is not None
    )


def sit(room: Room, command: Sit) -> RoomDecision:
    """Take the free seat, which starts the game; to sit down again changes nothing.

    Raises:
        Refused: GAME_OVER, SEAT_TAKEN, NOT_YOURSELF, NOT_INVITED, NO_SEAT_KEY,
            RATED_NEEDS_ACCOUNT or RATING_OUT_OF_RANGE.
    """
    require(room.status is not Status.OVER, RoomRefusal.GAME_OVER)
    held = room.seats.side_of(command.by)
    if room.is_on:
        require(held is not None, RoomRefusal.SEAT_TAKEN)
        return Decision()
    require(held is None, CommonRefusal.NOT_YOURSELF)
    require(room.invitation.invited in (None, command.by), RoomRefusal.NOT_INVITED)
    require(room.invitation.lock in ("", lock_of(command.seat_key)), RoomRefusal.NO_SEAT_KEY)
    require(command.has_account or not room.terms.rated, RoomRefusal.RATED_NEEDS_ACCOUNT)
    listing = room.invitation.listing
    is_in_range = listing is None or listing.admits(command.rating)
    require(is_in_range, RoomRefusal.RATING_OUT_OF_RANGE)

    side = Side.RED if room.seats.red is None else Side.BLACK
    host = room.seats.of(side.opponent)
    engaged = engage(room, side, command.by, room.terms, opponent=host)
    told = began(room.id, room.seats.taken_by(side, command.by), room.terms, room.series.tournament)
    effects = (engaged, *unchallenged(room), game_row_effect(room.id), *told)
    return Decision((Seated(side, command.by),), effects)


def lock_of(seat_key: str) -> str:
    """The hash that a room keeps of the key to its seat."""
    return sha256(seat_key.encode()).hexdigest()


def decline_challenge(room: Room, command: DeclineChallenge) -> RoomDecision:
    """Only the invited player may decline; to decline again changes nothing.

    Raises:
        Refused: NOT_INVITED or SEAT_TAKEN.
    """
    require(room.invitation.invited == command.by, RoomRefusal.NOT_INVITED)
    if room.status is Status.OVER:
        return Decision()
    require(room.status is Status.WAITING, RoomRefusal.SEAT_TAKEN)
    over = ended(room, RoomEnding.DECLINED)
    return Decision(
        tuple(replace(event, reason=command.reason) for event in over.events), over.effects
    )


def withdraw_challenge(room: Room, command: WithdrawChallenge) -> RoomDecision:
    """End a player's room without an opponent; to do so again changes nothing.

    Raises:
        Refused: NOT_SEATED or SEAT_TAKEN.
    """
    seat_of(room, command.by)
    if room.status is Status.OVER:
        return Decision()
    require(room.status is Status.WAITING, RoomRefusal.SEAT_TAKEN)
    return ended(room, RoomEnding.ABORTED)


def rematch_of(room: Room) -> Open:
    """The next game: with sides changed, under the version that its rule set has by then."""
    rules = replace(room.terms.rules, version=0)
    seats = Seats(red=room.seats.black, black=room.seats.red)
    red, black = points_after(room)
    points = BySide(black, red)
    return Open(replace(room.terms, rules=rules), seats, previous=room.id, points=points)


def points_after(room: Room) -> BySide[int]:
    """The points of the players of Red and Black in this match after this game: 2 for a win.

    A game without a result adds nothing.
    """
    points, outcome = room.series.points, room.outcome
    result = "none" if outcome is None else result_of(outcome.ending, outcome.winner)
    red, black = _SERIES_POINTS[result]
    return BySide(points.red + red, points.black + black)


def _challenge(room: Room, opened: Opened, now_ms: int, *, by_guest: bool) -> tuple[Effect, ...]:
    """The effect that puts a challenge on the list of the challenged player."""
    if opened.invited is None:
        return ()
    by = opened.seats.taken()[0]
    side = Side.RED if opened.seats.red is None else Side.BLACK
    until_ms = now_ms + (opened.waits_ms or INVITE_MS)
    challenge = Challenge(room.id, by, side, opened.terms, until_ms, by_guest)
    return (Effect("player", opened.invited, challenge),)
