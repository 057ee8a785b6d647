"""What a game by days tells its players' notices: that it waits for their move, and until when.

Players of such a game are seldom there at the same time. So each decision that changes whose turn
it is, when the flag falls, or that there is a game at all, has an effect on the notices of its
players. Both hear that a game has begun for which one of them waited. A live game has no such
effect, nor is one that waits for its second player in the list of offers.
"""

from collections.abc import Iterable
from typing import NamedTuple

from msgspec.structs import replace

from xiangqi_server.aggregates.room.apply import apply
from xiangqi_server.aggregates.room.decisions.endings import RoomDecision
from xiangqi_server.aggregates.room.decisions.leave import begun_on_leave
from xiangqi_server.aggregates.room.messages import NotYours, RoomEvent, YourMove
from xiangqi_server.aggregates.room.offer_row import row_effects
from xiangqi_server.aggregates.room.state import Room, Status
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.kernel.aggregate.decision import Effect, Stamped


class _Wait(NamedTuple):
    """A move that a game waits for."""

    side: Side
    ply: int
    flag_at_ms: int


def with_follow_up(room: Room, decision: RoomDecision, now_ms: int) -> RoomDecision:
    """A decision of a game by days, and what it tells the players' notices and the offers.

    The clock of a player on vacation stands as soon as it is the player's turn.
    """
    at_ms = max(now_ms, room.timing.turn_started_ms)
    after = _after(room, decision.events, at_ms)
    leave = begun_on_leave(after, now_ms)
    after = _after(after, leave, at_ms)
    effects = (*decision.effects, *_told(room, after, at_ms), *row_effects(room, after))
    return replace(decision, events=(*decision.events, *leave), effects=effects)


def _after(room: Room, events: Iterable[RoomEvent], at_ms: int) -> Room:
    for event in events:
        room = apply(room, Stamped(room.event_count + 1, at_ms, event))
    return room


def _told(room: Room, after: Room, at_ms: int) -> tuple[Effect, ...]:
    """What the notices of both players hear, each of whom it concerns."""
    before, waits = _waits(room), _waits(after)
    if before == waits:
        return ()
    is_offer = room.invitation.listing is not None and room.status is Status.WAITING
    owner = next((side for side in Side if is_offer and room.seats.of(side) is not None), None)
    has_come = room.status is Status.WAITING and waits is not None
    concerned = set(Side) if has_come else {wait.side for wait in (before, waits) if wait}
    return tuple(
        Effect("notices", player, _news(after, at_ms, waits, side, is_taken=side is owner))
        for side in Side
        if side in concerned and (player := after.seats.of(side)) is not None
    )


def _waits(room: Room) -> _Wait | None:
    flag_at_ms = room.flag_at_ms() if room.status is Status.PLAYING else None
    return None if flag_at_ms is None else _Wait(room.game.to_move, room.game.ply, flag_at_ms)


def _news(
    room: Room, at_ms: int, waits: _Wait | None, side: Side, *, is_taken: bool
) -> YourMove | NotYours:
    if waits is None or waits.side is not side:
        return NotYours(room.id, at_ms, room.event_count, is_taken and waits is not None)
    return YourMove(room.id, at_ms, room.event_count, waits.ply, waits.flag_at_ms)
