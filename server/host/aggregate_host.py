"""Runs every aggregate behind its one door.

Theory of operation. A command waits in the queue of its aggregate. One worker an
aggregate, alive only while the queue is not empty, takes all that waits, decides the
commands one after another on the state each would leave behind, and makes all their
events durable with one append. Only then does the replica take the events (with the
store's own stamps), the watchers hear of them, and the senders get their answers.

* A conflict means that another node wrote first: its events are taken, told, and the same
  commands are decided again on the fresher state.
* An unavailable store leaves the outcome unknown: the senders are told so, the replica is
  not trusted until it is read again, and a retry is recognised by its command id.
* Orders to other aggregates were written by the same append; they are carried out here
  at once, and by the sweep of whichever node comes after a crash.
* An outage of all nodes is offered to each aggregate it concerns before anything else is
  decided there, so our downtime is charged to nobody.
* The replica's own timer rings its alarm; the sweep finds those nobody holds.
* What is watched is followed: events of other nodes are taken as they are published, and a
  sweep finds what no publication told (see `follower`).

There is no word of the game here.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Final

from server.aggregate.refusal import RefusalCode
from server.host.advice import Counsel
from server.host.alarms import Alarms
from server.host.carrier import AnyCarrier
from server.host.downtime import Downtime
from server.host.draft import Answer, Declined, Task
from server.host.follower import Follower, Hearer, is_known
from server.host.journal import read_fact
from server.host.kind import AnyKind
from server.host.outbox import Outbox, in_order
from server.host.recent import CommandRef
from server.host.replica import Change, Replica, Watcher
from server.host.timebase import StoreClock
from server.host.worker import Look, Work, Worker
from server.store.base import (
    AggregateId,
    Effect,
    Outage,
    PendingEffect,
    Store,
    StoredEvent,
    StoreUnavailable,
    heads,
)
from server.store.feed import Publication

log = logging.getLogger(__name__)

WAITING_COMMANDS: Final = 1_024
SWEEP_S: Final = 2.0
PROBE_S: Final = 0.25
SWEEP_ITEMS: Final = 200
IDLE_MS: Final = 60_000


class AggregateHost:
    """The aggregates of this node. Made by `app`; `run` lives as long as the node.

    Args:
        store: where the logs are.
        clock: the store's time as this node knows it.
        downtime: the times when no node served; told to each aggregate they concern.
        kinds: every kind of aggregate.
        fresh_id: gives unique ids for appends.
        carriers: what takes orders without being an aggregate.
    """

    def __init__(
        self,
        store: Store,
        clock: StoreClock,
        downtime: Downtime,
        kinds: Iterable[AnyKind],
        fresh_id: Callable[[], str],
        carriers: Sequence[AnyCarrier] = (),
        counsel: Counsel | None = None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._downtime = downtime
        self._kinds: Mapping[str, AnyKind] = {kind.name: kind for kind in kinds}
        self._replicas: dict[AggregateId, Replica] = {}
        self._work: dict[AggregateId, Work] = {}
        self._running: set[asyncio.Task[None]] = set()
        self._alarms = Alarms(clock, self._ring)
        self._outbox = Outbox(store, self._kinds, carriers, self._order, self.start)
        self._worker = Worker(
            store,
            downtime,
            self._alarms,
            self._begin_order,
            self._committed,
            fresh_id,
            counsel,
            clock.now_ms,
            lambda replica: self._found_out(replica),
        )
        self._follower = Follower(store, self)
        self._pause_listeners: list[Callable[[bool], None]] = []
        self._commit_listeners: list[Callable[[tuple[Change, ...]], None]] = []
        self._found_out: Callable[[Replica], Awaitable[None] | None] = lambda _: None
        self._last_look: Callable[[AggregateId], Awaitable[int] | None] = lambda _: None
        self._alert = asyncio.Event()
        self.is_paused = False

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
        """Have a command decided; `answer` is called once, after everything it caused is stored.

        `is_first` has it decided before what waits already.
        """
        task = Task(command, ref, arrived_ms, answer)
        work = None if self.is_paused else self._waiting(aggregate)
        if work is not None and is_first:
            work.tasks.appendleft(task)
        elif work is None or len(work.tasks) >= WAITING_COMMANDS:
            task.tell(Declined(RefusalCode.UNAVAILABLE, "", 0))
        else:
            work.tasks.append(task)

    def look(self, aggregate: AggregateId, seen: Look, *, version: int = 0) -> None:
        """Call `seen` with the loaded replica, after what waits there; None without a store.

        So whoever was told of a room that is still to be opened finds it open. Whoever knows of
        a `version` that is not here yet, from another node, does not find an older state.
        """
        replica = self._replicas.get(aggregate)
        is_behind = replica is not None and replica.head.version < version
        is_idle = replica is not None and replica.is_fresh and aggregate not in self._work
        is_shown = is_idle and not is_behind
        if is_shown and replica is not None and (replica.watchers or self.is_paused):
            seen(replica)
        elif self.is_paused:
            seen(None)
        else:
            work = self._waiting(aggregate)
            work.looks.append(seen)
            work.is_doubted |= is_behind

    def watch(self, replica: Replica, watcher: Watcher) -> None:
        """Tell `watcher` of every change from now on, whichever node makes it."""
        replica.watchers.add(watcher)
        self._follower.follow(replica.aggregate)

    def unwatch(self, replica: Replica, watcher: Watcher) -> None:
        """Tell `watcher` nothing more."""
        replica.watchers.discard(watcher)
        replica.idle_since_ms = self._clock.now_ms()
        if not replica.watchers:
            self._follower.unfollow(replica.aggregate)

    def listen(self, replica: Replica, hearer: Hearer) -> None:
        """Tell `hearer`, who also watches, what is said at the aggregate on any node."""
        self._follower.listen(replica.aggregate, hearer)

    def ignore(self, replica: Replica, hearer: Hearer) -> None:
        """Tell `hearer` nothing more of that."""
        self._follower.ignore(replica.aggregate, hearer)

    def on_pause(self, listener: Callable[[bool], None]) -> None:
        """Tell `listener` when the store goes (True) and when it is back (False)."""
        self._pause_listeners.append(listener)

    def on_commit(self, listener: Callable[[tuple[Change, ...]], None]) -> None:
        """Tell `listener` of every append of this node that the store has accepted."""
        self._commit_listeners.append(listener)

    def on_silence(self, listener: Callable[[Outage], None]) -> None:
        """Tell `listener` of each time when this node was silent, before anything is decided."""
        self._downtime.on_silence(listener)

    def hold_back(self, found_out: Callable[[Replica], Awaitable[None] | None]) -> None:
        """Ask before commands are decided what has to be found out first; None: nothing.

        What is submitted as first meanwhile is decided before them.
        """
        self._found_out = found_out

    def guard_alarms(self, last_look: Callable[[AggregateId], Awaitable[int] | None]) -> None:
        """Ask before an alarm rings for how many ms it has to wait; None or 0: it rings now."""
        self._last_look = last_look

    async def run(self) -> None:
        """Ring alarms nobody holds, finish a crash's orders, drop what is idle; until cancelled."""
        while True:
            try:
                if self.is_paused:
                    await self._store.time_ms()
                    await self._downtime.beat()  # reads and writes work again
                    self._set_paused(paused=False)
                await self._downtime.be_sure()  # reads may still work where writes do not
                await self._sweep()
            except StoreUnavailable as error:
                self._lost(error)
            if self.is_paused:
                await asyncio.sleep(PROBE_S)
            else:
                await self._until_lost(SWEEP_S)

    async def history(self, aggregate: AggregateId) -> tuple[Change, ...]:
        """Every event of a log that is never trimmed, with what each led to, from the store.

        Raises:
            StoreUnavailable: there is no store.
        """
        return self.replay(aggregate, await self.stored(aggregate))

    async def stored(self, aggregate: AggregateId) -> tuple[StoredEvent, ...]:
        """Every event of a log that is never trimmed, as the store holds it.

        Raises:
            StoreUnavailable: there is no store.
        """
        return await self._store.read(aggregate, 0)

    def replay(self, aggregate: AggregateId, events: tuple[StoredEvent, ...]) -> tuple[Change, ...]:
        """What each event of a whole log led to."""
        kind = self._kinds[aggregate.kind]
        facts = [read_fact(kind, event.body) for event in events]
        reader = Replica(aggregate, kind, self._clock.now_ms())
        return reader.take(facts, heads(reader.head, events), weight_bytes=0)

    def start(self, coroutine: Coroutine[None, None, None]) -> None:
        """Run a coroutine that ends by itself; `drain` waits for it too."""
        task = asyncio.get_running_loop().create_task(coroutine)
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def drain(self) -> None:
        """Wait until every command taken so far is answered."""
        while self._running:
            await asyncio.wait(self._running)

    @property
    def is_sure(self) -> bool:
        """This node serves; otherwise it is silent, or was until now, and has to find out."""
        return self._downtime.is_sure

    @property
    def waiting_count(self) -> int:
        """How many commands wait to be decided; all aggregates at work are gone through."""
        return sum(len(work.tasks) for work in self._work.values())

    def held(self, kind: str) -> int:
        """How many aggregates of a kind this node holds; all are gone through to count them."""
        return sum(aggregate.kind == kind for aggregate in self._replicas)

    # What the follower and the alarms ask for.

    def news(self, aggregate: AggregateId, publication: Publication) -> None:
        """See `follower.Owner`; what this node wrote itself comes back here too."""
        replica = self._replicas.get(aggregate)
        if replica is None or not replica.is_fresh or not replica.watchers or self.is_paused:
            return
        if aggregate in self._work or not is_known(replica, publication):
            self._waiting(aggregate).news.append(publication)

    def doubt(self, aggregate: AggregateId) -> None:
        """See `follower.Owner`."""
        if aggregate in self._replicas and not self.is_paused:
            self._waiting(aggregate).is_doubted = True

    def _waiting(self, aggregate: AggregateId) -> Work:
        """The queue of `aggregate`; a worker is started with it and ends when it is empty."""
        work = self._work.get(aggregate)
        if work is None:
            work = self._work[aggregate] = Work()
            self.start(self._serve(self._replica(aggregate), work))
        return work

    def _replica(self, aggregate: AggregateId) -> Replica:
        replica = self._replicas.get(aggregate)
        if replica is None:
            replica = Replica(aggregate, self._kinds[aggregate.kind], self._clock.now_ms())
            self._replicas[aggregate] = replica
        return replica

    async def _serve(self, replica: Replica, work: Work) -> None:
        try:
            await self._worker.serve(replica, work)
        except StoreUnavailable as error:
            replica.is_fresh = False
            self._lost(error)
        except Exception:  # the supervisor of this aggregate: our bug must not stop the others
            log.exception("aggregate failed", extra={"aggregate": str(replica.aggregate)})
            replica.is_fresh = False
        finally:
            del self._work[replica.aggregate]
            for task in (*work.batch, *work.tasks):
                task.tell(Declined(RefusalCode.UNAVAILABLE, "", replica.head.version))
            for seen in work.looks:
                seen(None)

    def _committed(self, changes: tuple[Change, ...]) -> None:
        for listener in self._commit_listeners:
            listener(changes)

    # Alarms, orders, the sweep, and the store's absence.

    def _ring(self, aggregate: AggregateId) -> None:
        looked = None if self.is_paused else self._last_look(aggregate)
        if looked is None:
            self._rung(aggregate)
        else:
            self.start(self._ring_after(aggregate, looked))

    async def _ring_after(self, aggregate: AggregateId, looked: Awaitable[int]) -> None:
        try:
            wait_ms = await looked
        except StoreUnavailable as error:
            self._lost(error)  # the sweep rings it when the store is back
            return
        replica = self._replicas.get(aggregate)
        if not wait_ms:
            self._rung(aggregate)
        elif replica is not None and replica.watchers:
            self._alarms.put_off(replica, wait_ms)

    def _rung(self, aggregate: AggregateId) -> None:
        alarm = self._kinds[aggregate.kind].alarm
        self.submit(aggregate, alarm, arrived_ms=self._clock.now_ms())

    def _begin_order(self, source: AggregateId, effect: Effect) -> None:
        self._outbox.carry_out(PendingEffect(source, effect))

    def _order(
        self, target: AggregateId, command: object, answer: Callable[[Answer], None]
    ) -> None:
        self.submit(target, command, arrived_ms=self._clock.now_ms(), answer=answer)

    async def _sweep(self) -> None:
        for pending in in_order(await self._store.effects(SWEEP_ITEMS)):
            self._outbox.carry_out(pending)
        for aggregate in await self._store.due(SWEEP_ITEMS):
            if aggregate.kind in self._kinds:
                self._ring(aggregate)
        watched = (replica for replica in self._replicas.values() if replica.watchers)
        await self._follower.compare(self._follower.in_turn(watched))
        self._drop_idle()

    def unsure(self) -> None:
        """See `follower.Owner`."""
        self.start(self._compare_unsure())

    async def _compare_unsure(self) -> None:
        unsure = self._follower.take_unsure()
        held = (self._replicas[name] for name in unsure if name in self._replicas)
        try:
            await self._follower.compare([replica for replica in held if replica.is_fresh])
        except StoreUnavailable as error:
            self._lost(error)

    def _drop_idle(self) -> None:
        horizon_ms = self._clock.now_ms() - IDLE_MS
        for aggregate, replica in tuple(self._replicas.items()):
            is_used = replica.watchers or aggregate in self._work
            if not is_used and replica.idle_since_ms < horizon_ms:
                self._alarms.drop(aggregate)
                del self._replicas[aggregate]

    async def _until_lost(self, seconds: float) -> None:
        """Wait so long, or until the store is found to be away."""
        self._alert.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._alert.wait()

    def _lost(self, error: StoreUnavailable) -> None:
        if not self.is_paused:
            log.warning("store unavailable", extra={"reason": str(error)})
            self._set_paused(paused=True)

    def _set_paused(self, *, paused: bool) -> None:
        """Tell the listeners; when the store is back, nothing held is trusted before it is read."""
        self.is_paused = paused
        if paused:
            self._alert.set()
        else:
            log.warning("store available again")
            for aggregate, replica in self._replicas.items():
                replica.is_fresh = False
                if replica.watchers:
                    self.look(aggregate, lambda _: None)
        for listener in self._pause_listeners:
            listener(paused)
