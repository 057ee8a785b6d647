"""Moves, and the ways in which a player alone ends a game: resigning and aborting.

A move is in time if it *arrived* before the flag fell, so a mate that arrived in time
wins however long the commit takes. Once the flag has fallen, nothing that arrives later counts,
neither a move nor a resignation nor an agreement: the alarm ends the game. What follows from a
move (the end, a warning) is part of the same decision and of the same append. So no reader ever
sees a mate that has not ended the game.
"""

from typing import Final

from xiangqi_server.aggregates.room.decisions.endings import (
    RoomDecision,
    RoomEnding,
    closing,
    ended,
)
from xiangqi_server.aggregates.room.decisions.preconditions import (
    require_in_time,
    require_on,
    require_playing,
    seat_of,
)
from xiangqi_server.aggregates.room.decisions.readiness import called_off, readied, void
from xiangqi_server.aggregates.room.decisions.rulings import apply_ruling, consequence, on_loop
from xiangqi_server.aggregates.room.decisions.turn_cost import TurnCost, turn_cost
from xiangqi_server.aggregates.room.messages import Abort, Ended, Moved, PlayMove, Resign, Warned
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.state import Room, Status
from xiangqi_server.game.rules.board.encoding import Move, Side, move_from_uci, uci_of
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.game.notation import (
    NotationCode,
    NotationError,
    read_move,
    write_for_score,
)
from xiangqi_server.game.rules.rulesets import NeedsSearch
from xiangqi_server.kernel.aggregate.decision import Decision, Unanswered
from xiangqi_server.kernel.aggregate.refusal import Refused, require

ABORT_PLIES: Final = 2
"""Before this many moves are played a game may be ended without a result."""

_REFUSALS: Final = {
    NotationCode.UNREADABLE: RoomRefusal.UNREADABLE_MOVE,
    NotationCode.NO_SUCH_PIECE: RoomRefusal.ILLEGAL_MOVE,
    NotationCode.ILLEGAL: RoomRefusal.ILLEGAL_MOVE,
    NotationCode.AMBIGUOUS: RoomRefusal.AMBIGUOUS_MOVE,
}


def play_move(room: Room, command: PlayMove, now_ms: int) -> RoomDecision:
    """Play a move that arrived at `now_ms`, with all that follows from it.

    Raises:
        Refused: STALE_PLY, NOT_YOUR_TURN, FLAG_FELL, BANNED_MOVE or PREMOVE_LOSES, or as
            `read_text` and `preconditions` say.
    """
    game, mover = room.game, seat_of(room, command.by)
    if room.status is not Status.PLAYING:
        require_on(room)
    if room.timing.suspended is not None:
        raise Refused(RoomRefusal.SUSPENDED)
    if command.ply != game.ply:
        raise Refused(RoomRefusal.STALE_PLY)
    if mover is not game.to_move:
        raise Refused(RoomRefusal.NOT_YOUR_TURN)
    arrived_ms = min(now_ms, command.made_at_ms) if command.premove else now_ms
    cost = turn_cost(room, arrived_ms, command.lag_ms, command.delivered_ms)
    move = read_text(game, command.text)
    follows = _consequence(room, move, command)
    moved = _moved(room, move, game.play(move), cost)
    shown = readied(room, mover) if room.status is Status.READYING else ()
    if follows is None:
        return Decision((*shown, moved))
    effects = closing(room, follows, game.ply + 1) if isinstance(follows, Ended) else ()
    return Decision((*shown, moved, follows), effects)


def _consequence(room: Room, move: Move, command: PlayMove) -> Ended | Warned | None:
    """What follows from a legal move, taken from the ruling if the command brings one.

    Raises:
        Refused: BANNED_MOVE or PREMOVE_LOSES.
        Unanswered: what follows is too hard for an event loop.
    """
    if command.ruling is not None:
        return apply_ruling(command.ruling)
    try:
        return consequence(room.game, on_loop(room.terms.rules), move, premove=command.premove)
    except NeedsSearch:
        raise Unanswered from None


def resign(room: Room, command: Resign, now_ms: int) -> RoomDecision:
    """Give the game up, in either player's turn.

    Raises:
        Refused: as `preconditions` say.
    """
    side = seat_of(room, command.by)
    require_playing(room)
    require_in_time(room, now_ms)
    return ended(room, RoomEnding.RESIGN, side.opponent)


def abort(room: Room, command: Abort, now_ms: int) -> RoomDecision:
    """End a game that has hardly begun, withdraw an invitation, or decline a pair that was found.

    The other player of such a pair goes on looking for a game.

    Raises:
        Refused: NOT_SEATED, GAME_OVER, TOO_LATE_TO_ABORT or FLAG_FELL.
    """
    side = seat_of(room, command.by)
    require(room.status is not Status.OVER, RoomRefusal.GAME_OVER)
    if room.status is Status.READYING:
        return void(room, (room.seats.of(side.opponent),))
    require(room.game.ply < ABORT_PLIES, RoomRefusal.TOO_LATE_TO_ABORT)
    require_in_time(room, now_ms)
    return called_off(room, RoomEnding.ABORTED, (command.by,))


def overrule(room: Room) -> RoomDecision:
    """End a game that an arbiter has ruled elsewhere; one that is over stays as it is."""
    return Decision() if room.status is Status.OVER else ended(room, RoomEnding.ABORTED)


def _moved(room: Room, move: Move, after: Game, cost: TurnCost) -> Moved:
    """The event of a legal move: how people write the move, and what it cost."""
    mover = room.game.to_move
    wxf, chinese = write_for_score(room.game.board, mover, move)
    red, black = room.timing.clock.spent(mover, cost.charged_ms).times
    red_quota_ms, black_quota_ms = room.timing.quotas_ms
    return Moved(
        ply=room.game.ply,
        uci=uci_of(move),
        wxf=wxf,
        chinese=chinese,
        check=after.checked,
        spent_ms=cost.spent_ms,
        red_left_ms=red.left_ms,
        black_left_ms=black.left_ms,
        red_periods=red.periods,
        black_periods=black.periods,
        compensated_ms=cost.spent_ms - cost.charged_ms,
        red_quota_ms=cost.quota_ms if mover is Side.RED else red_quota_ms,
        black_quota_ms=cost.quota_ms if mover is Side.BLACK else black_quota_ms,
    )


def read_text(game: Game, text: str) -> Move:
    """The legal move that a player meant, given as two squares (the usual case) or in any notation.

    Raises:
        Refused: ILLEGAL_MOVE, UNREADABLE_MOVE or AMBIGUOUS_MOVE.
    """
    try:
        move = move_from_uci(text)
    except ValueError:
        return _read_notation(game, text)
    if game.after(move) is None:
        raise Refused(RoomRefusal.ILLEGAL_MOVE)
    return move


def _read_notation(game: Game, text: str) -> Move:
    try:
        return read_move(game.position, text)
    except NotationError as error:
        raise Refused(_REFUSALS[error.code]) from None
