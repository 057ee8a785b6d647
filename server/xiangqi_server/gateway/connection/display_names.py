"""The display names of players that this node shows to clients.

Theory of operation. A name stands in its player's aggregate. Before a view is shown, the
players in it are looked up here once, and watched from then on, so that a change on any node
is known. So are the names of people who are listed for a tournament, all of them at once. A limited
number is remembered; the one that was not asked for longest is forgotten first.
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
from xiangqi_server.aggregates.tournaments.at_boards.names import (
    NO_NAME,
    TOURNAMENT_NAMES,
    EntrantName,
    EntrantsNamed,
    TournamentNames,
    entrant_id,
    tournament_of,
)
from xiangqi_server.api.names.naming import DisplayName, as_guest, listed_name, name_of
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


class _KnownNames:
    """The names of a tournament's listed people; a watcher of the host."""

    __slots__ = ("_names", "is_asked", "view")

    def __init__(self, names: "DisplayNames", view: View[TournamentNames, EntrantsNamed]) -> None:
        self._names = names
        self.view = view
        self.is_asked = True

    def changed(self, changes: tuple[Change[TournamentNames, EntrantsNamed], ...]) -> None:
        """Say so of one of them: all of the tournament is shown again."""
        self._names.renamed(entrant_id(self.view.aggregate.id, 0))

    def replaced(self) -> None:
        """They may be called something else there."""
        self._names.renamed(entrant_id(self.view.aggregate.id, 0))


class DisplayNames:
    """The names this node knows. Owned by the gateway.

    Those of a tournament's listed people are known together, under the tournament's id.
    """

    def __init__(self, host: AggregateHost) -> None:
        self._host = host
        self._known: OrderedDict[str, _Known | _KnownNames] = OrderedDict()
        self._listeners: list[Callable[[str], None]] = []

    def __call__(self, player: str) -> DisplayName:
        """The name of a player; the name of a guest if the player's is not known."""
        holder = tournament_of(player) or player
        known = self._known.get(holder)
        if known is None:
            stranger = as_guest(player)._replace(hides_rating=True)  # perhaps so
            return stranger if holder == player else listed_name(player, NO_NAME)
        self._known.move_to_end(holder)
        known.is_asked = True
        if isinstance(known, _KnownNames):
            return listed_name(player, known.view.state.of(player))
        return name_of(known.view.state)

    def called(self, player: str) -> EntrantName:
        """What is kept of a listed person, if it was looked up; `NO_NAME` for a player."""
        known = self._known.get(tournament_of(player) or player)
        return known.view.state.of(player) if isinstance(known, _KnownNames) else NO_NAME

    def player(self, player: str) -> Player | None:
        """The player as stored, if it was looked up."""
        known = self._known.get(player)
        return known.view.state if isinstance(known, _Known) else None

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
        holder = tournament_of(player) or player
        if holder in self._known:
            return True
        if holder != player:
            names = self._host.at_hand(key(TOURNAMENT_NAMES, holder))
            if names is not None:
                self._keep(holder, _KnownNames(self, names))
        else:
            view = self._host.at_hand(key(PLAYER, player))
            if view is not None:
                self._keep(player, _Known(self, view))
        return holder in self._known

    async def learn(self, players: Iterable[str]) -> None:
        """Wait until the players are known, or cannot be."""
        unknown = {player for player in players if not self._is_at_hand(player)}
        one_of_each = {tournament_of(player) or player: player for player in sorted(unknown)}
        strangers = [one_of_each[holder] for holder in sorted(one_of_each)]
        if len(strangers) == 1:  # as nearly always; it needs no task
            await self._learn(strangers[0])
        elif strangers:  # in the same order in every process
            await asyncio.gather(*map(self._learn, strangers))

    async def _learn(self, player: str) -> None:
        tournament = tournament_of(player)
        with suppress(StoreUnavailable):
            if tournament is None:
                self._keep(player, _Known(self, await self._host.view(key(PLAYER, player))))
            else:
                names = await self._host.view(key(TOURNAMENT_NAMES, tournament))
                self._keep(tournament, _KnownNames(self, names))

    def _keep(self, holder: str, known: _Known | _KnownNames) -> None:
        if holder in self._known:
            return
        self._known[holder] = known
        if isinstance(known, _KnownNames):
            self._host.watch(known.view, known)
        else:
            self._host.watch(known.view, known)
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
        if isinstance(forgotten, _KnownNames):
            self._host.unwatch(forgotten.view, forgotten)
        else:
            self._host.unwatch(forgotten.view, forgotten)
