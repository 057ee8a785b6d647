"""What a rule set is: numbers, clauses, and a small strategy for repeated play.

It is the place a new rule set is fitted into. The numbers are data. The strategy answers what sets
rule differently; every other thing (checkmate, the natural limit, forbid mode, warnings) is the
same for all and lives in `rules.adjudication`.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple, Protocol

from xiangqi_server.game.rules.board.encoding import Board, Move, Side
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.repetition.evidence import Evidence
from xiangqi_server.game.rules.repetition.evidence_builder import evidence_of
from xiangqi_server.game.rules.repetition.inspector import Inspector
from xiangqi_server.game.rules.repetition.laps import RuledAt, ruled_part
from xiangqi_server.game.rules.repetition.ruling import Ban, Ending, Verdict
from xiangqi_server.game.rules.repetition.window import Window, repeated_part

NATURAL_LIMITS: Final = (60, 50, 0)
"""The natural limits that may be agreed on; the first is usual, and 0 stands for none at all."""

USUAL_LIMIT: Final = NATURAL_LIMITS[0]
"""Moves of each side without a capture that draw a game, unless its terms say otherwise."""


class NeedsSearch(Exception):
    """A ruling needs a search, where the terms allow none."""


class RuleOptions(NamedTuple):
    """Which rules a game is judged by: what its players agreed on, and how the question is asked.

    Rooms store what was agreed (`room.terms.RuleTerms`). `may_search`, `timed_out`, `rule_at` and
    `every_doubt` belong to one question and are stored nowhere.

    Fields:
        name: one of `RULE_SET_NAMES`.
        version: of the rule set; 0 stands for the current one.
        forbid: moves that would lose by repetition are refused instead.
        strict: rule at the third occurrence, where the set rules at the fourth.
        count_option: with ``club``, also lose by 6, 12 or 18 checks in a row.
        always: with ``cxa``, rule also where an arbiter would have to decide.
        may_search: False on an event loop: what needs a search raises `NeedsSearch`.
        timed_out: with ``cxa``, as if the budget of positions were spent: easy searches alone
            are made; for studies.
        nine_rounds: with ``cxa``, nine rounds of checks, kills and chases by one side lose
            although no position recurs.
        entering: the move that enters a loop is counted as one of it, unless it captures.
        natural_limit: moves of each side without a capture that draw; 0 for no limit.
        rule_at: the occurrence to rule at, instead of the set's own; for studies.
        every_doubt: with ``cxa``, tell all the readings that differ, not the first; for studies.
    """

    name: str = "axf"
    version: int = 0
    forbid: bool = False
    strict: bool = False
    count_option: bool = False
    always: bool = False
    timed_out: bool = False
    rule_at: int | None = None
    every_doubt: bool = False
    nine_rounds: bool = False
    may_search: bool = True
    entering: bool = False
    natural_limit: int = USUAL_LIMIT


class AgreedRules(Protocol):
    """What players agreed on, as the server and its clients have it (`room.terms.RuleTerms`)."""

    @property
    def name(self) -> str:
        """One of `RULE_SET_NAMES`."""

    @property
    def version(self) -> int:
        """Of the rule set; 0 stands for the current one."""

    @property
    def forbid(self) -> bool:
        """Moves that would lose by repetition are refused."""

    @property
    def strict(self) -> bool:
        """It rules at the third occurrence."""

    @property
    def count(self) -> bool:
        """Checks in a row lose by their number."""

    @property
    def always(self) -> bool:
        """It rules also where an arbiter would have to decide."""

    @property
    def nine_rounds(self) -> bool:
        """Nine rounds of attacks lose."""

    @property
    def entering(self) -> bool | None:
        """The move that enters a loop counts; None stands for no."""

    @property
    def limit(self) -> int:
        """Moves without a capture that draw."""


def agreed_options(rules: AgreedRules) -> RuleOptions:
    """How a game is judged whose players agreed on `rules`."""
    return RuleOptions(
        rules.name,
        rules.version,
        forbid=rules.forbid,
        strict=rules.strict,
        count_option=rules.count,
        always=rules.always,
        nine_rounds=rules.nine_rounds,
        entering=rules.entering or False,
        natural_limit=rules.limit,
    )


@dataclass(frozen=True, slots=True)
class RoundsWarning:
    """A run of moves by one side that loses if it goes on, although no position recurs.

    Fields:
        verdict: what it leads to, with the evidence of its plies.
        rounds: how many it has gone on for.
        of: how many lose.
    """

    verdict: Verdict
    rounds: int
    of: int


@dataclass(frozen=True, slots=True)
class NaturalLimit:
    """A draw when nothing was taken for long.

    Fields:
        moves: moves of each side without a capture; 0 for no limit.
        checks: checks of the claiming side that count as such moves.
    """

    moves: int = USUAL_LIMIT
    checks: int = 10


@dataclass(frozen=True, slots=True)
class GeneralClauses:
    """The keys of the clauses that every rule set has in some form."""

    checkmate: str
    stalemate: str
    bare_material: str
    natural_limit: str


KEPT_LOOPS: Final = 64
"""Of how many loops the inspectors are kept: some 10 kB each."""

KEPT_BOARDS: Final = 60
"""After how many boards without an irreversible move none is kept: it could be asked about all."""


class Strategy(ABC):
    """How a rule set deals with repeated play."""

    __slots__ = ()

    def inspector(self) -> Inspector:
        """What `verdict` and `forecast` ask; it remembers, so windows of one game share it."""
        return Inspector()

    def inspector_of(self, past: Window) -> Inspector:
        """The inspector for what recurs at the end of `past`; while a loop goes on, the same one.

        A loop has the same boards at each of its plies, so it is known by them.
        """
        boards = past.repeated().boards
        if not 1 < len(boards) <= len(past.boards) <= KEPT_BOARDS:
            return self.inspector()
        return _kept_inspector(self, frozenset(boards))

    @abstractmethod
    def at_fault(self, window: Window, inspector: Inspector) -> Side | None:
        """Which side the set turns against for this cycle: it loses, or may not go on."""

    @abstractmethod
    def verdict(self, window: Window, inspector: Inspector) -> Verdict | None:
        """The loser by a position that recurs for the last time, without the evidence.

        `window` runs from some occurrence of the last position to its last. None: the
        set ends no game so.
        """

    @abstractmethod
    def forecast(self, window: Window, inspector: Inspector) -> Verdict | None:
        """Where such a cycle leads if it goes on, with its evidence.

        As `verdict`, and by the clause that fits best; but the "loser" of a set that bans is
        the side that will be banned. None: the set has nothing against the cycle.
        """

    def evidence(self, window: Window, inspector: Inspector) -> Evidence | None:
        """The evidence of some plies, whatever they lead to; None if it is not worked out."""
        return evidence_of(window, inspector)

    @abstractmethod
    def rule(self, game: Game, ruled_at: RuledAt) -> Verdict | None:
        """The verdict on the game as it stands, with its evidence; None lets it go on."""

    def losing_moves(self, game: Game) -> Mapping[Move, Verdict]:
        """The legal moves that lose at once without repeating a position."""
        del game
        return {}

    def rounds(self, game: Game) -> RoundsWarning | None:
        """A run of moves that will lose if it goes on without a repetition."""
        del game
        return None

    @abstractmethod
    def bans(self, game: Game) -> Mapping[Move, Ban]:
        """The legal moves that the set forbids the side to move."""

    def no_way_out(self, ban: Ban, game: Game) -> Verdict:
        """The verdict when every legal move is banned; `ban` is one of the bans."""
        return Verdict(game.to_move, Ending.BAN_STALEMATE, ban.clause)


@lru_cache(maxsize=KEPT_LOOPS)
def _kept_inspector(strategy: Strategy, boards: frozenset[Board]) -> Inspector:
    """What has been found out of the loop with these boards; nothing at first."""
    del boards
    return strategy.inspector()


def laps_to_rule_on(
    strategy: Strategy, game: Game, ruled_at: RuledAt, inspector: Inspector
) -> Window | None:
    """The latest laps, if the present position stood often enough for a ruling on them."""
    if game.occurrences < ruled_at.least:
        return None
    repeated = repeated_part(game, entering=ruled_at.entering)
    return ruled_part(
        repeated, ruled_at.occurrence, lambda laps: strategy.at_fault(laps, inspector)
    )


def draw_of_a_loop(strategy: Strategy, game: Game, occurrence: int) -> Verdict | None:
    """The draw at an occurrence, of a loop that neither side alone has to end."""
    inspector = strategy.inspector()
    laps = laps_to_rule_on(strategy, game, RuledAt.at(occurrence), inspector)
    if laps is None:
        return None
    verdict = strategy.forecast(laps, inspector)
    return verdict if verdict is not None and verdict.loser is None else None


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One version of one rule book, under the terms two players agreed on.

    Fields:
        warn_at: the occurrence from which players are warned.
        ruled_at: when a repetition is ruled on, or banned.
        bans: whether the side at fault is banned from going on, instead of losing.
        draws_unwinnable: whether a position that neither can win is drawn at once, though an
            attacking piece is left.
    """

    name: str
    version: int
    warn_at: int
    ruled_at: RuledAt
    bans: bool
    natural_limit: NaturalLimit
    general: GeneralClauses
    strategy: Strategy
    draws_unwinnable: bool = False
