"""Parts of messages about the lobby: queues, offers of games, ready-checks."""

from msgspec import Struct

from xiangqi_server.wire.limits import Moment
from xiangqi_server.wire.terms import GameTerms, SidePreference, SpeedName


class Pool(Struct, frozen=True):
    """A queue of players who want a game by the same clock; the server pairs them.

    Fields:
        name: to send in `queue`, such as "5+3": minutes, and seconds added for each move.
        waiting: how many wait in it.
        waiting_rated: how many of these for a rated game.
    """

    name: str
    terms: GameTerms
    waiting: int
    waiting_rated: int = 0


class OwnWait(Struct, frozen=True):
    """A pool in which you wait.

    Fields:
        pool: its name.
        rated: for a rated game.
        since_ms: the server's time since when; a game that came to nothing does not count.
    """

    pool: str
    rated: bool
    since_ms: int


class ReadyCheck(Struct, frozen=True):
    """Both players of a found pair are waited for; see *Ready-check*.

    Fields:
        by_ms: the server's time until which both must be there.
        red, black: whether that side has said so.
    """

    by_ms: Moment
    red: bool
    black: bool


class SeekInfo(Struct, frozen=True):
    """An open offer to play.

    Fields:
        id: to send in `accept_seek`.
        player, name: its owner.
        guest: its owner has no account.
        side: what its owner wants to play.
        rating: its owner's, at the speed of the game; 0 if hidden.
        min_rating, max_rating: the least and the greatest rating that may take it, null for any.
        speed: of the game, at which ratings count here.
    """

    id: str
    player: str
    name: str
    terms: GameTerms
    side: SidePreference
    guest: bool = True
    rating: int = 1500
    min_rating: int | None = None
    max_rating: int | None = None
    speed: SpeedName = SpeedName.RAPID
