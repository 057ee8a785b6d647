"""The operators' office and the news at this node: who may ask, and what each is shown.

Who is an operator stands in the node's settings, by the names of accounts.
"""

from collections.abc import Callable
from typing import Final, cast

from server.aggregate.refusal import RefusalCode, require
from server.gateway.answers import have_decided, look_up
from server.gateway.client import Client
from server.gateway.names import Names
from server.host.aggregate_host import AggregateHost
from server.host.replica import Replica
from server.news.state import NEWS_ID, News
from server.office.state import OFFICE_ID, Office
from server.players.state import Player
from server.session.social import news_command, office_command, report_command
from server.session.social_views import actions_view, news_view, people_of_office, reports_view
from server.store.base import AggregateId
from server.wire import client as wire

OFFICE: Final = AggregateId("office", OFFICE_ID)
NEWS: Final = AggregateId("news", NEWS_ID)


class OfficeDesk:
    """Takes reports from all, and the rest from operators. Owned by the gateway's social part.

    Args:
        operators: names of accounts.
        fresh_id: gives a new id.
    """

    def __init__(
        self,
        host: AggregateHost,
        names: Names,
        operators: frozenset[str],
        fresh_id: Callable[[], str],
    ) -> None:
        self._host = host
        self._names = names
        self._operators = operators
        self._fresh_id = fresh_id

    def is_operator(self, player: Player | None) -> bool:
        """The player may use the operators' messages."""
        return (
            player is not None
            and player.identity.has_account
            and player.naming.name in self._operators
        )

    def report(self, client: Client, message: wire.Report, now_ms: int) -> None:
        """File a report."""
        have_decided(
            self._host, OFFICE, report_command(message, client.player), client, message, now_ms
        )

    def act(
        self,
        client: Client,
        message: wire.Act | wire.CloseReport,
        player: Player | None,
        now_ms: int,
    ) -> None:
        """Do what an operator wants done.

        Raises:
            Refused: this is no operator.
        """
        require(self.is_operator(player), RefusalCode.NOT_ALLOWED)
        have_decided(
            self._host, OFFICE, office_command(message, client.player), client, message, now_ms
        )

    def post(
        self,
        client: Client,
        message: wire.PostNews | wire.WithdrawNews,
        player: Player | None,
        now_ms: int,
    ) -> None:
        """Post an item, or take one back.

        Raises:
            Refused: this is no operator, or the item has no title.
        """
        require(self.is_operator(player), RefusalCode.NOT_ALLOWED)
        command = news_command(message, client.player, self._fresh_id())
        have_decided(self._host, NEWS, command, client, message, now_ms)

    def tell_office(self, client: Client, message: wire.Office, player: Player | None) -> None:
        """Send a page of reports or of actions.

        Raises:
            Refused: this is no operator.
        """
        require(self.is_operator(player), RefusalCode.NOT_ALLOWED)
        view = reports_view if message.of == "reports" else actions_view

        def tell(replica: Replica) -> None:
            office = cast("Office", replica.state)
            self._names.when_known(
                people_of_office(office),
                lambda: client.send(view(message.id, office, message.after, self._names)),
            )

        look_up(self._host, OFFICE, client, message, tell)

    def tell_news(self, client: Client, message: wire.News) -> None:
        """Send a page of the news."""

        def tell(replica: Replica) -> None:
            news = cast("News", replica.state)
            client.send(news_view(message.id, news, message.after, client.language))

        look_up(self._host, NEWS, client, message, tell)
