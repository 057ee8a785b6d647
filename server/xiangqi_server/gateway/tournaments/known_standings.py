"""The standings of tournaments, worked out once for each state of a tournament.

In a Swiss tournament of a thousand players that takes some 20 ms, during which others are served.
Strangers may ask for pages of them as often as they like, with or without viewers here.
"""

import asyncio
from collections import OrderedDict
from typing import Final

from xiangqi_server.aggregates.tournaments.results.standings import Standings, standings_in_steps
from xiangqi_server.aggregates.tournaments.state import Tournament
from xiangqi_server.kernel.aggregate.steps import InSteps

MOST: Final = 64
"""How many standings are kept: a bound, because strangers choose which they ask for."""


class KnownStandings:
    """The standings that were asked for last. Owned by the gateway."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Standings] = OrderedDict()
        self._turn = asyncio.Lock()

    async def of(self, tournament: Tournament) -> Standings:
        """The standings of a tournament as it stood when this was asked."""
        async with self._turn:
            kept = self._kept.get(tournament.id)
            if kept is None or kept.tournament is not tournament:
                kept = self._kept[tournament.id] = await _worked_out(tournament)
            self._kept.move_to_end(tournament.id)
            if len(self._kept) > MOST:
                self._kept.popitem(last=False)
            return kept


async def _worked_out(tournament: Tournament) -> Standings:
    """The standings, with a turn of the loop for others after each step."""
    work = InSteps(standings_in_steps(tournament))
    for _ in work:
        await asyncio.sleep(0)
    return work.result
