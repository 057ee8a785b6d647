"""What the server sends about tournaments."""

from typing import Literal

from xiangqi_server.wire.limits import Moment
from xiangqi_server.wire.parts import (
    BracketMatch,
    ChatLine,
    GivenBye,
    ListedEntrant,
    LogHead,
    OpenPair,
    PlayerRef,
    RoundGame,
    TableCell,
    TeamMatch,
    TeamScore,
    TournamentEntrant,
    TournamentGame,
    TournamentInfo,
    TournamentNote,
    TournamentPlace,
    TournamentResult,
    TournamentWords,
)
from xiangqi_server.wire.server.base import ServerMessage
from xiangqi_server.wire.tournament_plan import EntryConditions, RankingName, TieBreakName


class TournamentAnnounced(ServerMessage, tag="tournament_announced", frozen=True):
    """The answer to `announce_tournament`: its id."""

    id: str
    tournament: str


class ArbiterCode(ServerMessage, tag="arbiter_code", frozen=True):
    """The answer to `set_arbiter_code`; the server keeps a hash and cannot tell it again.

    Fields:
        code: eight digits and letters; "" where none is good now.
    """

    id: str
    tournament: str
    code: str


class Tournaments(ServerMessage, tag="tournaments", frozen=True):
    """The answer to `tournaments`.

    Fields:
        of: which were asked for.
        rows: in the order asked for.
        next: see *Lists*.
        partial: some of it is missing for now; see *Lists*.
    """

    id: str
    of: Literal["now", "soon", "finished", "mine"]
    rows: list[TournamentInfo]
    next: str | None
    partial: bool = False


class TournamentShown(ServerMessage, tag="tournament", frozen=True):
    """The answer to `watch_tournament`: a tournament as it stands.

    Fields:
        text: the organiser's words to everybody.
        conditions: what a player needs to enter.
        closes_ms: when the pairing of an arena that runs ends, else null.
        rows: the first page of the standings.
        playing: the top games that are played.
        you: your own row, or null.
        room: of your own game, or null.
        return_at_ms: while you have paused or left, from when on you may return; else null.
        tie_breaks: what the sums of a row are, in their order; none in an arena.
        password: one is asked for.
        ranking: the sums that put equal points in order.
        pairs: where pairs play when both want to: the games you have still to play.
        end: once it is over, where its log ends; else null.
        dates: at real boards, when each round begins, if that was announced.
    """

    id: str
    info: TournamentInfo
    text: str
    conditions: EntryConditions
    closes_ms: Moment | None
    rows: list[TournamentEntrant]
    playing: list[TournamentGame]
    you: TournamentEntrant | None
    room: str | None
    return_at_ms: Moment | None
    tie_breaks: list[TieBreakName] = []
    password: bool = False
    ranking: RankingName = "cxa_swiss"
    pairs: list[OpenPair] = []
    end: LogHead | None = None
    dates: list[Moment] = []


class TournamentChanged(ServerMessage, tag="tournament_changed", frozen=True):
    """To everybody who watches a tournament: how it stands now, at most once a second.

    Fields:
        closes_ms, rows, playing, end: as in `tournament`.
        amended: what the organiser may have changed; null once it has begun.
    """

    tournament: str
    info: TournamentInfo
    closes_ms: Moment | None
    rows: list[TournamentEntrant]
    playing: list[TournamentGame]
    amended: TournamentWords | None = None
    end: LogHead | None = None


class TournamentYou(ServerMessage, tag="tournament_you", frozen=True):
    """To a player who watches a tournament: how you stand, whenever that changes.

    Fields:
        you, room, return_at_ms, pairs: as in `tournament`.
    """

    tournament: str
    you: TournamentEntrant | None
    room: str | None
    return_at_ms: Moment | None
    pairs: list[OpenPair] = []


class TournamentChat(ServerMessage, tag="tournament_chat", frozen=True):
    """Something was said at the tournament you watch. It is no event and has no version.

    Fields:
        line: what was said; its `seat` and `phrase` are null.
    """

    tournament: str
    line: ChatLine


class TournamentChatHistory(ServerMessage, tag="tournament_chat_history", frozen=True):
    """What was said last, after `tournament` and when a game of yours there has ended.

    Fields:
        lines: the last of them, oldest first; they replace what you hold.
    """

    tournament: str
    lines: list[ChatLine]


class TournamentOffer(ServerMessage, tag="tournament_offer", frozen=True):
    """To every connection of a player whose opponent offers to play the game of a free pair.

    Fields:
        name: of the tournament.
        room: that of the pair, for `offer_tournament_game`.
        by: the player who offers; null once the offer stands no longer.
    """

    tournament: str
    name: str
    room: str
    by: PlayerRef | None


class TournamentStandings(ServerMessage, tag="tournament_standings", frozen=True):
    """The answer to `tournament_standings`: twenty rows.

    Fields:
        size: how many rows there are in all.
        rows: a page of them.
    """

    id: str
    tournament: str
    size: int
    rows: list[TournamentEntrant]


class TournamentEntrants(ServerMessage, tag="tournament_entrants", frozen=True):
    """The answer to `tournament_entrants`: a hundred rows.

    Fields:
        rows: by number.
        next: the number for `after` of the next page; null after the last.
        last: the last number that was given; `list_entrants` goes on after it.
        arbiter: you may list people and write results down.
    """

    id: str
    tournament: str
    rows: list[ListedEntrant]
    next: int | None
    last: int
    arbiter: bool = False


class TournamentPlayer(ServerMessage, tag="tournament_player", frozen=True):
    """The answer to `tournament_player`.

    Fields:
        entrant: the player's row.
        games: what the player has played, in the order in which the games ended.
    """

    id: str
    tournament: str
    entrant: TournamentEntrant
    games: list[TournamentResult]


class TournamentRound(ServerMessage, tag="tournament_round", frozen=True):
    """The answer to `tournament_round`.

    Fields:
        round: from 1; 0 if there is no such round, or not yet.
        games: in the order of the boards.
        byes: the players who have no opponent.
        given: of these, and of those who entered later, whose bye did not come of the pairing, with
            what it brings.
    """

    id: str
    tournament: str
    round: int
    games: list[RoundGame]
    byes: list[PlayerRef]
    given: list[GivenBye] = []


class TournamentTable(ServerMessage, tag="tournament_table", frozen=True):
    """The answer to `tournament_table`: everybody in the order of the standings.

    Fields:
        rows: as in the standings.
        cells: of each row, one per round: the opponent, the side and the result.
    """

    id: str
    tournament: str
    rows: list[TournamentEntrant]
    cells: list[list[TableCell]]


class TournamentBracket(ServerMessage, tag="tournament_bracket", frozen=True):
    """The answer to `tournament_bracket`.

    Fields:
        rounds: how many there are; 0 before the start.
        matches: by round, and in a round from the top; that for the third place comes last.
    """

    id: str
    tournament: str
    rounds: int
    matches: list[BracketMatch]


class PlayerTournaments(ServerMessage, tag="player_tournaments", frozen=True):
    """The answer to `player_tournaments`.

    Fields:
        rows: the latest first; of more than 300 players the first 300 have one.
        next: see *Lists*.
        partial: some of it is missing for now; see *Lists*.
    """

    id: str
    player: str
    rows: list[TournamentPlace]
    next: str | None
    partial: bool = False


class TournamentTeams(ServerMessage, tag="tournament_teams", frozen=True):
    """The answer to `tournament_teams`.

    Fields:
        teams: the first first.
        matches: of the rounds that were paired, in their order; none in an arena.
    """

    id: str
    tournament: str
    teams: list[TeamScore]
    matches: list[TeamMatch]


class TournamentNotes(ServerMessage, tag="tournament_notes", frozen=True):
    """The answer to `tournament_notes`.

    Fields:
        arbiters: the players whom the organiser appointed.
        notes: what was done, the latest last; a hundred on a page.
        next: see *Lists*.
    """

    id: str
    tournament: str
    arbiters: list[PlayerRef]
    notes: list[TournamentNote]
    next: str | None = None
