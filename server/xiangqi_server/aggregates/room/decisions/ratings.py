"""The ratings of a rated game: those with which the players came, and what the game made of them.

Theory of operation. The aggregate of each player tells a rated room the rating with which the
player comes; that is recorded once and for all. As soon as the game is over and both ratings are
known, in either order, each player is asked to rate itself by the *recorded* rating of
the other. So neither depends on whether the other has been rated yet, or still exists. The
players answer with the result, which is recorded as well.
"""

from typing import Final

from xiangqi_server.aggregates.room.decisions.preconditions import seat_of
from xiangqi_server.aggregates.room.messages import (
    ChangeRating,
    Ended,
    Engage,
    Introduce,
    RatePlayer,
    RatingChanged,
    RatingKnown,
    RoomEvent,
)
from xiangqi_server.aggregates.room.parts import Entry
from xiangqi_server.aggregates.room.results import WITHOUT_RESULT
from xiangqi_server.aggregates.room.speed import speed_of
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.aggregates.room.terms import GameTerms
from xiangqi_server.aggregates.row_effects import game_row_effect
from xiangqi_server.game.rules.board.by_side import BySide
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.kernel.aggregate.decision import Decision, Effect

MIN_PLIES: Final = 2
"""A game of fewer moves is not rated: one of the players has not begun to play."""


def engage(
    room: Room,
    side: Side,
    player: str,
    terms: GameTerms,
    *,
    opponent: str | None = None,
    live: bool = False,
    can_wait: bool = False,
) -> Effect:
    """Tell a player of its game on these terms, and, if it is rated, ask for its rating."""
    speed = speed_of(terms.clock).value if terms.rated else None
    return Effect("player", player, Engage(room.id, side, speed, live, opponent, can_wait))


def introduce(room: Room, command: Introduce) -> Decision[RoomEvent]:
    """Record the rating with which a player came; a repeat changes nothing."""
    side = seat_of(room, command.by)
    if room.entries[side] is not None:
        return Decision()
    entries = room.entries.replace(side, Entry(command.points, command.deviation))
    known = RatingKnown(side, command.points, command.deviation)
    effects = () if None in entries else (game_row_effect(room.id),)
    if room.outcome is not None:
        ended = Ended(room.outcome.winner, room.outcome.ending)
        effects = (*rate_effects(room, ended, room.game.ply, entries), *effects)
    return Decision((known,), effects)


def change(room: Room, command: ChangeRating) -> Decision[RoomEvent]:
    """Record what the game made of a player's rating; a repeat changes nothing."""
    side = seat_of(room, command.by)
    entry = room.entries[side]
    if entry is None or entry.after is not None:
        return Decision()
    changed = RatingChanged(side, command.points, command.deviation, command.before)
    return Decision((changed,), (game_row_effect(room.id),))


def rate_effects(
    room: Room,
    ended: Ended,
    plies: int,
    entries: BySide[Entry | None] | None = None,
) -> tuple[Effect, ...]:
    """The effects by which both players rate themselves at the end of a game."""
    red, black = room.entries if entries is None else entries
    if not counts(ended, plies) or red is None or black is None:
        return ()
    speed = speed_of(room.terms.clock).value
    return tuple(
        Effect("player", player, RatePlayer(room.id, speed, other.points, other.deviation, score))
        for player, other, score in (
            (room.seats.red, black, _score(ended, Side.RED)),
            (room.seats.black, red, _score(ended, Side.BLACK)),
        )
        if player is not None
    )


def counts(ended: Ended, plies: int) -> bool:
    """Whether a game with that many moves and such an end counts as played."""
    return plies >= MIN_PLIES and ended.ending not in WITHOUT_RESULT


def _score(ended: Ended, side: Side) -> float:
    if ended.winner is None:
        return 0.5
    return 1.0 if ended.winner is side else 0.0
