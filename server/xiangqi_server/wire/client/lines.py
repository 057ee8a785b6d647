"""What you ask about moves that are no game here: a position, and what the rules say of a line."""

from xiangqi_server.wire.client.base import Request
from xiangqi_server.wire.limits import (
    FenText,
    LineText,
    LoneLine,
    NaturalLimit,
    OccurrenceCount,
    RuleSets,
    RulesText,
)


class Line(Request, tag="line", frozen=True):
    """Ask what becomes of a position after some moves; nothing is kept. Answer: `line`.

    Fields:
        fen: the start; "" for the opening position.
        moves: the moves as squares without gaps. A variation stands in brackets behind the move
            that it replaces: `h2e2h9g7(b9c7h0g2)h0g2`.
    """

    fen: FenText = ""
    moves: LineText = ""


class JudgeLine(Request, tag="judge_line", frozen=True):
    """Ask what rule sets say at the end of a line; nothing is kept. Answer: `judged_line`.

    Fields:
        fen: the start; "" for the opening position.
        moves: the moves as squares without gaps, without variations.
        rules: the rule sets, at most three; "" for that of `terms`, or else for `axf`.
        occurrences: the occurrence of a position at which the sets rule, instead of their own, from
            2 on; 0 leaves theirs.
        entering: whether the move that enters a repetition counts as one of it; null leaves it to
            the sets.
        limit: moves of each side without a capture that draw: 60, 50, or 0 for no limit; null
            leaves the usual one.
        terms: the rules of the game that the line is of, as its PGN has them in `RuleSet` and
            `RuleTerms`: `cxa 1 strict limit=50`. Its set judges as it judged that game. Other
            sets take what they know of the terms. What else is asked for here goes first. ""
            for no game: each set judges by its book, and rules always.
    """

    fen: FenText = ""
    moves: LoneLine = ""
    rules: RuleSets = ""
    occurrences: OccurrenceCount = 0
    entering: bool | None = None
    limit: NaturalLimit | None = None
    terms: RulesText = ""
