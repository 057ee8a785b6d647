"""Builders of tournaments: announced, entered, begun, and played in virtual time."""

from collections.abc import Iterable

from xiangqi_server.aggregates.room.messages import Settle
from xiangqi_server.aggregates.room.terms import FischerClock, GameTerms
from xiangqi_server.aggregates.tournaments.apply import apply
from xiangqi_server.aggregates.tournaments.decide import decide
from xiangqi_server.aggregates.tournaments.messages import (
    Announce,
    EnterTournament,
    TournamentCommand,
    TournamentEvent,
    WakeTournament,
)
from xiangqi_server.aggregates.tournaments.pairing_request import answer, question, with_answer
from xiangqi_server.aggregates.tournaments.plan import ArenaFormat, Conditions, Plan
from xiangqi_server.aggregates.tournaments.state import Tournament
from xiangqi_server.kernel.aggregate.decision import Stamped
from xiangqi_server.kernel.aggregate.steps import at_once

T0_MS = 1_700_000_000_000
MINUTE_MS = 60_000
START_MS = T0_MS + MINUTE_MS
TERMS = GameTerms(FischerClock(main_ms=180_000, increment_ms=2_000), takebacks=False)


def a_plan(
    minutes: int = 30, terms: GameTerms = TERMS, conditions: Conditions | None = None
) -> Plan:
    """An arena of so many minutes."""
    return Plan("Cup", ArenaFormat(minutes), terms, START_MS, "", conditions or Conditions())


def enter(player: str, rating: int = 1_500) -> EnterTournament:
    """A player enters who meets any condition."""
    return EnterTournament(player, rating, games=1_000, account_ms=0)


def thought_about(tournament: Tournament, command: TournamentCommand) -> TournamentCommand:
    """A command with the pairing that it needs, as the host brings it."""
    asked = None if has_pairing(command) else at_once(question(tournament, command))
    return command if asked is None else with_answer(command, answer(asked))


def has_pairing(command: TournamentCommand) -> bool:
    """Whether a command brings a pairing."""
    return isinstance(command, WakeTournament) and command.found is not None


def events_of(
    tournament: Tournament, command: TournamentCommand, now_ms: int
) -> tuple[TournamentEvent, ...]:
    """What a command leads to."""
    return decide(tournament, thought_about(tournament, command), now_ms).events


def after(tournament: Tournament, *commands: TournamentCommand, now_ms: int = T0_MS) -> Tournament:
    """The tournament once all commands took effect."""
    for command in commands:
        for event in events_of(tournament, command, now_ms):
            tournament = apply(tournament, Stamped(tournament.version + 1, now_ms, event))
    return tournament


def announced(plan: Plan | None = None, players: Iterable[str] = ()) -> Tournament:
    """A tournament of `org` that some have entered, each rated ten points below the one before."""
    entries = [enter(player, 2_000 - 10 * n) for n, player in enumerate(players)]
    return after(Tournament("cup"), Announce("org", plan or a_plan()), *entries)


def settle(room: str, winner: str | None, plies: int = 40) -> Settle:
    """A game was played."""
    return Settle(room, winner, counts=True, plies=plies)
