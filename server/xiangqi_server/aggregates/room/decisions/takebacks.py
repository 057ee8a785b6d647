"""Takebacks: what is taken back, and what the clocks show afterwards.

The asker's own last move is undone, and the reply to it if there is one, so that it is
the asker's turn again. Neither gains time by it: each side keeps what it has now. The turn
that is cut off is charged, no increment is taken back, and a new turn starts with the
event. Repetition, score and warnings are those of the shorter game; only the log knows
that there was another.
"""

from xiangqi_server.aggregates.room.decisions.endings import RoomDecision
from xiangqi_server.aggregates.room.decisions.rulings import on_loop, verdict
from xiangqi_server.aggregates.room.decisions.turn_cost import turn_cost
from xiangqi_server.aggregates.room.messages import RoomEvent, TookBack, WithRuling
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.game.rules.rulesets import NeedsSearch
from xiangqi_server.kernel.aggregate.decision import Decision, Unanswered
from xiangqi_server.kernel.aggregate.refusal import require


def require_takeback(room: Room, asker: Side) -> None:
    """Go on if there is something that `asker` may ask to take back.

    Raises:
        Refused: TAKEBACKS_OFF or NOTHING_TO_TAKE_BACK.
    """
    require(room.terms.takebacks, RoomRefusal.TAKEBACKS_OFF)
    require(room.game.ply >= plies_back(room, asker), RoomRefusal.NOTHING_TO_TAKE_BACK)


def take_back(
    room: Room, asker: Side, now_ms: int, ruling: WithRuling | None = None
) -> RoomDecision:
    """The agreed takeback, and the warning that stood when the position was first on the board."""
    plies, mover = plies_back(room, asker), room.game.to_move
    charged_ms = turn_cost(room, now_ms).charged_ms
    clock = room.timing.clock.cut(mover, charged_ms)
    took_back = TookBack(
        side=asker,
        plies=plies,
        spent_ms=charged_ms,
        red_left_ms=clock.times.red.left_ms,
        black_left_ms=clock.times.black.left_ms,
        red_periods=clock.times.red.periods,
        black_periods=clock.times.black.periods,
    )
    if ruling is not None:
        follows = ruling.follows
    else:
        shorter = room.game.back_to(room.game.ply - plies)
        try:
            follows = verdict(shorter, on_loop(room.terms.rules))
        except NeedsSearch:
            raise Unanswered from None
    events: tuple[RoomEvent, ...] = (took_back,) if follows is None else (took_back, follows)
    return Decision(events)


def plies_back(room: Room, asker: Side) -> int:
    """How many moves are undone: to the turn in which `asker` played last."""
    return 2 if room.game.to_move is asker else 1
