"""How many copies of a write there must be before it counts as done.

Theory of operation. A store that fails over promotes a replica, and what that replica does not have
is lost. So a batch that holds anything lasting ends with a write (the fence) and ``WAIT`` for every
replica that could be promoted. No call of it is answered before that. The fence is there
because ``WAIT`` concerns the last write of the connection. A retry that finds itself in the log, a
conflict or a read only reads, and without a write of its own would be answered with one copy. If
the wait counts too few copies, the outcome is unknown: the same append is sent again later, under
its own id.

`Candidates` know which replicas could be promoted. If fewer than these answer, and the
operator allows it, the primary alone is enough, and all clients hear of it: `Promise.is_degraded`.
"""

import asyncio
import logging
from collections.abc import Sequence
from enum import StrEnum
from typing import Final, Protocol

from xiangqi_server.kernel.store.client.requests import Ask, pack
from xiangqi_server.kernel.store.port import StoreUnavailable

log = logging.getLogger(__name__)

WAIT_MS: Final = 1_000
"""How long a batch waits for its copies."""
PROBE_S: Final = 2.0
PROBE_MS: Final = 100
"""While the primary alone is enough, how often, and how briefly, a batch checks for more copies."""


class PromiseKind(StrEnum):
    """Where an acknowledged command is."""

    PRIMARY = "primary"
    """The disk of the primary."""
    REPLICA = "replica"
    """That, and every replica that could be promoted."""
    DEGRADED = "degraded"
    """As `REPLICA`, but the primary alone is enough while replicas are missing."""
    ENGINE = "engine"
    """Where the engine, by its answer, promises that it is."""
    VOLATILE = "volatile"
    """The memory of the primary."""


class Candidates(Protocol):
    """The replicas of one primary that could be promoted in its place."""

    @property
    def count(self) -> int:
        """How many there are; 1 if none is known, so that none can be missing unnoticed."""
        ...

    @property
    def absent(self) -> Sequence[str]:
        """The addresses of those known to be gone; others may fail to answer too."""
        ...

    async def look(self, call: Ask) -> None:
        """Learn what a connection that was just opened tells; `call` sends one command.

        Raises:
            StoreError: it does not tell.
        """
        ...

    @property
    def primary(self) -> str:
        """The name of the primary; it is the same whatever shards it has."""
        ...

    @property
    def fence(self) -> str:
        """A key of the primary that is used for nothing else."""
        ...

    def take_another_fence(self) -> bool:
        """The primary no longer has this fence; returns whether it may have another one."""
        ...


class Promise:
    """What stands behind everything that one store acknowledges to one node.

    Args:
        policy: what the operator wants to stand behind it.

    Attributes:
        short_waits: how often too few copies were there in time.
    """

    def __init__(self, policy: PromiseKind = PromiseKind.PRIMARY) -> None:
        self._policy = policy
        self._short: dict[str, str] = {}  # in words, by the primary
        self.short_waits = 0

    @property
    def waits(self) -> bool:
        """Whether what is acknowledged is waited for on replicas."""
        return self._policy in (PromiseKind.REPLICA, PromiseKind.DEGRADED)

    @property
    def may_lose(self) -> bool:
        """Whether a promotion may take back what was acknowledged."""
        kept = (PromiseKind.REPLICA, PromiseKind.ENGINE)
        return self._policy not in kept

    @property
    def may_degrade(self) -> bool:
        """Whether the primary alone is enough while copies are missing."""
        return self._policy is PromiseKind.DEGRADED

    @property
    def is_degraded(self) -> bool:
        """Some of what is acknowledged now is on one machine alone."""
        return self.may_degrade and bool(self._short)

    @property
    def shortage(self) -> str:
        """The primaries that miss copies of their last write, for the operator; "" if none does."""
        return "; ".join(words for _, words in sorted(self._short.items()))

    @property
    def in_force(self) -> PromiseKind:
        """What stands behind an acknowledged command now."""
        if self._policy is PromiseKind.DEGRADED and not self.is_degraded:
            return PromiseKind.REPLICA
        return self._policy

    def is_short(self, primary: str) -> bool:
        """Whether one primary alone is enough for now, because copies are known to be missing."""
        return self.may_degrade and primary in self._short

    def forget(self, primary: str) -> None:
        """A server is not a primary any more: nothing is acknowledged there."""
        self._short.pop(primary, None)

    def note(self, primary: str, found: int, needed: int, absent: Sequence[str] = ()) -> None:
        """Take how many copies there are of the last write at a primary."""
        if found >= needed:
            if self._short.pop(primary, None):
                log.warning("all copies are there again", extra={"copies": found})
            return
        self.short_waits += 1
        is_new = primary not in self._short
        gone = f", {', '.join(absent)} gone" if absent else ""
        self._short[primary] = f"{_shortage(primary, found, needed)}{gone}"
        if is_new:
            level = logging.ERROR if self.may_degrade else logging.WARNING
            log.log(level, self._on_short(), extra={"reason": self._short[primary]})

    def _on_short(self) -> str:
        if self.may_degrade:
            return "acknowledged by the primary alone: copies are missing"
        return "nothing is acknowledged: copies are missing"


class ReplicaWait:
    """Ends the batches of one connection, and judges the answer. Owned by the connection."""

    def __init__(self, promise: Promise, candidates: Candidates) -> None:
        self._promise = promise
        self._candidates = candidates
        self.look = candidates.look
        self.take_another_fence = candidates.take_another_fence
        self._needed = 0
        self._probe_at_s = 0.0

    def packed(self) -> bytes:
        """What ends a batch, as it is sent: the fence, and the wait for its copies."""
        wait_ms = WAIT_MS
        self._needed = self._candidates.count
        ask = self._needed
        if self._promise.is_short(self._candidates.primary):
            now_s, wait_ms = asyncio.get_running_loop().time(), PROBE_MS
            if now_s < self._probe_at_s:
                ask = 0
            else:
                self._probe_at_s = now_s + PROBE_S
        return pack("SET", self._candidates.fence, 1) + pack("WAIT", ask, wait_ms)

    def trouble(self, found: object) -> StoreUnavailable | None:
        """Why nothing of the batch may be answered, by what `WAIT` said; None if it may be."""
        if not isinstance(found, int):
            return StoreUnavailable(f"the store cannot wait for its replicas: {found!r}")
        primary = self._candidates.primary
        absent = () if found >= self._needed else self._candidates.absent
        self._promise.note(primary, found, self._needed, absent)
        if found >= self._needed or self._promise.may_degrade:
            return None
        return StoreUnavailable(_shortage(primary, found, self._needed))


def _shortage(primary: str, found: int, needed: int) -> str:
    """Too few copies, in words."""
    return f"{found} of {needed} replicas{f' of {primary}' if primary else ''} have it in time"
