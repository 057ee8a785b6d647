"""What a tournament can be asked, and what can happen in one. Moments are the store's time in ms.

Commands come from a player (`by`), from the room of a game, from a node that sees players come and
go, or from the alarm. The log of a tournament is public and kept whole: its reader can compute the
standings anew.
"""

from enum import StrEnum
from typing import ClassVar

from msgspec import Struct

from xiangqi_server.aggregates.room.messages import Settle
from xiangqi_server.aggregates.tournaments.actions import ResultName, TournamentAction
from xiangqi_server.aggregates.tournaments.plan import Plan


class CallOffReason(StrEnum):
    """Why a tournament does not take place."""

    ORGANISER = "organiser"
    TOO_FEW = "too_few"


# Commands.


class Announce(Struct, frozen=True, tag="announce"):
    """Announce a tournament; the sender is its organiser.

    Fields:
        password_hash: of the password that the plan asks for; it is in no event.
    """

    by: str
    plan: Plan
    password_hash: str = ""


class CallOff(Struct, frozen=True, tag="call_off"):
    """Have it not take place, or end it without an order; for its organiser, or an operator."""

    by: str
    is_operator: bool = False


class EnterTournament(Struct, frozen=True, tag="enter"):
    """Take part.

    Fields:
        rating: at the speed of the games.
        games: rated ones at that speed.
        account_ms: when the account was made; None for a guest.
        is_bot: a program plays for the account.
        team: the number of the team it plays for, from 0; None if there are no teams.
        password_ok: the password that is asked for, if one is, was right.
    """

    by: str
    rating: int
    games: int
    account_ms: int | None
    is_bot: bool = False
    password_ok: bool = False
    team: int | None = None


class LeaveTournament(Struct, frozen=True, tag="leave"):
    """Take part no longer; what was scored stays, and the player may enter again."""

    by: str


class PauseEntrant(Struct, frozen=True, tag="pause"):
    """Have no opponent until one returns."""

    by: str


class ReturnEntrant(Struct, frozen=True, tag="return"):
    """Be paired again."""

    by: str


class OfferGame(Struct, frozen=True, tag="offer_game"):
    """Offer to play a game that pairs play when both want to, or accept the other's offer.

    Fields:
        room: the one it will have.
        on: False takes the offer back.
        busy: which of the two play a live game elsewhere.
    """

    by: str
    room: str
    on: bool = True
    busy: tuple[str, ...] = ()


class SeePlayers(Struct, frozen=True, tag="see"):
    """By a node: players that have come into sight of a node, and players out of all sight."""

    present: tuple[str, ...] = ()
    away: tuple[str, ...] = ()


class FoundPairing(Struct, frozen=True):
    """The pairs of a large Swiss round, found off the loop; see `pairing_request`.

    Fields:
        version: of the log for which it was found.
        pairs: Red first.
        byes: players without an opponent.
        is_possible: there is a pairing in which no two meet twice.
    """

    version: int
    pairs: tuple[tuple[str, str], ...] = ()
    byes: tuple[str, ...] = ()
    is_possible: bool = True


class WakeTournament(Struct, frozen=True, tag="wake"):
    """The time the tournament asked to be woken at has come.

    Fields:
        found: the pairs of a round that was too large to be paired on the loop.
    """

    found: FoundPairing | None = None


class TakeTournamentOutage(Struct, frozen=True, tag="take_outage"):
    """No node served in this time."""

    from_ms: int
    to_ms: int


class ManageTournament(Struct, frozen=True, tag="manage"):
    """Act as organiser, arbiter or operator.

    Fields:
        password_hash: of the password that an amended plan asks for; it is in no event.
        keeps_password: an amended plan asks for the password it has asked for, if any.
    """

    by: str
    action: TournamentAction
    is_operator: bool = False
    password_hash: str = ""
    keeps_password: bool = False


class Arbitrate(Struct, frozen=True, tag="arbitrate"):
    """Be an arbiter, by the code that the organiser gives.

    Fields:
        code: the id of the code that was right.
    """

    by: str
    code: str


class ListedRow(Struct, frozen=True):
    """A person that is listed for a tournament at real boards.

    Fields:
        rating: 0 for none.
        federation: the id at a federation, "" for none.
        team: the number of its team, from 0; None if there are no teams.
    """

    name: str
    rating: int = 0
    club: str = ""
    federation: str = ""
    team: int | None = None


class ListEntrants(Struct, frozen=True, tag="list"):
    """Take in people by name, as organiser or arbiter.

    Fields:
        first: the number that the first of them gets.
    """

    by: str
    first: int
    rows: tuple[ListedRow, ...]
    is_operator: bool = False


class BoardResult(Struct, frozen=True):
    """The result of a board.

    Fields:
        board: its number, from 1.
        result: what it is.
        was: what its writer saw before.
    """

    board: int
    result: ResultName
    was: ResultName = "none"


class EnterResults(Struct, frozen=True, tag="results"):
    """Write down results of a round, as organiser or arbiter; all of them or none."""

    by: str
    round: int
    results: tuple[BoardResult, ...]
    is_operator: bool = False


# Events.


class TournamentFact(Struct, frozen=True):
    """The base of all events of a tournament.

    Attributes:
        is_urgent: the viewers hear of it at the next tick, however many they are.
        is_turn: the row in the lists is written anew at once.
    """

    is_urgent: ClassVar[bool] = True
    is_turn: ClassVar[bool] = False


class Announced(TournamentFact, frozen=True, tag="announced"):
    """The tournament exists."""

    is_turn: ClassVar[bool] = True
    is_urgent: ClassVar[bool] = False

    by: str
    plan: Plan


class TournamentCalledOff(TournamentFact, frozen=True, tag="called_off"):
    """It does not take place."""

    is_turn: ClassVar[bool] = True

    reason: CallOffReason
    by: str | None = None


class TournamentManaged(TournamentFact, frozen=True, tag="managed"):
    """Its organiser, an arbiter or an operator acted."""

    is_turn: ClassVar[bool] = True

    by: str
    action: TournamentAction


class PlayerEntered(TournamentFact, frozen=True, tag="entered"):
    """A player takes part, perhaps again; the rating is the one it came with.

    Fields:
        team: the number of its team, from 0; None if there are no teams.
        number: under which it enters for the first time; 0 in old events, when it was counted
            from the entrants that had not left.
    """

    player: str
    rating: int
    team: int | None = None
    number: int = 0


class PlayerLeft(TournamentFact, frozen=True, tag="left"):
    """A player takes part no longer."""

    player: str


class PlayerPaused(TournamentFact, frozen=True, tag="paused"):
    """A player is not paired.

    Fields:
        absent: because it did not come to a game.
    """

    player: str
    absent: bool = False


class PlayerReturned(TournamentFact, frozen=True, tag="returned"):
    """A player is paired again."""

    player: str


class PlayersSeen(TournamentFact, frozen=True, tag="seen"):
    """Players have come into sight of a node, or are out of sight of all."""

    is_urgent: ClassVar[bool] = False

    present: tuple[str, ...] = ()
    away: tuple[str, ...] = ()


class TournamentBegun(TournamentFact, frozen=True, tag="begun"):
    """It has started."""

    is_turn: ClassVar[bool] = True


class PairedGame(Struct, frozen=True, array_like=True):
    """A game that was paired: its room, and the player of each side."""

    room: str
    red: str
    black: str


class RoundPaired(TournamentFact, frozen=True, tag="round_paired"):
    """A round was paired, or one more game of it.

    Fields:
        round: from 1.
        byes: players without an opponent, which counts as a win unless less was given for it.
    """

    round: int
    games: tuple[PairedGame, ...]
    byes: tuple[str, ...] = ()


class GameOffered(TournamentFact, frozen=True, tag="game_offered"):
    """A player has offered to play a game of a free pair, or taken the offer back."""

    room: str
    by: str
    on: bool = True


class PairOpened(TournamentFact, frozen=True, tag="pair_opened"):
    """Both of a free pair want to play: their room is opened."""

    room: str


class RoundOver(TournamentFact, frozen=True, tag="round_over"):
    """All games of a round are over; the next one is paired at a moment."""

    is_urgent: ClassVar[bool] = False

    round: int
    next_ms: int


class ArenaPaired(TournamentFact, frozen=True, tag="arena_paired"):
    """Players of an arena were paired, if any could be.

    Fields:
        next_ms: when to look for pairs again; None until an entrant begins to wait.
    """

    games: tuple[PairedGame, ...]
    next_ms: int | None


class MatchGame(Struct, frozen=True, array_like=True):
    """A game of a match of a knock-out; see `formats.knockout` for the numbers of matches."""

    match: int
    room: str
    red: str
    black: str


class MatchesPaired(TournamentFact, frozen=True, tag="matches_paired"):
    """The next games of matches were paired."""

    games: tuple[MatchGame, ...]


class GameSettled(TournamentFact, frozen=True, tag="settled"):
    """A game is over.

    Fields:
        winner: None for a draw or no result.
        counts: it was played.
        plies: how long it was.
        absent: players that did not come to it, or ended it before it was played.
        opened: there was a room for it; not if one of the two had left before.
        berserk: players that gave up half the time.
        lost: it was ruled that both have lost it.
        by: at real boards, the player that wrote the result down.
    """

    is_urgent: ClassVar[bool] = False

    room: str
    winner: str | None
    counts: bool
    plies: int = 0
    absent: tuple[str, ...] = ()
    opened: bool = True
    berserk: tuple[str, ...] = ()
    lost: bool = False
    by: str = ""


class ResultTakenBack(TournamentFact, frozen=True, tag="taken_back"):
    """A game at a real board has no result after all: it was another one's."""

    room: str
    by: str


class TournamentFinished(TournamentFact, frozen=True, tag="finished"):
    """It is over, or a result of one that is was corrected.

    Fields:
        order: the players from the first to the hundredth.
    """

    is_turn: ClassVar[bool] = True

    order: tuple[str, ...]


class TournamentCredited(TournamentFact, frozen=True, tag="credited"):
    """No node served for a time: everything to come is that much later."""

    is_urgent: ClassVar[bool] = False

    ms: int
    to_ms: int


TournamentCommand = (
    Announce
    | CallOff
    | ManageTournament
    | Arbitrate
    | ListEntrants
    | EnterResults
    | EnterTournament
    | LeaveTournament
    | PauseEntrant
    | ReturnEntrant
    | OfferGame
    | SeePlayers
    | Settle
    | WakeTournament
    | TakeTournamentOutage
)
PairingEvent = RoundPaired | ArenaPaired | MatchesPaired
"""The events that have `games`, each with its room."""
TournamentEvent = (
    Announced
    | TournamentCalledOff
    | TournamentManaged
    | PlayerEntered
    | PlayerLeft
    | PlayerPaused
    | PlayerReturned
    | PlayersSeen
    | TournamentBegun
    | ArenaPaired
    | RoundPaired
    | GameOffered
    | PairOpened
    | RoundOver
    | MatchesPaired
    | GameSettled
    | ResultTakenBack
    | TournamentFinished
    | TournamentCredited
)
