"""What the players are called of whom this node tells somebody.

Theory of operation. A name stands in its player's aggregate. Before a view is shown, the
players in it are looked up here once, and watched from then on, so that a change on any node
is known. So many are remembered; whoever was not asked for longest is forgotten first.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Final, cast

from server.host.aggregate_host import AggregateHost
from server.host.replica import Change, Replica
from server.players.leaving import Deleted, Expired
from server.players.naming import Named
from server.players.state import Player
from server.session.naming import Shown, as_guest, name_of
from server.store.base import AggregateId

KNOWN: Final = 8_192
"""So many players are remembered."""


class _Known:
    """One player who is remembered; a watcher of the host."""

    __slots__ = ("_names", "replica")

    def __init__(self, names: "Names", replica: Replica) -> None:
        self._names = names
        self.replica = replica

    @property
    def player(self) -> Player:
        """The player as stored."""
        return cast("Player", self.replica.state)

    def changed(self, changes: tuple[Change, ...]) -> None:
        """Say so if the player is called something else now."""
        if any(isinstance(one.stamped.event, Named | Deleted | Expired) for one in changes):
            self._names.renamed(self.player.id)

    def replaced(self, replica: Replica) -> None:
        """Take the other branch."""
        self.replica = replica
        self._names.renamed(self.player.id)


class Names:
    """The names this node knows. Owned by the gateway."""

    def __init__(self, host: AggregateHost) -> None:
        self._host = host
        self._known: OrderedDict[str, _Known] = OrderedDict()
        self._listeners: list[Callable[[str], None]] = []

    def __call__(self, player: str) -> Shown:
        """What a player is called; of one who is not known, what a guest would be."""
        known = self._known.get(player)
        if known is None:
            return as_guest(player)
        self._known.move_to_end(player)
        return name_of(known.player)

    def player(self, player: str) -> Player | None:
        """The player as stored, if it was looked up."""
        known = self._known.get(player)
        return None if known is None else known.player

    def knows(self, player: str) -> bool:
        """The player was looked up and is watched."""
        return player in self._known

    def on_change(self, listener: Callable[[str], None]) -> None:
        """Tell `listener` of each known player who is called something else now."""
        self._listeners.append(listener)

    def renamed(self, player: str) -> None:
        """Tell the listeners."""
        for listener in self._listeners:
            listener(player)

    def when_known(self, players: Iterable[str], then: Callable[[], None]) -> None:
        """Call `then` once the players are known, or cannot be; at once if they are already."""
        strangers = {player for player in players if player not in self._known}
        if not strangers:
            then()
            return
        left = len(strangers)

        def seen(replica: Replica | None) -> None:
            nonlocal left
            if replica is not None:
                self._remember(replica)
            left -= 1
            if left == 0:
                then()

        for player in strangers:
            self._host.look(AggregateId("player", player), seen)

    async def learn(self, players: Iterable[str]) -> None:
        """Wait until the players are known, or cannot be."""
        learned = asyncio.get_running_loop().create_future()
        self.when_known(players, lambda: learned.set_result(None))
        await learned

    def _remember(self, replica: Replica) -> None:
        player = replica.aggregate.id
        if player in self._known:
            return
        known = self._known[player] = _Known(self, replica)
        self._host.watch(replica, known)
        while len(self._known) > KNOWN:
            _, forgotten = self._known.popitem(last=False)
            self._host.unwatch(forgotten.replica, forgotten)
