"""Tournaments of rounds: a round is over with its last game, and after a break comes the next."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from heapq import nlargest
from typing import ClassVar, Final

from xiangqi_server.aggregates.tournaments.event_builder import EventBuilder
from xiangqi_server.aggregates.tournaments.format import BaseFormat, SummedOrder
from xiangqi_server.aggregates.tournaments.messages import (
    FoundPairing,
    GameSettled,
    PairedGame,
    PlayerPaused,
    RoundOver,
    RoundPaired,
)
from xiangqi_server.aggregates.tournaments.pairing.round_pairing import without_walkovers
from xiangqi_server.aggregates.tournaments.plan import RobinFormat, SwissFormat, TeamRobinFormat
from xiangqi_server.aggregates.tournaments.results import round_results
from xiangqi_server.aggregates.tournaments.results.crosstable import crosstable, crosstable_in_steps
from xiangqi_server.aggregates.tournaments.results.ranking import (
    ordered,
    ordered_in_steps,
)
from xiangqi_server.aggregates.tournaments.sheet import games_on
from xiangqi_server.aggregates.tournaments.state import Entrant, Tournament
from xiangqi_server.kernel.aggregate.decision import Effect
from xiangqi_server.kernel.aggregate.steps import Steps

MOST_COMPARED: Final = 24
"""How many players are put in order by all that may count, while others wait for it."""


@dataclass(frozen=True)
class Rounds(BaseFormat):
    """What the formats have in common in which all play a round at a time."""

    options: RobinFormat | SwissFormat | TeamRobinFormat

    has_rounds: ClassVar[bool] = True

    @property
    def is_at_once(self) -> bool:
        """All rounds are paired at the start."""
        return False

    @abstractmethod
    def pairing(
        self, tournament: Tournament, found: FoundPairing | None
    ) -> tuple[RoundPaired, ...]:
        """The next round, or all of them at once; empty if no pair is left.

        Args:
            found: the pairing of the next round, if it was worked out elsewhere.
        """

    def begun(self, tournament: Tournament) -> Tournament:
        field = sorted(tournament.entrants.values(), key=lambda entrant: entrant.by_entering)
        return replace(tournament, field=tuple(entrant.player for entrant in field))

    def settled(self, tournament: Tournament, event: GameSettled, at_ms: int) -> Tournament:
        return round_results.settled(tournament, event, at_ms, is_at_once=self.is_at_once)

    def boards(self, tournament: Tournament, number: int) -> tuple[PairedGame, ...]:
        is_there = 0 < number <= len(tournament.rounds)
        return tournament.rounds[number - 1].games if is_there else ()

    def taken_back(self, tournament: Tournament, room: str) -> Tournament:
        return round_results.taken_back(tournament, room)

    def go_on(self, builder: EventBuilder, found: FoundPairing | None) -> tuple[Effect, ...]:
        rounds = self.pairing(builder.tournament, found)
        if not rounds:
            self.finish(builder)
        opened: list[PairedGame] = []
        for round_ in rounds:
            builder.add(round_)
            opened += without_walkovers(builder, round_.games)
        if rounds:
            self.close_round(builder)
        return self.opening(builder.tournament, tuple(opened))

    def settle(
        self, builder: EventBuilder, settled: GameSettled, absent: tuple[str, ...] = ()
    ) -> tuple[Effect, ...]:
        """Pause the missing players; after the last game close the round."""
        goes_on = len(builder.tournament.games) > 1
        builder.add(settled)
        if goes_on and not absent:  # nearly always: nothing else follows, so nothing is tried out
            return ()
        for player in absent:
            entrant = builder.tournament.entrants[player]
            if entrant.takes_part and _stays_away(entrant):
                builder.add(PlayerPaused(player, absent=True))
        self.close_round(builder)
        return ()

    def close_round(self, builder: EventBuilder) -> None:
        """If no game is left: the next round comes after a break, or the tournament is over.

        At real boards without dates it waits for a person who has it paired.
        """
        tournament = builder.tournament
        if tournament.games:
            return
        number = len(tournament.rounds)
        if number >= self.round_count(tournament):
            self.finish(builder)
        elif not self.plan.at_boards or self.plan.dates:
            builder.add(RoundOver(number, builder.now_ms + self.options.break_s * 1_000))

    def round_of(self, tournament: Tournament) -> int:
        return len(tournament.rounds)

    def order_in_steps(self, tournament: Tournament) -> Steps[SummedOrder]:
        table = yield from crosstable_in_steps(tournament)
        return (yield from ordered_in_steps(tournament.entrants, table, self.plan.ranking))

    def leaders(self, tournament: Tournament, count: int) -> Sequence[Entrant]:
        """The players with most points; no others are put in order.

        This is decided on the loop. So of a crowd only the rows of these are looked at, and too
        many equal players come in the order of entering.
        """
        entrants, ranking = tournament.entrants, self.plan.ranking
        points = {entrant.player: entrant.score for entrant in entrants.values()}
        least = min(nlargest(count, points.values()), default=0)
        first = {player: entrants[player] for player, own in points.items() if own >= least}
        if len(entrants) <= MOST_COMPARED:
            rows = ordered(first, crosstable(tournament), ranking)
        elif len(first) <= MOST_COMPARED:
            rows = ordered(first, crosstable(tournament, first), ranking, points)
        else:
            return sorted(first.values(), key=_by_points_and_entering)
        return [entrant for entrant, _ in rows]


def _by_points_and_entering(entrant: Entrant) -> tuple[int, int, str]:
    return (-entrant.score, *entrant.by_entering)


def _stays_away(entrant: Entrant) -> bool:
    """Whether a player did not come to the latest two games."""
    latest = list(games_on(entrant.sheet))[-2:]
    return len(latest) == 2 and all(game.unplayed and not game.points for game in latest)
