"""What an operator is told of a node in figures: the name of each, and where it is read.

Hides: which figures there are. They are ints and lengths of the parts themselves; only moves and
pauses are counted here, for no part needs them.
"""

from server.gateway.gateway import Gateway
from server.host.aggregate_host import AggregateHost
from server.host.replica import Change
from server.ops.metrics import Count, Counts, Gauge, Metrics, Spread
from server.ops.stalls import Stalls
from server.room.messages import Moved
from server.store.measured import BOUNDS_S, MeasuredStore


class Figures:
    """The figures of one node; made by `app`, which starts and stops `stalls`."""

    def __init__(self, store: MeasuredStore, host: AggregateHost, gateway: Gateway) -> None:
        self.stalls = Stalls()
        self._moves = 0
        self._pauses = 0
        host.on_commit(self._committed)
        host.on_pause(self._paused)
        self._metrics = Metrics(
            (
                Gauge("xiangqi_connections", "Open websockets", lambda: gateway.connection_count),
                Gauge("xiangqi_rooms", "Rooms this node holds", lambda: host.held("room")),
                Count("xiangqi_moves", "Moves this node has stored", lambda: self._moves),
                Spread("xiangqi_commit_seconds", "Stored decisions", BOUNDS_S, store.spread),
                Gauge(
                    "xiangqi_commits_waiting",
                    "Decisions the store has not answered",
                    lambda: store.waiting,
                ),
                Count(
                    "xiangqi_conflicts",
                    "Decisions another node was ahead of",
                    lambda: store.conflicts,
                ),
                Count(
                    "xiangqi_commits_unanswered",
                    "Decisions of unknown outcome",
                    lambda: store.unavailable,
                ),
                Gauge("xiangqi_paused", "1 while there is no store", lambda: host.is_paused),
                Count("xiangqi_pauses", "How often the store went away", lambda: self._pauses),
                Counts("xiangqi_refusals", "Refused messages", "code", lambda: gateway.refusals),
                Count(
                    "xiangqi_loop_stalled_seconds",
                    "Time for which the loop was held",
                    lambda: self.stalls.total_s,
                ),
                Gauge(
                    "xiangqi_loop_worst_stall_seconds",
                    "The longest such time since the last look",
                    self.stalls.worst_s,
                ),
            )
        )

    def text(self) -> bytes:
        """All figures as Prometheus reads them."""
        return self._metrics.text()

    def _committed(self, changes: tuple[Change, ...]) -> None:
        for change in changes:
            if isinstance(change.stamped.event, Moved):
                self._moves += 1

    def _paused(self, paused: bool) -> None:
        self._pauses += paused
