"""Standings, games and the ladder for the connections of this node: who answers what."""

from collections.abc import Callable, Iterable
from typing import assert_never

from server.gateway.audience import AudienceCount
from server.gateway.client import Client
from server.gateway.errands import Errands
from server.gateway.exports import Exports
from server.gateway.ladder_desk import Deed, LadderDesk
from server.gateway.ladder_news import LadderNews
from server.gateway.library import Library, Query
from server.gateway.my_games import MyGamesDesk
from server.gateway.names import Names
from server.gateway.room_desk import RoomDesk
from server.gateway.tv_desk import TvDesk
from server.host.aggregate_host import AggregateHost
from server.host.timebase import StoreClock
from server.store.shelf import Shelf
from server.wire import client as wire
from server.wire.server import Done

StandingMessage = Query | Deed | wire.MyGames | wire.WatchTv | wire.LeaveTv | wire.LadderPage


class StandingDoor:
    """Owned by the gateway.

    Args:
        fresh_id: gives an unguessable id for a room.
        toss: gives a random bit.
    """

    def __init__(
        self,
        host: AggregateHost,
        clock: StoreClock,
        shelf: Shelf,
        errands: Errands,
        names: Names,
        exports: Exports,
        fresh_id: Callable[[], str],
        toss: Callable[[], int],
    ) -> None:
        self._library = Library(host, clock, shelf, errands, names, exports)
        self._my_games = MyGamesDesk(host, clock, errands, names)
        self._tv = TvDesk(host, clock, shelf, errands, self._library)
        self._ladder = LadderDesk(host, clock, errands, names, fresh_id, toss)
        self._ladder_news = LadderNews(host, names)
        self._audience = AudienceCount(shelf, clock, errands)

    def take(self, client: Client, message: StandingMessage) -> None:
        """Take a message to where it belongs."""
        match message:
            case wire.MyGames():
                self._my_games.ask(client, message)
            case wire.WatchTv():
                self._tv.watch(client, message)
            case wire.LeaveTv():
                self._tv.forget(client)
                client.send(Done(message.id))
            case wire.LadderPage():
                if message.follow:
                    self._ladder_news.follow(client)
                self._ladder.show(client, message)
            case (
                wire.JoinLadder()
                | wire.LeaveLadder()
                | wire.ChallengeUp()
                | wire.AnswerChallenge()
                | wire.WithdrawChallenge()
            ):
                self._ladder.do(client, message)
            case (
                wire.Ratings()
                | wire.RatingHistory()
                | wire.Leaderboard()
                | wire.Games()
                | wire.ExportGames()
                | wire.LiveGames()
            ):
                self._library.ask(client, message)
            case _:
                assert_never(message)

    def met(self, client: Client) -> None:
        """The player of a connection has an account, perhaps only now."""
        self._ladder_news.met(client)

    def gone(self, client: Client) -> None:
        """The connection is gone."""
        self._ladder_news.gone(client)
        self._my_games.forget(client)
        self._tv.forget(client)

    def look_around(self, desks: Iterable[RoomDesk]) -> None:
        """Count the watchers of games, and see what is on TV; called now and then."""
        self._audience.refresh(desks)
        self._tv.look_around()
