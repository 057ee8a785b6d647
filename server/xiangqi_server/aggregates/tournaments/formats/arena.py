"""Arenas: for some minutes a free player is paired again; see `arena`."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from heapq import nlargest
from typing import ClassVar

from msgspec.structs import replace as with_fields

from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.terms import ClockTerms, CorrespondenceClock, FischerClock
from xiangqi_server.aggregates.room.time_limits import ready_ms
from xiangqi_server.aggregates.tournaments import arena, teams
from xiangqi_server.aggregates.tournaments.event_builder import EventBuilder
from xiangqi_server.aggregates.tournaments.format import BaseFormat, SummedOrder, without_sums
from xiangqi_server.aggregates.tournaments.messages import (
    ArenaPaired,
    FoundPairing,
    GameSettled,
    PlayerPaused,
)
from xiangqi_server.aggregates.tournaments.plan import ArenaFormat
from xiangqi_server.aggregates.tournaments.state import RANK_KEY, Entrant, Phase, Tournament
from xiangqi_server.kernel.aggregate.decision import Effect
from xiangqi_server.kernel.aggregate.refusal import require
from xiangqi_server.kernel.aggregate.spans import MINUTE_MS
from xiangqi_server.kernel.aggregate.steps import Steps


@dataclass(frozen=True)
class Arena(BaseFormat):
    """An arena, of players or of teams."""

    options: ArenaFormat

    counts_pauses: ClassVar[bool] = False
    keeps_apart: ClassVar[bool] = True
    may_rule: ClassVar[bool] = False

    def ready_ms(self, clock: ClockTerms) -> int:
        return ready_ms(clock)

    def checked(self) -> ArenaFormat:
        """The options: only a clock with main time and increment is halved."""
        clock = self.plan.terms.clock
        is_quick = not isinstance(clock, CorrespondenceClock)
        require(is_quick, RoomRefusal.BAD_TERMS, "An arena is not played by days.")
        if self.options.teams:
            teams.check_names(self.options.teams)
        if isinstance(clock, FischerClock):
            return self.options
        return with_fields(self.options, berserk=False)

    def begun(self, tournament: Tournament) -> Tournament:
        now_ms = tournament.begun_ms
        begun = replace(tournament, ends_ms=now_ms + self.options.minutes * MINUTE_MS)
        return self.with_entrants(begun, now_ms, *begun.entrants.values())

    def with_entrants(self, tournament: Tournament, at_ms: int, *changed: Entrant) -> Tournament:
        """The tournament in which the entrants wait if they can; a tick may be wanted."""
        if tournament.phase is not Phase.RUNNING:
            return tournament.with_entrants(*changed)
        after = tournament.with_entrants(*(arena.waiting(entrant, at_ms) for entrant in changed))
        return replace(after, tick_at_ms=arena.wanted_tick_ms(after, at_ms))

    def settled(self, tournament: Tournament, event: GameSettled, at_ms: int) -> Tournament:
        red, black = arena.both_scored(tournament, event)
        after = replace(tournament, games=tournament.games.without([event.room]))
        return self.with_entrants(after, at_ms, red._replace(room=""), black._replace(room=""))

    def are_enough(self, tournament: Tournament) -> bool:
        """An arena begins with any number of players: more may come."""
        return True

    def may_enter_late(self, tournament: Tournament) -> bool:
        return True

    def due_at_ms(self, tournament: Tournament) -> int:
        return arena.due_at_ms(tournament)

    def start(self, builder: EventBuilder, found: FoundPairing | None) -> tuple[Effect, ...]:
        """The first games come with the first tick."""
        return ()

    def go_on(self, builder: EventBuilder, found: FoundPairing | None) -> tuple[Effect, ...]:
        tournament, now_ms = builder.tournament, builder.now_ms
        if now_ms >= tournament.ends_ms:
            self.finish(builder)
            return ()
        is_late = now_ms >= arena.closes_ms(tournament)
        games = () if is_late else arena.pairs(tournament, now_ms)
        builder.add(ArenaPaired(games, arena.next_tick_ms(tournament, 2 * len(games), now_ms)))
        return self.opening(tournament, games)

    def settle(
        self, builder: EventBuilder, settled: GameSettled, absent: tuple[str, ...] = ()
    ) -> tuple[Effect, ...]:
        entrants = builder.tournament.entrants
        builder.add(settled)
        for player in absent:
            if entrants[player].takes_part:
                builder.add(PlayerPaused(player, absent=True))
        return ()

    def next_round_ms(self, tournament: Tournament) -> None:
        return None

    def closes_ms(self, tournament: Tournament) -> int | None:
        return arena.closes_ms(tournament) if tournament.phase is Phase.RUNNING else None

    def order_in_steps(self, tournament: Tournament) -> Steps[SummedOrder]:
        return without_sums(tournament.in_order())

    def leaders(self, tournament: Tournament, count: int) -> Sequence[Entrant]:
        return nlargest(count, tournament.entrants.values(), key=RANK_KEY)

    def team_rows(self, tournament: Tournament) -> list[teams.TeamRow]:
        return teams.rows_of_leaders(tournament, len(self.options.teams), self.options.leaders)
