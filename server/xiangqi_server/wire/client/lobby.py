"""What you ask of the lobby: to see it, to find anybody for a game."""

from xiangqi_server.wire.client.base import Request
from xiangqi_server.wire.limits import PoolName, Rating, SeekId
from xiangqi_server.wire.terms import GameTerms, SidePreference


class WatchLobby(Request, tag="watch_lobby", frozen=True):
    """See the lobby from now on. Answer: `lobby`, then `done`; later `lobby_changed`."""


class LeaveLobby(Request, tag="leave_lobby", frozen=True):
    """See the lobby no longer; an open seek stays. Answer: `done`."""


class Seek(Request, tag="seek", frozen=True):
    """Show an open offer to everybody; it replaces your earlier one of the same pace.

    Answer: `done`; the lobby gets `lobby_changed`. When somebody takes it, `game_opened`. It goes
    when its player has had no connection for half a minute. A game by days is not offered so, but
    by `offer_by_days`, as `use_offer_by_days` says.

    Fields:
        side: what you want to play.
        min_rating, max_rating: the least and the greatest rating that may take it, null for any.
    """

    terms: GameTerms
    side: SidePreference = "any"
    min_rating: Rating | None = None
    max_rating: Rating | None = None


class Unseek(Request, tag="unseek", frozen=True):
    """Take an open offer back. Answer: `done`, also if you had no offer.

    Fields:
        seek: the offer's id; null takes back the one of a live game and the one by days.
    """

    seek: SeekId | None = None


class AcceptSeek(Request, tag="accept_seek", frozen=True):
    """Accept somebody's open offer. Answer: `done`; both players get `game_opened`.

    Fields:
        seek: the offer's id.
    """

    seek: SeekId


class Queue(Request, tag="queue", frozen=True):
    """Wait in a pool for an opponent of about your own rating; see *Pools*.

    Answer: `done`; when paired, `game_opened`. You may wait in several pools; being paired in one
    takes you out of all, but an offer of a game by days stays. You are also taken out after half a
    minute without a connection.

    Fields:
        pool: its name.
        rated: for a game that counts for the rating, which needs an account.
    """

    pool: PoolName
    rated: bool = False


class Unqueue(Request, tag="unqueue", frozen=True):
    """Wait no longer. Answer: `done`.

    Fields:
        pool: in this pool; null for every pool.
    """

    pool: PoolName | None = None
