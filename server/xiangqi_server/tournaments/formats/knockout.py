"""Knock-outs: the loser of a match is out; see `knockout`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from xiangqi_server.aggregate.decision import Effect
from xiangqi_server.tournaments import knockout, round_results
from xiangqi_server.tournaments.event_builder import EventBuilder
from xiangqi_server.tournaments.format import BaseFormat, SummedOrder, without_sums
from xiangqi_server.tournaments.messages import FoundPairing, GameSettled, PairedGame
from xiangqi_server.tournaments.plan import KnockoutFormat
from xiangqi_server.tournaments.round_pairing import walkovers
from xiangqi_server.tournaments.state import Entrant, Tournament
from xiangqi_server.tournaments.steps import Steps


@dataclass(frozen=True)
class Knockout(BaseFormat):
    """A knock-out, in which no round is waited for."""

    options: KnockoutFormat

    has_matches: ClassVar[bool] = True
    may_pause: ClassVar[bool] = False

    def begun(self, tournament: Tournament) -> Tournament:
        return knockout.drawn(tournament, third_place=self.options.third_place)

    def settled(self, tournament: Tournament, event: GameSettled, at_ms: int) -> Tournament:
        number = tournament.games[event.room].match
        after = round_results.settled(tournament, event)
        return knockout.settled(after, number, self.options.games)

    def go_on(self, builder: EventBuilder, found: FoundPairing | None) -> tuple[Effect, ...]:
        """Pair the games that can begin; after the last match the tournament is over."""
        effects: list[Effect] = []
        while (paired := knockout.pairing(builder.tournament)) is not None:
            builder.add(paired)
            stages = knockout.stages_of(builder.tournament, paired, self.options.games)
            settled = walkovers(builder.tournament, paired.games)
            for result in settled:
                builder.add(result)
            rooms = {result.room for result in settled}
            for game in paired.games:
                if game.room not in rooms:
                    opened = PairedGame(game.room, game.red, game.black)
                    terms = knockout.terms_of(self.plan.terms, stages[game.room])
                    effects += self.opening(builder.tournament, (opened,), terms)
        if knockout.is_decided(builder.tournament):
            self.finish(builder)
        return tuple(effects)

    def settle(
        self, builder: EventBuilder, settled: GameSettled, absent: tuple[str, ...] = ()
    ) -> tuple[Effect, ...]:
        """Pair the next game of the match, or of the next one; a player who is away stays in."""
        builder.add(settled)
        return self.go_on(builder, None)

    def round_count(self, tournament: Tournament) -> int:
        size = len(tournament.field) or tournament.taking_part
        return knockout.round_count(size) if size > 1 else 0

    def round_of(self, tournament: Tournament) -> int:
        size = len(tournament.field)
        begun = (number for number, match in tournament.matches.items() if match.games)
        return max((knockout.round_of(number, size) for number in begun), default=0)

    def order_in_steps(self, tournament: Tournament) -> Steps[SummedOrder]:
        return without_sums(knockout.order(tournament))

    def leaders(self, tournament: Tournament, count: int) -> Sequence[Entrant]:
        return knockout.order(tournament)
