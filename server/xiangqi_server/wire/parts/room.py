"""Parts of messages about a room: seats, clocks, moves, offers, chat, and its log."""

from msgspec import Struct

from xiangqi_server.aggregates.room import score
from xiangqi_server.aggregates.room.clock import control
from xiangqi_server.wire.limits import Moment
from xiangqi_server.wire.parts.players import PlayerRef
from xiangqi_server.wire.terms import OfferName, PhraseName, SideName


class Seat(PlayerRef, frozen=True):
    """The player of a side.

    Fields:
        guest: the player has no account.
        bot: a program plays for this account.
    """


SideClock = control.SideClock
Receipt = score.Receipt
MoveLine = score.MoveLine


class Clock(Struct, frozen=True, gc=False):
    """Both clocks as they stand at `at_ms` of the message; see *Clocks*.

    Fields:
        red, black: what each has left.
        running: the side whose time runs; null before the start, after the end, and without a
            clock.
        flag_at_ms: the server's time at which the running side is out of time, else null.
        first_move_by_ms: until when the running side must make its first move, else the game is
            void; null once both sides have moved, and where no clock runs.
    """

    red: SideClock
    black: SideClock
    running: SideName | None
    flag_at_ms: Moment | None
    first_move_by_ms: Moment | None = None


class BerserkSides(Struct, frozen=True, gc=False):
    """The sides that have halved their time.

    Fields:
        red, black: whether that side did.
    """

    red: bool
    black: bool


class OpenOffer(Struct, frozen=True, gc=False):
    """An offer that waits for an answer.

    Fields:
        side: the side that made it.
    """

    what: OfferName
    side: SideName
    ply: int


class Absence(Struct, frozen=True, gc=False):
    """A player who has left.

    Fields:
        side: the side of that player.
        claimable_at_ms: the server's time from which the other player may `claim`.
    """

    side: SideName
    claimable_at_ms: Moment


class ChatLine(Struct, frozen=True, gc=False):
    """Something that was said.

    Fields:
        n: number of the line in its room and audience, from 1.
        at_ms: when it was stored.
        player: the speaker's id.
        name: what to show.
        bot: a program plays for the speaker.
        seat: the speaker's side, null for a spectator.
        text: what was said; of a phrase, in the language of `hello`.
        phrase: the name of the phrase, null for words of your own.
    """

    n: int
    at_ms: Moment
    player: str
    name: str
    seat: SideName | None
    text: str
    phrase: PhraseName | None
    bot: bool = False


class LogEntry(Struct, frozen=True, gc=False):
    """One event of a log: a line of the file that `xiangqi-server verify` reads.

    Fields:
        event_id: of the append that stored it; events of one append share it.
        body: the event's record, in base64.
        digest: of the log up to this event.
    """

    version: int
    at_ms: Moment
    event_id: str
    body: str
    digest: str


class VacationSides(Struct, frozen=True):
    """Which players of a game by days are on vacation.

    Fields:
        red, black: the server's time until when; null for a player that is not.
    """

    red: Moment | None
    black: Moment | None
