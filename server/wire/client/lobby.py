"""What one asks of the lobby."""

from server.wire.client.base import ClientMessage
from server.wire.limits import CommandId, PoolName, SeekId
from server.wire.terms import GameTerms, SidePreference


class WatchLobby(ClientMessage, tag="watch_lobby", frozen=True):
    """See the lobby from now on. Answer: `lobby`, then `done`; later `lobby_changed`."""

    id: CommandId


class LeaveLobby(ClientMessage, tag="leave_lobby", frozen=True):
    """See the lobby no longer; an open seek stays. Answer: `done`."""

    id: CommandId


class Seek(ClientMessage, tag="seek", frozen=True):
    """Show an open offer to everybody; an earlier one of one's own is replaced.

    Answer: `done`; the lobby gets `lobby_changed`. When somebody takes it, `game`. It goes
    when its player has had no connection for half a minute.

    Fields:
        side: what one wants to play.
    """

    id: CommandId
    terms: GameTerms
    side: SidePreference = "any"


class Unseek(ClientMessage, tag="unseek", frozen=True):
    """Take one's open offer back. Answer: `done`, also if there was none."""

    id: CommandId


class Take(ClientMessage, tag="take", frozen=True):
    """Accept somebody's open offer. Answer: `done`; both players get `game`.

    Fields:
        seek: the offer's id.
    """

    id: CommandId
    seek: SeekId


class Match(ClientMessage, tag="match", frozen=True):
    """Wait in a pool for an opponent, first come first paired.

    Answer: `done`; when paired, `game`. One may wait in several pools; being paired in one
    takes one out of all. One is also taken out after half a minute without a connection.

    Fields:
        pool: its name.
    """

    id: CommandId
    pool: PoolName


class Unmatch(ClientMessage, tag="unmatch", frozen=True):
    """Wait no longer, in any pool. Answer: `done`."""

    id: CommandId


class Invite(ClientMessage, tag="invite", frozen=True):
    """Open a room with a free seat for a friend, open for a day.

    Answer: `done` with the room's id; one gets `game` on every connection, before or after.
    The friend opens `/game/<room>` in a browser, or sends `join` and then `sit`.

    Fields:
        side: one's own.
    """

    id: CommandId
    terms: GameTerms
    side: SidePreference = "any"
