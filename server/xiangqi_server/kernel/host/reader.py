"""Brings a replica up to the store, and tells its watchers what has happened.

Only the worker that serves the replica calls it.
"""

import logging
from collections.abc import Callable, Sequence

from xiangqi_server.kernel.faults import Faults
from xiangqi_server.kernel.host.alarms import Alarms
from xiangqi_server.kernel.host.log_repair import LogRepair
from xiangqi_server.kernel.host.outages.primary_terms import HELD
from xiangqi_server.kernel.host.replica import Replica
from xiangqi_server.kernel.host.replication import follows, is_known
from xiangqi_server.kernel.host.view import AnyChange
from xiangqi_server.kernel.store.feed import Publication
from xiangqi_server.kernel.store.port import Logs, StoreError, StoreUnavailable
from xiangqi_server.kernel.store.values import AggregateId, Loaded, StoredEvent, heads_after

log = logging.getLogger(__name__)


class Reader:
    """Reads for the aggregates of a node. Made by the host.

    Methods that wait raise `StoreUnavailable`.

    Attributes:
        alarms: follow what a replica has taken.
        log_repair: holds what a failover may take back.
    """

    def __init__(
        self,
        logs: Logs,
        alarms: Alarms,
        log_repair: LogRepair,
        is_held: Callable[[AggregateId], bool],
        faults: Faults,
    ) -> None:
        self._faults = faults
        self._is_held = is_held
        self._logs = logs
        self.alarms = alarms
        self.log_repair = log_repair

    def take(self, replica: Replica, tail: tuple[StoredEvent, ...]) -> None:
        """Apply and tell events that another node wrote."""
        self.log_repair.note_tail(replica.aggregate, replica.head, tail)
        changes = replica.take_stored(tail)
        self.alarms.follow(replica)
        self.tell(replica, changes)

    def tell(self, replica: Replica, changes: tuple[AnyChange, ...]) -> None:
        """Tell the watchers of a replica what it has taken."""
        if changes:
            for watcher in replica.watchers:
                with self._faults.contained("watcher"):
                    watcher.changed(changes)

    async def hear(self, replica: Replica, publication: Publication) -> None:
        """Take what another node has published; read the store first if something is missing."""
        if is_known(replica, publication):
            return
        if follows(replica, publication):
            self.take(replica, publication.events)
        else:
            await self.refresh(replica)

    async def refresh(self, replica: Replica) -> None:
        """Bring a replica up to the store.

        A replica that was loaded before takes only the events that it missed, if they continue
        its chain. If the store has lost what it holds, that is written back. Otherwise (somebody
        has gone on from the shorter log, or another node trimmed the log past what is held here)
        it is replaced and its watchers hear of that. But not while the log is held, because others
        may still write back what is missing (see `primary_terms`).
        """
        was_known = replica.head.version > 0 or bool(replica.watchers)
        if was_known and await self._catch_up(replica):
            replica.is_fresh = True
            return
        loaded = await self._logs.load(replica.aggregate)
        snapshot_version = loaded.snapshot.head.version if loaded.snapshot else 0
        was_trimmed = replica.kind.records.is_trimmed and snapshot_version > replica.head.version
        self.take_loaded(replica, loaded)
        if was_known:
            if not was_trimmed:
                self.log_repair.branches += 1
                log.error("log is on another branch", extra={"aggregate": str(replica.aggregate)})
            for watcher in replica.watchers:
                with self._faults.contained("watcher"):
                    watcher.replaced()

    async def load_all(self, replicas: Sequence[Replica]) -> Sequence[Loaded | StoreError | None]:
        """Read aggregates that were never loaded here; see `Logs.load_all`."""
        return await self._logs.load_all([replica.aggregate for replica in replicas])

    def take_loaded(self, replica: Replica, loaded: Loaded) -> None:
        """Bring a replica up to the log that was just read.

        Raises:
            StoreUnavailable: the log is held: others may still write back what is missing.
            RecordError: a record cannot be read.
        """
        if self._is_held(replica.aggregate):
            raise StoreUnavailable(HELD)
        replica.rebuild(loaded)
        self.log_repair.note_loaded(replica, loaded)
        if replica.kind.is_over(replica.state):
            replica.trail.clear()
        replica.is_fresh = True
        self.alarms.follow(replica)

    async def _catch_up(self, replica: Replica) -> bool:
        """Take the events after the replica's head; returns whether they lead to the store's."""
        head = await self.log_repair.restore(replica)
        if head == replica.head:
            return True
        missed = await self._logs.read(replica.aggregate, replica.head.version)
        if head not in heads_after(replica.head, missed):
            return False
        self.take(replica, missed)
        return True
