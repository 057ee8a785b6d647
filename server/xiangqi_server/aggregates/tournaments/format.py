"""In what formats of tournaments differ: how each pairs, counts, goes on and ends.

Theory of operation. A plan names a format and its options; `formats.table` gives the format of a
plan. What all tournaments have in common asks the format where formats differ, and no other module
looks at the options. A format keeps nothing but the plan: what an answer takes from the tournament
is an argument. Its methods stand in four groups: what the plan means, what an event does to the
state, what is decided next, and the order of the entrants.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from xiangqi_server.aggregates.lobby.messages import Withdraw
from xiangqi_server.aggregates.room.messages import LOBBY_ID, Open
from xiangqi_server.aggregates.room.terms import ClockTerms, CorrespondenceClock, GameTerms, Seats
from xiangqi_server.aggregates.room.time_limits import allotted_ms
from xiangqi_server.aggregates.tournaments.actions import RuleGameAction
from xiangqi_server.aggregates.tournaments.event_builder import EventBuilder
from xiangqi_server.aggregates.tournaments.messages import (
    FoundPairing,
    GameSettled,
    PairedGame,
    PlayerLeft,
    RoundPaired,
    TournamentFinished,
)
from xiangqi_server.aggregates.tournaments.pairing.swiss import SwissQuestion
from xiangqi_server.aggregates.tournaments.plan import Plan, TournamentFormat
from xiangqi_server.aggregates.tournaments.results import round_results
from xiangqi_server.aggregates.tournaments.state import Entrant, Tournament
from xiangqi_server.aggregates.tournaments.teams import TeamMatch, TeamRow
from xiangqi_server.kernel.aggregate.decision import Effect
from xiangqi_server.kernel.aggregate.steps import Steps, at_once

LEAST_ENTRANTS: Final = 2
ORDER_KEPT: Final = 100
"""How many of the first places stand in the event of the end."""
_READY_PART: Final = 3
_LEAST_READY_MS: Final = 60_000
_MOST_READY_MS: Final = 600_000

SummedOrder = Sequence[tuple[Entrant, tuple[int, ...]]]
"""All players, the first first, each with the sums that tell equal points apart."""


def without_sums(order: Sequence[Entrant]) -> Steps[SummedOrder]:
    """An order in which nothing but the place tells players apart."""
    yield from ()
    return [(entrant, ()) for entrant in order]


@dataclass(frozen=True)
class BaseFormat(ABC):
    """The tournaments of one format under one plan.

    Attributes:
        has_rounds: all play a round at a time, so there is a crosstable.
        has_matches: it is a tree of matches.
        may_pause: players may pause.
        counts_pauses: a pause is counted as a departure.
        keeps_apart: an arbiter may keep two players apart.
        gives_byes: an arbiter may give a bye.
        may_rule: an arbiter may rule a game.
        may_choose_time: a pair plays when both players want to.
    """

    plan: Plan

    has_rounds: ClassVar[bool] = False
    has_matches: ClassVar[bool] = False
    may_pause: ClassVar[bool] = True
    counts_pauses: ClassVar[bool] = True
    keeps_apart: ClassVar[bool] = False
    gives_byes: ClassVar[bool] = False
    may_rule: ClassVar[bool] = True
    may_choose_time: ClassVar[bool] = False

    # What the plan means.

    def ready_ms(self, clock: ClockTerms) -> int:
        """How long both players may take to come to a game: a third of a side's time, 1 to 10 min.

        By days no player need come: 0.
        """
        whole_ms = allotted_ms(clock)
        if whole_ms is None:
            return 0
        return max(_LEAST_READY_MS, min(whole_ms // _READY_PART, _MOST_READY_MS))

    def checked(self) -> TournamentFormat:
        """The options as they can be played.

        Raises:
            Refused: BAD_TERMS.
        """
        return self.plan.format

    # What events do.

    @abstractmethod
    def begun(self, tournament: Tournament) -> Tournament:
        """The tournament once it has begun."""

    def entered(self, tournament: Tournament, entrant: Entrant) -> tuple[Tournament, Entrant]:
        """The tournament and a new player, with points for what it missed."""
        return tournament, entrant

    def with_entrants(self, tournament: Tournament, at_ms: int, *changed: Entrant) -> Tournament:
        """The tournament with some entrants as they are from a moment on."""
        return tournament.with_entrants(*changed)

    def paired(self, tournament: Tournament, event: RoundPaired) -> Tournament:
        """The tournament once a round is paired."""
        return round_results.paired(tournament, event)

    @abstractmethod
    def settled(self, tournament: Tournament, event: GameSettled, at_ms: int) -> Tournament:
        """The tournament once the result of a game is known."""

    # What is done at real boards.

    def boards(self, tournament: Tournament, number: int) -> tuple[PairedGame, ...]:
        """The games of a round, from 1, in the order of their boards; empty if it is not paired."""
        return ()

    def taken_back(self, tournament: Tournament, room: str) -> Tournament:
        """The tournament in which a game of the latest round has no result yet."""
        return tournament

    def corrected(self, tournament: Tournament, action: RuleGameAction) -> Tournament:
        """The tournament in which a game that is over has another result."""
        return round_results.with_ruling(tournament, action)

    def may_correct(self, tournament: Tournament, room: str) -> bool:
        """Whether a game that is over may have another result."""
        return True

    # What is decided next.

    def are_enough(self, tournament: Tournament) -> bool:
        """Whether there is anybody to play against, so that it may begin."""
        return tournament.taking_part >= LEAST_ENTRANTS

    def may_enter_late(self, tournament: Tournament) -> bool:
        """Whether a tournament that runs may still be entered."""
        return False

    def due_at_ms(self, tournament: Tournament) -> int | None:
        """When a tournament that runs wants to be woken, or None."""
        return None if tournament.games else tournament.tick_at_ms

    def may_ask(self, tournament: Tournament) -> bool:
        """Whether the next pairing may take too long for an event loop."""
        return False

    def question_in_steps(self, tournament: Tournament) -> Steps[SwissQuestion | None]:
        """What the next pairing depends on, if that may take too long for an event loop."""
        yield from ()
        return None

    def start(self, builder: EventBuilder, found: FoundPairing | None) -> tuple[Effect, ...]:
        """Decide on the first games, right after the begin; what opens their rooms."""
        return self.go_on(builder, found)

    @abstractmethod
    def go_on(self, builder: EventBuilder, found: FoundPairing | None) -> tuple[Effect, ...]:
        """Decide on the next games, or the end, when the time has come; what opens their rooms.

        Args:
            found: the pairing, if it was worked out elsewhere.
        """

    @abstractmethod
    def settle(
        self, builder: EventBuilder, settled: GameSettled, absent: tuple[str, ...] = ()
    ) -> tuple[Effect, ...]:
        """Decide what the result of a game brings with it.

        Args:
            absent: those of the two players that did not come, as the game's room reports.
        """

    def let_go(self, builder: EventBuilder, player: str) -> None:
        """Have a player leave, with what follows from that."""
        builder.add(PlayerLeft(player))

    def finish(self, builder: EventBuilder) -> None:
        """The tournament is over: its order stands."""
        rows = at_once(self.order_in_steps(builder.tournament))[:ORDER_KEPT]
        builder.add(TournamentFinished(tuple(entrant.player for entrant, _ in rows)))

    def opening(
        self, tournament: Tournament, games: tuple[PairedGame, ...], terms: GameTerms | None = None
    ) -> tuple[Effect, ...]:
        """What opens the rooms of games that were paired.

        Where these are live it takes their players out of all places for live games. At real boards
        no room is opened.

        Args:
            terms: of these games; None for those of the plan.
        """
        if self.plan.at_boards:
            return ()
        terms, origin = terms or self.plan.terms, f"tournament:{tournament.id}"
        rooms = (
            Effect(
                "room",
                game.room,
                Open(
                    terms,
                    Seats(game.red, game.black),
                    origin=origin,
                    ready_ms=self.ready_ms(terms.clock),
                    may_berserk=self.plan.format.berserk,
                ),
            )
            for game in games
        )
        players = tuple(player for game in games for player in (game.red, game.black))
        is_live = not isinstance(terms.clock, CorrespondenceClock)
        withdrawn = (Effect("lobby", LOBBY_ID, Withdraw(players)),) if games and is_live else ()
        return (*withdrawn, *rooms)

    # The order of the entrants.

    def round_count(self, tournament: Tournament) -> int:
        """How many rounds there will be, as far as is known; 0 in a format without rounds."""
        return 0

    def round_of(self, tournament: Tournament) -> int:
        """The latest round in which games were paired, from 1; 0 before the first."""
        return 0

    def next_round_ms(self, tournament: Tournament) -> int | None:
        """When the next round is paired, between two rounds; else None."""
        return tournament.tick_at_ms

    def closes_ms(self, tournament: Tournament) -> int | None:
        """The moment from which no game is paired; None where no time says so."""
        return None

    @abstractmethod
    def order_in_steps(self, tournament: Tournament) -> Steps[SummedOrder]:
        """The order of all players, step by step."""

    @abstractmethod
    def leaders(self, tournament: Tournament, count: int) -> Sequence[Entrant]:
        """The first players, at least so many of those there are."""

    def team_rows(self, tournament: Tournament) -> list[TeamRow]:
        """All teams that were announced, the first first."""
        return []

    def team_matches(self, tournament: Tournament) -> list[TeamMatch]:
        """All matches of teams in the rounds that were paired."""
        return []
