"""What you ask of tournaments: to see them, to take part, to announce one."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from xiangqi_server.wire.client.base import Request
from xiangqi_server.wire.limits import (
    LISTED_AT_ONCE,
    RESULTS_AT_ONCE,
    ChatText,
    ClubText,
    CodeText,
    Cursor,
    EntrantId,
    EntrantText,
    FederationText,
    PasswordText,
    PlayerId,
    Rating,
    RoomId,
    TournamentId,
)
from xiangqi_server.wire.tournament_actions import ResultName, TournamentAction
from xiangqi_server.wire.tournament_plan import TournamentPlan


class AnnounceTournament(Request, tag="announce_tournament", frozen=True):
    """Announce a tournament; needs an account. Answer: `tournament_announced`.

    Fields:
        plan: what is announced.
        password: a player must send it to enter; null asks for none. It is kept as a hash, which is
            not in the log of the tournament.
    """

    plan: TournamentPlan
    password: PasswordText | None = None


class AmendTournament(Request, tag="amend_tournament", frozen=True):
    """Put another plan in the place of your own, before the start. Answer: `done`.

    At real boards some of it may change in play: name, text, the dates of rounds to come if there
    are dates, and the rounds of a Swiss tournament. All else stays as it was.

    Fields:
        plan: what is announced now.
        password: as in `announce_tournament`; null keeps the one that is asked for, if one is.
        no_password: none is asked for any more; it goes before `password`.
    """

    tournament: TournamentId
    plan: TournamentPlan
    password: PasswordText | None = None
    no_password: bool = False


class ManageTournament(Request, tag="manage_tournament", frozen=True):
    """Act as organiser or arbiter; operators may do the same. Answer: `done`.

    Fields:
        action: what is done; everybody may read it in `tournament_notes`.
    """

    tournament: TournamentId
    action: TournamentAction


class SetArbiterCode(Request, tag="set_arbiter_code", frozen=True):
    """Have a fresh code appoint arbiters at real boards; for the organiser. Answer: `arbiter_code`.

    A code before is good no more. Arbiters that it appointed stay; see `appoint`.

    Fields:
        on: false: no code is good.
    """

    tournament: TournamentId
    on: bool = True


class Arbitrate(Request, tag="arbitrate", frozen=True):
    """Be an arbiter at real boards, by the code that the organiser gives. Answer: `done`.

    It needs no account. What you write down then names you.

    Fields:
        code: in any case, with spaces or without.
    """

    tournament: TournamentId
    code: CodeText


class TournamentNotes(Request, tag="tournament_notes", frozen=True):
    """See what organiser, arbiters and operators did. Answer: `tournament_notes`.

    Fields:
        after: `next` of the page before.
    """

    tournament: TournamentId
    after: Cursor | None = None


class CallOffTournament(Request, tag="call_off_tournament", frozen=True):
    """End your own tournament without a result; operators may end any.

    Answer: `done`, also if it was over.
    """

    tournament: TournamentId


class Tournaments(Request, tag="tournaments", frozen=True):
    """See which tournaments there are. Answer: `tournaments`.

    Fields:
        of: `now`: those that are played; `soon`: announced, the next first; `finished`: the latest
            first. `mine`: those you take part in that are not over, the next first, at most 20.
        after: `next` of the page before; `mine` has no other page.
    """

    of: Literal["now", "soon", "finished", "mine"] = "now"
    after: Cursor | None = None


class WatchTournament(Request, tag="watch_tournament", frozen=True):
    """See a tournament, and get what changes. Answer: `tournament`.

    From then on `tournament_changed`, and `tournament_you` of yourself, until `unwatch_tournament`.
    A connection watches one at a time.
    """

    tournament: TournamentId


class UnwatchTournament(Request, tag="unwatch_tournament", frozen=True):
    """Hear no more of the tournament you watch. Answer: `done`."""


class TournamentChat(Request, tag="tournament_chat", frozen=True):
    """Say something at the tournament you watch; see *Chat*. Answer: `done`.

    Everybody who watches it and may read gets `tournament_chat`.

    Fields:
        text: words of your own. The address of a game, as `/game/bifqydiob4ib?ply=12`, leads there.
    """

    tournament: TournamentId
    text: ChatText


class EnterTournament(Request, tag="enter_tournament", frozen=True):
    """Take part, or again after you left; needs an account. Answer: `done`.

    Fields:
        password: where one is asked for.
        team: where there are teams: its number among those of the format, from 0.
    """

    tournament: TournamentId
    password: PasswordText | None = None
    team: Annotated[int, Meta(ge=0, le=19)] | None = None


class LeaveTournament(Request, tag="leave_tournament", frozen=True):
    """Take part no longer; what was scored stays.

    Answer: `done`, also if you take no part.
    """

    tournament: TournamentId


class PauseTournament(Request, tag="pause_tournament", frozen=True):
    """Take no part in pairings until `return_to_tournament`. Answer: `done`.

    A game that is played goes on.
    """

    tournament: TournamentId


class ReturnToTournament(Request, tag="return_to_tournament", frozen=True):
    """Be paired again, which a pause allows after some seconds. Answer: `done`."""

    tournament: TournamentId


class OfferTournamentGame(Request, tag="offer_tournament_game", frozen=True):
    """Offer to play a game of a free pair, or accept the other's offer. Answer: `done`.

    If the other's offer stands, the game begins: `game_opened` comes to both.

    Fields:
        room: that of one of `pairs` in `tournament` or `tournament_you`.
        on: false takes your own offer back.
    """

    tournament: TournamentId
    room: RoomId
    on: bool = True


class TournamentStandings(Request, tag="tournament_standings", frozen=True):
    """See a page of the standings. Answer: `tournament_standings`.

    Fields:
        rank: the page on which this place stands, from 1.
        around: the page on which this player stands, else the first; it goes before `rank`.
    """

    tournament: TournamentId
    rank: Annotated[int, Meta(ge=1, le=10_000)] = 1
    around: EntrantId | None = None


class TournamentPlayer(Request, tag="tournament_player", frozen=True):
    """See what a player has done in a tournament. Answer: `tournament_player`."""

    tournament: TournamentId
    player: EntrantId


class TournamentRound(Request, tag="tournament_round", frozen=True):
    """See a round of a tournament that has rounds. Answer: `tournament_round`.

    Fields:
        round: from 1; null for the latest.
    """

    tournament: TournamentId
    round: Annotated[int, Meta(ge=1, le=100)] | None = None


class TournamentTable(Request, tag="tournament_table", frozen=True):
    """See the cross table of a tournament that has rounds. Answer: `tournament_table`."""

    tournament: TournamentId


class TournamentBracket(Request, tag="tournament_bracket", frozen=True):
    """See the matches of a knock-out. Answer: `tournament_bracket`."""

    tournament: TournamentId


class PlayerTournaments(Request, tag="player_tournaments", frozen=True):
    """See the places a player took in tournaments, the latest first. Answer: `player_tournaments`.

    Fields:
        after: `next` of the page before.
    """

    player: PlayerId
    after: Cursor | None = None


class TournamentTeams(Request, tag="tournament_teams", frozen=True):
    """See the teams of a tournament, and their matches. Answer: `tournament_teams`."""

    tournament: TournamentId


class ListedPerson(Struct, frozen=True, forbid_unknown_fields=True):
    """A person to be listed.

    Fields:
        name: not empty.
        rating: 0 for none.
        club: "" for none.
        federation: the id at a federation, or "".
        team: the number of the team, from 0; null where there are no teams.
    """

    name: EntrantText
    rating: Rating = 0
    club: ClubText = ""
    federation: FederationText = ""
    team: Annotated[int, Meta(ge=0, le=19)] | None = None


class ListEntrants(Request, tag="list_entrants", frozen=True):
    """Take people in by name, at real boards; for organiser and arbiters. Answer: `done`.

    Fields:
        first: the number that the first row gets, one more than the last that was given.
        rows: in the order of their numbers.
    """

    tournament: TournamentId
    first: Annotated[int, Meta(ge=1, le=32_767)]
    rows: Annotated[list[ListedPerson], Meta(min_length=1, max_length=LISTED_AT_ONCE)]


class NameEntrant(Request, tag="name_entrant", frozen=True):
    """Call a listed person something else; for organiser and arbiters. Answer: `done`.

    Fields:
        player: the person.
        name: "" takes the name away; the number stays.
        club: "" for none.
        federation: the id there, "" for none.
    """

    tournament: TournamentId
    player: EntrantId
    name: EntrantText
    club: ClubText = ""
    federation: FederationText = ""


class TournamentEntrants(Request, tag="tournament_entrants", frozen=True):
    """See all entrants by their numbers. Answer: `tournament_entrants`.

    Fields:
        after: the number after which the page begins.
    """

    tournament: TournamentId
    after: Annotated[int, Meta(ge=0, le=65_535)] = 0


class WrittenResult(Struct, frozen=True, forbid_unknown_fields=True):
    """A result of a board.

    Fields:
        board: its number, from 1.
        result: what it is; `none` takes one of the latest round back.
        was: what you saw there before.
    """

    board: Annotated[int, Meta(ge=1, le=1_000)]
    result: ResultName
    was: ResultName = "none"


class EnterResults(Request, tag="enter_results", frozen=True):
    """Write results of a round at real boards down, all or none of them. Answer: `done`.

    Fields:
        round: from 1.
        results: each board once.
    """

    tournament: TournamentId
    round: Annotated[int, Meta(ge=1, le=100)]
    results: Annotated[list[WrittenResult], Meta(min_length=1, max_length=RESULTS_AT_ONCE)]
