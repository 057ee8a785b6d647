"""What an operator is told of a node: the name of each figure, and a line a room at its end.

Hides: which figures there are, and where each is read. They are ints and lengths of the parts
themselves; only moves, credits and pauses are counted here, for no part needs them.
"""

import logging
from typing import cast

from server.counsel.supervised import SupervisedThinker
from server.gateway.gateway import Gateway
from server.host.aggregate_host import AggregateHost
from server.host.replica import Change
from server.ops.disk import Disk
from server.ops.metrics import Count, Counts, Gauge, Metrics, Spread
from server.ops.stalls import Stalls
from server.room.messages import Credited, Ended, Moved
from server.room.state import Room
from server.store.measured import BOUNDS_S, MeasuredStore

log = logging.getLogger(__name__)


class Figures:
    """The figures of one node; made by `app`, which starts and stops `stalls`.

    Args:
        disk: where our own store keeps its data; None if the store is the operator's.
        thinker: who thinks about hard rulings.
    """

    def __init__(
        self,
        store: MeasuredStore,
        host: AggregateHost,
        gateway: Gateway,
        disk: Disk | None,
        thinker: SupervisedThinker,
    ) -> None:
        self.stalls = Stalls()
        self._moves = 0
        self._credits = 0
        self._credited_ms = 0
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
                Gauge(
                    "xiangqi_commands_waiting",
                    "Commands that wait for the one before them",
                    lambda: host.waiting_count,
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
                Count("xiangqi_credits", "Times given back to a clock", lambda: self._credits),
                Count(
                    "xiangqi_credited_seconds",
                    "What these were together",
                    lambda: self._credited_ms / 1000,
                ),
                Count(
                    "xiangqi_password_hashes",
                    "Passwords hashed or checked",
                    lambda: gateway.passwords.hashed,
                ),
                Count(
                    "xiangqi_rulings_unanswered",
                    "Hard rulings that were not found in time",
                    lambda: thinker.unanswered,
                ),
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
                *_of_disk(disk),
            )
        )

    def text(self) -> bytes:
        """All figures as Prometheus reads them."""
        return self._metrics.text()

    def _committed(self, changes: tuple[Change, ...]) -> None:
        for change in changes:
            match change.stamped.event:
                case Moved():
                    self._moves += 1
                case Credited(ms=ms):
                    self._credits += 1
                    self._credited_ms += ms
                case Ended():
                    _tell_end(cast("Room", change.state), change.head.version)

    def _paused(self, paused: bool) -> None:
        self._pauses += paused


def _of_disk(disk: Disk | None) -> tuple[Gauge, ...]:
    if disk is None:
        return ()
    return (
        Gauge("xiangqi_data_free_bytes", "Free space where the data lie", disk.free_bytes),
        Gauge("xiangqi_data_free_ratio", "The free part of that disk, 0 to 1", disk.free_ratio),
    )


def _tell_end(room: Room, version: int) -> None:
    outcome = room.outcome
    log.info(
        "room ended",
        extra={
            "room": room.id,
            "ending": None if outcome is None else outcome.ending,
            "winner": None if outcome is None or outcome.winner is None else outcome.winner.name,
            "plies": room.game.ply,
            "version": version,
            "lasted_ms": room.ended_at_ms - room.opened_at_ms,
        },
    )
