"""One's own open games, and the news of them, for those connections that asked for it.

A connection that follows its games watches each game's room and its own player: what happens
in a game is told as the game's new row, and a game that begins is watched from then on.
"""

from collections.abc import Callable
from typing import cast

from server.gateway.client import Client
from server.gateway.errands import Errands, looked, nothing
from server.gateway.names import Names
from server.host.aggregate_host import AggregateHost
from server.host.replica import Change, Replica
from server.host.timebase import StoreClock
from server.players.state import Player
from server.room.messages import (
    Ended,
    Moved,
    Opened,
    RatingChanged,
    RatingKnown,
    Seated,
    TimeGiven,
    TookBack,
)
from server.room.state import Room, Status
from server.session.catalogue_views import my_game, urgency
from server.store.base import AggregateId
from server.wire import client as wire
from server.wire import parts
from server.wire.server import MyGameChanged, MyGames

_NEWS = Opened | Seated | Moved | TookBack | TimeGiven | Ended | RatingKnown | RatingChanged


class _Eye:
    """A watcher of one aggregate, for one connection."""

    def __init__(self, replica: Replica, seen: Callable[[tuple[Change, ...]], None]) -> None:
        self.replica = replica
        self._seen = seen

    def changed(self, changes: tuple[Change, ...]) -> None:
        """See `Watcher.changed`."""
        self._seen(changes)

    def replaced(self, replica: Replica) -> None:
        """See `Watcher.replaced`."""
        self.replica = replica
        self._seen(())


class MyGamesDesk:
    """Who follows its games here. Owned by the gateway."""

    def __init__(
        self, host: AggregateHost, clock: StoreClock, errands: Errands, names: Names
    ) -> None:
        self._host = host
        self._clock = clock
        self._errands = errands
        self._names = names
        self._eyes: dict[Client, dict[AggregateId, _Eye]] = {}

    def ask(self, client: Client, message: wire.MyGames) -> None:
        """Answer with all open games, and follow them if that is wanted."""
        self._errands.answer(client, message, self._answer(client, message))

    def forget(self, client: Client) -> None:
        """The connection is gone."""
        for eye in self._eyes.pop(client, {}).values():
            self._host.unwatch(eye.replica, eye)

    async def _answer(self, client: Client, message: wire.MyGames) -> None:
        aggregate = AggregateId("player", client.player)
        player = await looked(self._host, aggregate)
        if message.follow:
            self._follow(client, player, lambda _: self._look_for_new(client))
        rooms = [await self._room(room) for room in _games(player)]
        await self._names.learn([one for room in rooms for one in _room(room).seats.taken()])
        if message.follow:
            for room in rooms:
                self._watch(client, room)
        rows = [row for room in rooms if (row := self._row(client, room)) is not None]
        client.send(MyGames(message.id, sorted(rows, key=urgency), next=None))

    async def _room(self, room: str) -> Replica:
        return await looked(self._host, AggregateId("room", room))

    def _row(self, client: Client, replica: Replica) -> parts.MyGame | None:
        now_ms = self._clock.now_ms()
        return my_game(_room(replica), client.player, now_ms, self._names, client.language)

    def _follow(
        self, client: Client, replica: Replica, seen: Callable[[tuple[Change, ...]], None]
    ) -> None:
        eyes = self._eyes.setdefault(client, {})
        if client.is_gone or replica.aggregate in eyes:
            return
        eye = eyes[replica.aggregate] = _Eye(replica, seen)
        self._host.watch(replica, eye)

    def _watch(self, client: Client, replica: Replica) -> None:
        """Tell the connection what happens in a game of its player from now on."""

        def seen(changes: tuple[Change, ...]) -> None:
            if not changes or any(isinstance(one.stamped.event, _NEWS) for one in changes):
                self._tell(client, replica)

        if _room(replica).status is not Status.OVER:
            self._follow(client, replica, seen)

    def _tell(self, client: Client, replica: Replica) -> None:
        def tell() -> None:
            row = self._row(client, replica)
            if row is not None and not client.is_gone:
                client.send(MyGameChanged(row))

        self._names.when_known(_room(replica).seats.taken(), tell)

    def _look_for_new(self, client: Client) -> None:
        """Watch the games that have begun, and leave those that are over."""
        eyes = self._eyes.get(client, {})
        player = eyes.get(AggregateId("player", client.player))
        if player is None:
            return
        games = _games(player.replica)
        for aggregate in [one for one in eyes if one.kind == "room" and one.id not in games]:
            eye = eyes.pop(aggregate)
            self._host.unwatch(eye.replica, eye)
            self._tell(client, eye.replica)
        for room in games:
            if AggregateId("room", room) not in eyes:
                self._errands.start(self._begin(client, room), failed=nothing)

    async def _begin(self, client: Client, room: str) -> None:
        replica = await self._room(room)
        self._watch(client, replica)
        self._tell(client, replica)


def _room(replica: Replica) -> Room:
    return cast("Room", replica.state)


def _games(player: Replica) -> tuple[str, ...]:
    return tuple(cast("Player", player.state).engagement.games)
