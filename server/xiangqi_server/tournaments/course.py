"""How a tournament goes on after a result or at its time: the next games, the next round, the end.

Who plays whom is decided once: the append that stores a pairing also orders its rooms to be
opened, whoever dies in between, and the id of each room follows from where the log stands.
"""

from typing import Final

from xiangqi_server.aggregate.decision import Decision, Effect, Stamped
from xiangqi_server.lobby.messages import Withdraw
from xiangqi_server.room.messages import LOBBY_ID, Open
from xiangqi_server.room.terms import CorrespondenceClock, Seats
from xiangqi_server.room.time_limits import ready_ms
from xiangqi_server.tournaments import free, knockout, rounds
from xiangqi_server.tournaments.apply import apply
from xiangqi_server.tournaments.messages import (
    FoundPairing,
    PairedGame,
    RoundOver,
    TournamentEvent,
    TournamentFinished,
)
from xiangqi_server.tournaments.plan import Arena
from xiangqi_server.tournaments.round_pairing import pairing, walkovers
from xiangqi_server.tournaments.standings import standings_of
from xiangqi_server.tournaments.state import Tournament

TournamentDecision = Decision[TournamentEvent]

ORDER_KEPT: Final = 100
"""How many of the first places stand in the event of the end."""


class Course:
    """Events in the order in which they are decided, each on the state the ones before it leave."""

    def __init__(self, tournament: Tournament, now_ms: int) -> None:
        self.tournament = tournament
        self.events: list[TournamentEvent] = []
        self.now_ms = now_ms

    def add(self, event: TournamentEvent) -> None:
        """One more."""
        version = self.tournament.version + 1
        self.tournament = apply(self.tournament, Stamped(version, self.now_ms, event))
        self.events.append(event)


def close_round(course: Course) -> None:
    """If no game is left: the next round comes after a break, or the tournament is over."""
    if free.may_go_on(course.tournament):
        return
    for ruled in free.ruled(course.tournament):
        course.add(ruled)
    tournament = course.tournament
    number = len(tournament.rounds)
    if number < rounds.round_count_of(tournament):
        course.add(RoundOver(number, course.now_ms + rounds.break_ms(tournament)))
    else:
        finish(course)


def finish(course: Course) -> None:
    """The tournament is over: its order stands."""
    order = standings_of(course.tournament).order[:ORDER_KEPT]
    course.add(TournamentFinished(tuple(entrant.player for entrant in order)))


def next_round(course: Course, known: FoundPairing | None) -> tuple[Effect, ...]:
    """Pair the next round, with what opens its rooms; where that cannot be, it is over."""
    found = pairing(course.tournament, known)
    if not found:
        finish(course)
    opened: list[PairedGame] = []
    for round_ in found:
        course.add(round_)
        settled = walkovers(course.tournament, round_)
        for result in settled:
            course.add(result)
        rooms = {result.room for result in settled}
        if not course.tournament.is_free:
            opened += [game for game in round_.games if game.room not in rooms]
    if found:
        close_round(course)
    return opening(course.tournament, tuple(opened))


def next_games(course: Course) -> tuple[Effect, ...]:
    """Pair the games of a knock-out that can begin, with what opens their rooms."""
    effects: list[Effect] = []
    while (found := knockout.pairing(course.tournament)) is not None:
        course.add(found)
        stages = knockout.stages_of(course.tournament, found)
        settled = walkovers(course.tournament, found)
        for result in settled:
            course.add(result)
        rooms = {result.room for result in settled}
        for game in found.games:
            if game.room not in rooms:
                paired = PairedGame(game.room, game.red, game.black)
                effects += opening(course.tournament, (paired,), stages[game.room])
    if knockout.is_decided(course.tournament):
        finish(course)
    return tuple(effects)


def opening(
    tournament: Tournament, games: tuple[PairedGame, ...], stage: knockout.Stage = "main"
) -> tuple[Effect, ...]:
    """What opens the rooms of games that were paired.

    Where these are live it takes their players out of all places for live games.
    """
    terms, origin = (
        knockout.terms_of(tournament.the_plan.terms, stage),
        f"tournament:{tournament.id}",
    )
    wait_ms = ready_ms(terms.clock) if tournament.is_arena else rounds.show_up_ms(terms.clock)
    players = tuple(player for game in games for player in (game.red, game.black))
    format_ = tournament.the_plan.format
    may_berserk = isinstance(format_, Arena) and format_.berserk
    rooms = (
        Effect(
            "room",
            game.room,
            Open(
                terms,
                Seats(game.red, game.black),
                origin=origin,
                ready_ms=wait_ms,
                may_berserk=may_berserk,
            ),
        )
        for game in games
    )
    is_live = not isinstance(terms.clock, CorrespondenceClock)
    withdrawn = (Effect("lobby", LOBBY_ID, Withdraw(players)),) if games and is_live else ()
    return (*withdrawn, *rooms)
