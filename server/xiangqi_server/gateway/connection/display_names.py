"""The display names of players that this node shows to clients.

Theory of operation. A name stands in its player's aggregate. Before a view is shown, the
players in it are looked up here once, and watched from then on, so that a change on any node
is known. A limited number is remembered; the one that was not asked for longest is forgotten first.
A name that nobody has asked for since the last call of `forget_unused` is forgotten too, because
old games that are read bring ever new players.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable, Set
from contextlib import suppress
from typing import Final

from xiangqi_server.aggregates.players.kind import PLAYER
from xiangqi_server.aggregates.players.messages import PlayerEvent
from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.api.names.naming import DisplayName, as_guest, name_of
from xiangqi_server.kernel.host.aggregate_host import AggregateHost
from xiangqi_server.kernel.host.view import Change, View, key
from xiangqi_server.kernel.store.port import StoreUnavailable

KNOWN: Final = 8_192
"""How many players are remembered."""


class _Known:
    """One remembered player; a watcher of the host."""

    __slots__ = ("_name", "_names", "is_asked", "view")

    def __init__(self, names: "DisplayNames", view: View[Player, PlayerEvent]) -> None:
        self._names = names
        self._name = name_of(view.state)
        self.view = view
        self.is_asked = True  # since unused ones were forgotten

    def changed(self, changes: tuple[Change[Player, PlayerEvent], ...]) -> None:
        """Say so if the player is called something else now."""
        name, self._name = self._name, name_of(changes[-1].state)
        if name != self._name:
            self._names.renamed(self.view.aggregate.id)

    def replaced(self) -> None:
        """The player may be called something else there."""
        self._name = name_of(self.view.state)
        self._names.renamed(self.view.aggregate.id)


class DisplayNames:
    """The names this node knows. Owned by the gateway."""

    def __init__(self, host: AggregateHost) -> None:
        self._host = host
        self._known: OrderedDict[str, _Known] = OrderedDict()
        self._listeners: list[Callable[[str], None]] = []

    def __call__(self, player: str) -> DisplayName:
        """The name of a player; the name of a guest if the player's is not known."""
        known = self._known.get(player)
        if known is None:
            return as_guest(player)
        self._known.move_to_end(player)
        known.is_asked = True
        return name_of(known.view.state)

    def player(self, player: str) -> Player | None:
        """The player as stored, if it was looked up."""
        known = self._known.get(player)
        return None if known is None else known.view.state

    def knows(self, player: str) -> bool:
        """The player was looked up and is watched."""
        return player in self._known

    def on_change(self, listener: Callable[[str], None]) -> None:
        """Tell `listener` of each known player that gets another name."""
        self._listeners.append(listener)

    def renamed(self, player: str) -> None:
        """Tell the listeners."""
        for listener in self._listeners:
            with self._host.faults.contained("renamed"):
                listener(player)

    def at_hand(self, players: Iterable[str]) -> bool:
        """Whether all these players are known by now: nothing need be learned first."""
        return all(map(self._is_at_hand, players))

    def _is_at_hand(self, player: str) -> bool:
        """Whether a player is known by now; a list of players here waits for nothing."""
        view = None if player in self._known else self._host.at_hand(key(PLAYER, player))
        if view is not None:
            self._remember(view)
        return player in self._known

    async def learn(self, players: Iterable[str]) -> None:
        """Wait until the players are known, or cannot be."""
        strangers = sorted({player for player in players if not self._is_at_hand(player)})
        if len(strangers) == 1:  # as nearly always; it needs no task
            await self._learn(strangers[0])
        elif strangers:  # in the same order in every process
            await asyncio.gather(*map(self._learn, strangers))

    async def _learn(self, player: str) -> None:
        with suppress(StoreUnavailable):
            self._remember(await self._host.view(key(PLAYER, player)))

    def _remember(self, view: View[Player, PlayerEvent]) -> None:
        player = view.aggregate.id
        if player in self._known:
            return
        known = self._known[player] = _Known(self, view)
        self._host.watch(view, known)
        while len(self._known) > KNOWN:
            self._forget(next(iter(self._known)))

    def forget_unused(self, used: Set[str]) -> None:
        """Forget players who were not asked for since the last call, and are not `used`."""
        for player, known in tuple(self._known.items()):
            if not (known.is_asked or player in used):
                self._forget(player)
            known.is_asked = False

    def _forget(self, player: str) -> None:
        forgotten = self._known.pop(player)
        self._host.unwatch(forgotten.view, forgotten)
