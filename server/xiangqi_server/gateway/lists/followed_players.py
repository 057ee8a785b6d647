"""The games that followed players play: each stays until the same player's next one begins."""

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from xiangqi_server.aggregates.players.kind import PLAYER
from xiangqi_server.aggregates.players.messages import PlayerEvent
from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.aggregates.refusals import SharedRefusal
from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.speed import Speed, speed_of
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.kernel.aggregate.refusal import require
from xiangqi_server.kernel.host.view import Change, View, key
from xiangqi_server.kernel.store.port import StoreUnavailable

LOOKED_AT: Final = 8
"""How many of a player's open games are looked at, the latest first, for one that is live."""


class FollowedPlayers:
    """Part of the boards.

    Args:
        changed: hears of a player who plays another game.
    """

    def __init__(self, node: Node, changed: Callable[[str], None]) -> None:
        self._host = node.host
        self._tasks = node.tasks
        self._tell = changed
        self._followed: dict[str, _Followed] = {}

    async def open(self, player: str) -> None:
        """Know from now on which live game a player plays.

        Raises:
            Refused: there is no such player.
            StoreUnavailable: there is no store.
        """
        if player in self._followed:
            return
        view = await self._host.view(key(PLAYER, player))
        require(view.head.version > 0, SharedRefusal.NO_SUCH_PLAYER)
        followed = self._followed.setdefault(player, _Followed(view, self))
        self._host.watch(view, followed)
        await self._look(followed)

    def close(self, player: str) -> None:
        """No board follows a player any more."""
        followed = self._followed.pop(player, None)
        if followed is not None:
            self._host.unwatch(followed.view, followed)

    def room(self, player: str) -> str | None:
        """The game that a player plays, or played last; None if none has been seen."""
        followed = self._followed.get(player)
        return None if followed is None else followed.room

    def look(self, followed: "_Followed") -> None:
        """See whether a game has begun."""
        self._tasks.start(self._look(followed))

    async def _look(self, followed: "_Followed") -> None:
        games = tuple(followed.view.state.open_games.games)[-LOOKED_AT:]
        for room in reversed(games):
            with suppress(StoreUnavailable):  # its part of the store is away
                if _is_live((await self._host.view(key(ROOM, room))).state):
                    if room != followed.room:
                        followed.room = room
                        self._tell(followed.view.aggregate.id)
                    return


class _Followed:
    """A player whom boards follow; a watcher of the player.

    Attributes:
        room: the game.
    """

    def __init__(self, view: View[Player, PlayerEvent], players: FollowedPlayers) -> None:
        self.view = view
        self.room: str | None = None
        self._players = players

    def changed(self, _: tuple[Change[Player, PlayerEvent], ...]) -> None:
        """A game may have begun."""
        self._players.look(self)

    def replaced(self) -> None:
        """The same, in the other branch."""
        self._players.look(self)


def _is_live(room: Room) -> bool:
    return room.is_on and speed_of(room.terms.clock) is not Speed.CORRESPONDENCE
