"""Ratings that their player resets or hides. The player decides.

Whether a rating may be reset depends on the tournaments that the player takes part in.
"""

from xiangqi_server.aggregates.players.kind import PLAYER
from xiangqi_server.aggregates.players.own_ratings import HideRating, ResetRating
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.connection.replies import have_decided
from xiangqi_server.kernel.host.view import key
from xiangqi_server.kernel.store.port import StoreUnavailable
from xiangqi_server.read_model.tournaments import TournamentList
from xiangqi_server.wire import client as wire


class OwnRatings:
    """Owned by the gateway."""

    def __init__(self, node: Node) -> None:
        self._host = node.host
        self._tournaments = TournamentList(node.row_store)

    async def reset(self, client: Client, message: wire.ResetRating, arrived_ms: int) -> None:
        """Have the player begin anew at a speed.

        Raises:
            StoreUnavailable: it is not known now what the player takes part in.
        """
        entered = await self._tournaments.entered_by(client.player, limit=1)
        if entered.is_partial:
            raise StoreUnavailable("some tournaments are away")
        command = ResetRating(message.speed, is_entered=bool(entered.rows))
        have_decided(self._host, key(PLAYER, client.player), command, client, message, arrived_ms)

    async def hide(self, client: Client, message: wire.HideRating, arrived_ms: int) -> None:
        """Have the player hide its ratings, or show them again."""
        command = HideRating(message.hidden)
        have_decided(self._host, key(PLAYER, client.player), command, client, message, arrived_ms)
