"""Round robins whose pairs play when both want to, until a date; see `free`."""

from dataclasses import dataclass, replace
from typing import ClassVar, Final

from msgspec.structs import replace as with_fields

from xiangqi_server.aggregate.decision import Effect
from xiangqi_server.aggregate.refusal import require
from xiangqi_server.aggregate.spans import DAY_MS, MINUTE_MS
from xiangqi_server.room.refusals import RoomRefusal
from xiangqi_server.room.terms import CorrespondenceClock
from xiangqi_server.tournaments import free
from xiangqi_server.tournaments.event_builder import EventBuilder
from xiangqi_server.tournaments.formats.robin import Robin
from xiangqi_server.tournaments.messages import FoundPairing, RoundPaired
from xiangqi_server.tournaments.plan import RobinFormat
from xiangqi_server.tournaments.state import Tournament

MIN_FREE_MS: Final = 5 * MINUTE_MS
MAX_FREE_MS: Final = 90 * DAY_MS
"""How long the pairs of a round robin may have to find a time."""


@dataclass(frozen=True)
class FreeRobin(Robin):
    """A round robin whose games are all open from the start; their players choose the time."""

    may_choose_time: ClassVar[bool] = True

    @property
    def lasts_ms(self) -> int:
        """How long the pairs have, however late it begins."""
        return (self.options.until_ms or 0) - self.plan.starts_ms

    @property
    def is_at_once(self) -> bool:
        return True

    def checked(self) -> RobinFormat:
        """The options, whose date fits."""
        is_by_days = isinstance(self.plan.terms.clock, CorrespondenceClock)
        require(not is_by_days, RoomRefusal.BAD_TERMS, "By days all games are played at once.")
        is_fit = MIN_FREE_MS <= self.lasts_ms <= MAX_FREE_MS
        require(is_fit, RoomRefusal.BAD_TERMS, "The last day is too near the start, or too far.")
        return self.options

    def begun(self, tournament: Tournament) -> Tournament:
        ends_ms = tournament.begun_ms + self.lasts_ms
        return replace(super().begun(tournament), ends_ms=ends_ms)

    def paired(self, tournament: Tournament, event: RoundPaired) -> Tournament:
        return free.paired(tournament, event)

    def due_at_ms(self, tournament: Tournament) -> int | None:
        return tournament.ends_ms if tournament.open_pairs else None

    def pairing(
        self, tournament: Tournament, found: FoundPairing | None
    ) -> tuple[RoundPaired, ...]:
        """All rounds, without byes: everybody would have one."""
        rounds = super().pairing(tournament, found)
        return tuple(with_fields(round_, byes=()) for round_ in rounds)

    def start(self, builder: EventBuilder, found: FoundPairing | None) -> tuple[Effect, ...]:
        """Pair all rounds; a room is opened only once both players want to."""
        super().go_on(builder, found)
        return ()

    def go_on(self, builder: EventBuilder, found: FoundPairing | None) -> tuple[Effect, ...]:
        _rule_rest(builder)
        self.close_round(builder)
        return ()

    def close_round(self, builder: EventBuilder) -> None:
        """The tournament is over once nothing is played and no pair may still play."""
        if not free.may_go_on(builder.tournament):
            _rule_rest(builder)
            super().close_round(builder)

    def let_go(self, builder: EventBuilder, player: str) -> None:
        """Have a player leave; pairs that are left may all be without somebody then."""
        has_open = bool(builder.tournament.open_pairs)
        super().let_go(builder, player)
        if has_open:
            self.close_round(builder)


def _rule_rest(builder: EventBuilder) -> None:
    for ruled in free.ruled(builder.tournament):
        builder.add(ruled)
