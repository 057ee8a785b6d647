"""Parts of messages about a player in a list."""

from xiangqi_server.wire.parts.players import PlayerRef


class ListedPlayer(PlayerRef, frozen=True):
    """A player in a list of players.

    Fields:
        guest: the player has no account.
        bot: a program plays for this account.
        online: it has a connection now.
        games: its games that are not over, at most 3, the latest last.
    """

    online: bool = False
    games: list[str] = []
