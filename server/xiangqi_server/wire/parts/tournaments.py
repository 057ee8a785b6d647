"""Parts of messages about tournaments."""

from typing import Literal

from msgspec import Struct

from xiangqi_server.wire.limits import Moment
from xiangqi_server.wire.parts.players import PlayerRef
from xiangqi_server.wire.terms import ConductName, GameTerms, SideName
from xiangqi_server.wire.tournament_actions import ResultName, RoundStep
from xiangqi_server.wire.tournament_plan import (
    EntryConditions,
    RankingName,
    TieBreakName,
    TournamentFormat,
)

TournamentPhase = Literal["announced", "running", "finished", "called_off"]
TournamentNoteKind = Literal[
    "forbid",
    "bye",
    "rule",
    "appoint",
    "invite",
    "remove",
    "feature",
    "amend",
    "attend",
    "round",
    "seat",
    "code",
]
EntrantStatus = Literal["entered", "waiting", "playing", "paused", "away", "left"]


class AskedBye(Struct, frozen=True):
    """A bye of a round that is still to come.

    Fields:
        round: from 1.
        points: what it brings: 2, 1 or 0.
    """

    round: int
    points: int


class TournamentInfo(Struct, frozen=True):
    """A tournament, as in lists and at the head of its page.

    Fields:
        format: how it is played.
        phase: where it is in its life.
        organiser: the player who announced it.
        starts_ms: when it begins, or has begun.
        ends_ms: when it ends or has ended; null where that is not known before.
        entered: how many take part; once it is over, how many have taken part.
        leaders: the first three, once it has begun.
        round: the latest that was paired, from 1; 0 before, and in an arena.
        rounds: how many there will be, as far as is known; 0 in an arena.
        next_round_ms: between two rounds, when the next is paired; else null.
        featured: operators have it shown before others.
        at_boards: it is played at real boards.
        begins_ms: there, when the latest round begins, if that is known; else null.
    """

    tournament: str
    name: str
    format: TournamentFormat
    terms: GameTerms
    phase: TournamentPhase
    organiser: PlayerRef
    starts_ms: Moment
    ends_ms: Moment | None
    entered: int
    leaders: list[PlayerRef]
    round: int = 0
    rounds: int = 0
    next_round_ms: Moment | None = None
    featured: bool = False
    at_boards: bool = False
    begins_ms: Moment | None = None


class TournamentWords(Struct, frozen=True):
    """What was announced and may be changed before the start, except what `info` has.

    Fields:
        text, conditions, tie_breaks, password, ranking, dates: as in `tournament`.
    """

    text: str
    conditions: EntryConditions
    tie_breaks: list[TieBreakName]
    password: bool
    ranking: RankingName
    dates: list[Moment] = []


class ListedEntrant(Struct, frozen=True):
    """An entrant by number.

    Fields:
        player: the entrant.
        number: in the order of entering; it never changes, and nobody else gets it.
        rating: the one the entrant came with; 0 for none, or if hidden.
        club: of a listed person, else "".
        federation: the id there of a listed person, else "".
        team: the number of the team, from 0; null where there are no teams.
        status: as in the standings.
        byes: the rounds for which a bye was asked, with what each brings.
    """

    number: int
    player: PlayerRef
    rating: int
    club: str
    federation: str
    team: int | None
    status: EntrantStatus
    byes: list[AskedBye] = []


class TournamentEntrant(Struct, frozen=True):
    """A row of the standings.

    Fields:
        rank: from 1.
        rating: the one the player came with; 0 if hidden.
        score: points.
        sheet: the points of each game in the order in which they ended, a digit a game; a bye
            is one of them.
        doubled: as `sheet`, `1` where a game brought twice as much after two wins in a row.
        fire: the next game brings twice as much.
        performance: the strength shown in these games; null for fewer than three, or if hidden.
        tie_breaks: sums that tell equal points apart, in the order of the tournament's
            `tie_breaks`, as text (`9`, `10.5`); none in an arena.
        team: the number of the player's team, from 0; null where there are no teams.
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
    tie_breaks: list[str] = []
    team: int | None = None


class TournamentGame(Struct, frozen=True):
    """A game of a tournament that is played, of those whose players stand highest.

    Fields:
        red, black: the players.
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
        opponent: the player it was against; null for a bye.
        opponent_rating: the one the opponent came with; null if hidden.
        side: the player's own.
        result: the player's own.
        points: what it brought.
        doubled: twice as much, after two wins in a row.
        unplayed: a bye, or one of the two did not come.
        berserk: the player had halved the time left.
    """

    opponent: PlayerRef | None
    opponent_rating: int | None
    side: SideName
    result: Literal["won", "drawn", "lost"]
    points: int
    doubled: bool
    unplayed: bool = False
    berserk: bool = False


class OpenPair(Struct, frozen=True):
    """A game that you have still to play, where pairs play when both want to.

    Fields:
        room: the one it will have.
        opponent: the player it is against.
        side: your own.
        status: of the opponent; `waiting` is connected and has no game of this tournament.
        offered: the player whose offer to play stands; null if no offer does.
    """

    room: str
    opponent: PlayerRef
    side: SideName
    status: EntrantStatus
    offered: Literal["you", "opponent"] | None


class RoundGame(Struct, frozen=True):
    """A game of a round.

    Fields:
        room: of the game; null where it was never opened, for somebody had left, or is not yet.
        red, black: the players.
        red_points, black_points: what it brought; null until it is over.
        forfeit: one of the two, or both, did not come.
        result: in a word.
        by: at a real board, the player who wrote the result down.
        at_ms: when that was.
    """

    room: str | None
    red: PlayerRef
    black: PlayerRef
    red_points: int | None
    black_points: int | None
    forfeit: bool
    result: ResultName = "none"
    by: PlayerRef | None = None
    at_ms: Moment | None = None


class GivenBye(Struct, frozen=True):
    """A round without a game that did not come of the pairing.

    Fields:
        points: what it brings: 2, 1 or 0.
    """

    player: PlayerRef
    points: int


class LogHead(Struct, frozen=True):
    """Where the log of a tournament stands.

    Fields:
        version: number of its last event.
        digest: of the log up to there; `xiangqi-server verify --head` holds a log to it.
    """

    version: int
    digest: str


class TableCell(Struct, frozen=True):
    """A round of one player.

    Fields:
        how: `absent`: the player was not paired; `open`: the game has not begun.
        rank: of the opponent in the standings; null for none.
        side: the player's own; null without an opponent.
        points: what it brought; null until it is over.
        room: of the game; null for none.
        given: a bye that did not come of the pairing.
    """

    how: Literal["played", "forfeit", "bye", "absent", "playing", "open"]
    rank: int | None
    side: SideName | None
    points: int | None
    room: str | None
    given: bool = False


class BracketPlace(Struct, frozen=True):
    """A player of a match.

    Fields:
        seed: by rating, from 1.
        points: in this match: 2 a win, 1 a draw.
    """

    player: PlayerRef
    seed: int
    points: int


class BracketMatch(Struct, frozen=True):
    """A match of a knock-out.

    Fields:
        match: its number: 1 is the final, 0 that for the third place; the winners of `2n` and
            `2n + 1` meet in `n`.
        round: from 1.
        one, other: the players; null while not known, and for an empty place.
        winner: the player's id; null while not known, and if nobody won.
        over: it is decided; also where somebody has no opponent.
        games: in their order; those after the first so many of `games` of the format are quicker.
    """

    match: int
    round: int
    one: BracketPlace | None
    other: BracketPlace | None
    winner: str | None
    over: bool
    games: list[RoundGame]


class TournamentNote(Struct, frozen=True):
    """What was done to a tournament.

    Fields:
        by: the organiser, an arbiter or an operator.
        what: as in `manage_tournament`; `amend`: the plan; `code`: the one that appoints arbiters.
        player: the player it concerns, or the winner; null for no player.
        other: of a pair that is kept apart.
        room: of a game that was ruled.
        on: false where something was taken back.
        correction: the tournament was over: the result of one of its games is another one since.
        how: of a game that was ruled, see `manage_tournament`; else null.
        points: of a bye, what it brings; else null.
        round: of a bye that is not for the next round, or of `seat`; else null.
        step: what was done to a round; else null.
        board: of `seat`; else null.
    """

    at_ms: Moment
    by: PlayerRef
    what: TournamentNoteKind
    player: PlayerRef | None
    other: PlayerRef | None
    room: str | None
    on: bool
    correction: bool = False
    how: ConductName | None = None
    points: int | None = None
    round: int | None = None
    step: RoundStep | None = None
    board: int | None = None


class TeamMember(Struct, frozen=True):
    """A player of a team.

    Fields:
        score: the player's points.
    """

    player: PlayerRef
    score: int


class TeamScore(Struct, frozen=True):
    """A team as it stands.

    Fields:
        rank: from 1; teams that nothing tells apart share one.
        team: its number among those of the format, from 0.
        name: of the team.
        points: in an arena those of its best players; else 2 a match won, 1 drawn.
        board_points: of all its games, which tell equal points apart; 0 in an arena.
        members: how many players it has.
        best: in an arena whose points count, else the boards in their order.
    """

    rank: int
    team: int
    name: str
    points: int
    board_points: int
    members: int
    best: list[TeamMember]


class TeamMatch(Struct, frozen=True):
    """A match of two teams.

    Fields:
        round: from 1.
        one, other: their numbers, from 0; the first has Red on odd boards.
        one_points, other_points: on the boards: 2 a win, 1 a draw.
        over: all its games are.
    """

    round: int
    one: int
    other: int
    one_points: int
    other_points: int
    over: bool


class TournamentPlace(Struct, frozen=True):
    """The place a player took in a tournament that is over.

    Fields:
        name: of the tournament.
        format: how it was played.
        ended_at_ms: when it ended.
        rank: from 1.
        players: how many there were.
        score: points.
    """

    tournament: str
    name: str
    format: TournamentFormat
    ended_at_ms: Moment
    rank: int
    players: int
    score: int
