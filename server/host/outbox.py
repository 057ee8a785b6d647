"""Carries out the orders an append left in the outbox, each until its target has answered.

An order may be carried out more than once (a crash lies between the target's answer and
its removal); its target recognises a repeat by its own state. A target is an aggregate, whose
answer ends the order, or a carrier, which has done it or must try again.
"""

import logging
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence

from server.aggregate.refusal import RefusalCode
from server.host.carrier import AnyCarrier
from server.host.draft import Answer, Declined
from server.host.journal import read_order, version_of
from server.host.kind import AnyKind
from server.store.base import AggregateId, PendingEffect, RecordError, Store, StoreUnavailable

log = logging.getLogger(__name__)


def in_order(pending: Iterable[PendingEffect]) -> list[PendingEffect]:
    """Orders as they were given by each aggregate: a later one may undo an earlier one."""
    return sorted(pending, key=lambda one: (one.source, one.effect.id))


class Outbox:
    """The orders this node is carrying out. Owned by the host.

    Args:
        carriers: the targets that are no aggregates.
        submit: has a command decided and gives its answer.
        start: runs a coroutine of ours until it ends.
    """

    def __init__(
        self,
        store: Store,
        kinds: Mapping[str, AnyKind],
        carriers: Sequence[AnyCarrier],
        submit: Callable[[AggregateId, object, Callable[[Answer], None]], None],
        start: Callable[[Coroutine[None, None, None]], None],
    ) -> None:
        self._store = store
        self._carriers = {carrier.name: carrier for carrier in carriers}
        self._commands = {name: kind.commands for name, kind in kinds.items()}
        self._commands |= {name: carrier.commands for name, carrier in self._carriers.items()}
        self._submit = submit
        self._start = start
        self._under_way: set[PendingEffect] = set()

    def carry_out(self, pending: PendingEffect) -> None:
        """Have an order done unless it is under way; when its target answers, it is removed."""
        if pending in self._under_way:
            return
        try:
            target, command = read_order(self._commands, pending.effect.body)
        except RecordError:
            log.exception("order unreadable", extra=_facts(pending))
            return
        self._under_way.add(pending)
        carrier = self._carriers.get(target.kind)
        if carrier is None:
            self._submit(target, command, lambda answer: self._answered(pending, answer))
        else:
            self._start(self._carry(pending, carrier, target.id, command))

    def _answered(self, pending: PendingEffect, answer: Answer) -> None:
        if isinstance(answer, Declined) and answer.code == RefusalCode.UNAVAILABLE:
            self._under_way.discard(pending)
        else:
            self._start(self._finish(pending))

    async def _carry(
        self, pending: PendingEffect, carrier: AnyCarrier, to: str, command: object
    ) -> None:
        try:
            await carrier.carry(to, command, version_of(pending.effect.id))
        except StoreUnavailable:
            log.info("order left for the sweep", extra=_facts(pending))
            self._under_way.discard(pending)
        else:
            await self._finish(pending)

    async def _finish(self, pending: PendingEffect) -> None:
        try:
            await self._store.finish(pending.source, pending.effect.id)
        except StoreUnavailable:
            log.info("order left for the sweep", extra=_facts(pending))
        finally:
            self._under_way.discard(pending)


def _facts(pending: PendingEffect) -> dict[str, str]:
    return {"source": str(pending.source), "effect": pending.effect.id}
