"""What the server sends about lines of moves that are no game here."""

from xiangqi_server.wire.parts import JudgedSet, LineFlaw
from xiangqi_server.wire.server.base import ServerMessage
from xiangqi_server.wire.terms import SideName


class Line(ServerMessage, tag="line", frozen=True):
    """The answer to `line`: the position at the end of the line, without its variations.

    Fields:
        fen: the position.
        moves: every legal move as squares, with a space between two; none of a position with a
            flaw.
        check: the side that stands in check, or null.
        occurrences: how often the position has occurred.
        wxf, chinese: each move of the question in its order, variations included.
        flaw: what is wrong with the question. The rest is then as far as it could be read; else
            null.
    """

    id: str
    fen: str
    moves: str
    check: SideName | None
    occurrences: int
    wxf: list[str]
    chinese: list[str]
    flaw: LineFlaw | None


class JudgedLine(ServerMessage, tag="judged_line", frozen=True):
    """The answer to `judge_line`: what each rule set says at the end of the line.

    Fields:
        sets: in the order in which they were asked for.
        flaw: what is wrong with the question, else null.
    """

    id: str
    sets: list[JudgedSet]
    flaw: LineFlaw | None
