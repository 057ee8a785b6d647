"""What a node reports to its operator: its figures by name, and a line for each room that ends.

They are ints and lengths of the parts themselves; only moves, credits, guests and pauses are
counted here, for no part needs them.
"""

import logging
from functools import cached_property
from typing import TYPE_CHECKING

from xiangqi_server.aggregates.players.deletion import Expired
from xiangqi_server.aggregates.players.identity import Registered
from xiangqi_server.aggregates.room.messages import Ended, Moved, TimeCredited
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.game.rules.cxa.move_cache import SEARCHED
from xiangqi_server.gateway.gateway import Gateway
from xiangqi_server.kernel.host.aggregate_host import AggregateHost
from xiangqi_server.kernel.host.commit.appender import BOUNDS_S
from xiangqi_server.kernel.host.outages.availability import REPLACED
from xiangqi_server.kernel.host.view import AnyChange
from xiangqi_server.kernel.store.client.acknowledgement import Promise
from xiangqi_server.kernel.store.memory import MemoryWatch
from xiangqi_server.net.listener import Listener
from xiangqi_server.node.ops.disk import Disk
from xiangqi_server.node.ops.garbage import GarbageCollector
from xiangqi_server.node.ops.metrics import CountMetric, CountMetrics, Figure, Gauge, Histogram
from xiangqi_server.node.ops.stalls import Stalls
from xiangqi_server.node.ruling_worker.process import ThinkingProcesses

if TYPE_CHECKING:
    from xiangqi_server.node.ops.exposition import Metrics

log = logging.getLogger(__name__)


class Figures:
    """The figures of one node; made by `node`, which has `stalls` told.

    Args:
        disk: where our own store keeps its data; None if the store is the operator's.
        ruling_worker: the processes that work out hard rulings and large pairings.
        memory: how full the store is.
        garbage: when old garbage was looked for.
    """

    def __init__(
        self,
        host: AggregateHost,
        gateway: Gateway,
        disk: Disk | None,
        ruling_worker: ThinkingProcesses,
        memory: MemoryWatch,
        garbage: GarbageCollector,
    ) -> None:
        self.stalls = Stalls()
        self._moves = 0
        self._credits = 0
        self._credited_ms = 0
        self._pauses = 0
        self._guests_stored = 0
        self._guests_forgotten = 0
        host.on_commit(self._committed)
        host.availability.on_pause(self._paused)
        self._figures: tuple[Figure, ...] = (
            *_of_gateway(gateway),
            *_of_host(host),
            *_of_store(host, gateway.promise, memory),
            *_of_process(self.stalls, garbage, ruling_worker),
            *self._counted(),
            *(disk.figures() if disk else ()),
        )

    def tell_of(self, listener: Listener) -> None:
        """Tell of the public port as well: it is made last, and before anybody asks."""
        self._figures += (
            Gauge(
                "xiangqi_tcp_connections",
                "TCP connections of the public port: websockets, streams and requests",
                lambda: listener.connection_count,
            ),
            CountMetrics(
                "xiangqi_peers_refused",
                "How often a peer was turned away or cut off, or frames for it were left out",
                "reason",
                lambda: {
                    refusal.value: count for refusal, count in listener.refusals.counts.items()
                },
            ),
        )

    def text(self) -> bytes:
        """All figures as Prometheus reads them."""
        return self._metrics.text()

    @cached_property
    def _metrics(self) -> "Metrics":
        """Made when somebody asks for the first time: no start waits for the library."""
        from xiangqi_server.node.ops.exposition import Metrics

        return Metrics(self._figures)

    def _counted(self) -> tuple[Figure, ...]:
        return (
            CountMetric("xiangqi_moves", "Moves this node has stored", lambda: self._moves),
            CountMetric(
                "xiangqi_guests_stored",
                "Guests this node has stored for the first time",
                lambda: self._guests_stored,
            ),
            CountMetric(
                "xiangqi_guests_forgotten",
                "Guests this node has forgotten after they stayed away",
                lambda: self._guests_forgotten,
            ),
            CountMetric("xiangqi_pauses", "How often the store went away", lambda: self._pauses),
            CountMetric("xiangqi_credits", "Times given back to a clock", lambda: self._credits),
            CountMetric(
                "xiangqi_credited_seconds",
                "Seconds given back to clocks, all together",
                lambda: self._credited_ms / 1000,
            ),
        )

    def _committed(self, changes: tuple[AnyChange, ...]) -> None:
        for change in changes:
            match change.stamped.event:
                case Moved():
                    self._moves += 1
                case TimeCredited(ms=ms):
                    self._credits += 1
                    self._credited_ms += ms
                case Registered():
                    self._guests_stored += 1
                case Expired():
                    self._guests_forgotten += 1
                case Ended() if isinstance(change.state, Room):
                    _tell_end(change.state, change.head.version)

    def _paused(self, paused: bool) -> None:
        self._pauses += paused


def _of_gateway(gateway: Gateway) -> tuple[Figure, ...]:
    """The players who are here, and what was refused."""
    return (
        Gauge("xiangqi_connections", "Open websockets", lambda: gateway.held.connections),
        Gauge("xiangqi_players", "Players connected here", lambda: gateway.held.players),
        Gauge("xiangqi_rooms_shown", "Rooms looked at here", lambda: gateway.held.rooms),
        Gauge("xiangqi_streams", "Games followed by HTTP", lambda: gateway.held.streams),
        CountMetrics("xiangqi_refusals", "Refused messages", "code", lambda: gateway.refusals),
        CountMetric(
            "xiangqi_password_hashes",
            "Passwords hashed or checked",
            lambda: gateway.passwords.hashed,
        ),
    )


def _of_host(host: AggregateHost) -> tuple[Figure, ...]:
    """What is decided and stored."""
    return (
        Gauge("xiangqi_rooms", "Rooms this node holds", lambda: host.held("room")),
        Histogram("xiangqi_commit_seconds", "Stored decisions", BOUNDS_S, host.appender.histogram),
        Gauge(
            "xiangqi_commits_waiting",
            "Decisions the store has not answered",
            lambda: host.appender.waiting,
        ),
        Gauge(
            "xiangqi_commands_waiting",
            "Commands that wait for the one before them",
            lambda: host.waiting_count,
        ),
        CountMetric(
            "xiangqi_conflicts",
            "Decisions another node was ahead of",
            lambda: host.appender.conflicts,
        ),
        CountMetric(
            "xiangqi_commits_unanswered",
            "Decisions of unknown outcome",
            lambda: host.appender.unanswered,
        ),
        CountMetric(
            "xiangqi_restored_events",
            "Events the store had lost in a failover, written back",
            lambda: host.log_repair.restored,
        ),
        CountMetric(
            "xiangqi_branches",
            "Logs that somebody went on with after the store had lost their last events",
            lambda: host.log_repair.branches,
        ),
        CountMetrics(
            "xiangqi_faults",
            "Bugs that were contained, by where: the log has their tracebacks",
            "where",
            lambda: host.faults.counts,
        ),
    )


def _of_store(host: AggregateHost, promise: Promise, memory: MemoryWatch) -> tuple[Figure, ...]:
    """Whether the store is there, and what it promises and holds."""
    return (
        Gauge("xiangqi_paused", "1 while there is no store", lambda: host.is_paused),
        Gauge(
            "xiangqi_partial",
            "1 while a part of the store is away, and the games that lie there wait",
            lambda: bool(host.availability.partial_reason),
        ),
        Gauge(
            "xiangqi_store_clock_skew_seconds",
            "How far apart the clocks of the store's servers are; no player is charged for it",
            lambda: host.parts.skew_ms / 1000,
        ),
        Gauge(
            "xiangqi_store_replaced",
            "1 while another store is in the place of ours",
            lambda: host.availability.pause_reason == REPLACED,
        ),
        Gauge(
            "xiangqi_degraded",
            "1 while moves are acknowledged by the primary alone, for copies are missing",
            lambda: promise.is_degraded,
        ),
        CountMetric(
            "xiangqi_short_waits",
            "How often too few replicas had a write in time",
            lambda: promise.short_waits,
        ),
        Gauge(
            "xiangqi_store_memory_bytes",
            "What the store holds in memory; 0 if it does not say",
            lambda: memory.seen.used_bytes,
        ),
        Gauge(
            "xiangqi_store_memory_limit_bytes",
            "How much the store may hold in memory; 0 if there is no limit",
            lambda: memory.seen.limit_bytes,
        ),
    )


def _of_process(
    stalls: Stalls, garbage: GarbageCollector, ruling_worker: ThinkingProcesses
) -> tuple[Figure, ...]:
    """For how long the loop was held, and what was not found in time."""
    return (
        CountMetric(
            "xiangqi_loop_stalled_seconds",
            "Time for which the loop was held",
            lambda: stalls.total_s,
        ),
        Gauge(
            "xiangqi_loop_worst_stall_seconds",
            "The longest such time since the last look",
            stalls.worst_s,
        ),
        CountMetric(
            "xiangqi_garbage_looks",
            "How often the loop was held to look for garbage while many were connected",
            lambda: garbage.looks,
        ),
        CountMetric(
            "xiangqi_garbage_found",
            "Objects that only such a look, or one in a quiet time, has freed",
            lambda: garbage.found,
        ),
        CountMetric(
            "xiangqi_rulings_unanswered",
            "Hard rulings and large pairings that were not found in time",
            lambda: ruling_worker.unanswered,
        ),
        CountMetric(
            "xiangqi_searched_positions",
            "Positions that this process has searched for rulings by itself: always 0",
            lambda: SEARCHED.positions,
        ),
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
            "lasted_ms": room.timing.ended_at_ms - room.timing.opened_at_ms,
        },
    )
