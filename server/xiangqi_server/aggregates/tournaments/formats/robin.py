"""Round robins: everybody meets everybody, by Berger's tables."""

from dataclasses import dataclass

from xiangqi_server.aggregates.room.terms import CorrespondenceClock
from xiangqi_server.aggregates.tournaments.formats.rounds import Rounds
from xiangqi_server.aggregates.tournaments.messages import FoundPairing, RoundPaired
from xiangqi_server.aggregates.tournaments.pairing import robin
from xiangqi_server.aggregates.tournaments.pairing.round_pairing import games_of
from xiangqi_server.aggregates.tournaments.plan import RobinFormat
from xiangqi_server.aggregates.tournaments.state import Tournament


@dataclass(frozen=True)
class Robin(Rounds):
    """A round robin; by days all its games are played at once."""

    options: RobinFormat

    @property
    def is_at_once(self) -> bool:
        """By days all rounds are paired at the start."""
        return isinstance(self.plan.terms.clock, CorrespondenceClock)

    def round_count(self, tournament: Tournament) -> int:
        size = len(tournament.field) or tournament.taking_part
        return robin.round_count(size, double=self.options.double)

    def pairing(
        self, tournament: Tournament, found: FoundPairing | None
    ) -> tuple[RoundPaired, ...]:
        first = len(tournament.rounds) + 1
        last = self.round_count(tournament) if self.is_at_once else first
        return tuple(_round(tournament, number) for number in range(first, last + 1))


def _round(tournament: Tournament, number: int) -> RoundPaired:
    pairs, byes = robin.pairs_of(tournament.field, number)
    return RoundPaired(number, games_of(tournament, number, pairs), byes)
