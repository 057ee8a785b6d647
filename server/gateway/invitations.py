"""Rooms that wait for somebody: invitations by a link, and challenges to one player."""

from collections.abc import Awaitable, Callable
from typing import Final, cast

from server.aggregate.refusal import RefusalCode, Refused, require
from server.gateway.answers import invited as invited_by
from server.gateway.answers import ref_of
from server.gateway.asking import Asking
from server.gateway.client import Client
from server.gateway.errands import Errands
from server.host.aggregate_host import AggregateHost
from server.host.replica import Replica
from server.players.state import Player
from server.room.messages import Open
from server.room.state import Room, Status
from server.session.commands import invitation
from server.session.ids import room_id_from
from server.session.name_rules import name_id
from server.store.base import AggregateId
from server.wire import client as wire
from server.wire.server import Done
from server.wire.terms import CorrespondenceClock

TRIES: Final = 64


class Invitations:
    """Opens rooms with a free seat. Owned by the gateway.

    Args:
        toss: gives a random bit.
        is_seen: tells whether any node sees a player.
    """

    def __init__(
        self,
        host: AggregateHost,
        asking: Asking,
        errands: Errands,
        toss: Callable[[], int],
        is_seen: Callable[[str], Awaitable[bool]],
    ) -> None:
        self._host = host
        self._asking = asking
        self._errands = errands
        self._toss = toss
        self._is_seen = is_seen

    def invite(self, client: Client, message: wire.Invite, host: Player, arrived_ms: int) -> None:
        """Open a room with a free seat for anybody who knows its address.

        Raises:
            Refused: the game asks for an account.
        """
        self._open(client, message, self._command(message, host), arrived_ms)

    def challenge(
        self, client: Client, message: wire.ChallengePlayer, host: Player, arrived_ms: int
    ) -> None:
        """Open a room that waits for one player, if there is such a player to be asked."""

        async def ask() -> None:
            command = self._command(message, host, await self._meant(message))
            self._open(client, message, command, arrived_ms)

        self._errands.answer(client, message, ask())

    async def _meant(self, message: wire.ChallengePlayer) -> str:
        """Who is challenged, by id or by name.

        Raises:
            Refused: there is no such player, or nobody to hear of a game that begins at once.
        """
        player = message.player
        if player is None:
            require(message.name is not None, RefusalCode.BAD_MESSAGE, "Send a player or a name.")
            player = (await self._asking.claim(name_id(message.name or ""))).holder
        is_known = player is not None and (await self._asking.player(player)).is_registered
        if player is None or not is_known:
            raise Refused(RefusalCode.NO_SUCH_PLAYER)
        if not isinstance(message.terms.clock, CorrespondenceClock):
            require(await self._is_seen(player), RefusalCode.NOT_HERE)
        return player

    def _command(
        self, message: wire.Invite | wire.ChallengePlayer, host: Player, invited: str | None = None
    ) -> Open:
        has_account = host.identity.has_account
        return invitation(message, host.id, self._toss(), invited, has_account=has_account)

    def _open(
        self,
        client: Client,
        message: wire.Invite | wire.ChallengePlayer,
        command: Open,
        arrived_ms: int,
    ) -> None:
        """Open a room.

        Its id is made from the player's secret and the command, so a repeat finds the room
        of the first time as long as it waits, whatever was killed in between.
        """
        ref = ref_of(client, message)

        def attempt(number: int) -> None:
            room = room_id_from(client.token_hash, ref.id, number)
            aggregate = AggregateId("room", room)

            def seen(replica: Replica | None) -> None:
                if replica is None or number >= TRIES:
                    client.refuse(message.id, RefusalCode.UNAVAILABLE)
                elif replica.head.version == 0:
                    self._host.submit(
                        aggregate,
                        command,
                        arrived_ms=arrived_ms,
                        ref=ref,
                        answer=invited_by(client, message.id, room),
                    )
                elif cast("Room", replica.state).status is Status.WAITING:
                    head = replica.head
                    client.send(Done(message.id, room, head.version, head.digest.hex()))
                else:
                    attempt(number + 1)

            self._host.look(aggregate, seen)

        attempt(0)
