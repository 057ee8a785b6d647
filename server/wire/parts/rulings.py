"""What is told of the rules: warnings, rulings, how a game ended."""

from msgspec import Struct

from server.wire.terms import DeclineName, SideName


class RepetitionWarning(Struct, frozen=True):
    """A repetition on its way to a ruling; spectators get it too.

    Fields:
        text: in the language of `hello`, as it concerns the reader.
        occurrences: how often the present position has stood.
        rule_at: at which occurrence the rule set rules.
        side: whom the rules are about to turn against, null if it would be a draw.
        cycle: the moves of the loop, four characters each, oldest first; may be empty.
        detail: everything the rules know of it; see *Warnings and rulings*.
    """

    text: str
    occurrences: int
    rule_at: int
    side: SideName | None
    cycle: list[str]
    detail: dict[str, object]


class Outcome(Struct, frozen=True):
    """How a game ended.

    Fields:
        winner: null for a draw or a game without result; `ending` tells which.
        ending: for programs; see *Endings*.
        text: in the language of `hello`.
        ruling: the evidence, where the rules of the game ended it, else null; see
            *Warnings and rulings*.
        reason: why a challenge was declined, else null; see *Challenges*.
    """

    winner: SideName | None
    ending: str
    text: str
    ruling: dict[str, object] | None = None
    reason: DeclineName | None = None


class MarkedMove(Struct, frozen=True):
    """A move that a rule speaks about.

    Fields:
        move: four characters.
        text: what the rule says, in the language of `hello`.
    """

    move: str
    text: str
