"""What is said at the rooms of this node: kept beside the log, told to who may hear it."""

from server.aggregate.refusal import RefusalCode
from server.gateway.allowances import Buckets
from server.gateway.answers import ref_of
from server.gateway.client import Client
from server.gateway.errands import Errands, nothing
from server.gateway.names import Names
from server.gateway.room_desk import RoomDesk
from server.gateway.room_talk import AUDIENCES
from server.host.timebase import StoreClock
from server.session.talk import KEPT_LINES, KEPT_MS, Said, read_said, said, write_said
from server.session.throttle import CHAT
from server.store.feed import Aside
from server.store.notes import Line, Notes, read_line, stream_of
from server.wire import client as wire
from server.wire.server import Done
from server.wire.terms import AudienceName


class Talk:
    """Takes lines of talk. Owned by the gateway."""

    def __init__(self, clock: StoreClock, notes: Notes, errands: Errands, names: Names) -> None:
        self._names = names
        self._clock = clock
        self._notes = notes
        self._errands = errands
        self._lines = Buckets(CHAT)

    def say(self, client: Client, message: wire.Chat, desk: RoomDesk) -> None:
        """Keep a line, tell it, and say that it is done.

        Raises:
            Refused: this may not be said here.
        """
        line = said(desk.room, client.player, message)
        ref = ref_of(client, message)
        wait_ms = self._lines.take(client.player, self._clock.now_ms())
        if wait_ms:
            code = RefusalCode.TOO_FAST
            client.refuse(message.id, code, room=message.room, retry_ms=wait_ms)
            return
        story = self._keep(client, message, f"{ref.actor}.{ref.id}", line, desk)
        self._errands.answer(client, message, story)

    def heard(self, desk: RoomDesk, aside: Aside) -> None:
        """Tell a line that was said on any node; one from here comes back and is known."""
        stream = stream_of(aside.topic)
        for to in AUDIENCES:
            if to == stream:
                line = read_line(aside.body)
                if not desk.talk.knows(to, line):
                    self._errands.start(self._hear(desk, to, line), failed=nothing)

    async def _hear(self, desk: RoomDesk, to: AudienceName, line: Line) -> None:
        """Tell a line of another node, after those that were missed before it."""
        lines = [line]
        if desk.talk.misses(to, line):
            lines = [*await self._notes.lines(desk.replica.aggregate, to)]
        await self._names.learn(read_said(one.body).player for one in lines)
        for one in lines:
            desk.talk.hear(to, one)

    async def _keep(
        self, client: Client, message: wire.Chat, ref: str, line: Said, desk: RoomDesk
    ) -> None:
        kept = await self._notes.say(
            desk.replica.aggregate,
            message.to,
            ref,
            write_said(line),
            kept=KEPT_LINES,
            ttl_ms=KEPT_MS,
        )
        desk.talk.hear(message.to, kept)
        client.send(Done(message.id, message.room))
