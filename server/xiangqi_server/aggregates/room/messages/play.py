"""Moves, the warnings and the end that they lead to, and the ways to end a game without a move."""

from msgspec import Struct

from xiangqi_server.aggregates.room.messages.seats import DeclineReason
from xiangqi_server.game.rules.board.encoding import Side


class Moved(Struct, frozen=True, gc=False, tag="moved"):
    """A move was played.

    Fields:
        ply: its number, from 0.
        uci, wxf, chinese: the move in coordinates, WXF and Chinese (simplified).
        check: the move gives check.
        spent_ms: what the turn took, from its start to the arrival of the move, without
            downtime; 0 for a premove.
        red_left_ms, black_left_ms: the time left on the clocks after the move, without
            the periods or counted seconds that may follow it; 0 in a game without a clock.
        red_periods, black_periods: periods of byo-yomi left.
        compensated_ms: the part of `spent_ms` that was not charged: lag, and, in the first seconds
            after downtime, what went beyond the time left.
        red_quota_ms, black_quota_ms: lag that may still be compensated in this game.
    """

    ply: int
    uci: str
    wxf: str
    chinese: str
    check: bool
    spent_ms: int
    red_left_ms: int
    black_left_ms: int
    red_periods: int = 0
    black_periods: int = 0
    compensated_ms: int = 0
    red_quota_ms: int = 0
    black_quota_ms: int = 0


class Warned(Struct, frozen=True, gc=False, tag="warned"):
    """A repetition is on its way to a ruling; it stands until the next move or the end.

    Fields:
        warning: the record (`rules.adjudication.records`) of a `RepetitionWarning`; older events
            have words in it as well, which nobody reads.
    """

    warning: dict[str, object]


class Ended(Struct, frozen=True, gc=False, tag="ended"):
    """The game is over: the clocks stand still, offers and warning are gone.

    Fields:
        winner: 0 or 1, None for a draw or an aborted game.
        ending: how, a value of `room.endings.RoomEnding` or `rules.repetition.ruling.Ending`.
        ruling: the record (`rules.adjudication.records`) of a `Ruling` that ended the game.
        texts: the ruling in words, by language; only older events have it.
        reason: why a challenge was declined, else None.
    """

    winner: Side | None
    ending: str
    ruling: dict[str, object] | None = None
    texts: dict[str, str] = {}
    reason: DeclineReason | None = None


class WithRuling(Struct, frozen=True, gc=False):
    """What the rules say about a move or a takeback, worked out before it is decided.

    Fields:
        follows: the end or the warning to which it leads.
        refusal, detail: why it may not be played, empty if it may.
    """

    follows: Ended | Warned | None = None
    refusal: str = ""
    detail: str = ""


class PlayMove(Struct, frozen=True, gc=False, tag="play"):
    """Play a move given as text in any notation.

    Fields:
        ply: the number of the ply played, from 0.
        premove: it was waiting for this ply, and is refused if it would lose by repetition.
        made_at_ms: when a premove arrived. Time after that is not charged, so a premove that was
            there before its turn costs nothing.
        lag_ms: how late the move arrived because of the line, as the server measured it.
        ruling: what the rules say about the move, if that was worked out elsewhere.
        delivered_ms: when the mover's node told its clients that this ply is to be played; 0 if
            that is not known.
    """

    by: str
    ply: int
    text: str
    premove: bool = False
    lag_ms: int = 0
    made_at_ms: int = 0
    ruling: WithRuling | None = None
    delivered_ms: int = 0


class Resign(Struct, frozen=True, gc=False, tag="resign"):
    """Give the game up."""

    by: str


class Abort(Struct, frozen=True, gc=False, tag="abort"):
    """End the game without a result before its second move, or withdraw an invitation."""

    by: str


class Overrule(Struct, frozen=True, gc=False, tag="overrule"):
    """An order of a tournament: its arbiter has ruled the game, which ends without a result."""


PlayCommand = Overrule | PlayMove | Resign | Abort
PlayEvent = Moved | Warned | Ended
