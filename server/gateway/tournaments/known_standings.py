"""The standings of tournaments, worked out once for each state of a tournament.

For a Swiss tournament of a thousand players that takes a tenth of a second, and strangers may ask
for pages of them as often as they like, even if nobody here watches.
"""

from collections import OrderedDict
from typing import Final

from server.tournaments.standings import Standings, standings_of
from server.tournaments.state import Tournament

MOST: Final = 64
"""How many standings are kept: a bound, because strangers choose which they ask for."""


class KnownStandings:
    """The standings that were asked for last. Owned by the gateway."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Standings] = OrderedDict()

    def of(self, tournament: Tournament) -> Standings:
        """The standings of a tournament as it stands."""
        kept = self._kept.get(tournament.id)
        if kept is None or kept.tournament is not tournament:
            kept = self._kept[tournament.id] = standings_of(tournament)
        self._kept.move_to_end(tournament.id)
        if len(self._kept) > MOST:
            self._kept.popitem(last=False)
        return kept
