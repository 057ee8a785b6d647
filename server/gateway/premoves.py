"""Moves that wait for their ply: kept beside the log, played the instant the ply comes.

Theory of operation. A premove is a note on its room, one a player, durable before it is
acknowledged. The node that holds it follows the room; when the event before its ply is
told, it submits the move like any other, marked to cost nothing. Whatever was killed in
between, the sweep of the next node finds the note and does the same; the move's command
id is the premove's, so it is played once. Nothing of it is in a log, a digest or a message
to anybody but its owner.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, Protocol, cast

from server.aggregate.refusal import RefusalCode
from server.gateway.errands import Errands, nothing
from server.host.aggregate_host import AggregateHost
from server.host.draft import Answer, Declined
from server.host.recent import CommandRef
from server.host.replica import Change, Replica
from server.host.timebase import StoreClock
from server.room.messages import TookBack
from server.room.state import Room, Status
from server.session.commands import premove_command
from server.session.premove import KEPT_MS, Premove, read_premove, write_premove
from server.store.base import AggregateId
from server.store.feed import Aside
from server.store.notes import Notes, field_of

SWEEP_ROOMS: Final = 100
_OVERTAKEN: Final = frozenset(
    {RefusalCode.STALE_PLY, RefusalCode.GAME_OVER, RefusalCode.NOT_YOUR_TURN}
)

Tell = Callable[[str, str, Premove | None, RefusalCode | None], None]
"""Takes a room, a player, the premove that stands or was dropped, and why it was dropped."""


class Consider(Protocol):
    """Looks at the premoves of a room after something happened there."""

    def __call__(self, replica: Replica, *, taken_back: bool) -> None:
        """Play what can be played, drop what cannot be any more."""
        ...


class Premoves:
    """Every premove this node knows of, by room. Owned by the gateway.

    Args:
        tell: tells its owner, on every connection here, what became of a premove.
    """

    def __init__(
        self, host: AggregateHost, clock: StoreClock, notes: Notes, errands: Errands, tell: Tell
    ) -> None:
        self._host = host
        self._clock = clock
        self._notes = notes
        self._errands = errands
        self._tell = tell
        self._rooms: dict[str, _Waiting] = {}

    def of(self, room: str, player: str) -> Premove | None:
        """The premove of a player that stands in a room."""
        waiting = self._rooms.get(room)
        return None if waiting is None else waiting.premoves.get(player)

    async def load(self, replica: Replica) -> None:
        """Know the premoves of a room from now on."""
        if replica.aggregate.id not in self._rooms:
            self._take_over(replica, await self._notes.notes(replica.aggregate))

    async def set(self, replica: Replica, player: str, premove: Premove) -> None:
        """Have a premove wait for its ply, instead of an earlier one; durable on return."""
        await self._notes.note(replica.aggregate, player, write_premove(premove), KEPT_MS)
        self._hold(replica, {player: premove})
        self._tell(replica.aggregate.id, player, premove, None)
        self._consider(replica)

    async def cancel(self, replica: Replica, player: str) -> None:
        """Forget a premove; durable on return."""
        await self._notes.strike(replica.aggregate, player)
        self._forget(replica.aggregate.id, player)
        self._tell(replica.aggregate.id, player, None, None)

    def heard(self, replica: Replica, player: str, body: bytes) -> None:
        """Take what a note of the room says now, whichever node wrote it."""
        held = self.of(replica.aggregate.id, player)
        told = read_premove(body) if body else None
        if told == held:
            return
        if told is None:
            self._forget(replica.aggregate.id, player)
        else:
            self._hold(replica, {player: told})
        self._tell(replica.aggregate.id, player, told, None)
        self._consider(replica)

    def sweep(self) -> None:
        """Try again what no store could take, and find the premoves of a node that died."""
        self._errands.start(self._sweep(), failed=nothing)

    async def _sweep(self) -> None:
        for waiting in tuple(self._rooms.values()):
            self._consider(waiting.replica)
        for aggregate in await self._notes.noted(SWEEP_ROOMS):
            if aggregate.kind == "room" and aggregate.id not in self._rooms:
                notes = await self._notes.notes(aggregate)
                self._host.look(aggregate, partial(self._found, notes))

    def _found(self, notes: Mapping[str, bytes], replica: Replica | None) -> None:
        if replica is not None:
            self._take_over(replica, notes)

    def _take_over(self, replica: Replica, notes: Mapping[str, bytes]) -> None:
        premoves = {player: read_premove(body) for player, body in notes.items()}
        self._hold(replica, premoves)
        self._consider(replica)

    def _hold(self, replica: Replica, premoves: Mapping[str, Premove]) -> None:
        if not premoves:
            return
        room = replica.aggregate.id
        waiting = self._rooms.get(room)
        if waiting is None:
            waiting = self._rooms[room] = _Waiting(replica, self._consider, self.heard)
            self._host.watch(replica, waiting)
            self._host.listen(replica, waiting)
        waiting.premoves.update(premoves)

    def _forget(self, room: str, player: str) -> None:
        waiting = self._rooms.get(room)
        if waiting is None:
            return
        waiting.premoves.pop(player, None)
        if not waiting.premoves:
            del self._rooms[room]
            self._host.ignore(waiting.replica, waiting)
            self._host.unwatch(waiting.replica, waiting)

    def _consider(self, replica: Replica, *, taken_back: bool = False) -> None:
        """Play the premove whose ply has come, and drop those whose ply cannot come."""
        waiting = self._rooms.get(replica.aggregate.id)
        if waiting is None:
            return
        room = cast("Room", replica.state)
        mover = room.seats.of(room.game.to_move)
        for player, premove in tuple(waiting.premoves.items()):
            is_mover = player == mover
            is_next = premove.ply == room.game.ply + (not is_mover)
            if taken_back or room.status is not Status.PLAYING or not is_next:
                self._drop(replica, player, premove, None)
            elif is_mover and player not in waiting.being_played:
                waiting.being_played.add(player)
                self._play(replica, player, premove)

    def _play(self, replica: Replica, player: str, premove: Premove) -> None:
        self._host.submit(
            replica.aggregate,
            premove_command(premove, player),
            arrived_ms=self._clock.now_ms(),
            ref=CommandRef(player, premove.ref),
            answer=lambda answer: self._played(replica, player, premove, answer),
        )

    def _played(self, replica: Replica, player: str, premove: Premove, answer: Answer) -> None:
        waiting = self._rooms.get(replica.aggregate.id)
        if waiting is not None:
            waiting.being_played.discard(player)
        if not isinstance(answer, Declined):
            self._drop(replica, player, premove, None)
        elif answer.code != RefusalCode.UNAVAILABLE:
            code = RefusalCode(answer.code)
            self._drop(replica, player, premove, None if code in _OVERTAKEN else code)

    def _drop(
        self, replica: Replica, player: str, premove: Premove, code: RefusalCode | None
    ) -> None:
        """Forget a premove, unless another has taken its place."""
        if self.of(replica.aggregate.id, player) != premove:
            return
        self._forget(replica.aggregate.id, player)
        self._tell(replica.aggregate.id, player, premove if code else None, code)
        self._errands.start(self._strike(replica.aggregate, player, premove), failed=nothing)

    async def _strike(self, room: AggregateId, player: str, premove: Premove) -> None:
        await self._notes.strike(room, player, write_premove(premove))


class _Waiting:
    """The premoves of one room, and the room's replica they wait on.

    Attributes:
        being_played: whose premove was submitted and is not answered yet.
    """

    def __init__(
        self, replica: Replica, consider: Consider, heard: Callable[[Replica, str, bytes], None]
    ) -> None:
        self.replica = replica
        self._heard = heard
        self.premoves: dict[str, Premove] = {}
        self.being_played: set[str] = set()
        self._consider = consider

    def changed(self, changes: tuple[Change, ...]) -> None:
        """Look whether a ply has come; a takeback ends every premove."""
        taken_back = any(isinstance(change.stamped.event, TookBack) for change in changes)
        self._consider(self.replica, taken_back=taken_back)

    def said(self, aside: Aside) -> None:
        """Take what another node has done to a premove."""
        player = field_of(aside.topic)
        if player is not None:
            self._heard(self.replica, player, aside.body)

    def replaced(self, replica: Replica) -> None:
        """Look at the other branch."""
        self.replica = replica
        self._consider(replica, taken_back=False)
