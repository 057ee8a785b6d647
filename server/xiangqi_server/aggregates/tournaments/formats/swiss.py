"""Swiss tournaments: in each round players with equal points meet, no two twice; see `swiss`."""

from dataclasses import dataclass
from typing import ClassVar, Final

from xiangqi_server.aggregates.tournaments.format import LEAST_ENTRANTS
from xiangqi_server.aggregates.tournaments.formats.rounds import Rounds
from xiangqi_server.aggregates.tournaments.messages import FoundPairing, RoundPaired
from xiangqi_server.aggregates.tournaments.pairing import robin, swiss
from xiangqi_server.aggregates.tournaments.pairing.round_pairing import games_of
from xiangqi_server.aggregates.tournaments.plan import SwissFormat
from xiangqi_server.aggregates.tournaments.results import round_results
from xiangqi_server.aggregates.tournaments.results.crosstable import crosstable_in_steps, numbers_of
from xiangqi_server.aggregates.tournaments.state import Entrant, Phase, Tournament
from xiangqi_server.kernel.aggregate.decision import Unanswered
from xiangqi_server.kernel.aggregate.steps import Steps, at_once

AT_ONCE: Final = 6
"""How many players are paired on the loop: they have 15 pairings, whatever is asked of them."""


@dataclass(frozen=True)
class Swiss(Rounds):
    """A Swiss tournament."""

    options: SwissFormat

    keeps_apart: ClassVar[bool] = True
    gives_byes: ClassVar[bool] = True

    def entered(self, tournament: Tournament, entrant: Entrant) -> tuple[Tournament, Entrant]:
        return round_results.with_missed_rounds(tournament, entrant, self.options.late_points)

    def may_enter_late(self, tournament: Tournament) -> bool:
        parts = 1 if self.plan.at_boards else 2
        return parts * len(tournament.rounds) <= self.round_count(tournament)

    def round_count(self, tournament: Tournament) -> int:
        most = robin.round_count(len(tournament.entrants), double=False)
        return min(self.options.rounds, max(1, most))

    def may_ask(self, tournament: Tournament) -> bool:
        is_between = tournament.phase is Phase.RUNNING and not tournament.games
        is_next = is_between or tournament.phase is Phase.ANNOUNCED
        return is_next and tournament.taking_part > AT_ONCE

    def question_in_steps(self, tournament: Tournament) -> Steps[swiss.SwissQuestion | None]:
        asked = yield from self._question(tournament)
        return asked if len(asked.players) > AT_ONCE else None

    def _question(self, tournament: Tournament) -> Steps[swiss.SwissQuestion]:
        here, given = _present(tournament)
        playing = here.difference(given)
        numbers = {who: own for who, own in numbers_of(tournament).items() if who in playing}
        table = yield from crosstable_in_steps(tournament)
        players = yield from swiss.players_in_steps(table, numbers)
        number = len(tournament.rounds) + 1
        to_come = self.round_count(tournament) - number
        return swiss.SwissQuestion(players, None if to_come else number - 1, to_come)

    def pairing(
        self, tournament: Tournament, found: FoundPairing | None
    ) -> tuple[RoundPaired, ...]:
        """The next round; given byes stand beside those of players left over."""
        swiss_round = self._paired_now(tournament) if found is None else _paired_before(found)
        if swiss_round is None:
            return ()
        _, given = _present(tournament)
        number = len(tournament.rounds) + 1
        games = games_of(tournament, number, swiss_round.pairs)
        return (RoundPaired(number, games, (*swiss_round.byes, *given)),)

    def _paired_now(self, tournament: Tournament) -> swiss.SwissRound | None:
        here, given = _present(tournament)
        if len(here.difference(given)) > AT_ONCE:
            raise Unanswered
        players, last_points, to_come = at_once(self._question(tournament))
        if len(players) < LEAST_ENTRANTS:
            return None
        return swiss.paired(players, tournament.apart, last_points, to_come)


def _present(tournament: Tournament) -> tuple[frozenset[str], tuple[str, ...]]:
    """The players of the next round, and those of them that were given a bye."""
    entrants = tournament.entrants.values()
    present = frozenset(entrant.player for entrant in entrants if entrant.takes_part)
    given = {bye.player for bye in tournament.next_byes}
    return present, tuple(sorted(present.intersection(given)))


def _paired_before(found: FoundPairing) -> swiss.SwissRound | None:
    return swiss.SwissRound(list(found.pairs), found.byes) if found.is_possible else None
