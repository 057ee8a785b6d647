"""Moderation at this node: what anybody may report, and what operators see and do.

The settings of the node name the accounts of the operators.
"""

from xiangqi_server.aggregates.moderation.messages import CloseReport
from xiangqi_server.api.social import moderate_command, report_command
from xiangqi_server.api.views.moderation_views import (
    actions_view,
    players_in_moderation,
    reports_view,
)
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.inbox import Coro
from xiangqi_server.gateway.connection.limits.address_tags import Tags
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.connection.online_players import OnlinePlayers
from xiangqi_server.gateway.connection.replies import have_decided
from xiangqi_server.gateway.social.operators import Operators
from xiangqi_server.gateway.social.sanctions import MODERATION, SanctionHandler
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, require
from xiangqi_server.wire import client as wire


class ModerationHandler:
    """Takes reports from anybody, and the rest from operators. Part of the social handler.

    Args:
        operators: the players that may do more than report.
    """

    def __init__(
        self, node: Node, online_players: OnlinePlayers, tags: Tags, operators: Operators
    ) -> None:
        self._host = node.host
        self._aggregates = node.aggregates
        self._names = node.names
        self._sanctions = SanctionHandler(node.aggregates)
        self._online_players = online_players
        self._tags = tags
        self._operators = operators

    def report(self, client: Client, message: wire.Report, now_ms: int) -> None:
        """File a report."""
        by, tag = self._online_players.own(client), self._tags.of(client.address, client.player)
        command = report_command(message, by, tag)
        have_decided(self._host, MODERATION, command, client, message, now_ms)

    def moderate(self, client: Client, message: wire.Moderate) -> Coro:
        """Warn or sanction a player, or lift a sanction.

        Raises:
            Refused: this is no operator.
        """
        self._require_operator(client)
        return self._sanctions.impose(client, message, moderate_command(message, client.player))

    def close(self, client: Client, message: wire.CloseReport, now_ms: int) -> None:
        """Close a report, and those that are like it.

        Raises:
            Refused: this is no operator.
        """
        self._require_operator(client)
        command = CloseReport(client.player, message.report, message.like)
        have_decided(self._host, MODERATION, command, client, message, now_ms)

    def _require_operator(self, client: Client) -> None:
        player = self._online_players.player(client.player)
        require(self._operators.is_operator(player), CommonRefusal.NOT_ALLOWED)

    async def show(self, client: Client, message: wire.Moderation) -> None:
        """Send a page of reports or of actions.

        Raises:
            Refused: this is no operator.
            StoreUnavailable: there is no store.
        """
        self._require_operator(client)
        moderation = await self._aggregates.moderation()
        await self._names.learn(players_in_moderation(moderation))
        shown = reports_view if message.of == "reports" else actions_view
        client.send(shown(message.id, moderation, message.after, self._names))
