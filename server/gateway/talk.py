"""What is said at the rooms of this node: kept beside the log, told to who may hear it."""

from server.aggregate.refusal import RefusalCode
from server.gateway.allowances import Buckets
from server.gateway.client import Client
from server.gateway.errands import Errands
from server.gateway.room_desk import RoomDesk
from server.host.timebase import StoreClock
from server.session.talk import KEPT_LINES, KEPT_MS, Said, said, write_said
from server.session.throttle import CHAT
from server.store.notes import Notes
from server.wire import client as wire
from server.wire.server import Done


class Talk:
    """Takes lines of talk. Owned by the gateway."""

    def __init__(self, clock: StoreClock, notes: Notes, errands: Errands) -> None:
        self._clock = clock
        self._notes = notes
        self._errands = errands
        self._lines = Buckets(CHAT)

    def say(self, client: Client, message: wire.Chat, ref: str, desk: RoomDesk) -> None:
        """Keep a line, tell it, and say that it is done.

        Raises:
            Refused: this may not be said here.
        """
        line = said(desk.room, client.player, message)
        wait_ms = self._lines.take(client.player, self._clock.now_ms())
        if wait_ms:
            code = RefusalCode.TOO_FAST
            client.refuse(message.id, code, room=message.room, retry_ms=wait_ms)
            return
        self._errands.start(
            self._keep(client, message, f"{client.player}.{ref}", line, desk),
            failed=lambda: client.refuse(message.id, RefusalCode.UNAVAILABLE, room=message.room),
        )

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
