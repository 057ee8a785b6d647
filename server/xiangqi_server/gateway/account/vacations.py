"""What clients ask about their vacation. The player decides; rooms hear of it by effects."""

from xiangqi_server.aggregates.players.kind import PLAYER
from xiangqi_server.aggregates.players.leave import EndLeave, TakeLeave
from xiangqi_server.api.moments import earlier
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.connection.replies import have_decided
from xiangqi_server.kernel.host.view import key
from xiangqi_server.wire import client as wire
from xiangqi_server.wire.server import Vacation


class VacationHandler:
    """Owned by the gateway."""

    def __init__(self, node: Node) -> None:
        self._host = node.host

    async def show(self, client: Client, message: wire.Vacation) -> Vacation:
        """What the client's player has of it.

        Raises:
            StoreUnavailable: there is no store.
        """
        at = key(PLAYER, client.player)
        now_ms, player = self._host.parts.now_ms(at), (await self._host.view(at)).state
        left_ms = player.leave.bank_now_ms(player.identity.since_ms, now_ms)
        until_ms = player.leave.until_ms if player.leave.is_on(now_ms) else None
        shown = Vacation(message.id, left_ms, until_ms)
        return earlier(shown, self._host.parts.clock_offset_ms(at))

    def take(self, client: Client, message: wire.TakeVacation, arrived_ms: int) -> None:
        """Have the player go on vacation."""
        command = TakeLeave(message.days)
        have_decided(self._host, key(PLAYER, client.player), command, client, message, arrived_ms)

    def end(self, client: Client, message: wire.EndVacation, arrived_ms: int) -> None:
        """Have the player come back."""
        command = EndLeave()
        have_decided(self._host, key(PLAYER, client.player), command, client, message, arrived_ms)
