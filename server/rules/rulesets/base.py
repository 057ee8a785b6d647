"""What a rule set is: numbers, clauses, and a small strategy for repeated play.

This module hides nothing; it is the place a new rule set is fitted into. The numbers and
the texts are data. The strategy answers two questions about a game, and every other thing
(checkmate, the natural limit, forbid mode, warnings) is the same for all and lives in
`server.rules.adjudication`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from server.rules.board import Move
from server.rules.game import Game
from server.rules.ledger import Ledger
from server.rules.repetition import Inspector
from server.rules.ruling import Ban, Verdict
from server.rules.window import Window, repeated_part


@dataclass(frozen=True, slots=True)
class RuleTerms:
    """Which rules two players have agreed on; stored with the game.

    Fields:
        name: one of `RULE_SET_NAMES`.
        version: of the rule set.
        forbid: moves that would lose by repetition are refused instead.
        strict: rule at the third occurrence, where the set rules at the fourth.
        count_option: with ``club``, also lose by 6, 12 or 18 checks in a row.
        always: with ``cxa``, rule also where an arbiter would have to decide.
        in_haste: with ``cxa``, leave to an arbiter what needs a search: there was no time.
        rule_at: the occurrence to rule at, instead of the set's own; for studies.
    """

    name: str = "axf"
    version: int = 1
    forbid: bool = False
    strict: bool = False
    count_option: bool = False
    always: bool = False
    in_haste: bool = False
    rule_at: int | None = None


@dataclass(frozen=True, slots=True)
class NaturalLimit:
    """A draw when nothing was taken for long.

    Fields:
        moves: full moves without a capture.
        checks: checks of each side that count; a later one does not, nor its answer.
    """

    moves: int = 60
    checks: int = 10


@dataclass(frozen=True, slots=True)
class GeneralClauses:
    """The keys of the clauses that every rule set has in some form."""

    checkmate: str
    stalemate: str
    bare_material: str
    natural_limit: str


class Strategy(Protocol):
    """How a rule set deals with repeated play."""

    def inspector(self) -> Inspector:
        """What `blame` and `outlook` ask; it remembers, so windows of one game share it."""

    def blame(self, window: Window, inspector: Inspector) -> Verdict | None:
        """Who loses by a position that recurs for the last time, without a ledger.

        `window` runs from some occurrence of the last position to its last. None: the
        set ends no game so.
        """

    def outlook(self, window: Window, inspector: Inspector) -> Verdict | None:
        """Where such a cycle leads if it goes on, with its ledger.

        As `blame`, and by the clause that fits best; but the "loser" of a set that bans is
        the side that will be banned. None: the set has nothing against the cycle.
        """

    def ledger(self, window: Window, inspector: Inspector) -> Ledger:
        """The account of some plies, whatever they lead to."""

    def rule(self, game: Game, rule_at: int) -> Verdict | None:
        """The verdict on the game as it stands, with its ledger; None lets it go on."""

    def losing_moves(self, game: Game) -> Mapping[Move, Verdict]:
        """The legal moves that lose at once without repeating a position."""

    def bans(self, game: Game) -> Mapping[Move, Ban]:
        """The legal moves that the set forbids the side to move."""

    def no_way_out(self, ban: Ban, game: Game) -> Verdict:
        """The verdict when every legal move is banned; `ban` is one of the bans."""


def draw_of_a_loop(strategy: Strategy, game: Game, rule_at: int) -> Verdict | None:
    """The draw at the occurrence `rule_at`, of a loop that neither side alone has to end."""
    if game.occurrences < rule_at:
        return None
    verdict = strategy.outlook(repeated_part(game), strategy.inspector())
    return verdict if verdict is not None and verdict.loser is None else None


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One version of one rule book, under the terms two players agreed on.

    Fields:
        warn_at: the occurrence from which players are warned.
        rule_at: the occurrence at which a repetition is ruled on, or banned.
        bans: whether the side at fault is banned from going on, instead of losing.
        clauses: by key in the order of the book, the text by language.
    """

    name: str
    version: int
    warn_at: int
    rule_at: int
    bans: bool
    natural_limit: NaturalLimit
    general: GeneralClauses
    clauses: Mapping[str, Mapping[str, str]]
    strategy: Strategy
