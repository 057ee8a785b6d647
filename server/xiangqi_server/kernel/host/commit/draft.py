"""Decides a batch of commands on one aggregate, without writing anything.

Commands that waited together are decided one after another, each on the state the ones
before it would leave, and become one append. Pure: the same replica and the same batch
give the same draft.
"""

from collections.abc import Callable, Sequence
from itertools import repeat
from operator import attrgetter
from typing import Final, NamedTuple

from msgspec import Struct

from xiangqi_server.kernel.aggregate.decision import Effect, Stamped
from xiangqi_server.kernel.aggregate.refusal import RefusalCode, Refused
from xiangqi_server.kernel.host.journal import (
    Fact,
    effect_id,
    write_effect,
    write_fact,
    write_snapshot,
)
from xiangqi_server.kernel.host.recent import CommandRef, Recent
from xiangqi_server.kernel.host.replica import Replica
from xiangqi_server.kernel.store.values import Append, StoredEffect

SNAPSHOT_BYTES: Final = 3_000
"""A snapshot is taken once the tail weighs this much and as much as the last snapshot, or what the
kind allows."""


_ARRIVED_MS: Final = attrgetter("arrived_ms")


class Done(Struct, frozen=True, gc=False):
    """A command took effect: where the log stood after the last event it caused.

    The digest of a repeat is None when its event is no longer at hand.
    """

    version: int
    digest: bytes | None


class Rejected(NamedTuple):
    """A command had no effect: a refusal's code, detail and wait, and the version it met."""

    code: RefusalCode
    detail: str
    version: int
    retry_ms: int | None = None


Answer = Done | Rejected


class Task(Struct, frozen=True):
    """A command that waits for its aggregate, and the function that takes its answer."""

    command: object
    ref: CommandRef | None
    arrived_ms: int
    answer: Callable[[Answer], None] | None

    def tell(self, answer: Answer) -> None:
        """Give the sender its answer, if it wants one."""
        if self.answer is not None:
            self.answer(answer)


class Draft(Struct, frozen=True):
    """What a batch of commands leads to, before the store has accepted it.

    Fields:
        answers: for each task a refusal, or the version of the last event it caused.
        state: the state to which the facts lead, as if they were stamped when they were decided.
        recent: the latest commands, those of the batch included.
        due_in_ms: the time from the stamp of the append to the next alarm, None for none.
        arrived_ms: when the latest of the commands arrived.
    """

    facts: Sequence[Fact]
    effects: Sequence[tuple[int, Effect]]
    answers: Sequence[tuple[Task, int | Rejected]]
    state: object
    recent: Recent
    not_before_ms: int
    due_in_ms: int | None
    arrived_ms: int


def decide_batch(replica: Replica, batch: Sequence[Task]) -> Draft:
    """Decide `batch` (at least one task) in order.

    Events are stamped with the latest arrival until the store stamps them; only the
    distance to the next alarm is taken from the states so made.
    """
    kind, state, version = replica.kind, replica.state, replica.head.version
    arrived_ms = max(map(_ARRIVED_MS, batch))
    stamp_ms = max(replica.head.at_ms, arrived_ms)
    recent, not_before_ms = replica.recent, 0
    facts: list[Fact] = []
    effects: list[tuple[int, Effect]] = []
    answers: list[tuple[Task, int | Rejected]] = []
    for task in batch:
        known = recent.version_of(task.ref) if task.ref else None
        if known is not None:
            answers.append((task, known))
            continue
        try:
            decision = kind.decide(state, task.command, task.arrived_ms)
        except Refused as refused:
            declined = Rejected(refused.code, refused.detail, version, refused.retry_ms)
            answers.append((task, declined))
            continue
        not_before_ms = max(not_before_ms, decision.not_before_ms)
        last = version + len(decision.events)
        if decision.events and task.ref:
            recent = recent.noting(task.ref, last, kind.limits.actors)
        for event in decision.events:
            version += 1
            facts.append(Fact(event, task.ref if version == last else None))
            state = kind.apply(state, Stamped(version, stamp_ms, event))
        answers.append((task, version))
        if decision.effects:
            effects += [(version, effect) for effect in decision.effects]
    due_at_ms = kind.schedule.due_at_ms(state)
    due_in_ms = None if due_at_ms is None else max(0, due_at_ms - stamp_ms)
    return Draft(
        facts=facts,
        effects=effects,
        answers=answers,
        state=state,
        recent=recent,
        not_before_ms=not_before_ms,
        due_in_ms=due_in_ms,
        arrived_ms=arrived_ms,
    )


def snapshot_of(replica: Replica) -> bytes | None:
    """The snapshot that goes with the next append, None if none is due.

    Raises:
        RecordError: the state is too large for a record.
    """
    kind = replica.kind
    is_due = replica.tail_bytes >= SNAPSHOT_BYTES and replica.tail_bytes >= replica.snapshot_bytes
    forces = kind.records.forces_snapshot
    if is_due or (forces is not None and forces(replica.state)):
        return write_snapshot(kind, replica.state, replica.recent)
    return None


def append_of(replica: Replica, draft: Draft, snapshot: bytes | None, event_id: str) -> Append:
    """The append of a draft, with a snapshot of the state before it."""
    kind = replica.kind
    return Append(
        aggregate=replica.aggregate,
        head=replica.head,
        event_id=event_id,
        events=tuple(map(write_fact, repeat(kind), draft.facts)),
        snapshot=snapshot,
        trim=kind.records.is_trimmed,
        due_in_ms=draft.due_in_ms,
        not_before_ms=draft.not_before_ms,
        arrived_ms=draft.arrived_ms,
        effects=_effects_of(draft) if draft.effects else (),
    )


def _effects_of(draft: Draft) -> tuple[StoredEffect, ...]:
    return tuple(
        StoredEffect(effect_id(version, number), write_effect(effect))
        for number, (version, effect) in enumerate(draft.effects)
    )
