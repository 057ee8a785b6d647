"""What the server sends about player lists."""

from xiangqi_server.wire.parts import ListedPlayer
from xiangqi_server.wire.server.base import ServerMessage
from xiangqi_server.wire.terms import PlayerListName


class PlayerList(ServerMessage, tag="player_list", frozen=True):
    """The answer to `player_list`.

    Fields:
        of: as asked.
        rows: at most 50.
        next: to send as `after` for the next page, null if this is the last.
        partial: some of it is missing for now; see *Lists*.
    """

    id: str
    of: PlayerListName
    rows: list[ListedPlayer]
    next: str | None
    partial: bool = False
