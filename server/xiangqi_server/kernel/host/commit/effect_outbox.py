"""Carries out the effects that appends left in the outbox, each until its target has answered.

An effect may be carried out more than once (after a crash between the answer of the target and
its removal); the target recognises a repeat by its own state. A target is an aggregate, whose
answer ends the effect, or a handler, which has done it or must try again.
"""

import logging
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from typing import Final

from xiangqi_server.kernel.aggregate.kind import AnyKind
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal
from xiangqi_server.kernel.host.commit.draft import Answer, Rejected
from xiangqi_server.kernel.host.effect_handler import AnyEffectHandler
from xiangqi_server.kernel.host.journal import read_effect, version_of
from xiangqi_server.kernel.store.port import RecordError, StoreUnavailable, WorkQueues
from xiangqi_server.kernel.store.values import AggregateId, PendingEffect

log = logging.getLogger(__name__)

KEPT_LEFT: Final = 10_000
"""How many effects a node remembers that it could not carry out; the store has the others."""


def in_order(pending: Iterable[PendingEffect]) -> list[PendingEffect]:
    """Effects in the order in which each aggregate caused them: one may undo an earlier one."""
    return sorted(pending, key=lambda effect: (effect.source, effect.effect.id))


class EffectOutbox:
    """The effects this node is carrying out. Owned by the host.

    Args:
        handlers: the targets that are not aggregates.
        submit: has a command decided and gives its answer.
        start: runs a coroutine until it ends.
    """

    def __init__(
        self,
        queues: WorkQueues,
        kinds: Mapping[str, AnyKind],
        handlers: Sequence[AnyEffectHandler],
        submit: Callable[[AggregateId, object, Callable[[Answer], None]], None],
        start: Callable[[Coroutine[None, None, None]], None],
    ) -> None:
        self._queues = queues
        self._handlers = {handler.name: handler for handler in handlers}
        self._commands = {name: kind.commands for name, kind in kinds.items()}
        self._commands |= {name: handler.commands for name, handler in self._handlers.items()}
        self._submit = submit
        self._start = start
        self._under_way: set[PendingEffect] = set()
        self._left: dict[PendingEffect, None] = {}

    def take(self, handler: AnyEffectHandler) -> None:
        """Have one more target that is not an aggregate; made later than the host."""
        self._handlers[handler.name] = handler
        self._commands[handler.name] = handler.commands

    def carry_out(self, pending: PendingEffect) -> None:
        """Have an effect done unless that is under way; once its target answers, it is removed."""
        self._left.pop(pending, None)
        if pending in self._under_way:
            return
        try:
            target, command = read_effect(self._commands, pending.effect.body)
        except RecordError:
            log.exception("effect unreadable", extra=_facts(pending))
            return
        self._under_way.add(pending)
        handler = self._handlers.get(target.kind)
        if handler is None:
            self._submit(target, command, lambda answer: self._answered(pending, answer))
        else:
            self._start(self._handle(pending, handler, target.id, command))

    def carry_out_left(self) -> None:
        """Try again what could not be done without a store: it may have lost its outbox."""
        for pending in in_order(self._left):
            self.carry_out(pending)

    def _leave(self, pending: PendingEffect) -> None:
        """Have the sweep try an effect again, or `carry_out_left`."""
        log.info("effect left for the sweep", extra=_facts(pending))
        self._left[pending] = None
        if len(self._left) > KEPT_LEFT:
            del self._left[next(iter(self._left))]

    def _answered(self, pending: PendingEffect, answer: Answer) -> None:
        if isinstance(answer, Rejected) and answer.code == CommonRefusal.UNAVAILABLE:
            self._under_way.discard(pending)
            self._leave(pending)
        else:
            self._start(self._finish(pending))

    async def _handle(
        self, pending: PendingEffect, handler: AnyEffectHandler, to: str, command: object
    ) -> None:
        try:
            await handler.handle(to, command, version_of(pending.effect.id))
            await self._finish(pending)
        except StoreUnavailable:
            self._leave(pending)
        finally:
            self._under_way.discard(pending)

    async def _finish(self, pending: PendingEffect) -> None:
        try:
            await self._queues.finish(pending.source, pending.effect.id)
        except StoreUnavailable:
            self._leave(pending)
        finally:
            self._under_way.discard(pending)


def _facts(pending: PendingEffect) -> dict[str, str]:
    return {"source": str(pending.source), "effect": pending.effect.id}
