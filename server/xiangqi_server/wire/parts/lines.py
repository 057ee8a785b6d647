"""Parts of messages about lines of moves that are no game here."""

from msgspec import Struct

from xiangqi_server.wire.parts.rulings import MarkedMove, Ruling
from xiangqi_server.wire.terms import JudgedState, RulesName, SideName


class LineFlaw(Struct, frozen=True):
    """What is wrong with a position or a line.

    Fields:
        code: for programs.
        text: in the language of `hello`.
        at: the character of the moves where it is; -1 for the position.
    """

    code: str
    text: str
    at: int


class JudgedSet(Struct, frozen=True):
    """What one rule set says at the end of a line.

    Fields:
        rules: the set.
        state: `ruled` if the game is over, `warned` if going on has consequences, `open` if it may
            go on, `no_time` if the set had not answered in time: that is no draw.
        text: the ruling or the warning in the language of `hello`, if the set has one.
        side: the side that loses, or that has to deviate; null for a draw.
        ruling: the evidence, if there is any. Of `warned` and `open` it is that of the repetition
            so far.
        banned: the moves that may not be played, and why.
    """

    rules: RulesName
    state: JudgedState
    text: str
    side: SideName | None
    ruling: Ruling | None
    banned: list[MarkedMove]
