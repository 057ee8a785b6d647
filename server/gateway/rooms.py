"""The rooms this node's connections look at: joining and leaving, commands, invitations."""

from collections.abc import Callable, Coroutine
from functools import partial
from typing import cast

from server.aggregate.refusal import RefusalCode
from server.gateway.answers import answering, ref_of
from server.gateway.backlog import Backlog
from server.gateway.client import Client
from server.gateway.counts import Counts
from server.gateway.errands import Errands, nothing
from server.gateway.names import Names
from server.gateway.premoves import Premoves
from server.gateway.room_desk import RoomDesk
from server.gateway.room_talk import AUDIENCES
from server.host.aggregate_host import AggregateHost
from server.host.replica import Replica
from server.host.timebase import StoreClock
from server.room.state import Room
from server.session.commands import RoomMessage, room_command
from server.session.guard import Role
from server.session.premove import Premove, dropped_view, premove, premove_view
from server.session.talk import read_said
from server.store.base import AggregateId
from server.store.feed import Aside
from server.store.notes import Notes
from server.wire import client as wire
from server.wire.limits import ROOMS_PER_CONNECTION
from server.wire.server import Done

Opened = Callable[[RoomDesk | None], None]
"""Takes a desk with all that is kept beside its room's log, None if there is no store."""


class Rooms:
    """Desks by room, for as long as somebody sits or stands at them. Owned by the gateway.

    Args:
        is_here: whether a player has a connection anywhere.
        fresh_id: gives an unguessable id for a room.
        names: what each player is called.
        counts: counts spectators on all nodes.
        said: takes what was said at a room, here or on another node.
    """

    def __init__(
        self,
        host: AggregateHost,
        clock: StoreClock,
        notes: Notes,
        errands: Errands,
        is_here: Callable[[str], bool],
        fresh_id: Callable[[], str],
        names: Names,
        counts: Counts,
        said: Callable[[RoomDesk, Aside], None],
    ) -> None:
        self._host = host
        self._clock = clock
        self._notes = notes
        self._errands = errands
        self._is_here = is_here
        self._fresh_id = fresh_id
        self._names = names
        self._counts = counts
        self._said = said
        names.on_change(self._renamed)
        self._desks: dict[str, RoomDesk] = {}
        self._opening: dict[str, list[Opened]] = {}
        self.premoves = Premoves(host, clock, notes, errands, self._tell_premove)

    def desk(self, room: str) -> RoomDesk:
        """The desk of a room somebody here looks at."""
        return self._desks[room]

    def desks(self) -> tuple[RoomDesk, ...]:
        """Every desk of this node."""
        return tuple(self._desks.values())

    def role_in(self, client: Client, room: str) -> Role:
        """What the client is to a room."""
        if room not in client.rooms:
            return Role.GREETED
        is_seated = self._desks[room].side_of(client) is not None
        return Role.SEATED if is_seated else Role.SPECTATOR

    def version_of(self, client: Client, room: str | None) -> int | None:
        """The version of a room the client has joined; None for any other."""
        return self._desks[room].standing(client).head.version if room in client.rooms else None

    def join(
        self,
        client: Client,
        message: wire.Join,
        joined: Callable[[], None],
        replica: Replica | None,
    ) -> None:
        """Let the client look at a room; repeated, it is shown again. None: there is no store.

        `joined` is called when that is done or refused.
        """
        code = self._obstacle(client, message, replica)
        if code is not None or replica is None:
            client.refuse(message.id, code or RefusalCode.UNAVAILABLE, room=message.room)
            joined()
            return

        def opened(desk: RoomDesk | None) -> None:
            if desk is None:
                client.refuse(message.id, RefusalCode.UNAVAILABLE, room=message.room)
            elif not client.is_gone:
                self._enter(client, message, desk)
            joined()

        room = cast("Room", replica.state)
        shown = {*room.seats.taken(), *filter(None, (room.invited,))}
        self._names.when_known(shown, lambda: self._open(replica, opened))

    def _obstacle(
        self, client: Client, message: wire.Join, replica: Replica | None
    ) -> RefusalCode | None:
        if message.room not in client.rooms and len(client.rooms) >= ROOMS_PER_CONNECTION:
            return RefusalCode.TOO_MANY_ROOMS
        if replica is not None and replica.head.version == 0:
            return RefusalCode.NO_SUCH_ROOM
        return None

    def _enter(self, client: Client, message: wire.Join, desk: RoomDesk) -> None:
        if message.room not in client.rooms:
            client.rooms = (*client.rooms, message.room)
        desk.add(client, message.since)
        head = desk.standing(client).head
        client.send(Done(message.id, message.room, head.version, head.digest.hex()))

    def _open(self, replica: Replica, opened: Opened) -> None:
        """Have a desk for a room, with what is kept beside its log, then call `opened`."""
        room = replica.aggregate.id
        waiting = self._opening.get(room)
        if waiting is not None:
            waiting.append(opened)
        elif room in self._desks:
            opened(self._desks[room])
        else:
            self._opening[room] = [opened]
            premove_of = partial(self.premoves.of, room)
            desk = RoomDesk(
                replica, self._is_here, premove_of, self._names, self._counts, self._said
            )
            self._desks[room] = desk
            self._host.watch(replica, desk)
            self._host.listen(replica, desk)
            desk.crowd.spectators.tell()
            self._errands.start(self._fill(desk), failed=lambda: self._filled(desk, is_full=False))

    async def _fill(self, desk: RoomDesk) -> None:
        """Bring to a new desk what was said, who has a premove, and what spectators know."""
        for to in AUDIENCES:
            lines = await self._notes.lines(desk.replica.aggregate, to)
            await self._names.learn(read_said(line.body).player for line in lines)
            desk.talk.remember(to, lines)
        await self.premoves.load(desk.replica)
        if desk.needs_past:
            await self._recall(desk)
        self._filled(desk, is_full=True)

    async def _recall(self, desk: RoomDesk) -> None:
        changes = await self._host.history(desk.replica.aggregate)
        delay_ms = desk.room.terms.delay_ms
        desk.know_past(Backlog(changes, delay_ms, self._clock.now_ms()))

    def _filled(self, desk: RoomDesk, *, is_full: bool) -> None:
        for opened in self._opening.pop(desk.replica.aggregate.id):
            opened(desk if is_full else None)
        if desk.is_empty:
            self._close(desk)

    def leave(self, client: Client, room: str) -> None:
        """The client looks no longer; the last one closes the desk."""
        client.rooms = tuple(joined for joined in client.rooms if joined != room)
        desk = self._desks[room]
        desk.discard(client)
        if desk.is_empty and room not in self._opening:
            self._close(desk)

    def _close(self, desk: RoomDesk) -> None:
        del self._desks[desk.replica.aggregate.id]
        self._host.ignore(desk.replica, desk)
        self._host.unwatch(desk.replica, desk)
        desk.crowd.spectators.tick()

    def held(self) -> list[Replica]:
        """The replicas of the rooms somebody here looks at."""
        return [desk.replica for desk in self._desks.values()]

    def tell_late(self) -> None:
        """Tell spectators what is due; called every tick."""
        now_ms = self._clock.now_ms()
        for desk in self.desks():
            desk.tell_late(now_ms)
            if desk.needs_past and desk.replica.aggregate.id not in self._opening:
                self._errands.start(self._recall(desk), failed=nothing)

    def _renamed(self, player: str) -> None:
        for desk in self.desks():
            desk.renamed(player)

    # Premoves.

    def premove(self, client: Client, message: wire.Premove, arrived_ms: int) -> None:
        """Have a move wait for its ply.

        Raises:
            Refused: it cannot wait for this ply.
        """
        desk, ref = self._desks[message.room], ref_of(client, message)
        played = desk.replica.recent.version_of(ref)
        if played is None:
            now_ms = self._clock.now_ms()
            waiting = premove(desk.room, client.player, message, ref.id, now_ms)
            work = self.premoves.set(desk.replica, client.player, waiting)
            self._keep(client, message, work)
        else:
            client.send(Done(message.id, message.room, played))

    def cancel_premove(self, client: Client, message: wire.CancelPremove) -> None:
        """Have no move wait any more."""
        desk = self._desks[message.room]
        self._keep(client, message, self.premoves.cancel(desk.replica, client.player))

    def _keep(
        self,
        client: Client,
        message: wire.Premove | wire.CancelPremove,
        work: Coroutine[None, None, None],
    ) -> None:
        async def keep() -> None:
            await work
            client.send(Done(message.id, message.room))

        self._errands.answer(client, message, keep())

    def _tell_premove(
        self, room: str, player: str, waiting: Premove | None, code: RefusalCode | None
    ) -> None:
        desk = self._desks.get(room)
        for client in () if desk is None else desk.clients_of(player):
            if waiting is None or code is None:
                client.send(premove_view(room, waiting))
            else:
                client.send(dropped_view(room, waiting, code, client.language))

    # Commands.

    def command(
        self, client: Client, message: RoomMessage, arrived_ms: int, *, has_account: bool = False
    ) -> None:
        """Have a player's message decided by its room."""
        self._host.submit(
            AggregateId("room", message.room),
            room_command(
                message,
                client.player,
                self._fresh_id(),
                client.lag_ms,
                has_account=has_account,
            ),
            arrived_ms=arrived_ms,
            ref=ref_of(client, message),
            answer=answering(client, message.id, message.room, self.version_of),
        )
