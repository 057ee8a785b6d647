"""Runs every aggregate through its one entry.

Theory of operation. A command for an aggregate at rest is decided on arrival; any other waits in
the queue of its aggregate (`command_queue`). All that waits there is decided, one command after
another, each on the state that the one before it would leave, and all their events become durable
with one append. Only then does the replica take the events (with the store's own stamps), do the
watchers hear of them, and do the senders get their answers.

* The appends of one turn of the loop leave together (`commit_pipeline`); an aggregate that has to
  wait for more is served apart (`worker`).
* A conflict means that another node wrote first: its events are taken and told, and the same
  commands are decided again on the newer state.
* If the store is unavailable, the outcome is unknown: the senders hear that, the replica is
  not trusted until it is read again, and a retry is recognised by its command id.
* A store that was emptied or exchanged is neither served from nor written to:
  the node pauses until the store that it knows is back, or an operator restarts it.
* Effects on other aggregates are written by the same append. They are carried out here
  at once, or, after a crash, by the sweep of any other node.
* An outage of all nodes is applied to each aggregate that it concerns before anything else is
  decided there, so nobody is charged for the downtime.
* The replica's own timer rings its alarm; the sweep finds the alarms of aggregates that nobody
  holds.
* What is watched is followed: events of other nodes are taken as they are published, and a
  sweep finds what no publication told (see `replication`).

There is no word of the game here.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine
from typing import Final, cast

from xiangqi_server.kernel.aggregate.kind import E, S
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal
from xiangqi_server.kernel.faults import Faults
from xiangqi_server.kernel.host.alarms import Alarms
from xiangqi_server.kernel.host.background import RunningTasks, in_turns
from xiangqi_server.kernel.host.commit.appender import Appender
from xiangqi_server.kernel.host.commit.commit_pipeline import CommitPipeline
from xiangqi_server.kernel.host.commit.committer import Committer
from xiangqi_server.kernel.host.commit.draft import Answer, Done, Rejected, Task
from xiangqi_server.kernel.host.commit.effect_outbox import EffectOutbox, in_order
from xiangqi_server.kernel.host.commit.need import Needs
from xiangqi_server.kernel.host.commit.worker import Worker
from xiangqi_server.kernel.host.domain import Domain
from xiangqi_server.kernel.host.effect_handler import AnyEffectHandler
from xiangqi_server.kernel.host.history import History
from xiangqi_server.kernel.host.hooks import Hook
from xiangqi_server.kernel.host.log_repair import LogRepair
from xiangqi_server.kernel.host.outages.availability import Availability
from xiangqi_server.kernel.host.outages.downtime import Downtime
from xiangqi_server.kernel.host.outages.primary_terms import PrimaryTerms
from xiangqi_server.kernel.host.outages.store_parts import StoreParts
from xiangqi_server.kernel.host.reader import Reader
from xiangqi_server.kernel.host.recent import CommandRef
from xiangqi_server.kernel.host.replica import Replica
from xiangqi_server.kernel.host.replicas import Replicas
from xiangqi_server.kernel.host.replication import EphemeralListener, Replication, is_known
from xiangqi_server.kernel.host.sharing import Sharing
from xiangqi_server.kernel.host.timebase import StoreClock
from xiangqi_server.kernel.host.view import AnyChange, AnyView, Key, View, Watcher
from xiangqi_server.kernel.store.feed import Publication
from xiangqi_server.kernel.store.port import Store, StoreAccess, StoreUnavailable
from xiangqi_server.kernel.store.values import AggregateId

SWEEP_S: Final = 2.0
PROBE_S: Final = 0.25
SWEEP_ITEMS: Final = 200


class AggregateHost:
    """The aggregates of this node. Made by `node`; `run` lives as long as the node.

    Args:
        store: where the logs are.
        clock: the store's time as this node knows it.
        name: the name of this node, which no other ever had.

    Attributes:
        name: as it was given.
        access: which nodes can be on the store.
        faults: the bugs of this node that were contained.
        downtime: the times when no node served, which each aggregate they concern has to take.
        availability: whether there is a store.
        parts: which parts of the store are away.
        appender: makes the appends, and measures them.
        history: reads whole logs.
        sharing: which share of the sweep is this node's.
        log_repair: the ends of logs that this node holds, in case a failover takes them back.
        on_commit: hears of every append of this node that the store has accepted.
        pre_decide: asked before commands are decided: what has to be found out first, or None. A
            command submitted as first in the meantime is decided before them.
        alarm_gate: asked before an alarm rings: how many ms it has to wait; it rings at once for
            None or 0.
    """

    def __init__(
        self,
        store: Store,
        clock: StoreClock,
        domain: Domain,
        name: str,
    ) -> None:
        self.name = name
        self.access = access = store.access
        self.faults = faults = Faults()
        terms = PrimaryTerms(store.servers, access)
        self.parts = parts = StoreParts(store.servers, clock, terms, faults)
        self.downtime = Downtime(clock.now_ms, parts, faults, access)
        self.availability = Availability(store.servers, self.downtime, parts, faults)
        self.on_commit: Hook[tuple[AnyChange, ...], None] = Hook(faults, "commit")
        self.pre_decide: Hook[AnyView, Awaitable[None] | None] = Hook(faults, "decide")
        self.alarm_gate: Hook[AggregateId, Awaitable[int] | None] = Hook(faults, "alarm")
        self._store = store
        self._clock = clock
        self.offload_worker = domain.offload_worker
        self._kinds = {kind.name: kind for kind in domain.kinds}
        self.history = History(store.logs, self._kinds)
        self.sharing = Sharing()
        self._replicas = Replicas(self._kinds, clock)
        self._tasks = RunningTasks(faults)
        self._alarms = Alarms(parts.now_ms, self.sharing, self._ring)
        self._outbox = EffectOutbox(
            store.queues, self._kinds, domain.effect_handlers, self._submit_now, self.start
        )
        carry_out = self._outbox.carry_out
        self.log_repair = LogRepair(store.logs, parts.now_ms, carry_out, access)
        self.appender = Appender(store, name, terms.is_held, self.log_repair.note_unanswered)
        reader = Reader(store.logs, self._alarms, self.log_repair, terms.is_held, faults)
        self._pipeline = self._pipeline_with(reader)
        self._replication = Replication(store, self._replicas, self, faults)
        self.availability.on_pause(self._distrust)
        parts.on_back(self._read_again)
        parts.on_held(lambda shards: self.start(self._compare(self._write_back(shards))))

    def _pipeline_with(self, reader: Reader) -> CommitPipeline:
        """What decides and stores commands, and what serves the aggregates that have to wait."""
        committer = Committer(
            self.appender, reader, self._outbox, self.offload_worker, self.on_commit, self.faults
        )
        needs = Needs(self.downtime, self.pre_decide, self.access)
        worker = Worker(reader, committer, self.downtime, self._clock, needs)
        return CommitPipeline(
            self._replicas, worker, committer, self.availability, self._tasks, self.faults
        )

    # What others call.

    def submit(
        self,
        aggregate: AggregateId,
        command: object,
        *,
        arrived_ms: int,
        ref: CommandRef | None = None,
        answer: Callable[[Answer], None] | None = None,
        is_first: bool = False,
    ) -> None:
        """Have a command decided; `answer` is called once, when everything it caused is stored.

        While nothing can be decided, a copy of a command that was done is still answered.

        Args:
            arrived_ms: when it arrived, in this node's time.
            is_first: it is decided before the commands that wait already.
        """
        task = Task(command, ref, self.parts.to_shard_time(aggregate, arrived_ms), answer)
        if self.is_away(aggregate):
            task.tell(self._known(aggregate, ref) or Rejected(CommonRefusal.UNAVAILABLE, "", 0))
        else:
            self._pipeline.submit(aggregate, task, is_first=is_first)

    def _known(self, aggregate: AggregateId, ref: CommandRef | None) -> Answer | None:
        """The answer to a copy of a command that is known to be done; None if it is not."""
        replica = self._replicas.get(aggregate)
        version = None if replica is None or ref is None else replica.version_of(ref)
        if replica is None or version is None:
            return None
        return Done(version, replica.digest_at(version))

    async def view(
        self, aggregate: Key[S, E], *, version: int = 0, anew: bool = False
    ) -> View[S, E]:
        """The loaded aggregate, after the commands that wait there: a room to be opened is open.

        Args:
            version: one that you know of from another node; you do not get an older state.
            anew: you see all that any node has stored before, even if publications were lost.

        Raises:
            StoreUnavailable: there is no store.
        """
        view = self.at_hand(aggregate)
        if view is not None and not anew and view.head.version >= version:
            return view
        if self.is_away(aggregate):
            raise StoreUnavailable("there is no store to look into")
        replica = self._replicas.get(aggregate)
        is_behind = replica is not None and replica.head.version < version
        queue = self._pipeline.queue_of(aggregate)
        queue.is_stale |= is_behind or anew
        pending_read: asyncio.Future[Replica] = asyncio.get_running_loop().create_future()
        queue.pending_reads.append(pending_read)
        try:
            return await pending_read
        finally:
            del pending_read  # the traceback of an error in it names this frame: a cycle

    def at_hand(self, aggregate: Key[S, E]) -> View[S, E] | None:
        """The aggregate, if `view` need not wait: it is watched, and nothing waits there."""
        replica = self._replicas.get(aggregate)
        if replica is None or not replica.is_fresh or aggregate in self._pipeline:
            return None
        return replica if replica.watchers or self.is_away(aggregate) else None

    def watch(self, view: View[S, E], watcher: Watcher[S, E]) -> None:
        """Tell `watcher` of every change from now on, whichever node makes it.

        The watchers of an aggregate hear of it in no order that they may rely on.
        """
        replica = _replica_of(view)
        if watcher not in replica.watchers:
            replica.watchers += (watcher,)
        self._replication.follow(replica.aggregate)

    def unwatch(self, view: View[S, E], watcher: Watcher[S, E]) -> None:
        """Tell `watcher` nothing more."""
        replica = _replica_of(view)
        replica.watchers = tuple(other for other in replica.watchers if other is not watcher)
        self._replicas.rest(replica)
        if not replica.watchers:
            self._replication.unfollow(replica.aggregate)

    def listen(self, view: AnyView, listener: EphemeralListener) -> None:
        """Tell `listener`, which also watches, of ephemerals on the aggregate's channel."""
        self._replication.listen(view.aggregate, listener)

    def ignore(self, view: AnyView, listener: EphemeralListener) -> None:
        """Tell `listener` of no more ephemerals."""
        self._replication.ignore(view.aggregate, listener)

    async def run(self) -> None:
        """Ring forgotten alarms, finish old effects, evict what is idle; until cancelled."""
        while True:
            was_paused = self.is_paused
            with self.faults.contained("sweep"):
                await self._sweep()
            if not self.is_paused:
                await self._compare_slices()
            elif was_paused:  # else it is asked at once: another server may be there by now
                await asyncio.sleep(PROBE_S)

    def start(self, coroutine: Coroutine[None, None, None]) -> None:
        """Run a coroutine that ends by itself; `drain` waits for it too."""
        self._tasks.start(coroutine)

    async def drain(self) -> None:
        """Wait until every command taken so far is answered."""
        await self._tasks.drain()
        while self._pipeline.is_busy:
            await self._pipeline.drain()
            await self._tasks.drain()

    def stop_following(self) -> None:
        """Ask the store nothing more because of publications: it is about to be closed."""
        self._replication.stop()

    @property
    def is_paused(self) -> bool:
        """There is no store to decide on."""
        return self.availability.is_paused

    def is_away(self, aggregate: AggregateId) -> bool:
        """The store, or the part of it that has an aggregate, is away: nothing is decided there."""
        if self.availability.pause_reason:
            return True
        return bool(self.parts.away) and self.parts.is_away(aggregate)

    @property
    def waiting_count(self) -> int:
        """How many commands wait to be decided; it visits all queues."""
        return sum(len(queue.tasks) for queue in self._pipeline)

    def held(self, kind: str) -> int:
        """How many aggregates of a kind this node holds; it visits all of them."""
        return self._replicas.count(kind)

    # What replication asks for, see `replication.Owner`.

    def on_publication(self, replica: Replica, publication: Publication) -> None:
        """Another node has written; what this node knows already is not taken again."""
        if self.is_away(replica.aggregate):
            return
        if replica.aggregate in self._pipeline or not is_known(replica, publication):
            self._pipeline.queue_of(replica.aggregate).publications.append(publication)

    def is_own(self, event_id: str) -> bool:
        """See `Appender.is_own`."""
        return self.appender.is_own(event_id)

    def mark_stale(self, replica: Replica) -> None:
        """Something may be missing; if the replica is still held, it is read in turn."""
        if self._replicas.get(replica.aggregate) is replica and not self.is_away(replica.aggregate):
            self._pipeline.queue_of(replica.aggregate).is_stale = True

    def needs_compare(self) -> None:
        """Some were not followed up to now."""
        self.start(self._compare(self._replication.compare_begun()))

    async def _compare(self, comparison: Awaitable[object]) -> None:
        try:
            await comparison
        except StoreUnavailable as error:
            self.availability.lost(error)

    # Alarms, effects, the sweep.

    def take_effects(self, handler: AnyEffectHandler) -> None:
        """Have a handler carry out the effects of its name: one that needs this host itself."""
        self._outbox.take(handler)

    def _ring(self, aggregate: AggregateId) -> None:
        with self.faults.contained("alarm"):
            wait = None if self.is_away(aggregate) else self.alarm_gate.ask(aggregate)
            if wait is None:
                self._rung(aggregate)
            else:
                self.start(self._ring_after(aggregate, wait))

    async def _ring_after(self, aggregate: AggregateId, wait: Awaitable[int]) -> None:
        wait_ms = 0
        with self.faults.contained("alarm"):  # a gate that fails must not stop a clock for ever
            try:
                wait_ms = await wait
            except StoreUnavailable as error:
                self.availability.lost(
                    error, aggregate
                )  # the sweep rings it when the store is back
                return
        replica = self._replicas.get(aggregate)
        if not wait_ms:
            self._rung(aggregate)
        elif replica is not None and replica.watchers:
            self._alarms.put_off(replica, wait_ms)

    def _rung(self, aggregate: AggregateId) -> None:
        self._submit_now(aggregate, self._kinds[aggregate.kind].schedule.alarm)

    def _submit_now(
        self,
        aggregate: AggregateId,
        command: object,
        answer: Callable[[Answer], None] | None = None,
    ) -> None:
        self.submit(aggregate, command, arrived_ms=self._clock.now_ms(), answer=answer)

    async def _sweep(self) -> None:
        try:
            await self.availability.ensure()
            share = self.sharing.share
            async for pending in in_turns(
                in_order(await self._store.queues.effects(SWEEP_ITEMS, share))
            ):
                with self.faults.contained("effect"):
                    self._outbox.carry_out(pending)
            async for aggregate in in_turns(await self._store.queues.due(SWEEP_ITEMS, share)):
                if aggregate.kind in self._kinds:
                    self._ring(aggregate)
            if self.availability.partial_reason:
                await self._compare_held()
        except StoreUnavailable as error:
            self.availability.lost(error)
            return
        for aggregate in self._replicas.evict(self._pipeline):
            self._alarms.drop(aggregate)

    async def _write_back(self, shards: Collection[int] | None = None) -> bool:
        """Have logs in some shards (None: in all) read again if they lack what this node holds.

        Returns whether all of those shards answered.
        """
        names = (
            name
            for name in self.log_repair.aggregates
            if shards is None or self._store.servers.shard_of(name) in shards
        )
        known = [replica for name in names if (replica := self._replicas.get(name))]
        heads = (
            await self._store.logs.heads([replica.aggregate for replica in known]) if known else ()
        )
        for replica, head in zip(known, heads, strict=True):
            if head not in (None, replica.head):
                self._pipeline.queue_of(replica.aggregate).is_stale = True
        return None not in heads

    async def _compare_held(self) -> None:
        """After a part of the store was away, have what it may have lost written back."""
        if await self._write_back() and not self.parts.away:
            self.availability.has_all_parts()
            self._outbox.carry_out_left()

    async def _compare_slices(self) -> None:
        """Until the next sweep, compare what is followed, slice by slice, so never in a burst.

        The only node compares one slice: only tools could have written, and it hears of them.
        """
        slices = self._replication.slices() if self.access is StoreAccess.SHARED else 1
        for _ in range(slices):
            with self.faults.contained("sweep"):
                await self._compare(self._replication.compare_slice())
            if self.is_paused:
                return
            await self.availability.until_lost(SWEEP_S / slices)

    def _read_again(self, shards: frozenset[int]) -> None:
        """What lies in parts of the store that are back is not trusted until it is read."""
        for replica in self._replicas.watched():
            if self._store.servers.shard_of(replica.aggregate) in shards:
                self.mark_stale(replica)

    def _distrust(self, paused: bool) -> None:
        """When the store is back, no replica is trusted until it is read again.

        Reading writes back what the store has lost, and effects that it may have lost are carried
        out.
        """
        if paused:
            return
        self._replicas.distrust()
        for replica in self._replicas.watched():
            self.mark_stale(replica)
        for aggregate in self.log_repair.aggregates:
            held = self._replicas.get(aggregate)
            if held is not None:
                self.mark_stale(held)
        self._outbox.carry_out_left()


def _replica_of(view: View[S, E]) -> Replica:
    """The replica behind a view: the host gives no other views."""
    return cast("Replica", view)
