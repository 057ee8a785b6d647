"""What people are to each other here: one door for friends, letters, reports, operators, news."""

from collections.abc import Callable
from typing import assert_never

from server.aggregate.refusal import RefusalCode, Refused
from server.gateway.answers import have_decided
from server.gateway.client import Client
from server.gateway.letters import Letters
from server.gateway.office_desk import OfficeDesk
from server.gateway.people import PeopleDesk
from server.gateway.visitors import Visitors
from server.host.aggregate_host import AggregateHost
from server.host.timebase import StoreClock
from server.players.circle import Circle
from server.players.state import Player
from server.session import conduct
from server.session.social import circle_command
from server.session.social_views import standing_notices
from server.store.base import AggregateId
from server.wire import client as wire
from server.wire.client import ClientMessage

SocialMessage = (
    wire.Befriend
    | wire.Ignore
    | wire.People
    | wire.Write
    | wire.Conversations
    | wire.Letters
    | wire.ReadLetters
    | wire.DropLetters
    | wire.Report
    | wire.Office
    | wire.Act
    | wire.CloseReport
    | wire.News
    | wire.PostNews
    | wire.WithdrawNews
)
"""What is taken here."""


class SocialDoor:
    """See above. Owned by the gateway.

    Args:
        met: hears of each connection whose player has an account.
    """

    def __init__(
        self,
        host: AggregateHost,
        clock: StoreClock,
        visitors: Visitors,
        people: PeopleDesk,
        letters: Letters,
        office: OfficeDesk,
        met: Callable[[Client], None],
    ) -> None:
        self._host = host
        self._clock = clock
        self._visitors = visitors
        self._people = people
        self._letters = letters
        self._office = office
        self._met = met

    def greeted(self, client: Client) -> None:
        """A connection was welcomed: tell it what waits for its player."""
        player = self._visitors.player(client.player)
        if player is None or not player.is_registered:
            return
        for notice in standing_notices(player.restraint, self._clock.now_ms()):
            client.send(notice)
        if player.identity.has_account:
            self.met(client)

    def met(self, client: Client) -> None:
        """The player of a connection has an account, perhaps only now: others may write to it."""
        self._people.came(client.player)
        self._letters.follow(client)
        self._met(client)

    def gone(self, client: Client) -> None:
        """A connection is gone, and counted out."""
        self._letters.forget(client)
        if not self._visitors.is_here(client.player):
            self._people.left(client.player)

    def renew(self) -> None:
        """Say again who is here; called often."""
        self._people.renew()

    def is_operator(self, player: Player | None) -> bool:
        """The player may use the operators' messages."""
        return self._office.is_operator(player)

    def check(self, client: Client, message: ClientMessage, now_ms: int) -> RefusalCode | None:
        """What the operators keep the sender from; None lets the message pass."""
        player = self._visitors.player(client.player)
        return None if player is None else conduct.check(player.restraint, message, now_ms)

    def take(self, client: Client, message: SocialMessage, now_ms: int) -> None:
        """Do what a message asks.

        Raises:
            Refused: it may not.
        """
        player = self._visitors.player(client.player)
        match message:
            case wire.Befriend() | wire.Ignore():
                self._visitors.when_registered(
                    client, message, lambda _: self._list(client, message, now_ms)
                )
            case wire.People():
                circle = Circle() if player is None else player.circle
                self._people.tell(client, message, circle)
            case wire.Write():
                if player is None:
                    raise Refused(RefusalCode.NO_ACCOUNT)
                self._letters.write(client, message, player, now_ms)
            case wire.Conversations() | wire.Letters():
                self._letters.tell(client, message)
            case wire.ReadLetters() | wire.DropLetters():
                self._letters.change(client, message, now_ms)
            case wire.Report():
                self._visitors.when_registered(
                    client, message, lambda _: self._office.report(client, message, now_ms)
                )
            case wire.Office():
                self._office.tell_office(client, message, player)
            case wire.Act() | wire.CloseReport():
                self._office.act(client, message, player, now_ms)
            case wire.News():
                self._office.tell_news(client, message)
            case wire.PostNews() | wire.WithdrawNews():
                self._office.post(client, message, player, now_ms)
            case _:
                assert_never(message)

    def _list(self, client: Client, message: wire.Befriend | wire.Ignore, now_ms: int) -> None:
        player = AggregateId("player", client.player)
        have_decided(self._host, player, circle_command(message), client, message, now_ms)
