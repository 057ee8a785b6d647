"""What the server sends about other players."""

from xiangqi_server.wire.parts import PlayerRef
from xiangqi_server.wire.server.base import ServerMessage


class Profile(ServerMessage, tag="profile", frozen=True):
    """The answer to `profile`.

    Fields:
        player: the one it is about.
        since_ms: when the player first came, null if that is not known.
        country: two letters, or "".
        bio: a few words, or "".
        online: has a connection now.
        playing: how many games are open.
        deleted: the account was deleted.
        watch: rooms of games that are played and may be watched, the latest first, 5 at most.
        partial: `online` and `watch` are as far as is known for now; see *Lists*.
    """

    id: str
    player: PlayerRef
    since_ms: int | None
    country: str
    bio: str
    online: bool
    playing: int
    deleted: bool
    watch: list[str] = []
    partial: bool = False


class Players(ServerMessage, tag="players", frozen=True):
    """The answer to `find_players`.

    Fields:
        players: 20 at most, in the order of their names.
        next: what to send as `after` for those that follow; null after the last.
        partial: some of it is missing for now; see *Lists*.
    """

    id: str
    players: list[PlayerRef]
    next: str | None
    partial: bool = False
