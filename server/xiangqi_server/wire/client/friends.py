"""What you ask of player lists: friends, ignored players, players online."""

from xiangqi_server.wire.client.base import Request
from xiangqi_server.wire.limits import Cursor, PlayerId
from xiangqi_server.wire.terms import PlayerListName


class Friend(Request, tag="friend", frozen=True):
    """List a player among your friends. Answer: `done`.

    The friend hears nothing of it; an ignored player is ignored no more.

    Fields:
        player: which.
    """

    player: PlayerId


class Unfriend(Request, tag="unfriend", frozen=True):
    """Take a player off the list of your friends. Answer: `done`, also if it was not on it.

    Fields:
        player: which.
    """

    player: PlayerId


class Ignore(Request, tag="ignore", frozen=True):
    """Ignore a player. Answer: `done`.

    Nothing an ignored player says reaches you: no chat, message or challenge; you are not
    paired with it either (of a guest's list, the 16 latest). A friend is a friend no more.

    Fields:
        player: which.
    """

    player: PlayerId


class Unignore(Request, tag="unignore", frozen=True):
    """Ignore a player no more. Answer: `done`, also if it was not ignored.

    Fields:
        player: which.
    """

    player: PlayerId


class PlayerList(Request, tag="player_list", frozen=True):
    """Have a list of players. Answer: `player_list`.

    Fields:
        of: your `friends` or `ignored`, the latest first; all people with an account who are
            `online` now; or the `bots` that are, which may be challenged.
        after: `next` of the page before.
    """

    of: PlayerListName
    after: Cursor | None = None
