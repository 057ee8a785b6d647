"""The events of one decision, and the tournament they lead to."""

from collections.abc import Callable
from typing import Final

from xiangqi_server.aggregates.tournaments.messages import TournamentEvent
from xiangqi_server.aggregates.tournaments.state import Tournament
from xiangqi_server.kernel.aggregate.decision import Decision, Effect, Stamped

TournamentDecision = Decision[TournamentEvent]
Apply = Callable[[Tournament, Stamped[TournamentEvent]], Tournament]


class EventBuilder:
    """Events in the order in which they are decided, each on the state the ones before it leave.

    An event is applied once somebody reads the tournament after it, so the last one costs nothing.

    Args:
        apply: what an event does to a tournament.
    """

    def __init__(self, tournament: Tournament, now_ms: int, apply: Apply) -> None:
        self._tournament = tournament
        self._apply: Final = apply
        self._added: list[TournamentEvent] = []
        self._applied = 0
        self.now_ms: Final = now_ms

    @property
    def tournament(self) -> Tournament:
        """The tournament after all events so far."""
        for event in self._added[self._applied :]:
            stamped = Stamped(self._tournament.version + 1, self.now_ms, event)
            self._tournament = self._apply(self._tournament, stamped)
            self._applied += 1
        return self._tournament

    def add(self, event: TournamentEvent) -> None:
        """Decide on one more event."""
        self._added.append(event)

    def decision(
        self, effects: tuple[Effect, ...] = (), not_before_ms: int = 0
    ) -> TournamentDecision:
        """The events so far, with what they order."""
        return Decision(tuple(self._added), effects, not_before_ms)
