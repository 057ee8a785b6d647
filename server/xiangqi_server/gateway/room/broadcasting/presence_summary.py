"""Presence at one room, as its viewers get it: the players, how many watch, and some by name."""

from typing import Final

from xiangqi_server.aggregates.room.messages import RoomEvent
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.gateway.connection.client import TICK_MS
from xiangqi_server.gateway.connection.cluster_counters import ClusterCounters
from xiangqi_server.gateway.connection.online_players import OnlinePlayers
from xiangqi_server.gateway.room.broadcasting.news import RoomNews
from xiangqi_server.gateway.room.broadcasting.viewers import Viewers
from xiangqi_server.kernel.host.view import View
from xiangqi_server.wire.server import Presence

NAMED_SPECTATORS: Final = 20
THINNING: Final = ((10_000, 300), (1_000, 60), (100, 12))
"""Numbers of viewers, and how many ticks pass before that many or more get the presence again."""
CROWD: Final = NAMED_SPECTATORS
"""With this many viewers or more, all newcomers before the next update are shown the same, because
they are no longer named."""


class PresenceSummary:
    """Part of the broadcaster of a room.

    Args:
        online_players: the players here, and the names of those that watch.
        news: hears when the room has to be looked at.

    Attributes:
        spectators: how many there are, on all nodes.
    """

    def __init__(
        self,
        view: View[Room, RoomEvent],
        viewers: Viewers,
        online_players: OnlinePlayers,
        counters: ClusterCounters,
        news: RoomNews,
    ) -> None:
        self._view = view
        self._viewers = viewers
        self._online_players = online_players
        self._news = news
        self.spectators = counters.of(view.aggregate, self._spectators_here, self._mark)
        self._sent: Presence | None = None
        self._shown: Presence | None = None
        self._is_same = False
        self._followed: object = None

    def mark_changed(self) -> None:
        """A client came, left, or took a seat."""
        self._is_same = False
        self._news.mark(self._view.aggregate.id)

    def follow(self) -> None:
        """See whether the room has other players now, or is no longer played."""
        room = self._view.state
        followed = (room.status, room.seats, room.absences)
        if followed != self._followed:
            self._followed = followed
            self._news.seat(self._view.aggregate.id, room.seats.taken())
            self._mark()

    def to_tell(self) -> Presence | None:
        """The presence to send in this tick, if any: only if new, and less often to many."""
        self.spectators.tick()
        summary = None
        if not self._is_current() and self._news.tick % self._ticks() == 0:
            summary, self._is_same = self.view(), True
            summary = None if summary == self._sent else summary
            self._sent = summary or self._sent
            self._shown = None
        self._look_again()
        return summary

    def _look_again(self) -> None:
        """Have the room looked at when this node may tell again, or has to renew its count."""
        room, wait_ms = self._view.aggregate.id, self.spectators.wait_ms()
        if wait_ms is not None:
            self._news.again(room, max(1, -(-wait_ms // TICK_MS)))
        if not self._is_current():
            self._news.again(room, self._ticks() - self._news.tick % self._ticks())

    def _ticks(self) -> int:
        return next((n for from_, n in THINNING if self._viewers.count >= from_), 1)

    def _mark(self) -> None:
        self._news.mark(self._view.aggregate.id)

    def _is_current(self) -> bool:
        """Whether what was sent still holds; changes of names are marked, not compared."""
        sent = self._sent
        return (
            self._is_same
            and sent is not None
            and (sent.red_online, sent.black_online) == self._players_here()
            and sent.spectators == self.spectators.total()
        )

    @property
    def is_of_crowd(self) -> bool:
        """There are so many viewers that newcomers before the next update are shown the same."""
        return self._viewers.count >= CROWD

    def shown(self) -> Presence:
        """What a client that comes now is shown."""
        if not self.is_of_crowd:
            return self.view()
        if self._shown is None:
            self._shown = self.view()
        return self._shown

    def view(self) -> Presence:
        """The presence as of now."""
        red_online, black_online = self._players_here()
        people, bots = self._watching()
        return Presence(
            room=self._view.aggregate.id,
            spectators=self.spectators.total(),
            names=people,
            red_online=red_online,
            black_online=black_online,
            bots=bots,
        )

    def _spectators_here(self) -> int:
        return self._viewers.count_without(self._view.state.seats.taken())

    def _players_here(self) -> tuple[bool, bool]:
        seats, is_present = self._view.state.seats, self._online_players.is_present
        return (
            seats.red is not None and is_present(seats.red),
            seats.black is not None and is_present(seats.black),
        )

    def _watching(self) -> tuple[list[str], list[str]]:
        """The people and the bots that have watched longest, at most as many as are named."""
        seated, here = self._view.state.seats.taken(), self._online_players
        people: list[str] = []
        bots: list[str] = []
        for player in self._viewers.players:
            if player and player not in seated:  # a stream has no player
                named = bots if here.is_bot(player) else people
                if len(named) < NAMED_SPECTATORS:
                    named.append(here.name(player).name)
        return people, bots
