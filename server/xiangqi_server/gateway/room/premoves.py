"""Moves that wait for their ply: kept beside the log, played as soon as the ply comes.

Theory of operation. A premove is a note on its room, one per player, durable before it is
acknowledged. The node that holds it follows the room. When the event before its ply is delivered,
it submits the move like any other, marked to cost nothing. Whatever is killed in between, the sweep
of another node finds the note and does the same. The command id of the move is that of the premove,
so it is played once. Nothing of it is in a log, in a digest, or in a message to other players.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.messages import RoomEvent, TookBack
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.api.room.premove import (
    KEPT_MS,
    Fate,
    Premove,
    fate_of,
    is_overtaken,
    read_premove,
    write_premove,
)
from xiangqi_server.api.room.room_messages import premove_command
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, RefusalCode
from xiangqi_server.kernel.host.commit.draft import Answer, Rejected
from xiangqi_server.kernel.host.recent import CommandRef
from xiangqi_server.kernel.host.view import Change, View, key
from xiangqi_server.kernel.store.feed import Ephemeral
from xiangqi_server.kernel.store.side import field_of
from xiangqi_server.kernel.store.values import AggregateId

SWEEP_ROOMS: Final = 100

OnChange = Callable[[str, str, Premove | None, RefusalCode | None], None]
"""Called with a room, a player, the premove that stands or was dropped, and why it was dropped."""


class Premoves:
    """Every premove this node knows of, by room. Owned by the gateway."""

    def __init__(self, node: Node) -> None:
        self._host = node.host
        self._clock = node.clock
        self._notes = node.side.notes
        self._tasks = node.tasks
        self._listeners: list[OnChange] = []
        self._rooms: dict[str, _Waiting] = {}
        self._being_set: dict[tuple[str, str], Premove] = {}  # not stored for sure, nor published

    def on_change(self, listener: OnChange) -> None:
        """Tell `listener` what becomes of each premove."""
        self._listeners.append(listener)

    def of(self, room: str, player: str) -> Premove | None:
        """The premove of a player that waits in a room."""
        waiting = self._rooms.get(room)
        return None if waiting is None else waiting.premoves.get(player)

    async def load(self, view: View[Room, RoomEvent]) -> None:
        """Load the premoves of a room, and keep them up to date from now on."""
        if view.aggregate.id not in self._rooms:
            self._take_over(view, await self._notes.get(view.aggregate))

    async def set(self, view: View[Room, RoomEvent], player: str, premove: Premove) -> None:
        """Have a premove wait for its ply, instead of an earlier one; durable on return."""
        place = (view.aggregate.id, player)
        self._being_set[place] = premove
        try:
            await self._notes.put(view.aggregate, player, write_premove(premove), KEPT_MS)
        finally:
            is_news = self._being_set.pop(place, None) == premove
        if is_news:
            self._add(view, player, premove)

    async def cancel(self, view: View[Room, RoomEvent], player: str) -> None:
        """Forget a premove; durable on return."""
        await self._notes.delete(view.aggregate, player)
        self._remove(view.aggregate.id, player)

    def on_ephemeral(self, view: View[Room, RoomEvent], ephemeral: Ephemeral) -> None:
        """Take what a note of the room now says, whichever node wrote it."""
        player = field_of(ephemeral.topic)
        if player is None:
            return
        place = (view.aggregate.id, player)
        told = read_premove(ephemeral.body) if ephemeral.body else None
        if told is None:
            self._remove(*place)
        elif told != self.of(*place) and told.ply >= view.state.game.ply:
            if self._being_set.get(place) == told:  # our own, published before we had its answer
                del self._being_set[place]
            self._add(view, player, told)

    def _add(self, view: View[Room, RoomEvent], player: str, premove: Premove) -> None:
        self._hold(view, {player: premove})
        self._changed(view.aggregate.id, player, premove, None)
        self.consider(view)

    def _remove(self, room: str, player: str) -> None:
        if self.of(room, player) is not None:
            self._forget(room, player)
            self._changed(room, player, None, None)

    def _changed(
        self, room: str, player: str, premove: Premove | None, dropped: RefusalCode | None
    ) -> None:
        for listener in self._listeners:
            listener(room, player, premove, dropped)

    def sweep(self) -> None:
        """Try again what the store could not take, and find the premoves of a node that died."""
        self._tasks.start(self._sweep())

    async def _sweep(self) -> None:
        for waiting in tuple(self._rooms.values()):
            self.consider(waiting.view)
        for aggregate in await self._notes.aggregates(SWEEP_ROOMS, self._host.sharing.share):
            if aggregate.kind == ROOM.name and aggregate.id not in self._rooms:
                notes = await self._notes.get(aggregate)
                self._take_over(await self._host.view(key(ROOM, aggregate.id)), notes)

    def _take_over(self, view: View[Room, RoomEvent], notes: Mapping[str, bytes]) -> None:
        self._hold(view, {player: read_premove(body) for player, body in notes.items()})
        self.consider(view)

    def _hold(self, view: View[Room, RoomEvent], premoves: Mapping[str, Premove]) -> None:
        if not premoves:
            return
        room = view.aggregate.id
        waiting = self._rooms.get(room)
        if waiting is None:
            waiting = self._rooms[room] = _Waiting(view, self)
            self._host.watch(view, waiting)
            self._host.listen(view, waiting)
        waiting.premoves.update(premoves)

    def _forget(self, room: str, player: str) -> None:
        waiting = self._rooms.get(room)
        if waiting is None:
            return
        waiting.premoves.pop(player, None)
        if not waiting.premoves:
            del self._rooms[room]
            self._host.ignore(waiting.view, waiting)
            self._host.unwatch(waiting.view, waiting)

    def consider(self, view: View[Room, RoomEvent], *, is_taken_back: bool = False) -> None:
        """Play the premove whose ply has come, and drop those whose ply cannot come."""
        waiting = self._rooms.get(view.aggregate.id)
        if waiting is None:
            return
        for player, premove in tuple(waiting.premoves.items()):
            fate = Fate.IS_VOID if is_taken_back else fate_of(premove, view.state, player)
            if fate is Fate.IS_VOID:
                self._drop(view, player, premove, None)
            elif fate is Fate.IS_DUE and player not in waiting.being_played:
                waiting.being_played.add(player)
                self._play(view, player, premove)

    def _play(self, view: View[Room, RoomEvent], player: str, premove: Premove) -> None:
        self._host.submit(
            view.aggregate,
            premove_command(premove, player),
            arrived_ms=self._clock.now_ms(),
            ref=CommandRef(player, premove.ref),
            answer=partial(self._played, view, player, premove),
        )

    def _played(
        self, view: View[Room, RoomEvent], player: str, premove: Premove, answer: Answer
    ) -> None:
        waiting = self._rooms.get(view.aggregate.id)
        if waiting is not None:
            waiting.being_played.discard(player)
        if not isinstance(answer, Rejected):
            self._drop(view, player, premove, None)
        elif answer.code != CommonRefusal.UNAVAILABLE:
            why = None if is_overtaken(answer.code) else answer.code
            self._drop(view, player, premove, why)

    def _drop(
        self, view: View[Room, RoomEvent], player: str, premove: Premove, code: RefusalCode | None
    ) -> None:
        """Forget a premove, unless another has taken its place."""
        if self.of(view.aggregate.id, player) != premove:
            return
        self._forget(view.aggregate.id, player)
        self._changed(view.aggregate.id, player, premove if code else None, code)
        self._tasks.start(self._delete(view.aggregate, player, premove))

    async def _delete(self, room: AggregateId, player: str, premove: Premove) -> None:
        await self._notes.delete(room, player, write_premove(premove))


class _Waiting:
    """The premoves of one room, and the room they wait on; a watcher of it.

    Attributes:
        being_played: the players whose premove was submitted and has no answer yet.
    """

    def __init__(self, view: View[Room, RoomEvent], all_: Premoves) -> None:
        self.view = view
        self.premoves: dict[str, Premove] = {}
        self.being_played: set[str] = set()
        self._all = all_

    def changed(self, changes: tuple[Change[Room, RoomEvent], ...]) -> None:
        """See whether the ply of a premove has come; a takeback ends every premove."""
        is_taken_back = any(isinstance(change.stamped.event, TookBack) for change in changes)
        self._all.consider(self.view, is_taken_back=is_taken_back)

    def on_ephemeral(self, ephemeral: Ephemeral) -> None:
        """Take what another node has done to a premove."""
        self._all.on_ephemeral(self.view, ephemeral)

    def replaced(self) -> None:
        """See whether the ply of a premove has come on the other branch of the log."""
        self._all.consider(self.view)
