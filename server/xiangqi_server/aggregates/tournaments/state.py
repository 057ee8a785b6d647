"""A tournament as a value: what was announced, its entrants, the games that are played.

Thousands may take part and nearly every command concerns one or two of them, so the entrants and
the games are persistent maps: a result costs the same in any field.
"""

from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from enum import StrEnum
from operator import attrgetter
from typing import Final, NamedTuple

from xiangqi_server.aggregates.tournaments.actions import TournamentAction
from xiangqi_server.aggregates.tournaments.colours import ColourHistory
from xiangqi_server.aggregates.tournaments.messages import PairedGame
from xiangqi_server.aggregates.tournaments.plan import Plan
from xiangqi_server.aggregates.tournaments.sheet import count_of
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.kernel.aggregate.persistent_map import PersistentMap

PERFORMANCE_GAMES: Final = 3
"""The number of games from which on a performance means something."""
_PERFORMANCE_STEP: Final = 500
"""A win shows so much more strength than the opponent has, a loss so much less."""


class Phase(StrEnum):
    """Where a tournament is in its life."""

    EMPTY = "empty"
    ANNOUNCED = "announced"
    RUNNING = "running"
    FINISHED = "finished"
    CALLED_OFF = "called_off"


class Entrant(NamedTuple):
    """A player that has entered.

    Fields:
        number: in the order of entering, from 1; no two have one, but in tournaments of long ago.
        rating: the one it came with.
        is_here: a node sees the player.
        room: the game that is played, "" for no game.
        since_ms: since when it waits for a pair; 0 while it does not.
        pauses: how often it paused lately.
        paused_ms: when it paused last, 0 for never.
        return_at_ms: before that moment it may not return.
        score: points.
        sheet: its games, see `sheet`.
        wins_in_a_row: up to the latest game.
        has_drawn: it has drawn since the last win.
        performance_sum: the ratings of its opponents, 500 more for a win and less for a loss.
        last: the latest opponent, "" for none.
        rank_key: the greater comes first, in an arena.
        played: how many games it has played, without byes and games to which neither came.
        team: the number of its team, from 0; None if there are no teams.
    """

    player: str
    number: int
    rating: int
    is_here: bool = True
    is_paused: bool = False
    has_left: bool = False
    room: str = ""
    since_ms: int = 0
    pauses: int = 0
    paused_ms: int = 0
    return_at_ms: int = 0
    score: int = 0
    sheet: bytes = b""
    wins_in_a_row: int = 0
    has_drawn: bool = False
    performance_sum: int = 0
    colours: ColourHistory = ColourHistory()
    last: str = ""
    rank_key: int = 0
    played: int = 0
    team: int | None = None

    @property
    def by_entering(self) -> tuple[int, str]:
        """Its place in the order of entering; by the id where two once got one number."""
        return (self.number, self.player)

    @property
    def games(self) -> int:
        """How many games it has finished."""
        return count_of(self.sheet)

    @property
    def performance(self) -> int | None:
        """The strength it has shown; None before `PERFORMANCE_GAMES` games."""
        played = self.played
        return self.performance_sum // played if played >= PERFORMANCE_GAMES else None

    @property
    def is_active(self) -> bool:
        """It plays, or is to be paired."""
        return bool(self.room) or (self.takes_part and self.is_here)

    @property
    def takes_part(self) -> bool:
        """It has neither paused nor left."""
        return not (self.is_paused or self.has_left)


def performance_in(opponent: Entrant, result: int) -> int:
    """The strength shown in one game: 2 won, 1 drawn, 0 lost."""
    return opponent.rating + _PERFORMANCE_STEP * (result - 1)


class TournamentGame(NamedTuple):
    """A game that is played.

    Fields:
        match: in a knock-out, the number of its match.
    """

    red: str
    black: str
    match: int = 0

    def side_of(self, player: str) -> Side:
        """The side one of the two plays."""
        return Side.RED if player == self.red else Side.BLACK


RANK_KEY: Final = attrgetter("rank_key")


class GivenBye(NamedTuple):
    """A round without a game that a player was given, and what it brings: 2, 1 or 0 points."""

    player: str
    points: int


class AskedBye(NamedTuple):
    """A bye that was asked for before its round is paired, from 1."""

    round: int
    player: str
    points: int


class Round(NamedTuple):
    """A round as it was paired.

    Fields:
        byes: players left over by the pairing, which counts as a win.
        given: byes of players that were not to be paired, or that entered later and have points.
    """

    games: tuple[PairedGame, ...]
    byes: tuple[str, ...] = ()
    given: tuple[GivenBye, ...] = ()

    def is_played_by(self, player: str) -> bool:
        """A player was paired in it, or left over by its pairing."""
        return player in self.byes or any(player in (game.red, game.black) for game in self.games)


class OpenPair(NamedTuple):
    """A game that has still to be played, where a pair plays when both want to; see `free_robin`.

    Fields:
        red_asked, black_asked: how often each has offered to play.
        offered_by: the player whose offer stands, "" without an offer.
    """

    red: str
    black: str
    red_asked: int = 0
    black_asked: int = 0
    offered_by: str = ""


class GameResult(NamedTuple):
    """How a game of a round ended.

    Fields:
        winner: None for a draw, and where neither has points.
        absent: players that did not come; a game with an absent player was not played.
        opened: there was a room for it.
        lost: both have lost it.
        rulings: how often it was ruled.
        by: at real boards, the player that wrote it down.
        at_ms: when that was.
    """

    winner: str | None
    absent: tuple[str, ...] = ()
    opened: bool = True
    lost: bool = False
    rulings: int = 0
    by: str = ""
    at_ms: int = 0

    def points_of(self, player: str) -> int:
        """What it brought a player: 2 a win, 1 a draw."""
        if self.winner is not None:
            return 2 * (self.winner == player)
        return int(not (self.absent or self.lost))

    @property
    def is_for_nobody(self) -> bool:
        """Neither of the two has points of it."""
        return self.winner is None and bool(self.absent or self.lost)


class TournamentNote(NamedTuple):
    """What its organiser, an arbiter or an operator did."""

    at_ms: int
    by: str
    action: TournamentAction


class KnockoutMatch(NamedTuple):
    """A match of a knock-out.

    Fields:
        one, other: None while not known, "" if the place stays empty.
        games: in the order in which they were paired.
        winner: "" if both have lost.
    """

    one: str | None = None
    other: str | None = None
    games: tuple[PairedGame, ...] = ()
    winner: str = ""
    is_over: bool = False


@dataclass(frozen=True, slots=True)
class Tournament:
    """One tournament.

    Fields:
        plan: None while nothing is announced.
        organiser: the player that announced it.
        entrants: by player.
        numbered: the last number under which a player entered.
        games: those that are played, by room.
        active: how many entrants are active, see `Entrant.is_active`.
        waiting: how many of these wait for a pair.
        taking_part: how many entrants have not left.
        begun_ms, ended_ms: 0 until then.
        ends_ms: when an arena, or the time of free pairs, ends; 0 until it has begun.
        tick_at_ms: when to look for pairs, or to pair a round; None when that is not known.
        field: the players of a round robin, in the order of its table, or of a knock-out, in the
            order of its seeds.
        rounds: those that were paired.
        open_pairs: games that have still to be played, by the room each will have, in a round robin
            whose pairs are free.
        results: of games of rounds that are over, by room.
        matches: of a knock-out, see `formats.knockout`.
        arbiters: players that the organiser appointed.
        arbiter_code: the id of the code that appoints arbiters; "" for none.
        invited: players that may enter where only invited ones may.
        removed: players that may not come back.
        forbidden: pairs that are kept apart, each in the order of the ids.
        byes: players that are not paired in the next round, and the points they have of it.
        asked_byes: those of later rounds.
        notes: what organiser, arbiters and operators did.
        is_featured: it is shown before others.
        departures: how often each player has left or, but in an arena, paused.
        credited_to_ms: downtime before this moment was given back.
        round_starts_ms: at real boards, when the latest round begins, if somebody said so; else 0.
        changed_ms: of the latest event.
        version: number of the latest event.
    """

    id: str
    phase: Phase = Phase.EMPTY
    plan: Plan | None = None
    organiser: str = ""
    entrants: PersistentMap[str, Entrant] = dataclass_field(default_factory=PersistentMap)
    games: PersistentMap[str, TournamentGame] = dataclass_field(default_factory=PersistentMap)
    active: int = 0
    waiting: int = 0
    taking_part: int = 0
    numbered: int = 0
    begun_ms: int = 0
    ended_ms: int = 0
    ends_ms: int = 0
    tick_at_ms: int | None = None
    field: tuple[str, ...] = ()
    rounds: tuple[Round, ...] = ()
    open_pairs: PersistentMap[str, OpenPair] = dataclass_field(default_factory=PersistentMap)
    results: PersistentMap[str, GameResult] = dataclass_field(default_factory=PersistentMap)
    matches: PersistentMap[int, KnockoutMatch] = dataclass_field(default_factory=PersistentMap)
    arbiters: tuple[str, ...] = ()
    arbiter_code: str = ""
    invited: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    forbidden: tuple[tuple[str, str], ...] = ()
    byes: tuple[GivenBye, ...] = ()
    asked_byes: tuple[AskedBye, ...] = ()
    notes: tuple[TournamentNote, ...] = ()
    is_featured: bool = False
    departures: PersistentMap[str, int] = dataclass_field(default_factory=PersistentMap)
    credited_to_ms: int = 0
    round_starts_ms: int = 0
    changed_ms: int = 0
    version: int = 0

    @property
    def the_plan(self) -> Plan:
        """The plan of a tournament that was announced."""
        if self.plan is None:
            raise AssertionError("nothing was announced")
        return self.plan

    @property
    def next_byes(self) -> tuple[GivenBye, ...]:
        """The byes of the next round, those that were asked for before among them."""
        next_, given = len(self.rounds) + 1, {bye.player for bye in self.byes}
        asked = (bye for bye in self.asked_byes if bye.round == next_ and bye.player not in given)
        return (*self.byes, *(GivenBye(bye.player, bye.points) for bye in asked))

    @property
    def apart(self) -> frozenset[frozenset[str]]:
        """The pairs that are kept apart."""
        return frozenset(map(frozenset, self.forbidden))

    def with_entrants(self, *changed: Entrant) -> "Tournament":
        """With some entrants as they are now, and counted as they are now; each once."""
        active, waiting, taking_part = self.active, self.waiting, self.taking_part
        for entrant in changed:
            before = self.entrants.get(entrant.player)
            active += entrant.is_active
            waiting += entrant.since_ms > 0
            taking_part += not entrant.has_left
            if before is not None:
                active -= before.is_active
                waiting -= before.since_ms > 0
                taking_part -= not before.has_left
        return replace(
            self,
            entrants=self.entrants.set_all((entrant.player, entrant) for entrant in changed),
            active=active,
            waiting=waiting,
            taking_part=taking_part,
        )

    def with_departure(self, player: str) -> "Tournament":
        """With one more departure or pause of a player counted."""
        count = self.departures.get(player, 0) + 1
        return replace(self, departures=self.departures.set(player, count))

    def without_entrant(self, player: str) -> "Tournament":
        """As if a player had never entered; for one that has not played."""
        left = self.with_entrants(self.entrants[player]._replace(has_left=True, since_ms=0))
        return replace(left, entrants=left.entrants.without([player]))

    def in_order(self) -> list[Entrant]:
        """All entrants of an arena, the first first; no two have the same place."""
        return sorted(self.entrants.values(), key=RANK_KEY, reverse=True)
