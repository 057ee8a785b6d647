"""What the lobby can be asked, and what can happen in it.

Events are stored: a field may be added with a default, never changed. Moments are the store's
time in ms, ratings are points.
"""

from typing import Final, Literal

from msgspec import Struct

from xiangqi_server.aggregates.room.messages import Bar, Dissolve
from xiangqi_server.aggregates.room.terms import GameTerms

SidePreference = Literal["red", "black", "any"]

START_RATING: Final = 1500
"""The rating of a player without a rated game."""


class Seeker(Struct, frozen=True):
    """A player in search of a game, as far as it matters for pairing.

    Fields:
        rating: at the speed of the game wanted.
        has_account: only players with an account play rated games.
        ignores: players that this one does not want to meet.
        last_opponent: of the latest game, None before the first.
        tilt: of the latest games, how many more were with Red than with Black.
        is_playing: a live game against an opponent that was looked for.
    """

    player: str
    rating: int = START_RATING
    has_account: bool = False
    ignores: tuple[str, ...] = ()
    last_opponent: str | None = None
    tilt: int = 0
    is_playing: bool = False


class Seek(Struct, frozen=True):
    """An open offer to play, owned by a player and shown to everybody.

    Fields:
        rating: its owner's.
        low, high: the least and the greatest rating that may take it, None for any.
        ignores: players that may not take it.
        has_account: its owner has an account.
        tag: stands for the address it came from, see `gateway.tags`; "" if that does not count.
    """

    id: str
    player: str
    terms: GameTerms
    side: SidePreference
    rating: int = START_RATING
    low: int | None = None
    high: int | None = None
    ignores: tuple[str, ...] = ()
    has_account: bool = False
    tag: str = ""


# Commands. `toss` is a random bit: 0 gives Red to the player named first.


class OpenSeek(Struct, frozen=True, tag="open_seek"):
    """Show an open offer; a player's earlier one is replaced, if both are by days or neither is."""

    by: Seeker
    seek: str
    terms: GameTerms
    side: SidePreference
    low: int | None = None
    high: int | None = None
    tag: str = ""


class CloseSeek(Struct, frozen=True, tag="close_seek"):
    """Take an open offer of your own back, or (None) every one; without one nothing happens."""

    by: str
    seek: str | None = None


class AcceptSeek(Struct, frozen=True, tag="take_seek"):
    """Accept somebody's open offer: a game starts in `fresh_id`."""

    by: Seeker
    seek: str
    fresh_id: str
    toss: int


class Enqueue(Struct, frozen=True, tag="enqueue"):
    """Wait in a pool for a rated or a casual game; `fresh_id` may become its room."""

    by: Seeker
    pool: str
    rated: bool
    fresh_id: str
    toss: int


class Dequeue(Struct, frozen=True, tag="dequeue"):
    """Leave one pool, or (None) every pool."""

    by: str
    pool: str | None = None


class Depart(Struct, frozen=True, tag="depart"):
    """The player has no connection any more: drop seek and queues."""

    by: str


class Withdraw(Struct, frozen=True, tag="withdraw"):
    """By order of a tournament: these play there now; drop their queues and live seeks."""

    players: tuple[str, ...]


class Tick(Struct, frozen=True, tag="tick"):
    """Pair all that can be paired: the lobby's alarm."""


LobbyCommand = (
    OpenSeek
    | CloseSeek
    | AcceptSeek
    | Enqueue
    | Dequeue
    | Depart
    | Withdraw
    | Dissolve
    | Bar
    | Tick
)

# Events.


class SeekOpened(Struct, frozen=True, tag="seek_opened"):
    """An open offer appeared."""

    seek: Seek


class SeekClosed(Struct, frozen=True, tag="seek_closed"):
    """An open offer is gone."""

    seek: str


class Queued(Struct, frozen=True, tag="queued"):
    """A player waits in a pool from now on; see `Seeker` for what is known of the player.

    Fields:
        room: where the game of a pair may be played, unguessable.
        toss: a random bit.
    """

    player: str
    pool: str
    rated: bool = False
    rating: int = START_RATING
    tilt: int = 0
    last_opponent: str | None = None
    ignores: tuple[str, ...] = ()
    room: str = ""
    toss: int = 0


class Unqueued(Struct, frozen=True, tag="unqueued"):
    """A player left a pool."""

    player: str
    pool: str


class Paired(Struct, frozen=True, tag="paired"):
    """A seek was taken: two players are to play in `room`; an effect opens it.

    Fields:
        keeps_other: a player that is to play by days still looks for a live game, and the other
            way round; in old events both left all they had.
    """

    room: str
    terms: GameTerms
    red: str
    black: str
    keeps_other: bool = False


class Match(Struct, frozen=True, array_like=True):
    """Two players of one pool that are to play in `room`."""

    room: str
    pool: str
    rated: bool
    red: str
    black: str


class Matched(Struct, frozen=True, tag="matched"):
    """A tick has paired players of the pools; all of them leave these, effects open the rooms.

    Fields:
        next_ms: when to try again, None when nothing but a newcomer can change anything.
        keeps_other: their offers of games by days stay; see `Paired`.
    """

    pairs: tuple[Match, ...]
    next_ms: int | None = None
    keeps_other: bool = False


class Returned(Struct, frozen=True, tag="returned"):
    """The game in `room` came to nothing: these players wait again, as long as before.

    Fields:
        missed: players that did not come to it, or called it off.
    """

    room: str
    players: tuple[str, ...]
    missed: tuple[str, ...] = ()


class Barred(Struct, frozen=True, tag="barred"):
    """Operators keep a player out for a while, or let it in again."""

    bar: Bar


LobbyEvent = SeekOpened | SeekClosed | Queued | Unqueued | Paired | Matched | Returned | Barred
