"""Rooms that wait for somebody: invitations by a link, and challenges to one player."""

from collections.abc import Callable
from typing import Final, cast

from server.aggregate.refusal import RefusalCode
from server.gateway.answers import invited, ref_of
from server.gateway.client import Client
from server.host.aggregate_host import AggregateHost
from server.host.recent import CommandRef
from server.host.replica import Replica
from server.players.state import Player
from server.room.messages import Open
from server.room.state import Room, Status
from server.session.commands import invitation
from server.session.ids import room_id_from
from server.store.base import AggregateId
from server.wire import client as wire
from server.wire.server import Done

TRIES: Final = 64


class Invitations:
    """Opens rooms with a free seat. Owned by the gateway.

    Args:
        toss: gives a random bit.
    """

    def __init__(self, host: AggregateHost, toss: Callable[[], int]) -> None:
        self._host = host
        self._toss = toss

    def invite(self, client: Client, message: wire.Invite, host: Player, arrived_ms: int) -> None:
        """Open a room with a free seat for anybody who knows its address.

        Raises:
            Refused: the game asks for an account.
        """
        self._open(client, message, self._command(message, host), arrived_ms)

    def challenge(
        self, client: Client, message: wire.ChallengePlayer, host: Player, arrived_ms: int
    ) -> None:
        """Open a room that waits for one player, if there is such a player.

        Raises:
            Refused: as `invite`.
        """
        command = self._command(message, host)

        def seen(replica: Replica | None) -> None:
            if replica is None:
                client.refuse(message.id, RefusalCode.UNAVAILABLE)
            elif not cast("Player", replica.state).is_registered:
                client.refuse(message.id, RefusalCode.NO_SUCH_PLAYER)
            else:
                self._open(client, message, command, arrived_ms)

        self._host.look(AggregateId("player", message.player), seen)

    def _command(self, message: wire.Invite | wire.ChallengePlayer, host: Player) -> Open:
        has_account = host.identity.has_account
        return invitation(message, host.id, self._toss(), has_account=has_account)

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
        ref = ref_of(client, message, message.id)

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
                        ref=CommandRef(client.player, ref.id),
                        answer=invited(client, message.id, room),
                    )
                elif cast("Room", replica.state).status is Status.WAITING:
                    head = replica.head
                    client.send(Done(message.id, room, head.version, head.digest.hex()))
                else:
                    attempt(number + 1)

            self._host.look(aggregate, seen)

        attempt(0)
