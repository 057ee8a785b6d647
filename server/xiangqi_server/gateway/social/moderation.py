"""Moderation at this node: what anybody may report, and what operators see and do.

The settings of the node name the accounts of the operators.
"""

from xiangqi_server.aggregate.refusal import CommonRefusal, require
from xiangqi_server.api.moderation_views import actions_view, players_in_moderation, reports_view
from xiangqi_server.api.social import moderation_command, report_command
from xiangqi_server.gateway.connection.address_tags import Tags
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.inbox import Coro
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.connection.replies import have_decided
from xiangqi_server.gateway.social.operators import Operators
from xiangqi_server.gateway.social.sanctions import MODERATION, SanctionHandler
from xiangqi_server.moderation.messages import Moderate
from xiangqi_server.players.state import Player
from xiangqi_server.wire import client as wire


class ModerationHandler:
    """Takes reports from anybody, and the rest from operators. Part of the social handler.

    Args:
        operators: the players who may do more than report.
    """

    def __init__(self, node: Node, tags: Tags, operators: Operators) -> None:
        self._host = node.host
        self._aggregates = node.aggregates
        self._names = node.names
        self._sanctions = SanctionHandler(node.aggregates)
        self._tags = tags
        self._operators = operators

    def report(self, client: Client, message: wire.Report, by: Player, now_ms: int) -> None:
        """File a report."""
        command = report_command(message, by, self._tags.of(client.address, client.player))
        have_decided(self._host, MODERATION, command, client, message, now_ms)

    def act(
        self,
        client: Client,
        message: wire.Moderate | wire.CloseReport,
        player: Player | None,
        now_ms: int,
    ) -> Coro | None:
        """Do what an operator wants done.

        Raises:
            Refused: this is no operator.
        """
        require(self._operators.is_operator(player), CommonRefusal.NOT_ALLOWED)
        command = moderation_command(message, client.player)
        if isinstance(message, wire.Moderate) and isinstance(command, Moderate):
            return self._sanctions.impose(client, message, command)
        have_decided(self._host, MODERATION, command, client, message, now_ms)
        return None

    async def show(self, client: Client, message: wire.Moderation, player: Player | None) -> None:
        """Send a page of reports or of actions.

        Raises:
            Refused: this is no operator.
            StoreUnavailable: there is no store.
        """
        require(self._operators.is_operator(player), CommonRefusal.NOT_ALLOWED)
        moderation = await self._aggregates.moderation()
        await self._names.learn(players_in_moderation(moderation))
        shown = reports_view if message.of == "reports" else actions_view
        client.send(shown(message.id, moderation, message.after, self._names))
