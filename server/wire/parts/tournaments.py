"""What is told of tournaments."""

from typing import Literal

from msgspec import Struct

from server.wire.parts.players import PlayerRef
from server.wire.terms import GameTerms, SideName
from server.wire.tournament_plan import TournamentFormat

TournamentPhase = Literal["announced", "running", "finished", "called_off"]
EntrantStatus = Literal["entered", "waiting", "playing", "paused", "away", "left"]


class TournamentInfo(Struct, frozen=True):
    """A tournament, as in lists and at the head of its page.

    Fields:
        format: how it is played.
        phase: where it is in its life.
        organiser: who announced it.
        starts_ms: when it begins, or has begun.
        ends_ms: when it ends or has ended; null where that is not known before.
        entered: how many take part.
        leaders: the first three, once it has begun.
    """

    tournament: str
    name: str
    format: TournamentFormat
    terms: GameTerms
    phase: TournamentPhase
    organiser: PlayerRef
    starts_ms: int
    ends_ms: int | None
    entered: int
    leaders: list[PlayerRef]


class TournamentEntrant(Struct, frozen=True):
    """A row of the standings.

    Fields:
        rank: from 1.
        rating: the one the player came with.
        score: points.
        sheet: the points of each game in order, a digit a game.
        doubled: as `sheet`, `1` where a game brought twice as much after two wins in a row.
        fire: the next game brings twice as much.
        performance: the strength shown in these games; null for fewer than three.
        status: `entered` before the start; `away`: no connection; `paused`, `left`: not paired.
    """

    rank: int
    player: PlayerRef
    rating: int
    score: int
    sheet: str
    doubled: str
    fire: bool
    performance: int | None
    status: EntrantStatus


class TournamentGame(Struct, frozen=True):
    """A game of a tournament that is played, of those whose players stand highest.

    Fields:
        red, black: who plays.
        red_rank, black_rank: their places, from 1.
    """

    room: str
    red: PlayerRef
    black: PlayerRef
    red_rank: int
    black_rank: int


class TournamentResult(Struct, frozen=True):
    """A game of one player.

    Fields:
        opponent: whom it was against.
        opponent_rating: the one the opponent came with.
        side: the player's own.
        result: the player's own.
        points: what it brought.
        doubled: twice as much, after two wins in a row.
    """

    opponent: PlayerRef
    opponent_rating: int
    side: SideName
    result: Literal["won", "drawn", "lost"]
    points: int
    doubled: bool
