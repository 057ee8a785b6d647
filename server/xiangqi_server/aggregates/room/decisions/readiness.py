"""Both players must show up before the clock of a found pair runs.

People who looked for a game may have looked away since. A room that was opened for a pair
asks both; once both have said that they are there, or moved, Red's clock runs. If one does not in
time, the game is void: nothing counts, and the lobby gives a player who was there the old place
back. Red's first move counts as showing up, and costs no time until Black is there too; Black has
no move by which to show up. So for programs that do not know of this,
`gateway/room/ready_checks.py` says `ready` as soon as they look at the room.

The aggregate of a player decides which live game is played: if the player was paired twice, after
a crash for instance, it turns the second room away.
"""

from typing import Final

from xiangqi_server.aggregates.room.decisions.endings import RoomDecision, RoomEnding, ended
from xiangqi_server.aggregates.room.decisions.preconditions import seat_of
from xiangqi_server.aggregates.room.messages import LOBBY_ID, Dissolve, Readied, Ready, TurnAway
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.state import Room, Status
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.kernel.aggregate.decision import Decision, Effect
from xiangqi_server.kernel.aggregate.refusal import require

TURN_AWAY_PLIES: Final = 2
"""A game that has gone on for this many plies is not called off."""


def make_ready(room: Room, command: Ready) -> RoomDecision:
    """Show up; this changes nothing if there is no ready-check, or the player has shown up before.

    Raises:
        Refused: NOT_SEATED, NOT_STARTED or GAME_OVER.
    """
    side = seat_of(room, command.by)
    require(room.status is not Status.WAITING, RoomRefusal.NOT_STARTED)
    require(room.status is not Status.OVER, RoomRefusal.GAME_OVER)
    return Decision(readied(room, side))


def readied(room: Room, side: Side) -> tuple[Readied, ...]:
    """The event of showing up, if the player has not shown up before."""
    if room.status is not Status.READYING or room.ready_check.is_ready[side]:
        return ()
    return (Readied(side),)


def turn_away(room: Room, command: TurnAway) -> RoomDecision:
    """End a game that one of its players cannot play; the other goes on looking for one."""
    side = room.seats.side_of(command.by)
    is_young = room.status in (Status.READYING, Status.PLAYING) and room.game.ply < TURN_AWAY_PLIES
    if side is None or not is_young:
        return Decision()
    return void(room, (room.seats.of(side.opponent),), are_missed=False)


def nobody_came(room: Room, *, not_before_ms: int) -> RoomDecision:
    """End a game to which one or both did not come."""
    there = tuple(room.seats.of(side) for side in Side if room.ready_check.is_ready[side])
    return void(room, there, not_before_ms=not_before_ms)


def void(
    room: Room, stay: tuple[str | None, ...], *, not_before_ms: int = 0, are_missed: bool = True
) -> RoomDecision:
    """End a game as if it had never been; `stay` are the players who still want one.

    Args:
        are_missed: the other players could have come to it.
    """
    absent = tuple(player for player in room.seats.taken() if player not in stay)
    over = ended(room, RoomEnding.VOID, not_before_ms=not_before_ms, absent=absent)
    staying = tuple(player for player in stay if player is not None)
    dissolve = Dissolve(room.id, staying, absent if are_missed else ())
    return Decision(
        over.events, (*over.effects, Effect("lobby", LOBBY_ID, dissolve)), over.not_before_ms
    )


def called_off(
    room: Room, ending: RoomEnding, absent: tuple[str, ...], *, not_before_ms: int = 0
) -> RoomDecision:
    """End a game without a first move; the lobby hears of no-shows in a pair that it made."""
    over = ended(room, ending, not_before_ms=not_before_ms, absent=absent)
    if not room.ready_check.lasts_ms:
        return over
    dissolve = Effect("lobby", LOBBY_ID, Dissolve(room.id, (), absent))
    return Decision(over.events, (*over.effects, dissolve), over.not_before_ms)
